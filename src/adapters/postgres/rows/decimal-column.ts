// Decimals in `numeric(36, 18)` columns, which have exactly their range and places and travel as
// text.

import { present } from '#lib/assert.ts';
import type { Decimal } from '#lib/decimal.ts';
import { parseDecimal } from '#lib/decimal.ts';

/** The value of a numeric column. */
export function decimalFromColumn(text: string): Decimal {
  return present(parseDecimal(text), `the stored number "${text}" is a decimal`);
}
