// Highest value of an order, in the currency that its market settles in.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import type { Market } from '#venue-port/market/market.ts';
import {
  lotsOf,
  marketGrid,
  settlementCurrencyOf,
  ticksOf,
  valueOf,
} from '#venue-port/market/market-grid.ts';

/** `amount` at this price, rounded up; the price is above zero. */
export function valueAt(market: Market, price: Decimal, amount: Decimal): Decimal {
  return valueOfUnits(settlementCurrencyOf(market), unitsAt(market, price, amount));
}

/** The same in units of the settlement currency. */
export function unitsAt(market: Market, price: Decimal, amount: Decimal): Units {
  const grid = marketGrid(market);
  const isInverse = grid.shape === 'inverse';
  const ticks = ticksOf(grid, price, isInverse ? 'floor' : 'ceil');
  const lots = lotsOf(grid, amount, 'ceil');
  // A price below the market's first step would be none.
  const shown = ticks > 0n ? ticks : (1n as typeof ticks);
  return valueOf(grid, shown, lots, 'ceil');
}

/** The most that the amount is worth at any of the prices; those that are zero are none. */
export function highestValue(market: Market, prices: readonly Decimal[], amount: Decimal): Decimal {
  const values = prices
    .filter((price) => price > ZERO)
    .map((price) => valueAt(market, price, amount));
  return values.reduce((most, value) => (value > most ? value : most), ZERO);
}

/** The part of an order's value that is `part` of its `amount`, rounded up. */
export function shareOfValue(value: Decimal, part: Decimal, amount: Decimal): Decimal {
  if (amount <= ZERO || part >= amount) return value;
  return ((value * part + amount - 1n) / amount) as Decimal;
}
