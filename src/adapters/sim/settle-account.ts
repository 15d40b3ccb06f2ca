// Brings an account up to date: every minute that has closed since it was last settled, in order.
// Pure.

import { MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Candle } from '#domain/candle/candle.ts';
import { advanceMinute } from '#domain/venue/advance-minute.ts';
import type { MarketMinute } from '#domain/venue/market-minute.ts';
import { fundPositions } from '#domain/venue/settle-margin.ts';
import type { VenueEffects } from '#domain/venue/venue-effects.ts';
import { joinEffects, NO_EFFECTS } from '#domain/venue/venue-effects.ts';
import type { VenueMarket, VenueState } from '#domain/venue/venue-state.ts';
import type { SimAccount } from '#adapters/sim/sim-account.ts';
import { venueMarketOf } from '#adapters/sim/venue-market-of.ts';
import { listedMarket } from '#adapters/sim/sim-markets.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import { FUNDING_INTERVAL_MS } from '#adapters/sim/sim-prices.ts';

/** So that one commit stays small after a long absence. */
const MINUTES_PER_STEP_MAX = 10_080;

export type Settlement = {
  /** Settled further, or as it was when nothing was due. */
  readonly account: SimAccount;
  readonly effects: VenueEffects;
  /** False when the account was away so long that another step is needed. */
  readonly isComplete: boolean;
};

/** `next` is the first candle that was not used yet. */
type Feed = {
  readonly venue: VenueMarket;
  readonly candles: Iterator<Candle, undefined>;
  next: Candle | null;
};

/**
 * Settles closed minutes up to now, at most a week of them, and the funding that is due at the
 * begin of the minute that runs: it comes before the orders that arrive in it.
 */
export function settleAccount(prices: SimPrices, account: SimAccount, nowMs: number): Settlement {
  const closed = settleClosed(prices, account, nowMs);
  const atMs = minuteStartMs(nowMs);
  const isDue = atMs % FUNDING_INTERVAL_MS === 0 && atMs > account.fundedUntilMs;
  if (!isDue || !closed.isComplete) return closed;
  const { state } = closed.account;
  // What is opened from here on pays no funding of this instant.
  if (state.positions.length === 0)
    return { ...closed, account: { ...closed.account, fundedUntilMs: atMs } };
  const minutes = state.positions.map(({ marketTag }): MarketMinute => {
    const { venue } = listedMarket(prices.marketOf, marketTag);
    const candle = prices.candleAt(marketTag, atMs);
    return { market: venue, candle, fundingRate: prices.fundingRateAt(marketTag, atMs) };
  });
  const step = fundPositions(state, atMs, minutes);
  const funded = { state: step.state, fundedUntilMs: atMs, updatedAtMs: atMs };
  return {
    account: { ...closed.account, ...funded },
    effects: joinEffects(closed.effects, step.effects),
    isComplete: true,
  };
}

function settleClosed(prices: SimPrices, account: SimAccount, nowMs: number): Settlement {
  const nowMinuteMs = closedUntilMs(prices, account, nowMs);
  const fromMs = account.settledUntilMs;
  const untilMs = Math.min(nowMinuteMs, fromMs + MINUTES_PER_STEP_MAX * MINUTE_MS);
  if (untilMs <= fromMs) return { account, effects: NO_EFFECTS, isComplete: true };
  const feeds = feedsOf(prices, account, fromMs, untilMs);
  let { state } = account;
  let effects = NO_EFFECTS;
  for (let openTimeMs = fromMs; openTimeMs < untilMs && hasWork(state); openTimeMs += MINUTE_MS) {
    const { fundedUntilMs } = account;
    const minutes = feeds.map((feed) => minuteOf(prices, feed, openTimeMs, fundedUntilMs));
    const step = advanceMinute(state, openTimeMs, minutes);
    if (step.effects !== NO_EFFECTS) effects = joinEffects(effects, step.effects);
    state = step.state;
  }
  // Without orders and positions the rest of the time passes without a trace.
  const settledUntilMs = hasWork(state) ? untilMs : nowMinuteMs;
  const updatedAtMs = state === account.state ? account.updatedAtMs : settledUntilMs;
  return {
    account: { ...account, state, settledUntilMs, updatedAtMs },
    effects,
    isComplete: settledUntilMs === nowMinuteMs,
  };
}

/** As far as the minutes of all its markets are known. */
function closedUntilMs(
  prices: SimPrices,
  { state, settledUntilMs }: SimAccount,
  nowMs: number,
): number {
  let untilMs = minuteStartMs(nowMs);
  for (const { marketTag } of [...state.orders, ...state.positions])
    untilMs = Math.min(untilMs, prices.closedUntilMs(marketTag, nowMs, settledUntilMs));
  return untilMs;
}

function hasWork({ orders, positions }: VenueState): boolean {
  return orders.length > 0 || positions.length > 0;
}

function feedsOf(
  prices: SimPrices,
  { state, feesIn }: SimAccount,
  fromMs: number,
  untilMs: number,
): Feed[] {
  const tags = new Set([...state.orders, ...state.positions].map((item) => item.marketTag));
  return [...tags].map((tag) => {
    const simMarket = listedMarket(prices.marketOf, tag);
    const candles = prices.candles(tag, fromMs, untilMs)[Symbol.iterator]();
    const venue = venueMarketOf(prices, simMarket, feesIn);
    return { venue, candles, next: nextOf(candles) };
  });
}

function minuteOf(
  prices: SimPrices,
  feed: Feed,
  openTimeMs: number,
  fundedUntilMs: number,
): MarketMinute {
  const { venue } = feed;
  const isThere = feed.next?.openTimeMs === openTimeMs;
  const candle = isThere ? feed.next : null;
  if (isThere) feed.next = nextOf(feed.candles);
  const isFundingTime = openTimeMs > fundedUntilMs && openTimeMs % FUNDING_INTERVAL_MS === 0;
  const isFunded = venue.tiers !== null && isFundingTime;
  const { marketTag } = venue.terms;
  const fundingRate = isFunded ? prices.fundingRateAt(marketTag, openTimeMs) : null;
  return { market: venue, candle, fundingRate };
}

function nextOf(candles: Iterator<Candle, undefined>): Candle | null {
  return candles.next().value ?? null;
}
