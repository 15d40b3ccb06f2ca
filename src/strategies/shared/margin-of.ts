// The margin that a position of a strategy locks.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ONE } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';

/** The value without leverage, rounded up. */
export function marginOf(units: Units, leverage: Decimal): Units {
  return divideRounded(units * ONE, leverage, 'ceil') as Units;
}
