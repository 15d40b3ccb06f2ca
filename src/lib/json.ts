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
  return JSON.stringify(sorted(value)) ?? 'null';
}

/** JSON text in which every bigint is written as a decimal string. */
export function encodeJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? item.toString() : item,
  );
}

function sorted(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  // A null prototype, so that a key named "__proto__" stays an ordinary key.
  const target = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).sort())
    target[key] = sorted((value as Record<string, unknown>)[key]);
  return target;
}
