// Steps of a backtest's exact venue: the simulated one of the domain, whose new state is applied
// together with the index of what can happen when (next-busy-bar.ts).

import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import { balancesIn } from '#domain/ledger/ledger.ts';
import { stateOfFastSpot } from '#domain/fast-spot/fast-spot-venue.ts';
import { affectedOrders, putOrder, removeOrder } from '#domain/matching/resting-book.ts';
import { advanceMinute } from '#domain/venue/advance-minute.ts';
import { cancelOrder } from '#domain/venue/cancel-order.ts';
import type { MarketMinute } from '#domain/venue/market-minute.ts';
import { positionOn } from '#domain/venue/settle-execution.ts';
import { fundPositions } from '#domain/venue/settle-margin.ts';
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import type { BacktestVenue } from '#engine/venue-feed/backtest-venue.ts';
import { bookOn } from '#engine/venue-feed/backtest-venue.ts';
import { CLOSED_GUARD, marginGuard, NO_GUARD } from '#engine/venue-feed/margin-guard.ts';
import { durationMsOfBar, openMsOfBar } from '#engine/venue-feed/matching-bars.ts';
import type { Arrival, QueuedOrder } from '#engine/venue-feed/arrival.ts';
import { placeArrival } from '#engine/venue-feed/arrival.ts';
import { eventsOf } from '#engine/venue-feed/venue-events.ts';
import type { VenueMarketBook } from '#engine/venue-feed/venue-market-book.ts';
import { candleAt, fundingDue, knownCandleAt } from '#engine/venue-feed/venue-market-book.ts';
import type { RunEvent } from '#engine/run/run-event.ts';
import type { ExitFit } from '#engine/run/orders/take-effects.ts';

type Events = readonly RunEvent[];

/** Lets the exact venue continue from where the fast path is. */
export function leaveFastPath(venue: BacktestVenue): void {
  const { fast } = venue;
  if (fast === null) return;
  venue.state = stateOfFastSpot(fast);
  venue.fast = null;
  const [on] = venue.markets;
  for (const { resting } of venue.state.orders) if (on !== undefined) putOrder(on.book, resting);
}

/** The rejection is a sentence. */
export function placeExactly(
  venue: BacktestVenue,
  queued: QueuedOrder,
  fit: ExitFit | null,
  arrival: Arrival,
): Result<Events, string> {
  const { orderId, marketTag } = queued.order;
  const placed = placeArrival(venue.state, bookOn(venue, marketTag), queued, fit, arrival);
  if (!placed.ok) return placed;
  return accepted(applyStep(venue, placed.value, hasFew(venue) ? 'all' : new Set([orderId])));
}

/** The current bars of all markets. */
export function passExactly(venue: BacktestVenue, openMs: number): Events {
  const { barIndex, openOf } = venue;
  const affected = hasFew(venue) ? null : new Set<string>();
  const minutes = venue.markets.map((on): MarketMinute => {
    const named = affectedAt(venue, on);
    if (affected !== null)
      for (const orderId of named ?? on.book.orders.keys()) affected.add(orderId);
    const candle = candleAt(on, openMs, barIndex);
    const minute = { market: on.venueMarket, candle, fundingRate: null, openOf };
    return named === null ? minute : { ...minute, affected: named };
  });
  const durationMs = durationMsOfBar(venue.bars, barIndex);
  const passed = advanceMinute(venue.state, openMs, minutes, durationMs);
  return applyStep(venue, passed, affected ?? 'all');
}

/** A piece of one market's bar; null: the bar is missing. */
export function passPiece(
  venue: BacktestVenue,
  on: VenueMarketBook,
  openMs: number,
  candle: Candle | null,
  durationMs: number,
): Events {
  const { openOf } = venue;
  const minute = { market: on.venueMarket, candle, fundingRate: null, openOf };
  return applyStep(venue, advanceMinute(venue.state, openMs, [minute], durationMs), 'all');
}

/** Null when no such order works. */
export function cancelExactly(venue: BacktestVenue, orderId: string, atMs: number): Events | null {
  const done = cancelOrder(venue.state, orderId, atMs);
  return done === null ? null : applyStep(venue, done, 'none');
}

