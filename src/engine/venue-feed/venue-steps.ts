// Steps of a backtest's venue: to place an order, to pass a bar, to cancel an order. Each returns
// what happened as events of the run. Who asks does not know whether the single-order fast path or
// the exact venue does it.

import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { BacktestVenue } from '#engine/venue-feed/backtest-venue.ts';
import {
  cancelExactly,
  fundExactly,
  leaveFastPath,
  passExactly,
  passPiece,
  placeExactly,
} from '#engine/venue-feed/exact-steps.ts';
import { cancelFast, passFast, placeFast } from '#engine/venue-feed/fast-steps.ts';
import type { MarginLeg } from '#engine/venue-feed/margin-legs.ts';
import { durationMsOfBar, openMsOfBar } from '#engine/venue-feed/matching-bars.ts';
import type { Arrival, QueuedOrder } from '#engine/venue-feed/arrival.ts';
import type { VenueMarketBook } from '#engine/venue-feed/venue-market-book.ts';
import type { RunEvent } from '#engine/run/run-event.ts';
import type { ExitFit } from '#engine/run/orders/take-effects.ts';

type Events = readonly RunEvent[];

const NO_EVENTS: Events = [];

/** `fit`: of an order that only reduces. The rejection is a sentence. */
export function placeAtVenue(
  venue: BacktestVenue,
  queued: QueuedOrder,
  fit: ExitFit | null,
  arrival: Arrival,
): Result<Events, string> {
  // The fast path knows single arrivals at an open.
  const isSingle = arrival.isOnly && !arrival.isAtClose && fit === null;
  const events = isSingle ? placeFast(venue, queued, arrival.openMs) : null;
  if (events !== null) return accepted(events);
  leaveFastPath(venue);
  return placeExactly(venue, queued, fit, arrival);
}

/**
 * The current bar against what rests and what is held. Null: margin is looked at on its path, so it
 * is to be passed leg by leg (passLeg).
 */
export function passBar(venue: BacktestVenue): Events | null {
  const openMs = openMsOfBar(venue.bars, venue.barIndex);
  const events = passFast(venue, openMs);
  if (events !== null) return noteUnwalked(venue, events);
  leaveFastPath(venue);
  return venue.watchesMargin ? null : noteUnwalked(venue, passExactly(venue, openMs));
}

/** A leg of one market's bar in which the price moves one way; null: the bar is missing. */
export function passLeg(venue: BacktestVenue, on: VenueMarketBook, leg: MarginLeg | null): Events {
  const { bars, barIndex } = venue;
  if (leg === null) {
    const durationMs = durationMsOfBar(bars, barIndex);
    return passPiece(venue, on, openMsOfBar(bars, barIndex), null, durationMs);
  }
  const { candle, durationMs } = leg;
  if (candle === null) return NO_EVENTS;
  return noteUnwalked(venue, passPiece(venue, on, candle.openTimeMs, candle, durationMs));
}

/** Null when no such order works. */
export function cancelAtVenue(venue: BacktestVenue, orderId: string, atMs: number): Events | null {
  const events = cancelFast(venue, orderId, atMs);
  if (events !== null) return events;
  leaveFastPath(venue);
  return cancelExactly(venue, orderId, atMs);
}

/** Funding that is due at the current bar's open. */
export function payFunding(venue: BacktestVenue): Events {
  return venue.state.positions.length > 0 ? fundExactly(venue) : NO_EVENTS;
}

/** Charges another fee from now on; `marketTag` is null for all markets. */
export function changeFees(venue: BacktestVenue, marketTag: string | null, percent: Decimal): void {
  leaveFastPath(venue);
  for (const on of venue.markets) {
    const { market } = on;
    if (marketTag !== null && market.market.marketTag !== marketTag) continue;
    market.terms = { ...market.terms, makerFeePercent: percent, takerFeePercent: percent };
    on.venueMarket = { ...on.venueMarket, terms: market.terms };
  }
}

function noteUnwalked(venue: BacktestVenue, events: Events): Events {
  if (venue.bars.isCoarse)
    for (const { kind } of events) if (kind === 'filled') venue.unwalkedFills += 1;
  return events;
}
