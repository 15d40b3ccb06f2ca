// The account of a run that trades by managed wishes on one market, of spot or of linear
// contracts: what is held, what it cost and what was realised, in small integers that are changed
// in place. The venue beside it is the single-order fast path. It is the run's book of positions
// and its equity curve for that one case, without orders, positions and events as objects.

import { floorQuotient, smallProduct } from '#lib/small-integer.ts';
import { fastContractTerms, fastSpotTerms } from '#domain/fast-spot/fast-spot-terms.ts';
import type { FastSpotVenue } from '#domain/fast-spot/fast-spot-venue.ts';
import { openEndlessVenue, openFastSpot } from '#domain/fast-spot/fast-spot-venue.ts';
import type { SingleFill } from '#domain/fast-spot/single-outcome.ts';
import type { MarketFacts } from '#engine/run-api/market-api.ts';
import { makeMarketApi } from '#engine/run/apis/make-market-api.ts';
import type { RunMarket } from '#engine/run/run-market.ts';
import { floatOf } from '#engine/run/run-market.ts';
import type { Run } from '#engine/run/run.ts';
import type { Feed } from '#engine/venue-feed/feed-backtest.ts';
import type { VenueMarketBook } from '#engine/venue-feed/venue-market-book.ts';
import type { ManagedCurve } from '#backtesting/managed-run/managed-curve.ts';
import { managedCurve, markLine } from '#backtesting/managed-run/managed-curve.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { initialMarginUnits } from '#domain/position/position.ts';
import { leverageOn } from '#engine/run/positions/leverage-on.ts';
import { MINUTE_MS } from '#lib/time.ts';

/** Closed positions in the order of closing. */
export type ClosedColumns = {
  readonly closedAtMs: number[];
  readonly realizedUnits: number[];
  readonly marginUnits: number[];
};

export type ManagedAccount = {
  readonly feed: Feed;
  readonly run: Run;
  readonly market: RunMarket;
  readonly facts: MarketFacts;
  readonly venue: FastSpotVenue;
  /** Of a trade, in quote. */
  readonly tradeQuote: number;
  /** The first row with a price. */
  readonly firstPriceRow: number;
  /** The size that the held position was to have; NaN before the first. */
  target: number;
  /** From these ticks on what is held is as much as was to be; infinite while not known. */
  reachedTicks: number;
  lots: number;
  /** 1 where what is held is long, -1 where it is short. */
  side: number;
  costUnits: number;
  usedUnits: number;
  grossUnits: number;
  feeUnits: number;
  /** Paid; what was received counts below zero. */
  fundingUnits: number;
  talliedGross: number;
  talliedFees: number;
  talliedFunding: number;
  readonly curve: ManagedCurve;
  readonly closed: ClosedColumns;
  filledOrders: number;
};

/** Null where the run has more than such an account holds. */
export function managedAccount(feed: Feed): ManagedAccount | null {
  const { run, venue, margin, fillsAtClose } = feed;
  const { bars } = venue;
  const [market] = run.markets;
  const [on] = venue.markets;
  if (market === undefined || on === undefined || run.markets.length > 1) return null;
  const isPlain = bars.isMinutes && !bars.isMagnified && !bars.isCoarse && !fillsAtClose;
  if (!isPlain || margin !== null || run.entryLimit !== null) return null;
  if (!isWholeMarket(market)) return null;
  if (on.columns.offset !== 0 || run.setup.tradeAmountPercent !== null) return null;
  const single = venueOf(feed, on);
  const facts = makeMarketApi(run).facts(null);
  if (single === null || facts === null) return null;
  if (!Number.isSafeInteger(run.equity.startUnits)) return null;
  return {
    feed,
    run,
    market,
    facts,
    venue: single,
    tradeQuote: floatOf(run.setup.tradeAmountQuote),
    firstPriceRow: market.candles.isMissing.indexOf(0),
    target: Number.NaN,
    reachedTicks: Infinity,
    lots: 0,
    side: 1,
    costUnits: 0,
    usedUnits: 0,
    grossUnits: 0,
    feeUnits: 0,
    fundingUnits: 0,
    talliedGross: 0,
    talliedFees: 0,
    talliedFunding: 0,
    curve: managedCurve(run.equity, market.candles.close),
    closed: { closedAtMs: [], realizedUnits: [], marginUnits: [] },
    filledOrders: 0,
  };
}