/** The rates that fell due since the bar before, at the current bar's open. */
export function fundExactly(venue: BacktestVenue): Events {
  const { bars, barIndex } = venue;
  const openMs = openMsOfBar(bars, barIndex);
  // In a bar longer than a minute rates fall due that are paid when it is over.
  const isFirst = bars.isMinutes || barIndex === bars.firstBar;
  const sinceMs = isFirst ? openMs - 1 : openMsOfBar(bars, barIndex - 1);
  let isDue = false;
  const minutes = venue.markets.map((on): MarketMinute => {
    const fundingRate = fundingDue(on, openMs, sinceMs);
    if (fundingRate !== null) isDue = true;
    // In a missing minute a candle holds the last price.
    const candle = fundingRate === null ? null : knownCandleAt(on, openMs, barIndex);
    return { market: on.venueMarket, candle, fundingRate };
  });
  return isDue ? applyStep(venue, fundPositions(venue.state, openMs, minutes), 'none') : NO_EVENTS;
}

const NO_EVENTS: Events = [];
const ORDERS_FEW = 3;

/** Orders that a step may have changed. */
type ChangedOrders = ReadonlySet<string> | 'all' | 'none';

/** Whether so few orders work that checking all is faster than noting which. */
function hasFew({ state }: BacktestVenue): boolean {
  return state.orders.length <= ORDERS_FEW;
}

/** Applies a step's new state and keeps the index true. */
function applyStep(venue: BacktestVenue, step: VenueStep, affected: ChangedOrders): Events {
  const { markets, state: before } = venue;
  const { state, effects } = step;
  const couldHold = before.positions.length > 0 || state.positions.length > 0;
  venue.state = state;
  for (const { order } of effects.ends)
    for (const { book } of markets) removeOrder(book, order.resting.orderId);
  if (affected !== 'none') indexOrders(venue, before.orders, affected);
  if (couldHold) for (const on of markets) guardMarket(venue, on);
  return eventsOf(before, state, effects, venue.counts);
}

function indexOrders(
  { markets, state }: BacktestVenue,
  before: VenueStep['state']['orders'],
  affected: ChangedOrders,
): void {
  for (const [index, working] of state.orders.entries()) {
    // Most are the same at the same index, which is faster to see than to look up.
    if (affected !== 'all' && working === before[index]) continue;
    const { marketTag, resting } = working;
    // A fill may change all orders of its group.
    const isNamed = affected === 'all' || resting.oca !== null;
    if (!isNamed && !(affected as ReadonlySet<string>).has(resting.orderId)) continue;
    const on = markets.find(({ market }) => market.market.marketTag === marketTag);
    if (on !== undefined && on.book.orders.get(resting.orderId) !== resting)
      putOrder(on.book, resting);
  }
}

/** Orders of the market that its current bar may change; null: all of them. */
function affectedAt(
  { bars, barIndex }: BacktestVenue,
  { book, columns }: VenueMarketBook,
): Set<string> | null {
  // Matching a few is faster than choosing among them.
  if (book.orders.size <= ORDERS_FEW) return null;
  const index = barIndex + columns.offset;
  // Only the order of the numbers counts here, so floats do.
  const candle = {
    openTimeMs: openMsOfBar(bars, barIndex),
    high: columns.high[index] as unknown as bigint,
    low: columns.low[index] as unknown as bigint,
  };
  return affectedOrders(book, candle, durationMsOfBar(bars, barIndex));
}

function guardMarket({ state, watchesMargin, barIndex }: BacktestVenue, on: VenueMarketBook): void {
  const { market, venueMarket, columns } = on;
  const { tiers } = venueMarket;
  const position = positionOn(state.positions, market.market.marketTag);
  if (position !== null && watchesMargin) {
    on.guard = CLOSED_GUARD;
    return;
  }
  if (position === null || tiers === null || !venueMarket.rules.appliesMargin) {
    on.guard = NO_GUARD;
    return;
  }
  const close = columns.close[barIndex + columns.offset] as number;
  let backing = Number(position.marginUnits);
  if (position.marginMode === 'cross') {
    const peers = state.positions.filter(
      (peer) => peer.marginMode === 'cross' && peer.currency === position.currency,
    );
    if (peers.length > 1) {
      on.guard = CLOSED_GUARD;
      return;
    }
    backing += Number(balancesIn(state.ledger, position.currency).available);
  }
  const { direction } = position;
  const guarded = { direction, lots: Number(position.lots), costUnits: Number(position.costUnits) };
  on.guard = marginGuard(market, tiers, guarded, backing, close);
}
