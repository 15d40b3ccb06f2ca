// Makes parameters storable in PostgreSQL: text without the characters that it refuses, and figures
// within the range of their columns. The one place for it: database.ts passes every parameter
// through here, and JSON is written by `jsonText`.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { storableText } from '#lib/storable-text.ts';

/** Parameters of a statement with storable text; the same array if nothing has to change. */
export function storableValues(values: readonly unknown[]): readonly unknown[] {
  return values.every(isStorable) ? values : values.map(storableValue);
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  return !Array.isArray(value) || value.every(isStorable);
}

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  return Array.isArray(value) ? value.map(storableValue) : value;
}

/** What JSON.stringify writes for a NUL or a lone surrogate; also where a backslash is escaped. */
const ESCAPED = /\\u(?:0000|d[89a-f])/;

/** JSON whose strings PostgreSQL can turn into text. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!ESCAPED.test(text)) return text;
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'string' ? storableText(each) : each,
  );
}

/** The largest number in a `numeric(36, 18)` column. */
const MOST = 10n ** 36n - 1n;

/**
 * A figure for such a column; one beyond its range is stored as the nearest number in it. Not for
 * prices and amounts of orders, which must be refused instead.
 */
export function figureText(figure: Decimal): string {
  if (figure > MOST) return formatDecimal(MOST as Decimal);
  return formatDecimal(figure < -MOST ? (-MOST as Decimal) : figure);
}
