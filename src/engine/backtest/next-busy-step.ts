// When something can happen at a backtest's venue next: minutes in which nothing can are found by
// comparing numbers.

import { MINUTE_MS } from '#lib/time.ts';
import type { LoneVenue } from '#domain/lone-order/lone-venue.ts';
import { smallestKey } from '#domain/matching/key-heap.ts';
import { positionOn } from '#domain/venue/settle-execution.ts';
import type { BacktestSide, BacktestVenue } from '#engine/backtest/backtest-venue.ts';
import type { FrameColumns, Frames } from '#engine/backtest/frames.ts';
import { durationMsOfStep, openMsOfStep } from '#engine/backtest/frames.ts';

/** The first step from `from` on in which something can happen at the venue; `until` if none. */
export function nextBusyStep(venue: BacktestVenue, from: number, until: number): number {
  const { state, sides, lone } = venue;
  if (lone !== null) return nextBusyOfLone(venue, lone, from, until);
  if (state.orders.length === 0 && state.positions.length === 0) return until;
  let end = until;
  for (const side of sides) end = nextBusyOfSide(venue, side, from, end);
  return end;
}

/** Whether the minute of the step can change anything. */
export function isBusy(venue: BacktestVenue, step: number): boolean {
  return nextBusyStep(venue, step, step + 1) === step;
}

function nextBusyOfLone(
  { frames, sides }: BacktestVenue,
  { order, terms }: LoneVenue,
  from: number,
  until: number,
): number {
  const [side] = sides;
  if (order === null || side === undefined) return until;
  const end = Math.min(until, stepOfEnding(frames, order.expiresAtMs, from, until));
  // An open that is better by one tick fills it, however far the price must go otherwise.
  const through = terms.throughTicks > 0 ? 1 : 0;
  const { limitTicks, isBuy } = order;
  return isBuy
    ? firstReaching(side.columns, from, end, Infinity, limitTicks - through)
    : firstReaching(side.columns, from, end, limitTicks + through, -Infinity);
}

/** The first step whose candle reaches up to `high` or down to `low`; `until` if none. */
function firstReaching(
  { offset, high: highs, low: lows }: FrameColumns,
  from: number,
  until: number,
  high: number,
  low: number,
): number {
  for (let index = from + offset; index < until + offset; index += 1)
    if ((highs[index] as number) >= high || (lows[index] as number) <= low) return index - offset;
  return until;
}

function nextBusyOfSide(
  venue: BacktestVenue,
  side: BacktestSide,
  from: number,
  until: number,
): number {
  const { book, columns, guard } = side;
  if (book.restless.size > 0) return from;
  const end = Math.min(until, nextTimedStep(venue, side, from, until));
  const high = Math.min(smallestKey(book.rising), guard.high);
  const low = Math.max(-smallestKey(book.falling), guard.low);
  if (high === Infinity && low === -Infinity) return end;
  return firstReaching(columns, from, end, high, low);
}

/** The first step with a time-out or a funding instant in it. */
function nextTimedStep(
  { state, frames }: BacktestVenue,
  side: BacktestSide,
  from: number,
  until: number,
): number {
  const endingMs = smallestKey(side.book.ending);
  const isHeld = positionOn(state.positions, side.market.market.marketTag) !== null;
  const fundingMs = isHeld ? nextFundingMs(side, openMsOfStep(frames, from)) : Infinity;
  const ending = stepOfEnding(frames, endingMs, from, until);
  if (fundingMs === Infinity) return ending;
  if (frames.isMinutes) {
    const funding = Math.floor((fundingMs - frames.firstOpenMs) / MINUTE_MS);
    return Math.max(from, Math.min(ending, funding));
  }
  for (let step = from; step < ending; step += 1)
    if (fundingMs < openMsOfStep(frames, step) + durationMsOfStep(frames, step)) return step;
  return ending;
}

/** The first step that an order's end lies in: the one whose end is that instant or later. */
function stepOfEnding(frames: Frames, endingMs: number, from: number, until: number): number {
  if (endingMs === Infinity) return until;
  if (frames.isMinutes) {
    const ending = Math.ceil((endingMs - frames.firstOpenMs) / MINUTE_MS) - 1;
    return Math.max(from, Math.min(until, ending));
  }
  for (let step = from; step < until; step += 1)
    if (openMsOfStep(frames, step) + durationMsOfStep(frames, step) >= endingMs) return step;
  return until;
}

function nextFundingMs(side: BacktestSide, fromMs: number): number {
  const { funding } = side;
  while ((funding[side.fundingIndex]?.atMs ?? Infinity) < fromMs) side.fundingIndex += 1;
  return funding[side.fundingIndex]?.atMs ?? Infinity;
}
