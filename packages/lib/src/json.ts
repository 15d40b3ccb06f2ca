// The only JSON encoder for data that may hold bigint: amounts become strings deliberately, never
// by accident.

/** Plain JSON data. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/**
 * JSON text with object keys sorted (RFC 8785 ordering for our value kinds), so equal data gives
 * equal text.
 */
export function canonicalJson(value: unknown): string {
  return writeSorted(value) ?? 'null';
}

/** JSON text in which every bigint is written as a decimal string. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? item.toString() : item,
  );
}

/** Undefined where JSON has no text for the value, as JSON.stringify returns it. */
function writeSorted(value: unknown): string | undefined {
  if (typeof value === 'bigint') return `"${value}"`;
  if (Array.isArray(value)) return `[${value.map((item) => writeSorted(item) ?? 'null').join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  // Not by way of a sorted object: one keeps keys that look like integers in an order of its own.
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([key, item]) => {
      const text = writeSorted(item);
      return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`];
    });
  return `{${members.join()}}`;
}
