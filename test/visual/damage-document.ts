// Random damage to a parsed document: values that are odd or missing, lists that are longer.

/** Numbers from 0 to below 1, the same for the same seed. */
export function drawn(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '0',
  '#',
  '#Level',
  '0,1',
  'True',
  '\u0000',
  '\uD800',
  [],
  {},
  [[]],
  'x'.repeat(20_000),
];

/** One thing of the parsed document changed, removed or doubled. */
export function damage(document: unknown, draw: () => number): void {
  let at = document;
  for (let depth = 0; depth < 12; depth += 1) {
    if (typeof at !== 'object' || at === null) return;
    const keys = Object.keys(at);
    const key = keys[Math.floor(draw() * keys.length)];
    if (key === undefined) return;
    const holder = at as Record<string, unknown>;
    if (draw() < 0.25) {
      if (draw() < 0.2) Reflect.deleteProperty(holder, key);
      else if (Array.isArray(at) && draw() < 0.3) at.push(structuredClone(holder[key]));
      else holder[key] = structuredClone(VALUES[Math.floor(draw() * VALUES.length)]);
      return;
    }
    at = holder[key];
  }
}
