// The exact value of several trades of one market, retained as a fraction and rounded only when it
// is requested. The value of one trade is the growth of the rounded sum, so that parts cost exactly
// what the whole would.

import type { Rounding } from '#lib/decimal.ts';
import { divideRounded } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { Lots, MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';

/**
 * The sum of lots * ticks (linear) or of lots / ticks (inverse); the denominator is 1 on linear
 * markets.
 */
export type TradedValue = { readonly numerator: bigint; readonly denominator: bigint };

export const NOTHING_TRADED: TradedValue = { numerator: 0n, denominator: 1n };

/** The sum with one more trade. */
export function withTrade(
  grid: MarketGrid,
  traded: TradedValue,
  ticks: Ticks,
  lots: Lots,
): TradedValue {
  assert(ticks > 0n && lots >= 0n, 'a trade has a price and an amount');
  const { numerator, denominator } = traded;
  if (grid.shape === 'linear') return { numerator: numerator + ticks * lots, denominator };
  if (denominator % ticks === 0n) {
    return { numerator: numerator + lots * (denominator / ticks), denominator };
  }
  return { numerator: numerator * ticks + lots * denominator, denominator: denominator * ticks };
}

/** The value of all trades in units of the settlement currency. */
export function tradedUnits(grid: MarketGrid, traded: TradedValue, rounding: Rounding): Units {
  return divideRounded(
    traded.numerator * grid.factorNumerator,
    traded.denominator * grid.factorDenominator,
    rounding,
  ) as Units;
}
