// A single resting limit order against a bar, as match-minute.ts and meet-path.ts match it: the
// price goes from the open to the nearer extreme, to the other one, to the close.

import { assert } from '#lib/assert.ts';
import { SMALL_INTEGERS } from '#lib/integers.ts';
import type { MatchingBar, SingleEnd, SingleOutcome } from '#domain/fast-spot/single-outcome.ts';
import { NO_OUTCOME } from '#domain/fast-spot/single-outcome.ts';
import type { SingleOrder, FastSpotVenue } from '#domain/fast-spot/fast-spot-venue.ts';
import type { SingleExecution } from '#domain/fast-spot/settle-single.ts';
import { endSingle, settleSingleFill } from '#domain/fast-spot/settle-single.ts';

import { isBetter, isMarketable, levelOf } from '#domain/matching/is-marketable.ts';
import {
  elapsedMsAt,
  firstReached,
  isHighFirst,
  isWholeCandle,
  lastBefore,
  pathMarks,
  positionAfter,
} from '#domain/matching/path-marks.ts';
import { fillableOf } from '#domain/matching/taking-rules.ts';

/**
 * Null, with nothing changed, when the exact venue has to do it. A missing candle fills nothing,
 * and only the order's time may end in it.
 */
export function matchSingle(
  venue: FastSpotVenue,
  candle: MatchingBar,
  isMissing: boolean,
): SingleOutcome | null {
  const { order } = venue;
  if (order === null) return NO_OUTCOME;
  const endMs = candle.openTimeMs + candle.durationMs;
  const execution = isMissing ? null : meet(venue, order, candle);
  if (execution === null) {
    const end = expire(venue, order, endMs);
    return end === null ? NO_OUTCOME : { fill: null, end };
  }
  const fill = settleSingleFill(venue, order, execution);
  if (fill === null) return null;
  const usedLots = venue.usedOpenMs === candle.openTimeMs ? venue.usedLots : 0;
  venue.usedOpenMs = candle.openTimeMs;
  venue.usedLots = usedLots + execution.lots;
  if (!fill.isPartial) return { fill, end: endSingle(venue, order, 'filled', fill.atMs) };
  if (fill.atMs === candle.openTimeMs) order.updatedAtMs = endMs;
  return { fill, end: expire(venue, order, endMs) };
}

function expire(venue: FastSpotVenue, order: SingleOrder, endMs: number): SingleEnd | null {
  const { expiresAtMs } = order;
  return expiresAtMs <= endMs ? endSingle(venue, order, 'expired', expiresAtMs) : null;
}

/** Null when the candle does not fill it; lots are NaN when a number is not small. */
function meet(
  venue: FastSpotVenue,
  order: SingleOrder,
  candle: MatchingBar,
): SingleExecution | null {
  const { terms } = venue;
  const { isBuy, limitTicks } = order;
  const { openTimeMs, open } = candle;
  if (order.expiresAtMs <= openTimeMs) return null;
  const isGap = isBetter(isBuy, open, limitTicks);
  const isAtOpen = isMarketable(SMALL_INTEGERS, isBuy, open, limitTicks, terms.throughTicks);
  const atMs = isAtOpen ? openTimeMs : instantMet(terms.throughTicks, order, candle);
  if (atMs === null) return null;
  const usedLots = venue.usedOpenMs === openTimeMs ? venue.usedLots : 0;
  const fillable = fillableOf(
    SMALL_INTEGERS,
    terms.participation,
    order.remainingLots,
    candle.volume,
    usedLots,
  );
  if (fillable === 0) return null;
  const lots = Number.isNaN(atMs) ? Number.NaN : fillable;
  return { priceTicks: isGap ? open : limitTicks, lots, isMaker: !isGap, isGap, atMs };
}

/**
 * When the price has gone through the limit, after the open; null when it does not in time, NaN
 * when a number is not small.
 */
function instantMet(throughTicks: number, order: SingleOrder, candle: MatchingBar): number | null {
  const { isBuy, limitTicks, expiresAtMs } = order;
  const { openTimeMs, durationMs, high, low } = candle;
  assert(isWholeCandle(SMALL_INTEGERS, candle), 'open and close lie within their candle');
  const level = levelOf(SMALL_INTEGERS, isBuy, limitTicks, throughTicks);
  const beyondTicks = isBuy ? level - low : high - level;
  if (!(beyondTicks >= 0)) return null;
  const marks = pathMarks(SMALL_INTEGERS, candle, isHighFirst(SMALL_INTEGERS, candle));
  const position = firstReached(SMALL_INTEGERS, marks, !isBuy, beyondTicks);
  if (expiresAtMs < openTimeMs + durationMs) {
    const elapsedMs = expiresAtMs - openTimeMs;
    const after = positionAfter(SMALL_INTEGERS, elapsedMs, marks.end, durationMs);
    if (Number.isNaN(after)) return after;
    if (position > lastBefore(SMALL_INTEGERS, after)) return null;
  }
  return openTimeMs + elapsedMsAt(SMALL_INTEGERS, position, marks.end, durationMs);
}
