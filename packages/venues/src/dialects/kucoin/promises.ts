// Promises of KuCoin about spot orders, and what it does with them by itself.

import { DAY_MS } from '#lib/time.ts';
import type { OrderSupport, VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { VenueBudget } from '#venues/dialect.ts';

/** A request whose time stamp is older is refused. */
const EXPIRY_MS = 5_000;
/** The time stamp is compared where the request arrives; how long an order waits is not said. */
const ENGINE_WAIT_MS = 20_000;
const CLOCK_SKEW_MS_MAX = 1_000;

/** Two pages of the documentation differ: three days for all, or two for those without fills. */
export const UNFILLED_RETAINED_MS = 2 * DAY_MS;

export const KUCOIN_PROMISES: VenuePromises = {
  // "Please do not initiate requests using the same clientOid"; codes 126033 and 126044. For how
  // long a name stays taken is not documented.
  duplicateName: 'refused_while_open',
  lookup: 'any_state',
  fillLists: 'market',
  news: 'all',
  requestHorizonMs: EXPIRY_MS + ENGINE_WAIT_MS + CLOCK_SKEW_MS_MAX,
  // The documentation names no bound.
  visibilityLagMs: 10_000,
  endedRetainedMs: { filled: 3 * DAY_MS, unfilled: UNFILLED_RETAINED_MS },
};

/** Stops wait here until they are tested against the venue itself. */
export const KUCOIN_ORDER_SUPPORT: OrderSupport = {
  types: ['limit', 'market'],
  stopsLeftOut: {
    spot:
      'by which id and name the order is found that comes of a stop order is not documented, and ' +
      'so is not what was sold',
  },
  postOnly: true,
  reduceOnly: false,
  exemptsReduceOnly: false,
  timeOuts: false,
  trailActivation: false,
};

/** Weights of an address, and as many of an account. */
export const KUCOIN_BUDGET: VenueBudget = {
  perMinute: 4_000,
  windowSeconds: 30,
  usedHeader: null,
  tooManyBy: 'account',
};
