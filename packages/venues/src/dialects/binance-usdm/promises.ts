// Promises of Binance USD-M futures about orders, and what they do with them by themselves.

import { DAY_MS } from '#lib/time.ts';
import type { OrderSupport, VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { VenueBudget } from '#venues/dialect.ts';
import { RECEIVE_WINDOW_MS } from '#venues/dialects/binance-usdm/requests.ts';

/** As at spot; the documentation of futures names no bound. */
const ENGINE_WAIT_MS = 10_000;
const CLOCK_SKEW_MS_MAX = 1_000;

export const USDM_PROMISES: VenuePromises = {
  // Names are "unique among open orders".
  duplicateName: 'refused_while_open',
  lookup: 'any_state',
  fillLists: 'market',
  news: 'all',
  requestHorizonMs: RECEIVE_WINDOW_MS + ENGINE_WAIT_MS + CLOCK_SKEW_MS_MAX,
  // The documentation names no bound.
  visibilityLagMs: 5_000,
  endedRetainedMs: { filled: 90 * DAY_MS, unfilled: 3 * DAY_MS },
};

export const USDM_ORDER_SUPPORT: OrderSupport = {
  types: ['limit', 'market'],
  stops: {
    spot: [],
    futures: ['stop_limit', 'stop_market', 'take_profit_limit', 'take_profit_market'],
  },
  postOnly: true,
  reduceOnly: true,
  // Error -4164: "Order's notional must be no smaller than 5.0 (unless you choose reduce only)".
  exemptsReduceOnly: true,
  timeOuts: false,
  trailActivation: false,
};

export const USDM_BUDGET: VenueBudget = {
  perMinute: 2_400,
  windowSeconds: 60,
  usedHeader: 'x-mbx-used-weight-1m',
};
