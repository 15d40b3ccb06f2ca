// Fees are percentages of a value. They are summed exactly over an order's fills and rounded up to
// a unit once, so that an order filled in parts pays what it would have paid in one piece.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ONE } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';

/** A value in units times a percentage; additive. */
export type FeeWeight = bigint;

/** What a weight counts for each unit of the fee. */
export const WEIGHT_PER_UNIT = ONE * 100n;

/** The exact fee on a value. A negative percentage is a rebate. */
export function feeWeightOf(value: Units, percent: Decimal): FeeWeight {
  return value * percent;
}

/** A fixed sum of a currency with so many decimals as a weight; exact. */
export function moneyWeight(scale: number, amount: Decimal): FeeWeight {
  return amount * 10n ** BigInt(scale) * 100n;
}

/** The fee in units, rounded up (a rebate is thereby rounded down). */
export function feeUnits(weight: FeeWeight): Units {
  return divideRounded(weight, WEIGHT_PER_UNIT, 'ceil') as Units;
}
