// The form in which choices and results are stored: JSON in which exact decimals stay exact. What
// is stored was written by this file, so reading it back cannot fail.

type StoredDecimal = { readonly decimal: string };

/** One line of text. */
export function toStoredForm(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? { decimal: item.toString() } : item,
  );
}

/** The value behind a text that `toStoredForm` wrote; the reader knows its type. */
export function fromStoredForm(text: string): unknown {
  return JSON.parse(text, (_key, item: unknown) =>
    isStoredDecimal(item) ? BigInt(item.decimal) : item,
  );
}

function isStoredDecimal(item: unknown): item is StoredDecimal {
  if (typeof item !== 'object' || item === null || !('decimal' in item)) return false;
  return typeof item.decimal === 'string' && Object.keys(item).length === 1;
}
