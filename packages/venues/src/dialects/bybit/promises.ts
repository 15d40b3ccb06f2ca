// Promises of Bybit about orders, and what it does with them by itself.

import { DAY_MS } from '#lib/time.ts';
import type { OrderSupport, VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { VenueBudget } from '#venues/dialect.ts';
import { RECEIVE_WINDOW_MS } from '#venues/dialects/bybit/requests.ts';

/** Orders are placed after they were acknowledged; the documentation names no bound. */
const ENGINE_WAIT_MS = 20_000;
const CLOCK_SKEW_MS_MAX = 1_000;

export const BYBIT_PROMISES: VenuePromises = {
  // The documentation calls names "always unique".
  duplicateName: 'refused',
  lookup: 'any_state',
  fillLists: 'account',
  news: 'all',
  requestHorizonMs: RECEIVE_WINDOW_MS + ENGINE_WAIT_MS + CLOCK_SKEW_MS_MAX,
  // Lists "may delay"; the documentation names no bound.
  visibilityLagMs: 10_000,
  endedRetainedMs: { filled: 730 * DAY_MS, unfilled: DAY_MS },
};

export const BYBIT_ORDER_SUPPORT: OrderSupport = {
  types: ['limit', 'market'],
  stopsLeftOut: {
    spot:
      'a conditional order does not say which way the price comes: one that arrives late would ' +
      'wait for the price to recover',
  },
  stops: {
    spot: [],
    futures: ['stop_limit', 'stop_market', 'take_profit_limit', 'take_profit_market'],
  },
  attachedStops: ['futures'],
  postOnly: true,
  // Of derivatives only.
  reduceOnly: true,
  // Not documented: the exchange judges what reduces, and no rule of ours stands before it.
  exemptsReduceOnly: true,
  timeOuts: false,
  trailActivation: false,
};

/**
 * 600 requests in five seconds from one address; replies count for the account, not for it. Seconds
 * are counted whole, so that five of them may be four: six are never less than five.
 */
export const BYBIT_BUDGET: VenueBudget = { perMinute: 6_000, windowSeconds: 6, usedHeader: null };
