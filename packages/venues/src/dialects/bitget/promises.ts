// Promises of Bitget about spot orders, and what it does with them by itself.

import { DAY_MS } from '#lib/time.ts';
import type { OrderSupport, VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { VenueBudget } from '#venues/dialect.ts';

/** A classic order that arrives later after its signed time stamp is refused (`receiveWindow`). */
export const RECEIVE_WINDOW_MS = 5_000;
/** The same of every request; the interface of unified accounts documents no shorter one. */
const TIME_STAMP_MS = 30_000;
/** It is compared on arrival; the documentation names no bound for what comes after. */
const ENGINE_WAIT_MS = 20_000;
const CLOCK_SKEW_MS_MAX = 1_000;

/** "It only supports to get the data within 90days." */
export const ENDED_RETAINED_MS = 89 * DAY_MS;

export const BITGET_PROMISES: VenuePromises = {
  // Codes 43118 and 45034. For how long a name stays taken is not documented.
  duplicateName: 'refused_while_open',
  // A name finds an order while it is not filled.
  lookup: 'lists',
  fillLists: 'account',
  news: 'all',
  requestHorizonMs: TIME_STAMP_MS + ENGINE_WAIT_MS + CLOCK_SKEW_MS_MAX,
  // The documentation names no bound.
  visibilityLagMs: 20_000,
  endedRetainedMs: { filled: ENDED_RETAINED_MS, unfilled: ENDED_RETAINED_MS },
};

/** Stops are orders of another list, without our names. */
export const BITGET_ORDER_SUPPORT: OrderSupport = {
  types: ['limit', 'market'],
  stopsLeftOut: {
    spot:
      'a trigger order does not say which way the price comes: one that arrives late would wait ' +
      'for the price to recover',
  },
  postOnly: true,
  reduceOnly: false,
  exemptsReduceOnly: false,
  timeOuts: false,
  trailActivation: false,
};

/** Requests to an endpoint that takes twenty a second, which most do. */
export const BITGET_BUDGET: VenueBudget = {
  perMinute: 1_200,
  windowSeconds: 1,
  usedHeader: null,
  tooManyBy: 'account',
};
