// A resting lone limit order against a candle, as match-minute.ts and meet-path.ts have it: the
// price goes from the open to the nearer extreme, to the other one, to the close.

import { assert } from '#lib/assert.ts';
import { ceilQuotient, floorQuotient, smallProduct } from '#lib/small-integer.ts';
import type { LoneCandle, LoneEnd, LoneOutcome } from '#domain/lone-order/lone-outcome.ts';
import { NO_OUTCOME } from '#domain/lone-order/lone-outcome.ts';
import type { LoneOrder, LoneVenue } from '#domain/lone-order/lone-venue.ts';
import { servedLots } from '#domain/lone-order/serve-lone-order.ts';
import type { LoneExecution } from '#domain/lone-order/settle-lone-fill.ts';
import { endLone, settleLoneFill } from '#domain/lone-order/settle-lone-fill.ts';

/**
 * Null, with nothing changed, when the exact venue has to do it. A missing candle fills nothing,
 * and only the order's time may end in it.
 */
export function passLoneMinute(
  venue: LoneVenue,
  candle: LoneCandle,
  isMissing: boolean,
): LoneOutcome | null {
  const { order } = venue;
  if (order === null) return NO_OUTCOME;
  const endMs = candle.openTimeMs + candle.durationMs;
  const execution = isMissing ? null : meet(venue, order, candle);
  if (execution === null) {
    const end = expire(venue, order, endMs);
    return end === null ? NO_OUTCOME : { fill: null, end };
  }
  const fill = settleLoneFill(venue, order, execution);
  if (fill === null) return null;
  const usedLots = venue.usedOpenMs === candle.openTimeMs ? venue.usedLots : 0;
  venue.usedOpenMs = candle.openTimeMs;
  venue.usedLots = usedLots + execution.lots;
  if (!fill.isPartial) return { fill, end: endLone(venue, order, 'filled', fill.atMs) };
  if (fill.atMs === candle.openTimeMs) order.updatedAtMs = endMs;
  return { fill, end: expire(venue, order, endMs) };
}

function expire(venue: LoneVenue, order: LoneOrder, endMs: number): LoneEnd | null {
  const { expiresAtMs } = order;
  return expiresAtMs <= endMs ? endLone(venue, order, 'expired', expiresAtMs) : null;
}

/** Null when the candle does not fill it; lots are NaN when a number is not small. */
function meet(venue: LoneVenue, order: LoneOrder, candle: LoneCandle): LoneExecution | null {
  const { terms } = venue;
  const { isBuy, limitTicks } = order;
  const { openTimeMs, open } = candle;
  if (order.expiresAtMs <= openTimeMs) return null;
  const isGap = isBuy ? open < limitTicks : open > limitTicks;
  const isAtOpen = isGap || (terms.throughTicks === 0 && open === limitTicks);
  const atMs = isAtOpen ? openTimeMs : instantMet(terms.throughTicks, order, candle);
  if (atMs === null) return null;
  const usedLots = venue.usedOpenMs === openTimeMs ? venue.usedLots : 0;
  const served = servedLots(terms, order.remainingLots, candle.volume, usedLots);
  if (served === 0) return null;
  const lots = Number.isNaN(atMs) ? Number.NaN : served;
  return { priceTicks: isGap ? open : limitTicks, lots, isMaker: !isGap, isGap, atMs };
}

/**
 * When the price has gone through the limit, after the open; null when it does not in time, NaN
 * when a number is not small.
 */
function instantMet(throughTicks: number, order: LoneOrder, candle: LoneCandle): number | null {
  const { isBuy, limitTicks, expiresAtMs } = order;
  const { openTimeMs, durationMs, open, high, low, close } = candle;
  const isWhole = 0 < low && low <= open && low <= close && open <= high && close <= high;
  assert(isWhole, 'open and close lie within their candle');
  const level = isBuy ? limitTicks - throughTicks : limitTicks + throughTicks;
  const beyondTicks = isBuy ? level - low : high - level;
  if (!(beyondTicks >= 0)) return null;
  // Positions on the path are ticks travelled since the open.
  const isHighFirst = high - open < open - low;
  const toFirst = isHighFirst ? high - open : open - low;
  const toSecond = toFirst + high - low;
  const length = toSecond + (isHighFirst ? close - low : high - close);
  const position = (isHighFirst === isBuy ? toSecond : toFirst) - beyondTicks;
  if (expiresAtMs < openTimeMs + durationMs) {
    const passed = ceilQuotient(smallProduct(expiresAtMs - openTimeMs, length), durationMs);
    if (Number.isNaN(passed)) return passed;
    if (position > Math.max(0, passed - 1)) return null;
  }
  const elapsedMs = floorQuotient(smallProduct(position, durationMs), length);
  return openTimeMs + Math.min(elapsedMs, durationMs - 1);
}
