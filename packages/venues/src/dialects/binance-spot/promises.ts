// Promises of Binance spot about orders, and what it does with them by itself.

import { DAY_MS } from '#lib/time.ts';
import type { OrderSupport, VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { VenueBudget } from '#venues/dialect.ts';
import { RECEIVE_WINDOW_MS } from '#venues/dialects/binance-spot/requests.ts';

/** The venue gives up a request after waiting so long for its engine. */
const ENGINE_WAIT_MS = 10_000;
const CLOCK_SKEW_MS_MAX = 1_000;

export const SPOT_PROMISES: VenuePromises = {
  // A second order of a name is accepted once the first one has ended, so no name is sent twice
  // without a look-up between.
  duplicateName: 'refused_while_open',
  lookup: 'any_state',
  fillLists: 'market',
  news: 'all',
  requestHorizonMs: RECEIVE_WINDOW_MS + ENGINE_WAIT_MS + CLOCK_SKEW_MS_MAX,
  // Look-ups come from a memory that follows the engine; the documentation names no bound.
  visibilityLagMs: 5_000,
  // Orders that ended without a fill are archived after 90 days, others are retained for good.
  endedRetainedMs: { filled: 3_650 * DAY_MS, unfilled: 90 * DAY_MS },
};

export const SPOT_ORDER_SUPPORT: OrderSupport = {
  types: ['limit', 'market'],
  stops: {
    spot: ['stop_limit', 'stop_market', 'take_profit_limit', 'take_profit_market'],
    futures: [],
  },
  postOnly: true,
  reduceOnly: false,
  exemptsReduceOnly: false,
  timeOuts: false,
  trailActivation: false,
};

export const SPOT_BUDGET: VenueBudget = {
  perMinute: 6_000,
  windowSeconds: 60,
  usedHeader: 'x-mbx-used-weight-1m',
};
