// Promises of Coinbase about orders, and what it does with them by itself.

import { DAY_MS } from '#lib/time.ts';
import type { OrderSupport, VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { VenueBudget } from '#venues/dialect.ts';

/** The token that signs an order ends so soon; the wire sees to it. */
const TOKEN_MS = 5_000;
/** Tokens are looked at on arrival; the documentation names no bound for what comes after. */
const ENGINE_WAIT_MS = 20_000;
const CLOCK_SKEW_MS_MAX = 1_000;

export const COINBASE_PROMISES: VenuePromises = {
  // "If the ID provided is not unique, the order will not be created and the order corresponding
  // with that ID will be returned instead."
  duplicateName: 'first',
  // Orders are found by the ids of the venue alone; its list has our names.
  lookup: 'lists',
  fillLists: 'account',
  news: 'all',
  requestHorizonMs: TOKEN_MS + ENGINE_WAIT_MS + CLOCK_SKEW_MS_MAX,
  // The documentation names no bound, and its users tell of seconds.
  visibilityLagMs: 20_000,
  // The documentation names no bound here, either.
  endedRetainedMs: { filled: 90 * DAY_MS, unfilled: DAY_MS },
};

export const COINBASE_ORDER_SUPPORT: OrderSupport = {
  types: ['limit', 'market'],
  stopsLeftOut: { spot: 'its stops have a limit, and are no take-profits' },
  stops: { spot: ['stop_limit'], futures: [] },
  postOnly: true,
  reduceOnly: false,
  exemptsReduceOnly: false,
  timeOuts: false,
  trailActivation: false,
};

/** Ten public requests a second and address, in tenths. Private ones are counted by user. */
export const COINBASE_BUDGET: VenueBudget = {
  perMinute: 6_000,
  windowSeconds: 1,
  usedHeader: null,
  tooManyBy: 'account',
};
