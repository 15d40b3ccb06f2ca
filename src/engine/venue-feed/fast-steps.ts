// Steps of a backtest's venue on the single-order fast path: while at most one order works on its
// only market, a spot market. Null wherever the exact venue has to do the step; nothing has changed
// then.

import { cancelSingle } from '#domain/fast-spot/cancel-single.ts';
import { fastSpotTerms } from '#domain/fast-spot/fast-spot-terms.ts';
import type { FastSpotVenue } from '#domain/fast-spot/fast-spot-venue.ts';
import { openFastSpot } from '#domain/fast-spot/fast-spot-venue.ts';
import { matchSingle } from '#domain/fast-spot/match-single.ts';
import { placeSingle } from '#domain/fast-spot/place-single.ts';
import type { ArrivalBar, MatchingBar } from '#domain/fast-spot/single-outcome.ts';
import type { BacktestVenue } from '#engine/venue-feed/backtest-venue.ts';
import { durationMsOfBar } from '#engine/venue-feed/matching-bars.ts';
import type { QueuedOrder } from '#engine/venue-feed/arrival.ts';
import { newOrder } from '#engine/venue-feed/arrival.ts';
import { eventsOfSingle } from '#engine/venue-feed/venue-events.ts';
import type { VenueMarketBook } from '#engine/venue-feed/venue-market-book.ts';
import { isMissingAt } from '#engine/venue-feed/venue-market-book.ts';
import type { RunEvent } from '#engine/run/run-event.ts';

type Events = readonly RunEvent[];

/** Places an order at the current bar's open; opens the fast path where it can. */
export function placeFast(
  venue: BacktestVenue,
  queued: QueuedOrder,
  openMs: number,
): Events | null {
  const [on] = venue.markets;
  const fast = venue.fast ?? openFastPath(venue);
  if (on === undefined || fast === null) return null;
  const request = newOrder(queued);
  const outcome = placeSingle(fast, request, fastBarOf(venue, on, openMs, venue.barIndex));
  return outcome === null ? null : eventsOfSingle(request, outcome, venue.counts);
}

/** The current bar against the order. */
export function passFast(venue: BacktestVenue, openMs: number): Events | null {
  const { fast } = venue;
  const [on] = venue.markets;
  if (fast === null || on === undefined) return null;
  const { order } = fast;
  const isMissing = isMissingAt(on, venue.barIndex);
  const outcome = matchSingle(fast, fastBarOf(venue, on, openMs, venue.barIndex), isMissing);
  if (outcome === null || order === null) return null;
  return eventsOfSingle(order.request, outcome, venue.counts);
}

/** Null also when the venue does not have the order. */
export function cancelFast(venue: BacktestVenue, orderId: string, atMs: number): Events | null {
  const { fast } = venue;
  if (fast === null) return null;
  const { order } = fast;
  const outcome = cancelSingle(fast, orderId, atMs);
  if (outcome === null || order === null) return null;
  return eventsOfSingle(order.request, outcome, venue.counts);
}

function openFastPath(venue: BacktestVenue): FastSpotVenue | null {
  const { markets, state } = venue;
  const [on] = markets;
  if (on === undefined || !venue.allowsFast) return null;
  const terms = fastSpotTerms(on.venueMarket);
  venue.fast = terms === null ? null : openFastSpot(state, terms);
  return venue.fast;
}

/** The bar of this index, in the one record that is refilled for each. */
export function fastBarOf(
  { bars, fastBar }: BacktestVenue,
  { columns }: VenueMarketBook,
  openTimeMs: number,
  barIndex: number,
): MatchingBar {
  const index = barIndex + columns.offset;
  fastBar.openTimeMs = openTimeMs;
  fastBar.durationMs = durationMsOfBar(bars, barIndex);
  fastBar.open = columns.open[index] as number;
  fastBar.high = columns.high[index] as number;
  fastBar.low = columns.low[index] as number;
  fastBar.close = columns.close[index] as number;
  fastBar.volume = columns.volume[index] as number;
  fastBar.volumeBefore = columns.volume[index - 1] ?? 0;
  return fastBar;
}

/**
 * The same as an order that arrives sees it: what lies in two columns of a long history is not at
 * hand, and a whole bar lies in five.
 */
export function arrivalBarAt(
  { fastBar }: BacktestVenue,
  { columns }: VenueMarketBook,
  openTimeMs: number,
  barIndex: number,
): ArrivalBar {
  const index = barIndex + columns.offset;
  fastBar.openTimeMs = openTimeMs;
  fastBar.open = columns.open[index] as number;
  fastBar.volumeBefore = columns.volume[index - 1] ?? 0;
  return fastBar;
}
