// A position: what is held because of fills on one market, with its cost and its profit to the
// last unit. The same record serves contracts and the inventory that a run retains on a spot
// market. All functions are pure; the money itself moves in the ledger.

import type { Decimal } from '#lib/decimal.ts';
import { divideRounded, ONE } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import { addUnits } from '#lib/add-units.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { NO_UNITS } from '#venue-port/money/currency.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { Lots, MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import type { OrderSide } from '#venue-port/order/order.ts';

export type Direction = 'long' | 'short';
export type MarginMode = 'cross' | 'isolated';

/** Units are of the market's settlement currency. */
export type Position = {
  /** Chosen by the caller; several positions of one market may exist side by side. */
  readonly positionId: string;
  readonly marketTag: MarketTag;
  readonly direction: Direction;
  readonly marginMode: MarginMode;
  readonly leverage: Decimal;
  /** Open amount; zero once closed. */
  readonly lots: Lots;
  /** Entry value of the open lots. */
  readonly costUnits: Units;
  /** What the ledger's `margin` holds for this position; zero on spot. */
  readonly marginUnits: Units;
  /** The largest entry value divided by leverage so far; what a return is measured against. */
  readonly usedMarginUnits: Units;
  /**
   * Sum of lots * price (linear) or lots / price (inverse) of the open lots, for the average
   * price.
   */
  readonly entryWeight: bigint;
  /** All lots ever entered and their weight. */
  readonly enteredLots: Lots;
  readonly enteredWeight: bigint;
  /** Profit of the lots closed so far, before everything below. */
  readonly grossUnits: Units;
  /** Paid so far; rebates and received funding count below zero. */
  readonly feeUnits: Units;
  readonly fundingUnits: Units;
  readonly liquidationFeeUnits: Units;
  /** Losses that the insurance bore instead of the account. */
  readonly insuredUnits: Units;
  readonly openedAtMs: number;
  readonly updatedAtMs: number;
  readonly closedAtMs: number | null;
};

/** What is bought or sold: `value` in units as traded, `fee` in units. */
export type PositionTrade = {
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly valueUnits: Units;
  readonly feeUnits: Units;
  readonly atMs: number;
};

export type PositionOpening = Pick<
  Position,
  'positionId' | 'marketTag' | 'direction' | 'marginMode' | 'leverage'
>;

const NO_LOTS = 0n as Lots;

/** Parts of a price weight; fine enough for 18 digits of an average price. */
const WEIGHT_SCALE = 10n ** 24n;

/** The side that enters a position of this direction. */
export function entrySide(direction: Direction): OrderSide {
  return direction === 'long' ? 'buy' : 'sell';
}

/** The side that exits it. */
export function exitSide(direction: Direction): OrderSide {
  return direction === 'long' ? 'sell' : 'buy';
}

/** A position before its first trade. */
export function newPosition(opening: PositionOpening, atMs: number): Position {
  return {
    ...opening,
    lots: NO_LOTS,
    costUnits: NO_UNITS,
    marginUnits: NO_UNITS,
    usedMarginUnits: NO_UNITS,
    entryWeight: 0n,
    enteredLots: NO_LOTS,
    enteredWeight: 0n,
    grossUnits: NO_UNITS,
    feeUnits: NO_UNITS,
    fundingUnits: NO_UNITS,
    liquidationFeeUnits: NO_UNITS,
    insuredUnits: NO_UNITS,
    openedAtMs: atMs,
    updatedAtMs: atMs,
    closedAtMs: null,
  };
}

/** The position with more lots, and with `marginUnits` more margin. */
export function increasePosition(
  grid: MarketGrid,
  position: Position,
  trade: PositionTrade,
  marginUnits: Units,
): Position {
  const after = { ...position };
  enlarge(grid, after, trade);
  after.marginUnits = (position.marginUnits + marginUnits) as Units;
  return after;
}

/**
 * The position with fewer lots. Cost and margin leave in proportion, rounded down; the last lots
 * take what is left. The released margin is no longer in `position.marginUnits`.
 */
export function reducePosition(
  grid: MarketGrid,
  position: Position,
  trade: PositionTrade,
): { readonly position: Position; readonly grossUnits: Units; readonly releasedUnits: Units } {
  const after = { ...position };
  const grossUnits = lessen(grid, after, trade);
  const releasedUnits = (position.marginUnits - after.marginUnits) as Units;
  return { position: after, grossUnits, releasedUnits };
}

/** A position that only its holder sees, changed in place. */
export type RetainedPosition = { -readonly [key in keyof Position]: Position[key] };

