// A decimal as the nearest double, which is what a price of the API is as well: so the two
// compare as the decimals do.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';

/** Nearest double, as the API's readers parse the decimal. */
export function doubleOf(value: Decimal): number {
  return Number(formatDecimal(value));
}
