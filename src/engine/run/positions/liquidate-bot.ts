// What a liquidation and a payment of funding at the venue mean for the bot's positions, of which
// several may stand against the venue's one. The parts add up to what the venue booked.

import { divideRounded } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import type { Lots, Ticks } from '#domain/market/market-grid.ts';
import { valueOf } from '#domain/market/market-grid.ts';
import type { Units } from '#domain/money/currency.ts';
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
};

/** Closes every position of the market at the price of the liquidation. */
export function liquidateBot(
  book: PositionBook,
  market: RunMarket,
  liquidation: VenueLiquidation,
): void {
  const { direction, priceTicks, lots, atMs, liquidationFeeUnits, insuredUnits } = liquidation;
  const positions = positionsOn(book, market);
  const bearer = bearerOf(positions, direction);
  const values = positions.map(({ exact }) =>
    closingValue(market, exact.direction, priceTicks, exact.lots),
  );
  const signed = positions.reduce(
    (sum, { exact }, index) =>
      sum + (exact.direction === direction ? 1n : -1n) * (values[index] as Units),
    0n,
  );
  const difference = closingValue(market, direction, priceTicks, lots) - signed;
  bookCosts(book, bearer, { liquidationFeeUnits, insuredUnits });
  for (const [index, position] of positions.entries()) {
    const value = (values[index] as Units) + (position === bearer ? difference : 0n);
    closeAt(book, position, priceTicks, value as Units, atMs);
  }
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
