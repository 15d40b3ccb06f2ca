// Promises of Kraken about orders, and what it does with them by itself.

import { DAY_MS } from '#lib/time.ts';
import type { OrderSupport, VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { VenueBudget } from '#venues/dialect.ts';

/** What the `deadline` of an order allows; the wire adds it. */
const EXPIRY_MS = 5_000;
/** The engine compares the deadline; that nothing comes of the order later is not documented. */
const ENGINE_WAIT_MS = 10_000;
/** Its clock is read in whole seconds. */
const CLOCK_SKEW_MS_MAX = 2_000;

/** The newest 720 minutes, whatever is requested. */
export const CANDLES_LISTED_MS = 720 * 60_000;

/** The documentation does not say for how long orders without fills are found. */
export const UNFILLED_RETAINED_MS = DAY_MS;

export const KRAKEN_PROMISES: VenuePromises = {
  // "Kraken verifies cl_ord_id uniqueness across open orders for each client."
  duplicateName: 'refused_while_open',
  // Open orders and ended ones are two lists, and each is searched by our name.
  lookup: 'any_state',
  fillLists: 'account',
  news: 'all',
  requestHorizonMs: EXPIRY_MS + ENGINE_WAIT_MS + CLOCK_SKEW_MS_MAX,
  // The documentation names no bound.
  visibilityLagMs: 10_000,
  endedRetainedMs: { filled: 365 * DAY_MS, unfilled: UNFILLED_RETAINED_MS },
  candlesReachMs: CANDLES_LISTED_MS,
};

export const KRAKEN_ORDER_SUPPORT: OrderSupport = {
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

/** A public request a second and address, in hundredths. Private ones are counted by key. */
export const KRAKEN_BUDGET: VenueBudget = {
  perMinute: 6_000,
  windowSeconds: 15,
  usedHeader: null,
  tooManyBy: 'account',
};
