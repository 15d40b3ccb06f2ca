// Promises of Hyperliquid about orders, and what it does with them by itself.

import { DAY_MS } from '#lib/time.ts';
import type { OrderSupport, VenuePromises } from '#venue-port/exchange/exchange.ts';
import type { VenueBudget } from '#venues/dialect.ts';

/** What `expiresAfter` of an action allows; the wire adds it. */
const EXPIRY_MS = 5_000;
/** The chain rejects what comes later; that a block is not final sooner is not documented. */
const CHAIN_WAIT_MS = 10_000;
const CLOCK_SKEW_MS_MAX = 2_000;

/** For how long ended orders are found is not documented. */
export const ENDED_RETAINED_MS = DAY_MS;
/** Of the newest 5000 minutes, the ends are left out. */
export const CANDLES_LISTED_MS = 4_990 * 60_000;

export const HYPERLIQUID_PROMISES: VenuePromises = {
  // What becomes of a second order of a name is not documented.
  duplicateName: 'none',
  lookup: 'any_state',
  fillLists: 'account',
  news: 'all',
  requestHorizonMs: EXPIRY_MS + CHAIN_WAIT_MS + CLOCK_SKEW_MS_MAX,
  // The documentation names no bound.
  visibilityLagMs: 10_000,
  endedRetainedMs: { filled: ENDED_RETAINED_MS, unfilled: ENDED_RETAINED_MS },
  candlesReachMs: CANDLES_LISTED_MS,
};

export const HYPERLIQUID_ORDER_SUPPORT: OrderSupport = {
  types: ['limit', 'market'],
  // By the mark price.
  stopsLeftOut: { futures: 'of those with a limit it refuses prices that other exchanges take' },
  stops: { spot: [], futures: ['stop_market', 'take_profit_market'] },
  attachedStops: ['futures'],
  postOnly: true,
  reduceOnly: true,
  // The interface of the exchange closes a position whatever it is worth, by such an order; of a
  // part of one worth less than 10 USDC, the error `MinTradeNtl` is the exchange's own.
  exemptsReduceOnly: true,
  timeOuts: false,
  trailActivation: false,
};

export const HYPERLIQUID_BUDGET: VenueBudget = {
  perMinute: 1_200,
  windowSeconds: 60,
  usedHeader: null,
};
