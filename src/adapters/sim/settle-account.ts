// Brings an account up to date: every minute that has closed since it was last settled, in order.
// Pure.

import { HOUR_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { advanceMinute } from '#domain/venue/advance-minute.ts';
import { cancelOrder } from '#domain/venue/cancel-order.ts';
import type { MarketMinute } from '#domain/venue/market-minute.ts';
import { fundPositions } from '#domain/venue/settle-margin.ts';
import type { VenueEffects, VenueStep } from '#domain/venue/venue-effects.ts';
import { joinEffects, NO_EFFECTS } from '#domain/venue/venue-effects.ts';
import type { VenueMarket, VenueState } from '#domain/venue/venue-state.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { ARRIVAL_GRACE_MS } from '#adapters/sim/arrival-grace.ts';
import type { SimAccount } from '#adapters/sim/sim-account.ts';
import { venueMarketOf } from '#adapters/sim/venue-market-of.ts';
import { listedMarket } from '#adapters/sim/sim-markets.ts';
import type { SimPrices } from '#adapters/sim/sim-prices.ts';
import { plainTag } from '#adapters/sim/stepped-tag.ts';

/** So that one commit stays small after a long absence. */
const MINUTES_PER_STEP_MAX = 10_080;
/** Funding is due at whole hours. */
const FUNDING_GRID_MS = HOUR_MS;
/** How far back a price is looked for in a market without trades. */
const MARK_MINUTES_MAX = 1_440;

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
  /** From here on its orders cannot be matched; null: all is known. */
  readonly unknownFromMs: number | null;
  next: Candle | null;
};

/**
 * Settles closed minutes up to now, at most a week of them, and the funding that is due at the
 * begin of the minute that runs: it comes before the orders that arrive in it.
 */
export function settleAccount(prices: SimPrices, account: SimAccount, nowMs: number): Settlement {
  const closed = settleClosed(prices, account, nowMs);
  const atMs = minuteStartMs(nowMs);
  if (!closed.isComplete || !canFund(prices, closed.account, atMs)) return closed;
  const { state } = closed.account;
  const due = state.positions.filter(
    ({ marketTag }) => prices.fundingRateAt(marketTag, atMs) !== null,
  );
  // What is opened from here on pays no funding of this instant.
  if (due.length === 0) return { ...closed, account: { ...closed.account, fundedUntilMs: atMs } };
  const minutes = due.map(({ marketTag }): MarketMinute => {
    const { venue } = listedMarket(prices.marketOf, marketTag);
    const candle = prices.candleAt(marketTag, atMs);
    const fundingRate = prices.fundingRateAt(marketTag, atMs);
    const fundingTicks = markAt(prices, marketTag, atMs, nowMs);
    return { market: venue, candle, fundingRate, fundingTicks };
  });
  const step = fundPositions(state, atMs, minutes);
  const funded = { state: step.state, fundedUntilMs: atMs, updatedAtMs: atMs };
  return {
    account: { ...closed.account, ...funded },
    effects: joinEffects(closed.effects, step.effects),
    isComplete: true,
  };
}

/**
 * Throws Failure while an order that changes positions would come between funding that is due and
 * its payment: an exchange pays for what was held at the instant.
 */
export function refuseBeforeFunding(prices: SimPrices, account: SimAccount, nowMs: number): void {
  const { state, settledUntilMs, fundedUntilMs } = account;
  const runningMs = minuteStartMs(nowMs);
  for (const { marketTag } of state.positions) {
    let isDue = prices.fundingKnownUntilMs(marketTag) <= nowMs;
    for (let atMs = settledUntilMs; atMs <= runningMs; atMs += MINUTE_MS)
      isDue ||= atMs > fundedUntilMs && prices.fundingRateAt(marketTag, atMs) !== null;
    if (isDue) throw new Failure('unavailable', `Funding of "${plainTag(marketTag)}" is due now.`);
  }
}

/** Whether what was held at the beginning of the running minute is known, and what it owes. */
function canFund(
  prices: SimPrices,
  { state, settledUntilMs, fundedUntilMs }: SimAccount,
  atMs: number,
): boolean {
  if (atMs % FUNDING_GRID_MS !== 0 || atMs <= fundedUntilMs) return false;
  if (hasWork(state) && settledUntilMs < atMs) return false;
  return state.positions.every(({ marketTag }) => prices.fundingKnownUntilMs(marketTag) > atMs);
}

/**
 * The price that funding is paid at: the open, as in a backtest. While the minute runs and has none
 * yet it is the price of now if that is of its begin, as it is for orders, or the last one before.
 */
function markAt(
  prices: SimPrices,
  marketTag: MarketTag,
  atMs: number,
  nowMs: number,
): Ticks | null {
  const candle = prices.candleAt(marketTag, atMs);
  if (candle !== null) return candle.open as Ticks;
  const opened = nowMs - atMs <= ARRIVAL_GRACE_MS ? prices.ticksAt(marketTag, nowMs) : null;
  if (opened !== null) return opened;
  for (let back = 1; back <= MARK_MINUTES_MAX; back += 1) {
    const before = prices.candleAt(marketTag, atMs - back * MINUTE_MS);
    if (before !== null) return before.close as Ticks;
  }
  return prices.ticksAt(marketTag, atMs);
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
    for (const ended of endUnknown(state, feeds, openTimeMs)) {
      effects = joinEffects(effects, ended.effects);
      state = ended.state;
    }
    const { positions } = state;
    const minutes = feeds.map((feed) =>
      minuteOf(prices, feed, openTimeMs, { fundedUntilMs, positions }),
    );
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

/** Each step goes on from the one before. */
function* endUnknown(
  before: VenueState,
  feeds: readonly Feed[],
  openTimeMs: number,
): Generator<VenueStep, undefined> {
  let state = before;
  for (const { venue, unknownFromMs } of feeds) {
    if (unknownFromMs !== openTimeMs) continue;
    for (const { marketTag, resting } of before.orders) {
      if (marketTag !== venue.terms.marketTag) continue;
      const step = cancelOrder(state, resting.orderId, openTimeMs, 'minutes_unknown');
      if (step === null) continue;
      ({ state } = step);
      yield step;
    }
  }
  return undefined;
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
    const unknownFromMs = prices.unknownFromMs(tag, fromMs, untilMs);
    return { venue, candles, unknownFromMs, next: nextOf(candles) };
  });
}

type FundingState = Pick<SimAccount, 'fundedUntilMs'> & Pick<VenueState, 'positions'>;

function minuteOf(
  prices: SimPrices,
  feed: Feed,
  openTimeMs: number,
  { fundedUntilMs, positions }: FundingState,
): MarketMinute {
  const { venue } = feed;
  const isThere = feed.next?.openTimeMs === openTimeMs;
  const candle = isThere ? feed.next : null;
  if (isThere) feed.next = nextOf(feed.candles);
  const { marketTag } = venue.terms;
  const isFunded =
    openTimeMs > fundedUntilMs &&
    openTimeMs % FUNDING_GRID_MS === 0 &&
    positions.some((each) => each.marketTag === marketTag && each.openedAtMs <= openTimeMs);
  const fundingRate = isFunded ? prices.fundingRateAt(marketTag, openTimeMs) : null;
  if (fundingRate === null) return { market: venue, candle, fundingRate };
  const fundingTicks = markAt(prices, marketTag, openTimeMs, Infinity);
  return { market: venue, candle, fundingRate, fundingTicks };
}

function nextOf(candles: Iterator<Candle, undefined>): Candle | null {
  return candles.next().value ?? null;
}
