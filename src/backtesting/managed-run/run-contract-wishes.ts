// Trades the managed wishes of a run on contracts, where a wish may leave a position and begin the
// opposite one: by two orders of one side and one price, of which the exit is always served first.

import type { SingleOrder } from '#domain/fast-spot/fast-spot-venue.ts';
import { matchSingle } from '#domain/fast-spot/match-single.ts';
import { arriveSingle, newSingleOrder } from '#domain/fast-spot/place-single.ts';
import type { SingleOutcome } from '#domain/fast-spot/single-outcome.ts';
import { leastAmount } from '#commands/trading/contract-value.ts';
import { isMissingAsFee, isReached } from '#commands/trading/managed-trading.ts';
import type { ManagedWish } from '#engine/run-api/wish-api.ts';
import { amountWorth } from '#engine/run/apis/make-settings-api.ts';
import { isSurelyValid } from '#engine/run/orders/ask-order.ts';
import { fromSteps, roundToSteps } from '#engine/run/step-scale.ts';
import { arrivalBarAt, fastBarOf } from '#engine/venue-feed/fast-steps.ts';
import { openMsOfBar } from '#engine/venue-feed/matching-bars.ts';
import { nextBusyOfSingle } from '#engine/venue-feed/next-busy-bar.ts';
import type { ManagedAccount } from '#backtesting/managed-run/managed-account.ts';
import { bookFill, markAccount } from '#backtesting/managed-run/managed-account.ts';
import type { ManagedMargin } from '#backtesting/managed-run/managed-margin.ts';
import { canEnter, canLeave, passTo, renewGuard } from '#backtesting/managed-run/managed-margin.ts';
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

type ContractRun = {
  readonly account: ManagedAccount;
  readonly margin: ManagedMargin;
  /** Of the newest wish: lots that leave and lots that enter, and the side of both. */
  exitLots: number;
  enterLots: number;
  isBuy: boolean;
};

/** False where the run has to be made bar by bar. */
export function runContractWishes(
  account: ManagedAccount,
  margin: ManagedMargin,
  { rows, codes, count }: WishList,
): boolean {
  const run: ContractRun = { account, margin, exitLots: 0, enterLots: 0, isBuy: true };
  let freeRow = 0;
  for (let place = 0; place < count; place += 1) {
    const row = rows[place] as number;
    if (row < freeRow) continue;
    const code = codes[place] as number;
    if (row < account.firstPriceRow || account.firstPriceRow < 0) return false;
    if (!sizeWish(run, wishOf(code), row)) return false;
    if (run.exitLots === 0 && run.enterLots === 0) continue;
    freeRow = trade(run, code, row);
    if (Number.isNaN(freeRow)) return false;
  }
  const { lastBar } = account.feed.venue.bars;
  return passTo(account, margin, lastBar) && markAccount(account, lastBar + 1);
}

/** The sizes of what a wish asks for; false where they are not known here. */
function sizeWish(run: ContractRun, wish: ManagedWish, row: number): boolean {
  const { lots, side } = run.account;
  const held = lots === 0 ? 0 : side;
  run.exitLots = 0;
  run.enterLots = 0;
  switch (wish) {
    case 'long':
      return sizeEntry(run, 1, row);
    case 'short':
      return sizeEntry(run, -1, row);
    case 'flip':
      return held === 0 || sizeEntry(run, -held, row);
    case 'exit':
      return held === 0 || sizeExit(run);
    case 'exit_long':
      return held <= 0 || sizeExit(run);
    case 'exit_short':
      return held >= 0 || sizeExit(run);
  }
}

function sizeExit(run: ContractRun): boolean {
  const { lots, side, market } = run.account;
  run.isBuy = side < 0;
  run.exitLots = roundToSteps(market.amount, fromSteps(market.amount, lots), 'floor');
  return run.exitLots === lots;
}

function sizeEntry(run: ContractRun, side: number, row: number): boolean {
  const { account } = run;
  const { market, facts, tradeQuote } = account;
  const isOpposite = account.lots > 0 && account.side !== side;
  if (isOpposite && !sizeExit(run)) return false;
  if (!isOpposite && account.reachedTicks === 0) return true;
  run.isBuy = side > 0;
  const held = isOpposite ? 0 : fromSteps(market.amount, account.lots);
  const isBeginning = held < Math.max(facts.minAmount, facts.amountStep);
  const ticks = market.candles.close[row] as number;
  const whole = amountWorth(market, tradeQuote, ticks);
  const target = isBeginning || Number.isNaN(account.target) ? whole : account.target;
  const missing = target - held;
  if (!isBeginning) {
    const feeShare = facts.takerFeePercent / 100;
    // A share of the target, whatever the price: until a fill changes what is held.
    if (isMissingAsFee(missing, target, feeShare)) account.reachedTicks = 0;
    const least = leastAmount(facts, fromSteps(market.price, ticks));
    if (isReached(missing, target, { feeShare, leastAmount: least })) return true;
  } else {
    // Also where none of its orders fills, and what is held stays.
    account.target = missing;
    account.reachedTicks = Infinity;
  }
  run.enterLots = roundToSteps(market.amount, missing, 'floor');
  return missing > 0 && run.enterLots > 0;
}

