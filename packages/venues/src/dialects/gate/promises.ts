// Promises of Gate about orders, and what it does with them by itself.

import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { OrderSupport, VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { VenueBudget } from '#venues/dialect.ts';

/** What the header `x-gate-exptime` of an order allows; the wire adds it. */
const EXPIRY_MS = 5_000;
/** It is compared on arrival; the documentation names no bound for what comes after. */
const ENGINE_WAIT_MS = 20_000;
const CLOCK_SKEW_MS_MAX = 1_000;

/** The list of minutes has 10,000 of them; the margin is for the time that a request takes. */
export const CANDLES_REACH_MS = 9_990 * MINUTE_MS;

export const GATE_PROMISES: VenuePromises = {
  // The documentation does not say that a second order of a name is refused.
  duplicateName: 'none',
  // "Operations based on custom IDs can only be checked in pending orders."
  lookup: 'lists',
  fillLists: 'account',
  news: 'all',
  requestHorizonMs: EXPIRY_MS + ENGINE_WAIT_MS + CLOCK_SKEW_MS_MAX,
  // The documentation names no bound for either.
  visibilityLagMs: 20_000,
  endedRetainedMs: { filled: 30 * DAY_MS, unfilled: DAY_MS },
  candlesReachMs: CANDLES_REACH_MS,
};

/** Stops are orders of another list, without our names. */
export const GATE_ORDER_SUPPORT: OrderSupport = {
  types: ['limit', 'market'],
  stopsLeftOut: {
    spot:
      'a price-triggered order takes no name of ours: after a lost reply nobody could say ' +
      'whether one exists',
  },
  postOnly: true,
  reduceOnly: false,
  exemptsReduceOnly: false,
  timeOuts: false,
  trailActivation: false,
};

/**
 * Costs are in tenths of the public requests to one endpoint, of which an address has 200 in ten
 * seconds. Private ones are counted by user.
 */
export const GATE_BUDGET: VenueBudget = {
  perMinute: 12_000,
  windowSeconds: 10,
  usedHeader: null,
  tooManyBy: 'account',
};
