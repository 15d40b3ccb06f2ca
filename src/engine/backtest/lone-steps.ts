// Steps of a backtest's venue while at most one order works on its only market, a spot market. Null
// wherever the exact venue has to take the step; nothing has changed then.

import { cancelLoneOrder } from '#domain/lone-order/cancel-lone-order.ts';
import type { LoneCandle } from '#domain/lone-order/lone-outcome.ts';
import { loneTerms } from '#domain/lone-order/lone-terms.ts';
import type { LoneVenue } from '#domain/lone-order/lone-venue.ts';
import { loneVenue } from '#domain/lone-order/lone-venue.ts';
import { passLoneMinute } from '#domain/lone-order/pass-lone-minute.ts';
import { placeLoneOrder } from '#domain/lone-order/place-lone-order.ts';
import type { BacktestSide, BacktestVenue } from '#engine/backtest/backtest-venue.ts';
import type { FeedCounts } from '#engine/backtest/feed-counts.ts';
import type { QueuedOrder } from '#engine/backtest/feed-backtest.ts';
import { durationMsOfStep } from '#engine/backtest/frames.ts';
import { newOrder } from '#engine/backtest/place-at-venue.ts';
import { eventsOfLone } from '#engine/backtest/venue-events.ts';
import type { RunEvent } from '#engine/run/run-event.ts';

type Events = readonly RunEvent[];

/** Places the only order that waits; begins with the lone venue where it can. */
export function placeAlone(
  venue: BacktestVenue,
  queued: QueuedOrder,
  step: number,
  openMs: number,
  counts: FeedCounts,
): Events | null {
  const [side] = venue.sides;
  const lone = venue.lone ?? beginLone(venue);
  if (side === undefined || lone === null) return null;
  const asked = newOrder(queued);
  const outcome = placeLoneOrder(lone, asked, candleOf(venue, side, step, openMs));
  return outcome === null ? null : eventsOfLone(asked, outcome, counts);
}

/** The step's candle against the order. */
export function passAlone(
  venue: BacktestVenue,
  step: number,
  openMs: number,
  counts: FeedCounts,
): Events | null {
  const { lone } = venue;
  const [side] = venue.sides;
  if (lone === null || side === undefined) return null;
  const isMissing = side.columns.isMissing[step + side.columns.offset] !== 0;
  const { order } = lone;
  const outcome = passLoneMinute(lone, candleOf(venue, side, step, openMs), isMissing);
  return outcome === null || order === null ? null : eventsOfLone(order.asked, outcome, counts);
}

/** Null also when the venue does not have the order. */
export function cancelAlone(
  { lone }: BacktestVenue,
  orderId: string,
  atMs: number,
  counts: FeedCounts,
): Events | null {
  if (lone === null) return null;
  const { order } = lone;
  const outcome = cancelLoneOrder(lone, orderId, atMs);
  return outcome === null || order === null ? null : eventsOfLone(order.asked, outcome, counts);
}

function beginLone(venue: BacktestVenue): LoneVenue | null {
  const { sides, state } = venue;
  const [side] = sides;
  if (side === undefined || !venue.allowsLone) return null;
  const terms = loneTerms(side.venueMarket);
  venue.lone = terms === null ? null : loneVenue(state, terms);
  return venue.lone;
}

function candleOf(
  { frames, loneCandle }: BacktestVenue,
  { columns }: BacktestSide,
  step: number,
  openTimeMs: number,
): LoneCandle {
  const index = step + columns.offset;
  loneCandle.openTimeMs = openTimeMs;
  loneCandle.durationMs = durationMsOfStep(frames, step);
  loneCandle.open = columns.open[index] as number;
  loneCandle.high = columns.high[index] as number;
  loneCandle.low = columns.low[index] as number;
  loneCandle.close = columns.close[index] as number;
  loneCandle.volume = columns.volume[index] as number;
  return loneCandle;
}
