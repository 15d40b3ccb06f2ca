// A fill: how much of an order, at what price after slippage, and what it costs.

import type { ReferenceCandle } from './candle-path.ts';
import type { Contest } from './exit-contest.ts';
import { leftFor } from './exit-contest.ts';
import { endExitsOf } from './fit-exit.ts';
import type { Fraction } from './fraction.ts';
import {
  compare,
  least,
  minus,
  most,
  negative,
  NOTHING,
  ONE,
  over,
  plus,
  roundedDown,
  roundedUp,
  times,
} from './fraction.ts';
import type { Meeting } from './meet-candle.ts';
import { entriesAfter } from './open-entries.ts';
import { bookTrade, heldOf } from './position-ledger.ts';
import { bookedWorth, worthOf } from './reference-market.ts';
import type { ReferenceOrder } from './reference-order.ts';
import type { ReferenceState } from './reference-state.ts';
import { takeFromGroup } from './take-from-group.ts';

/** What is known to have been traded where an order fills. */
export type TradedMinute = Pick<ReferenceCandle, 'volume'> & {
  /** Null: between which prices is not known yet. */
  readonly extremes: Pick<ReferenceCandle, 'low' | 'high'> | null;
};

export function tradedIn({ volume, low, high }: ReferenceCandle): TradedMinute {
  return { volume, extremes: { low, high } };
}

/** Fills what there is volume for; returns whether the order's position left it anything. */
export function fillOrder(
  run: ReferenceState,
  order: ReferenceOrder,
  traded: TradedMinute,
  meeting: Meeting,
  contest?: Contest,
): boolean {
  const { market, rules } = run;
  const left = leftFor(run, order, meeting, contest);
  if (left.numerator === 0n) return false;
  const amount =
    rules.participation === null
      ? left
      : least(
          left,
          minus(
            roundedDown(times(traded.volume, rules.participation), market.amountStep),
            run.used,
          ),
        );
  if (amount.numerator <= 0n) return true;
  run.used = plus(run.used, amount);
  const price = meeting.slips
    ? slipped(run, order, traded, meeting.price, amount)
    : inside(meeting.price, traded);
  if (contest !== undefined && order.role !== null && contest.open !== null)
    contest.open = minus(contest.open, amount);
  book(run, order, price, amount, meeting.isMaker ? market.makerFee : market.takerFee);
  return true;
}

/** The price, or the nearest to it at which anything was traded. */
function inside(price: Fraction, { extremes }: TradedMinute): Fraction {
  return extremes === null ? price : most(extremes.low, least(price, extremes.high));
}

function slipped(
  { rules, market }: ReferenceState,
  { side, limit }: ReferenceOrder,
  { volume, extremes }: TradedMinute,
  price: Fraction,
  amount: Fraction,
): Fraction {
  const isAll = compare(amount, volume) >= 0n;
  const slippage = rules.slippageOf(price, isAll ? ONE : over(amount, volume));
  const slid = plus(price, side === 'buy' ? slippage : negative(slippage));
  const worse = limit === null ? slid : side === 'buy' ? least(slid, limit) : most(slid, limit);
  if (rules.slipsBeyond || extremes === null) return most(worse, market.priceStep);
  return side === 'buy' ? least(worse, extremes.high) : most(worse, extremes.low);
}

/** What an opened worth locks. */
function marginFor({ leverage, market }: ReferenceState, worth: Fraction): Fraction {
  return roundedUp(over(worth, leverage), market.unit);
}

function book(
  run: ReferenceState,
  order: ReferenceOrder,
  price: Fraction,
  amount: Fraction,
  feeShare: Fraction,
): void {
  const { market, ledger } = run;
  const before = bookedWorth(market, order.side, order.worthExact);
  order.worthExact = plus(order.worthExact, worthOf(market, price, amount));
  const worth = minus(bookedWorth(market, order.side, order.worthExact), before);
  const once = order.filled.numerator === 0n ? market.feePerOrder : NOTHING;
  const charges = plus(once, times(amount, market.feePerContract));
  order.filled = plus(order.filled, amount);
  order.paid = plus(order.paid, times(price, amount));
  order.feeExact = plus(order.feeExact, plus(times(worth, feeShare), charges));
  const fee = roundedUp(order.feeExact, market.unit);
  const held = heldOf(ledger, order.positionId);
  bookTrade(market, ledger, order.positionId, {
    side: order.side,
    price,
    amount,
    worth,
    fee: minus(fee, order.fee),
    marginOf: (opened) => {
      const locked = marginFor(run, order.opened);
      order.opened = plus(order.opened, opened);
      return minus(marginFor(run, order.opened), locked);
    },
    isIsolated: run.isIsolated,
  });
  order.fee = fee;
  const entries = run.entries.get(order.positionId) ?? [];
  run.entries.set(order.positionId, entriesAfter(entries, order, amount));
  if (compare(order.filled, order.amount) === 0n) order.state = 'filled';
  takeFromGroup(run, order, amount);
  const isOver = times(held, heldOf(ledger, order.positionId)).numerator <= 0n;
  if (held.numerator !== 0n && isOver)
    endExitsOf(run, order.positionId, held.numerator > 0n ? 'sell' : 'buy');
}
