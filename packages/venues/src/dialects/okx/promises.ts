// Promises of OKX about orders, and what it does with them by itself.

import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { OrderSupport, VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { VenueBudget } from '#venues/dialect.ts';

/** What the header `expTime` of an order allows; the wire adds it. */
const EXPIRY_MS = 5_000;
/** Requests are accepted before they are carried out; the documentation names no bound. */
const ENGINE_WAIT_MS = 20_000;
const CLOCK_SKEW_MS_MAX = 1_000;

/** Orders that ended without a fill are found for so long after their end. */
export const UNFILLED_RETAINED_MS = 2 * HOUR_MS;

export const OKX_PROMISES: VenuePromises = {
  // "Must be unique among the clOrdIds of all pending orders."
  duplicateName: 'refused_while_open',
  lookup: 'any_state',
  fillLists: 'account',
  news: 'all',
  // It has a stream of its own, which is not read.
  newsOfWaiting: 'none',
  requestHorizonMs: EXPIRY_MS + ENGINE_WAIT_MS + CLOCK_SKEW_MS_MAX,
  // The documentation names no bound.
  visibilityLagMs: 10_000,
  endedRetainedMs: { filled: 90 * DAY_MS, unfilled: UNFILLED_RETAINED_MS },
};

const STOPS = ['stop_limit', 'stop_market', 'take_profit_limit', 'take_profit_market'] as const;

export const OKX_ORDER_SUPPORT: OrderSupport = {
  types: ['limit', 'market'],
  stops: { spot: STOPS, futures: STOPS },
  postOnly: true,
  reduceOnly: true,
  // Its instruments have a least size (`minSz`) and no least value.
  exemptsReduceOnly: true,
  timeOuts: false,
  trailActivation: false,
};

/**
 * Costs are in tenths of the requests to an endpoint that takes 20 in two seconds. Seconds are
 * counted whole, so that three of them are never less than two.
 */
export const OKX_BUDGET: VenueBudget = {
  perMinute: 4_000,
  windowSeconds: 3,
  usedHeader: null,
  tooManyBy: 'account',
};