function venueOf({ run, venue }: Feed, on: VenueMarketBook): FastSpotVenue | null {
  if (on.market.market.contract === null) {
    const terms = fastSpotTerms(on.venueMarket);
    return terms === null ? null : openFastSpot(venue.state, terms);
  }
  const terms = fastContractTerms(on.venueMarket);
  const isOwn = run.markets[0]?.terms.grid.settlementCurrency === on.market.market.quote;
  return terms === null || !isOwn ? null : openEndlessVenue(venue.state.ledger, terms);
}

/** Whether each lot is worth whole units at each price, in minutes that lie at their rows. */
function isWholeMarket({
  isLinear,
  unitsPerLotTick,
  rowOffset,
  candleMinutes,
}: RunMarket): boolean {
  return isLinear && Number.isInteger(unitsPerLotTick) && rowOffset === 0 && candleMinutes === 1;
}

/** Marks the equity of the rows before this one; false where it is not known to be whole. */
export function markAccount(account: ManagedAccount, toRow: number): boolean {
  const { curve, lots, side, market } = account;
  return markLine(curve, side * lots * market.unitsPerLotTick, constantOf(account), toRow);
}

/** The part of the value that does not depend on prices. */
function constantOf(account: ManagedAccount): number {
  return walletOf(account) - account.side * account.costUnits;
}

/** What the account has, without the profit of what is open. */
export function walletOf({
  run,
  talliedGross,
  talliedFees,
  talliedFunding,
}: ManagedAccount): number {
  return run.equity.startUnits + (talliedGross - talliedFees - talliedFunding);
}

/** Books a fill; false, with the account half changed, where a number is not small. */
export function bookFill(account: ManagedAccount, isBuy: boolean, fill: SingleFill): boolean {
  const { run, venue, feed, market } = account;
  const row = Math.floor((fill.atMs - run.setup.firstOpenMs) / MINUTE_MS);
  if (!markAccount(account, row)) return false;
  if (fill.isGap) feed.venue.counts.gapFills += 1;
  if (fill.isPartial) feed.venue.counts.partialFills += 1;
  account.reachedTicks = Infinity;
  if (account.lots === 0) account.side = isBuy || market.market.contract === null ? 1 : -1;
  const isBooked = isBuy === account.side > 0 ? enter(account, fill) : leave(account, fill);
  // The money that the venue moved is what the account booked, so one sum tells for both.
  return isBooked && !Number.isNaN(venue.quote.fees + account.talliedGross + account.talliedFees);
}

function enter(account: ManagedAccount, { lots, valueUnits, feeUnits }: SingleFill): boolean {
  if (account.lots === 0) {
    account.usedUnits = 0;
    account.grossUnits = 0;
    account.feeUnits = 0;
    account.fundingUnits = 0;
  }
  account.lots += lots;
  account.costUnits += valueUnits;
  account.usedUnits = Math.max(account.usedUnits, account.costUnits);
  account.feeUnits += feeUnits;
  account.talliedFees += feeUnits;
  return Number.isSafeInteger(account.costUnits) && Number.isSafeInteger(account.talliedFees);
}

/** Cost leaves in proportion, rounded down; the last lots take what is left. */
function leave(account: ManagedAccount, { lots, valueUnits, feeUnits, atMs }: SingleFill): boolean {
  if (!(lots <= account.lots)) return false;
  const isLast = lots === account.lots;
  const removed = isLast
    ? account.costUnits
    : floorQuotient(smallProduct(account.costUnits, lots), account.lots);
  const gross = account.side * (valueUnits - removed);
  account.lots -= lots;
  account.costUnits -= removed;
  account.grossUnits += gross;
  account.feeUnits += feeUnits;
  account.talliedGross += gross;
  account.talliedFees += feeUnits;
  if (isLast) close(account, atMs);
  return Number.isSafeInteger(account.talliedGross) && Number.isSafeInteger(account.talliedFees);
}

function close(account: ManagedAccount, atMs: number): void {
  const { closed, grossUnits, feeUnits, fundingUnits } = account;
  closed.closedAtMs.push(atMs);
  closed.realizedUnits.push(grossUnits - feeUnits - fundingUnits);
  closed.marginUnits.push(usedMarginOf(account));
}

/** The most margin that the held position has used. */
export function usedMarginOf({ run, market, usedUnits }: ManagedAccount): number {
  if (market.market.contract === null) return usedUnits;
  return Number(initialMarginUnits(BigInt(usedUnits) as Units, leverageOn(run, market)));
}
