// A decimal as the nearest double, which is what a price of the API is as well: so the two
// compare as the decimals do.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';

export function doubleOf(value: Decimal): number {
  return Number(formatDecimal(value));
}
