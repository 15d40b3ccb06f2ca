// Applies a liquidation and a payment of funding at the venue to the bot's positions, of which
// several may stand against the venue's one. The parts add up to what the venue booked.

import { divideRounded } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import { valueOf } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { Direction } from '#domain/position/position.ts';
import { exitSide } from '#domain/position/position.ts';
import { valueRounding } from '#domain/position/trading-terms.ts';
import type { PositionBook } from '#engine/run/positions/position-book.ts';
import {
  bookCosts,
  bookFunding,
  closeAt,
  positionsOn,
} from '#engine/run/positions/position-book.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import type { TrackedPosition } from '#engine/run/positions/tracked-position.ts';

export type VenueLiquidation = {
  readonly direction: Direction;
  readonly lots: Lots;
  readonly priceTicks: Ticks;
  readonly liquidationFeeUnits: Units;
  /** What the insurance bore of this loss. */
  readonly insuredUnits: Units;
  readonly atMs: number;
  /**
   * Signed lots that the bot held right before it, where fills came between it and the news of it.
   * Left out: what it holds.
   */
  readonly heldLots?: bigint;
  /** Whether the venue closed no more than `lots` of it; left out: all that the bot held. */
  readonly isPart?: true;
};

/** What is closed of one position. */
type Closing = { readonly position: TrackedPosition; readonly lots: Lots };

/**
 * Closes every position of the market at the price of the liquidation, without what was opened
 * after it, or as much as the venue closed. A position that was enlarged later retains its average
 * entry.
 */
export function liquidateBot(
  book: PositionBook,
  market: RunMarket,
  liquidation: VenueLiquidation,
): void {
  const { direction, priceTicks, lots: liquidatedLots, atMs, heldLots } = liquidation;
  const { liquidationFeeUnits, insuredUnits } = liquidation;
  const closings = closingsOf(positionsOn(book, market), liquidation);
  const isOfDirection = ({ exact }: TrackedPosition): boolean => exact.direction === direction;
  // Exits that came later left nothing of it.
  if (!closings.some(({ position }) => isOfDirection(position))) return;
  const bearer = bearerOf(
    closings.map(({ position }) => position),
    direction,
  );
  const values = closings.map(({ position, lots }) =>
    closingValue(market, position.exact.direction, priceTicks, lots),
  );
  let [netLots, netValue] = [0n, 0n];
  for (const [index, { position, lots }] of closings.entries()) {
    const sign = isOfDirection(position) ? 1n : -1n;
    netLots += sign * lots;
    netValue += sign * (values[index] as Units);
  }
  // What the venue has booked for all of them.
  const isOfAll = heldLots === undefined && liquidation.isPart !== true;
  const wholeLots = isOfAll ? liquidatedLots : netLots;
  const wholeValue =
    wholeLots > 0n ? closingValue(market, direction, priceTicks, wholeLots as Lots) : netValue;
  bookCosts(book, bearer, { liquidationFeeUnits, insuredUnits });
  for (const [index, { position, lots }] of closings.entries()) {
    const rest = position === bearer ? wholeValue - netValue : 0n;
    closeAt(book, position, lots, priceTicks, ((values[index] as Units) + rest) as Units, atMs);
  }
}

function closingsOf(
  positions: readonly TrackedPosition[],
  liquidation: VenueLiquidation,
): readonly Closing[] {
  return liquidation.isPart === true
    ? partOf(positions, liquidation)
    : allOf(positions, liquidation);
}

/** So much of those of its direction, the oldest first. */
function partOf(
  positions: readonly TrackedPosition[],
  { direction, lots }: VenueLiquidation,
): readonly Closing[] {
  const closings: Closing[] = [];
  let left: bigint = lots;
  for (const position of positions) {
    if (position.exact.direction !== direction || left === 0n) continue;
    const taken = left < position.exact.lots ? left : position.exact.lots;
    left -= taken;
    closings.push({ position, lots: taken as Lots });
  }
  return closings;
}

/** All of them, without what was opened later: the newest positions first. */
function allOf(
  positions: readonly TrackedPosition[],
  { heldLots, atMs }: VenueLiquidation,
): readonly Closing[] {
  if (heldLots === undefined)
    return positions.map((position) => ({ position, lots: position.exact.lots }));
  const net = positions.reduce((sum, position) => sum + signedLots(position), 0n);
  const isLater = ({ exact }: TrackedPosition): boolean => exact.openedAtMs > atMs;
  let later = net - heldLots;
  for (const position of positions) if (isLater(position)) later -= signedLots(position);
  const closings: Closing[] = [];
  for (const position of positions.toReversed()) {
    if (isLater(position)) continue;
    const { lots, direction } = position.exact;
    const added = direction === 'long' ? later : -later;
    const retained = added <= 0n ? 0n : added < lots ? added : lots;
    later -= direction === 'long' ? retained : -retained;
    if (retained < lots) closings.push({ position, lots: (lots - retained) as Lots });
  }
  return closings.toReversed();
}

/**
 * Shares what the venue's position paid among the bot's, by lots. What was paid for positions that
 * are closed meanwhile counts for the market alone.
 */
export function fundBot(book: PositionBook, market: RunMarket, paidUnits: Units): void {
  const positions = positionsOn(book, market);
  const net = positions.reduce((sum, position) => sum + signedLots(position), 0n);
  if (net === 0n) return bookFunding(book, market, paidUnits);
  const bearer = bearerOf(positions, net > 0n ? 'long' : 'short');
  let left: bigint = paidUnits;
  for (const position of positions) {
    if (position === bearer) continue;
    const part = divideRounded(paidUnits * signedLots(position), net, 'half_even');
    left -= part;
    bookCosts(book, position, { fundingUnits: part as Units });
  }
  bookCosts(book, bearer, { fundingUnits: left as Units });
}

/** The largest position of the direction takes what cannot be shared. */
function bearerOf(positions: readonly TrackedPosition[], direction: Direction): TrackedPosition {
  let bearer: TrackedPosition | null = null;
  for (const position of positions) {
    if (position.exact.direction !== direction) continue;
    if (bearer === null || position.exact.lots > bearer.exact.lots) bearer = position;
  }
  assert(bearer !== null, 'what the venue holds is held for a position of the bot');
  return bearer;
}

function closingValue(market: RunMarket, direction: Direction, ticks: Ticks, lots: Lots): Units {
  const { grid } = market.terms;
  return valueOf(grid, ticks, lots, valueRounding(grid.shape, exitSide(direction)));
}

function signedLots({ exact }: TrackedPosition): bigint {
  return exact.direction === 'long' ? exact.lots : -exact.lots;
}
