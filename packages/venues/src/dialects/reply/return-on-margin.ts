// Return of a position in relation to its margin.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, divideDecimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';

const HUNDRED = decimal('100');

/** Zero where there is no margin. */
export function returnOnMarginPercent(profit: Decimal, margin: Decimal): Decimal {
  if (margin <= 0n) return ZERO;
  return divideDecimal(multiplyDecimal(profit, HUNDRED, 'half_even'), margin, 'half_even');
}
