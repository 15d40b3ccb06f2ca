// The path of a call: parameters of the path in their places, all others in the query.

/** `input` has parameters by name; `body` is none. */
export function callPath(template: string, input: Readonly<Record<string, unknown>>): string {
  const used = new Set(['body']);
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    used.add(name);
    const value = input[name];
    if (value === undefined || value === null || value === '') {
      throw new TypeError(`"${name}" is missing`);
    }
    const text = textOf(value);
    // Addresses are read as steps up there, however these are escaped.
    if (text === '.' || text === '..') {
      throw new TypeError(`"${name}" is "${text}", which no path can have`);
    }
    return encodeURIComponent(text);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (used.has(name) || value === undefined || value === null) continue;
    query.set(name, textOf(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return String(value);
}
