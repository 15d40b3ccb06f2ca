// The account as its exchange last showed it: what scripts read of balances and positions. It is an
// input of the run, kept with its events.

import { subtractDecimal, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { Market } from '#domain/market/market.ts';
import { lotsOf, marketGrid, ticksOf, valueOf } from '#domain/market/market-grid.ts';
import { NO_UNITS, unitsOf } from '#domain/money/currency.ts';
import type { Position } from '#domain/position/position.ts';
import { increasePosition, newPosition } from '#domain/position/position.ts';
import type { VenueView } from '#engine/run/run.ts';
import type { AccountBalances, VenuePosition } from '#ports/exchange.ts';

type HeldBalance = {
  readonly currency: string;
  readonly available: Decimal;
  readonly locked: Decimal;
  readonly margin: Decimal;
};

type HeldPosition = Pick<
  VenuePosition,
  'marketTag' | 'direction' | 'amount' | 'averagePrice' | 'leverage' | 'marginMode'
>;

export type VenueWallet = {
  readonly balances: readonly HeldBalance[];
  readonly positions: readonly HeldPosition[];
};

/** The parts that a run reads, in an order that does not depend on the exchange's. */
export function venueWallet(
  { balances }: AccountBalances,
  positions: readonly VenuePosition[],
): VenueWallet {
  return {
    balances: balances
      .map(({ currency, available, locked, marginUsed }) => {
        return { currency, available, locked, margin: marginUsed ?? ZERO };
      })
      .toSorted((left, right) => (left.currency < right.currency ? -1 : 1)),
    positions: positions
      .map(({ marketTag, direction, amount, averagePrice, leverage, marginMode }) => {
        return { marketTag, direction, amount, averagePrice, leverage, marginMode };
      })
      .toSorted((left, right) => (left.marketTag < right.marketTag ? -1 : 1)),
  };
}

/** How a run sees the wallet that `current` answers. */
export function viewWallet(current: () => VenueWallet, markets: readonly Market[]): VenueView {
  return {
    balances(currency) {
      const held = current().balances.find((balance) => balance.currency === currency);
      if (held === undefined) return { available: NO_UNITS, reserved: NO_UNITS, margin: NO_UNITS };
      const units = (value: Decimal) => unitsOf(currency, value, 'floor');
      const reserved = subtractDecimal(held.locked, held.margin);
      return {
        available: units(held.available),
        reserved: units(reserved),
        margin: units(held.margin),
      };
    },
    position(marketTag) {
      const held = current().positions.find((position) => position.marketTag === marketTag);
      const market = markets.find((each) => each.marketTag === marketTag);
      return held === undefined || market === undefined ? null : positionOf(held, market);
    },
  };
}

function positionOf(held: HeldPosition, market: Market): Position | null {
  const grid = marketGrid(market);
  const lots = lotsOf(grid, held.amount, 'floor');
  if (lots === 0n) return null;
  const { marketTag, direction, leverage, marginMode } = held;
  const opening = { positionId: marketTag, marketTag, direction, leverage, marginMode };
  const priceTicks = ticksOf(grid, held.averagePrice, 'half_even');
  const valueUnits = valueOf(grid, priceTicks, lots, 'half_even');
  const trade = { priceTicks, lots, valueUnits, feeUnits: NO_UNITS, atMs: 0 };
  return increasePosition(grid, newPosition(opening, 0), trade, NO_UNITS);
}
