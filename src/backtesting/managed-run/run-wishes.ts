// Trades the managed wishes of a run: from wish to wish, and within each order from bar to bar in
// which it can fill or end. Gives up where the account is not enough to say what would come about
// (an order of which the exact venue knows more, a size near a limit of the market), and the run is
// made bar by bar instead.

import type { SingleOrder } from '#domain/fast-spot/fast-spot-venue.ts';
import { matchSingle } from '#domain/fast-spot/match-single.ts';
import { arriveSingle, newSingleOrder } from '#domain/fast-spot/place-single.ts';
import type { SingleOutcome } from '#domain/fast-spot/single-outcome.ts';
import { leastAmount } from '#commands/trading/contract-value.ts';
import { isMissingAsFee, isReached } from '#commands/trading/managed-trading.ts';
import { amountWorth } from '#engine/run/apis/make-settings-api.ts';
import { isSurelyValid } from '#engine/run/orders/ask-order.ts';
import { fromSteps, roundToSteps } from '#engine/run/step-scale.ts';
import { arrivalBarAt, fastBarOf } from '#engine/venue-feed/fast-steps.ts';
import { openMsOfBar } from '#engine/venue-feed/matching-bars.ts';
import { nextBusyOfSingle } from '#engine/venue-feed/next-busy-bar.ts';
import type { ManagedAccount } from '#backtesting/managed-run/managed-account.ts';
import { bookFill, markAccount } from '#backtesting/managed-run/managed-account.ts';
import {
  arrivalBarOf,
  MANAGED_BUY,
  canLeaveRest,
  expiryOf,
  limitOf,
  MANAGED_SALE,
} from '#backtesting/managed-run/managed-order.ts';
import type { WishList } from '#backtesting/managed-run/wish-list.ts';
import { typeOf, wishOf } from '#backtesting/managed-run/wish-list.ts';

/** False where the run has to be made bar by bar. */
export function runWishes(account: ManagedAccount, wishes: WishList): boolean {
  const { rows, codes, count } = wishes;
  let freeRow = 0;
  for (let place = 0; place < count; place += 1) {
    const row = rows[place] as number;
    if (row < freeRow) continue;
    const code = codes[place] as number;
    const lots = lotsWished(account, code, row);
    if (Number.isNaN(lots)) return false;
    if (lots === 0) continue;
    freeRow = trade(account, lots, code, row);
    if (Number.isNaN(freeRow)) return false;
  }
  return markAccount(account, account.feed.venue.bars.lastBar + 1);
}

/** Lots that a wish buys, below zero those that it sells; NaN where that is not known here. */
function lotsWished(account: ManagedAccount, code: number, row: number): number {
  if (row < account.firstPriceRow || account.firstPriceRow < 0) return Number.NaN;
  const wish = wishOf(code);
  if (wish === 'long') return lotsToBuy(account, row);
  // What is not owned cannot be sold on spot, so there is no short to leave.
  return wish === 'exit_short' ? 0 : -lotsToSell(account);
}

function lotsToBuy(account: ManagedAccount, row: number): number {
  const { market, facts, tradeQuote, reachedTicks } = account;
  const ticks = market.candles.close[row] as number;
  if (ticks >= reachedTicks) return 0;
  const held = fromSteps(market.amount, account.lots);
  const least = leastAmount(facts, fromSteps(market.price, ticks));
  const isBeginning = held < least;
  const whole = amountWorth(market, tradeQuote, ticks);
  const target = isBeginning || Number.isNaN(account.target) ? whole : account.target;
  const missing = target - held;
  const feeShare = facts.takerFeePercent / 100;
  if (!isBeginning) {
    // The higher the price, the smaller the least amount: what is held suffices there, too.
    if (isMissingAsFee(missing, target, feeShare)) account.reachedTicks = ticks;
    if (isReached(missing, target, { feeShare, leastAmount: least })) return 0;
  } else {
    account.target = missing;
    account.reachedTicks = Infinity;
  }
  const lots = roundToSteps(market.amount, missing, 'floor');
  return missing > 0 && lots > 0 ? lots : Number.NaN;
}

function lotsToSell({ market, lots }: ManagedAccount): number {
  if (lots === 0) return 0;
  const wanted = roundToSteps(market.amount, fromSteps(market.amount, lots), 'floor');
  return wanted > 0 && wanted <= lots ? wanted : Number.NaN;
}

/**
 * Follows an order to its end; returns the first bar at whose close none works, infinite where it
 * works to the end; NaN where that is not known here.
 */
function trade(account: ManagedAccount, signed: number, code: number, row: number): number {
  const { market, feed, venue } = account;
  const { bars, markets } = feed.venue;
  const type = typeOf(code);
  const isBuy = signed > 0;
  const lots = Math.abs(signed);
  const close = market.candles.close[row] as number;
  const limit = type === 'market' ? Number.NaN : limitOf(account, isBuy, close);
  if (type !== 'market' && !(limit > 0)) return Number.NaN;
  if (!isSurelyValid(market, lots, type === 'market' ? close : limit)) return Number.NaN;
  const [on] = markets;
  if (on === undefined) return Number.NaN;
  const bar = arrivalBarOf(account, row);
  if (bar === Infinity) return Infinity;
  const expiresAtMs = expiryOf(account, type, row);
  const candle = arrivalBarAt(feed.venue, on, openMsOfBar(bars, bar), bar);
  const order = newSingleOrder(
    venue,
    candle,
    isBuy ? MANAGED_BUY : MANAGED_SALE,
    lots,
    limit,
    expiresAtMs,
  );
  const outcome = arriveSingle(venue, order, candle);
  if (outcome === null || !book(account, order, outcome, bar)) return Number.NaN;
  return outcome.end === null ? rest(account, order, bar) : bar;
}

/** From the bar of its arrival on. */
function rest(account: ManagedAccount, order: SingleOrder, fromBar: number): number {
  const { feed, venue } = account;
  const { bars, markets } = feed.venue;
  const [on] = markets;
  if (on === undefined) return Number.NaN;
  const end = bars.lastBar + 1;
  for (let from = fromBar; ;) {
    const bar = nextBusyOfSingle(feed.venue, venue, from, end);
    if (bar >= end) return Infinity;
    const candle = fastBarOf(feed.venue, on, openMsOfBar(bars, bar), bar);
    const outcome = matchSingle(venue, candle, on.columns.isMissing[bar] !== 0);
    if (outcome === null || !book(account, order, outcome, bar)) return Number.NaN;
    if (outcome.end !== null) return bar;
    from = bar + 1;
  }
}

function book(
  account: ManagedAccount,
  { isBuy }: SingleOrder,
  { fill, end }: SingleOutcome,
  bar: number,
): boolean {
  if (fill !== null && !bookFill(account, isBuy, fill)) return false;
  if (end === null) return true;
  if (end.outcome === 'filled') account.filledOrders += 1;
  return isBuy || account.lots === 0 || canLeaveRest(account, bar);
}