/**
 * Follows the orders of a wish to their end; returns the first bar at whose close none works,
 * infinite where one works to the end; NaN where that is not known here.
 */
function trade(run: ContractRun, code: number, row: number): number {
  const { account, margin, exitLots, enterLots, isBuy } = run;
  const { market, feed, venue } = account;
  const type = typeOf(code);
  const close = market.candles.close[row] as number;
  const limit = type === 'market' ? Number.NaN : limitOf(account, isBuy, close);
  if (type !== 'market' && !(limit > 0)) return Number.NaN;
  const at = type === 'market' ? close : limit;
  if (exitLots > 0 && !isSurelyValid(market, exitLots, at)) return Number.NaN;
  if (enterLots > 0 && !isSurelyValid(market, enterLots, at)) return Number.NaN;
  const bar = arrivalBarOf(account, row);
  if (bar === Infinity) return Infinity;
  if (!passTo(account, margin, bar)) return Number.NaN;
  const { bars } = feed.venue;
  const candle = arrivalBarAt(feed.venue, margin.on, openMsOfBar(bars, bar), bar);
  const order = (lots: number): SingleOrder =>
    newSingleOrder(
      venue,
      candle,
      isBuy ? MANAGED_BUY : MANAGED_SALE,
      lots,
      limit,
      expiryOf(account, type, row),
    );
  let exit = exitLots > 0 ? order(exitLots) : null;
  if (exit !== null) {
    const outcome = arriveSingle(venue, exit, candle);
    if (outcome === null || !book(run, exit, false, outcome, bar)) return Number.NaN;
    if (outcome.end !== null) exit = null;
    // The next one arrives while it rests.
    venue.order = null;
  }
  let entry: SingleOrder | null = null;
  if (enterLots > 0) {
    const opened = exit === null ? enterLots : Math.max(0, enterLots - account.lots);
    const heldTicks = Number.isNaN(limit) ? candle.open : limit;
    if (!canEnter(account, margin, opened, heldTicks)) return Number.NaN;
    entry = order(enterLots);
    const outcome = arriveSingle(venue, entry, candle);
    if (outcome === null || !book(run, entry, true, outcome, bar)) return Number.NaN;
    if (outcome.end !== null) entry = null;
  }
  return exit === null && entry === null ? bar : rest(run, exit, entry, bar);
}

/** From the bar of their arrival on: both have the same price and the same time. */
function rest(
  run: ContractRun,
  restingExit: SingleOrder | null,
  restingEntry: SingleOrder | null,
  fromBar: number,
): number {
  const { account, margin } = run;
  const { feed, venue } = account;
  const { bars } = feed.venue;
  const end = bars.lastBar + 1;
  let [exit, entry, from] = [restingExit, restingEntry, fromBar];
  for (;;) {
    venue.order = exit ?? entry;
    const bar = nextBusyOfSingle(feed.venue, venue, from, end);
    if (bar >= end) return Infinity;
    if (!passTo(account, margin, bar)) return Number.NaN;
    const candle = fastBarOf(feed.venue, margin.on, openMsOfBar(bars, bar), bar);
    const isMissing = margin.on.columns.isMissing[bar] !== 0;
    for (const order of [exit, entry]) {
      if (order === null) continue;
      const isEntry = order === entry;
      venue.order = order;
      const outcome = matchSingle(venue, candle, isMissing);
      if (outcome === null || !book(run, order, isEntry, outcome, bar)) return Number.NaN;
      if (outcome.end === null) continue;
      if (isEntry) entry = null;
      else exit = null;
    }
    if (exit === null && entry === null) return bar;
    from = bar + 1;
  }
}

function book(
  { account, margin }: ContractRun,
  { isBuy }: SingleOrder,
  isEntry: boolean,
  { fill, end }: SingleOutcome,
  bar: number,
): boolean {
  if (fill !== null) {
    const isLeaving = account.lots > 0 && isBuy !== account.side > 0;
    // An entry that fills before its exit has would leave a part of what is held.
    if (isLeaving === isEntry) return false;
    const canPay = isEntry
      ? canEnter(account, margin, fill.lots, fill.priceTicks)
      : canLeave(account, margin, fill);
    if (!canPay || !bookFill(account, isBuy, fill)) return false;
    margin.fillsCount += 1;
    renewGuard(account, margin, bar);
  }
  if (end === null) return true;
  if (end.outcome === 'filled') account.filledOrders += 1;
  return isEntry || account.lots === 0 || canLeaveRest(account, bar);
}