/** Adds lots in place, and no margin. */
export function enlarge(grid: MarketGrid, position: RetainedPosition, trade: PositionTrade): void {
  assert(trade.lots > 0n, 'an increase has lots');
  assert(position.closedAtMs === null, 'a closed position stays closed');
  const weight = weightOf(grid, trade.priceTicks, trade.lots);
  const costUnits = addUnits(position.costUnits, trade.valueUnits) as Units;
  const used = initialMarginUnits(costUnits, position.leverage);
  position.lots = addUnits(position.lots, trade.lots) as Lots;
  position.costUnits = costUnits;
  if (used > position.usedMarginUnits) position.usedMarginUnits = used;
  position.entryWeight = addUnits(position.entryWeight, weight);
  position.enteredLots = addUnits(position.enteredLots, trade.lots) as Lots;
  position.enteredWeight = addUnits(position.enteredWeight, weight);
  position.feeUnits = addUnits(position.feeUnits, trade.feeUnits) as Units;
  position.updatedAtMs = trade.atMs;
}

/** Takes lots out in place, as reducePosition does; returns the gross profit. */
export function lessen(grid: MarketGrid, position: RetainedPosition, trade: PositionTrade): Units {
  const { lots: openLots, costUnits, marginUnits, entryWeight } = position;
  const { lots } = trade;
  assert(lots > 0n && lots <= openLots, 'a reduction is within what is open');
  const removedCost = removedOf(costUnits, lots, openLots);
  const grossUnits = profitUnits(grid, position.direction, removedCost, trade.valueUnits);
  const isLast = lots === openLots;
  position.lots = isLast ? NO_LOTS : ((openLots - lots) as Lots);
  position.costUnits = isLast ? NO_UNITS : ((costUnits - removedCost) as Units);
  position.marginUnits = leftOf(marginUnits, lots, openLots) as Units;
  position.entryWeight = leftOf(entryWeight, lots, openLots);
  position.grossUnits = addUnits(position.grossUnits, grossUnits) as Units;
  position.feeUnits = addUnits(position.feeUnits, trade.feeUnits) as Units;
  position.updatedAtMs = trade.atMs;
  position.closedAtMs = isLast ? trade.atMs : null;
  return grossUnits;
}

function leftOf(total: bigint, lots: Lots, openLots: Lots): bigint {
  if (lots === openLots || total === 0n) return 0n;
  return total - removedOf(total, lots, openLots);
}

/** The share of the total that leaves with so many lots; all of it with the last ones. */
function removedOf(total: bigint, lots: Lots, openLots: Lots): bigint {
  return lots === openLots || total === 0n ? total : (total * lots) / openLots;
}

/** Profit of something entered for `costUnits` and now worth `valueUnits`. */
export function profitUnits(
  grid: MarketGrid,
  direction: Direction,
  costUnits: bigint,
  valueUnits: bigint,
): Units {
  const gainsWithValue = (grid.shape === 'linear') === (direction === 'long');
  return (gainsWithValue ? valueUnits - costUnits : costUnits - valueUnits) as Units;
}

/**
 * What a position of this value needs as margin, rounded up. Asserts that the leverage is above
 * zero.
 */
export function initialMarginUnits(valueUnits: Units, leverage: Decimal): Units {
  if (leverage === ONE) return valueUnits;
  assert(leverage > 0n, 'a leverage is above zero');
  return divideRounded(valueUnits * ONE, leverage, 'ceil') as Units;
}

/**
 * Mean entry price of lots with this weight as a decimal of 18 places; null when there are none.
 */
export function priceOfWeight(grid: MarketGrid, weight: bigint, lots: Lots): Decimal | null {
  if (lots === 0n || weight === 0n) return null;
  const [numerator, denominator] =
    grid.shape === 'linear' ? [weight, lots * WEIGHT_SCALE] : [lots * WEIGHT_SCALE, weight];
  return divideRounded(numerator * grid.priceStep, denominator, 'half_even') as Decimal;
}

/** Of a linear market: the sum of ticks times lots in a weight. */
export function ticksOfWeight(weight: bigint): number {
  return Number(weight / WEIGHT_SCALE);
}

/** What some lots at a price add to the weight of an average. */
export function weightOf(grid: MarketGrid, ticks: Ticks, lots: Lots): bigint {
  if (grid.shape === 'linear') return ticks * lots * WEIGHT_SCALE;
  return divideRounded(lots * WEIGHT_SCALE, ticks, 'half_even');
}
