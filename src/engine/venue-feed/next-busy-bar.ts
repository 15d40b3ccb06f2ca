// Finds the next bar in which something can happen at a backtest's venue: minutes in which nothing
// can are found by comparing numbers.

import { MINUTE_MS } from '#lib/time.ts';
import type { FastSpotVenue } from '#domain/fast-spot/fast-spot-venue.ts';
import { smallestKey } from '#domain/matching/key-heap.ts';
import { positionOn } from '#domain/venue/settle-execution.ts';
import type { BacktestVenue } from '#engine/venue-feed/backtest-venue.ts';
import type { BarColumns, MatchingBars } from '#engine/venue-feed/matching-bars.ts';
import { durationMsOfBar, openMsOfBar } from '#engine/venue-feed/matching-bars.ts';
import type { VenueMarketBook } from '#engine/venue-feed/venue-market-book.ts';

/** The first bar from `from` on in which something can happen at the venue; `until` if none. */
export function nextBusyBar(venue: BacktestVenue, from: number, until: number): number {
  const { state, markets, fast } = venue;
  if (fast !== null) return nextBusyOfSingle(venue, fast, from, until);
  if (state.orders.length === 0 && state.positions.length === 0) return until;
  let end = until;
  for (const on of markets) end = nextBusyOfBook(venue, on, from, end);
  return end;
}

/** Whether the bar of this index can change anything. */
export function isBusy(venue: BacktestVenue, barIndex: number): boolean {
  return nextBusyBar(venue, barIndex, barIndex + 1) === barIndex;
}

/** The same where the fast path holds the account. */
export function nextBusyOfSingle(
  { bars, markets }: BacktestVenue,
  { order, terms }: FastSpotVenue,
  from: number,
  until: number,
): number {
  const [on] = markets;
  if (order === null || on === undefined) return until;
  const end = Math.min(until, barOfEnding(bars, order.expiresAtMs, from, until));
  // An open that is better by one tick fills it, however far the price must go otherwise.
  const through = terms.throughTicks > 0 ? 1 : 0;
  const { limitTicks, isBuy } = order;
  return isBuy
    ? firstReaching(on.columns, from, end, Infinity, limitTicks - through)
    : firstReaching(on.columns, from, end, limitTicks + through, -Infinity);
}

/** The first bar whose candle reaches up to `high` or down to `low`; `until` if none. */
function firstReaching(
  { offset, high: highs, low: lows }: BarColumns,
  from: number,
  until: number,
  high: number,
  low: number,
): number {
  for (let index = from + offset; index < until + offset; index += 1)
    if ((highs[index] as number) >= high || (lows[index] as number) <= low) return index - offset;
  return until;
}

function nextBusyOfBook(
  venue: BacktestVenue,
  on: VenueMarketBook,
  from: number,
  until: number,
): number {
  const { book, columns, guard } = on;
  if (book.restless.size > 0) return from;
  const end = Math.min(until, nextTimedBar(venue, on, from, until));
  const high = Math.min(smallestKey(book.rising), guard.high);
  const low = Math.max(-smallestKey(book.falling), guard.low);
  if (high === Infinity && low === -Infinity) return end;
  return firstReaching(columns, from, end, high, low);
}

/** The first bar with a time-out or a funding instant in it. */
function nextTimedBar(
  { state, bars }: BacktestVenue,
  on: VenueMarketBook,
  from: number,
  until: number,
): number {
  const endingMs = smallestKey(on.book.ending);
  const isHeld = positionOn(state.positions, on.market.market.marketTag) !== null;
  const fundingMs = isHeld ? nextFundingMs(on, openMsOfBar(bars, from)) : Infinity;
  const ending = barOfEnding(bars, endingMs, from, until);
  if (fundingMs === Infinity) return ending;
  if (bars.isMinutes) {
    const funding = Math.floor((fundingMs - bars.firstOpenMs) / MINUTE_MS);
    return Math.max(from, Math.min(ending, funding));
  }
  for (let barIndex = from; barIndex < ending; barIndex += 1)
    if (fundingMs < openMsOfBar(bars, barIndex) + durationMsOfBar(bars, barIndex)) return barIndex;
  return ending;
}

/** The first bar that an order's end lies in: the one whose end is that instant or later. */
function barOfEnding(bars: MatchingBars, endingMs: number, from: number, until: number): number {
  if (endingMs === Infinity) return until;
  if (bars.isMinutes) {
    const ending = Math.ceil((endingMs - bars.firstOpenMs) / MINUTE_MS) - 1;
    return Math.max(from, Math.min(until, ending));
  }
  for (let barIndex = from; barIndex < until; barIndex += 1)
    if (openMsOfBar(bars, barIndex) + durationMsOfBar(bars, barIndex) >= endingMs) return barIndex;
  return until;
}

function nextFundingMs(on: VenueMarketBook, fromMs: number): number {
  const { funding } = on;
  while ((funding[on.fundingIndex]?.atMs ?? Infinity) < fromMs) on.fundingIndex += 1;
  return funding[on.fundingIndex]?.atMs ?? Infinity;
}
