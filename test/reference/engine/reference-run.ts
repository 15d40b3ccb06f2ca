// The reference engine: a backtest in exact fractions, written from docs/backtests.md alone and
// without a thought for speed. One market, one account that can pay for everything.

import type { CandlePath, ReferenceCandle } from './candle-path.ts';
import { firstPlace, OPEN_PLACE, pathOf, travelledShare } from './candle-path.ts';
import type { ExecutionRules } from './execution-rules.ts';
import type { Fraction } from './fraction.ts';
import {
  compare,
  fraction,
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
import { meetingOf, triggerSide } from './meet-candle.ts';
import type { PositionLedger } from './position-ledger.ts';
import { bookTrade, heldOf, positionLedger, profitOf } from './position-ledger.ts';
import type { ReferenceMarket } from './reference-market.ts';
import { bookedWorth, worthOf } from './reference-market.ts';
import type { Act, ReferenceOrder, Wish } from './reference-order.ts';

export type ReferenceSetup = {
  readonly market: ReferenceMarket;
  readonly rules: ExecutionRules;
  /** Minutes; null: missing. */
  readonly candles: readonly (ReferenceCandle | null)[];
  /** Minutes of a candle that orders are matched against, at whose end the script runs. */
  readonly barMinutes: number;
  readonly acts: readonly Act[];
};

/** An order as an update sees it. */
export type OrderView = {
  readonly state: string;
  readonly amount: Fraction;
  readonly filled: Fraction;
  readonly paid: Fraction;
  readonly fee: Fraction;
};

export type ReferenceTrace = {
  /** What each update saw, before it asked for anything. */
  readonly updates: readonly { readonly row: number; readonly orders: readonly OrderView[] }[];
  /** At each minute's close, from the first update's to the last one's: profit since the start. */
  readonly equity: readonly { readonly row: number; readonly profit: Fraction }[];
};

type Run = ReferenceSetup & {
  readonly ledger: PositionLedger;
  readonly orders: ReferenceOrder[];
  readonly equity: { readonly row: number; readonly profit: Fraction }[];
  /** The first row whose equity is not marked yet. */
  markedRow: number;
  /** Taken of the running candle's volume. */
  used: Fraction;
};

export function referenceRun(setup: ReferenceSetup): ReferenceTrace {
  const { candles, barMinutes } = setup;
  const state = { ledger: positionLedger(), orders: [], equity: [], used: NOTHING };
  const run: Run = { ...setup, ...state, markedRow: barMinutes - 1 };
  const updates: { row: number; orders: readonly OrderView[] }[] = [];
  for (let toRow = barMinutes; toRow <= candles.length; toRow += barMinutes) {
    const candle = joined(candles.slice(toRow - barMinutes, toRow));
    if (candle !== null) passCandle(run, candle, toRow);
    endTimeouts(run, toRow);
    markEquity(run, toRow);
    updates.push({ row: toRow - 1, orders: run.orders.map(viewOf) });
    update(run, toRow - 1);
  }
  return { updates, equity: run.equity };
}

/** Marks the closes of the rows before this one with what is held now. */
function markEquity(run: Run, toRow: number): void {
  for (; run.markedRow < toRow; run.markedRow += 1) {
    const row = run.markedRow;
    const last = run.candles.slice(0, row + 1).findLast((candle) => candle !== null);
    const price = last?.close ?? run.candles.find((candle) => candle !== null)?.open ?? ONE;
    run.equity.push({ row, profit: profitOf(run.market, run.ledger, price) });
  }
}

/** One candle of several minutes; null when none of them was traded. */
function joined(rows: readonly (ReferenceCandle | null)[]): ReferenceCandle | null {
  const traded = rows.filter((row) => row !== null);
  const [first, last] = [traded[0], traded.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    open: first.open,
    high: most(first.high, ...traded.map(({ high }) => high)),
    low: least(first.low, ...traded.map(({ low }) => low)),
    close: last.close,
    volume: traded.reduce((sum, { volume }) => plus(sum, volume), NOTHING),
  };
}

function viewOf({ state, amount, filled, paid, fee }: ReferenceOrder): OrderView {
  return { state: state === 'asked' ? 'open' : state, amount, filled, paid, fee };
}

/** The script's turn: what it asks for waits for the next candle, cancels do not wait. */
function update(run: Run, row: number): void {
  for (const act of run.acts.filter((each) => each.row === row)) {
    if (act.kind === 'place') {
      run.orders.push(askedOrder(run, act.wish, row));
      continue;
    }
    const order = run.orders[act.index];
    if (order?.state === 'asked' || order?.state === 'open') order.state = 'cancelled';
  }
}

/** Amounts down, prices to the passive side, triggers as the rules say. */
function askedOrder(run: Run, wish: Wish, row: number): ReferenceOrder {
  const { market, rules, orders } = run;
  const { action, type, price, trigger, trail } = wish;
  const { priceStep, amountStep } = market;
  const positionId = wish.positionId ?? '';
  const isExit = isExitOf(run, wish, heldOf(run.ledger, positionId));
  const side = ['buy', 'go_long', 'exit_short'].includes(action) ? 'buy' : 'sell';
  const isLimit = ['limit', 'maker_or_cancel', 'stop_limit', 'take_profit_limit'].includes(type);
  const isStop = type === 'stop_market' || type === 'stop_limit';
  const toNearest = (value: Fraction): Fraction =>
    roundedDown(plus(value, over(priceStep, fraction(2n))), priceStep);
  const outward = side === 'buy' ? roundedUp : roundedDown;
  const roundTrigger = rules.triggersOutward && isStop ? outward : toNearest;
  const nearestOrNull = (value: Fraction | null): Fraction | null =>
    value === null ? null : toNearest(value);
  return {
    index: orders.length,
    wish,
    side,
    positionId,
    isExit,
    role: isExit ? roleOf(wish) : null,
    limit: isLimit ? (side === 'buy' ? roundedDown : roundedUp)(price, priceStep) : null,
    trigger: trigger === null ? null : roundTrigger(trigger, priceStep),
    trail: nearestOrNull(trail?.offset ?? null),
    activation: nearestOrNull(trail?.activationPrice ?? null),
    activationDistance: nearestOrNull(trail?.activationDistance ?? null),
    askedRow: row,
    amount: roundedDown(wish.amount, amountStep),
    filled: NOTHING,
    paid: NOTHING,
    worthExact: NOTHING,
    feeExact: NOTHING,
    fee: NOTHING,
    state: 'asked',
    isSetOff: false,
    best: null,
  };
}

/**
 * Whether an order leaves its position. A buy does when that is short. A sale does when that is
 * long, and on spot also when nothing is held of it: then it sells what the account has.
 */
function isExitOf({ market }: Run, { action }: Wish, held: Fraction): boolean {
  if (action === 'buy') return held.numerator < 0n;
  if (action !== 'sell') return action === 'exit_long' || action === 'exit_short';
  return held.numerator > 0n || (held.numerator === 0n && market.kind === 'spot');
}

function roleOf({ type }: Wish): ReferenceOrder['role'] {
  if (type === 'market') return null;
  return type === 'stop_market' || type === 'stop_limit' || type === 'trailing_stop_market'
    ? 'stop'
    : 'target';
}

/** What was asked for arrives at the open; then what rests meets the candle. */
function passCandle(run: Run, candle: ReferenceCandle, toRow: number): void {
  run.used = NOTHING;
  for (const order of run.orders.filter(({ state }) => state === 'asked')) {
    if (isOver(order, fraction(BigInt(toRow - run.barMinutes)))) {
      order.state = 'cancelled';
      continue;
    }
    order.state = 'open';
    const meeting = meetingOf(order, [candle.open], run.rules, run.market.priceStep, true);
    setOff(order, [candle.open]);
    if (meeting !== null) fill(run, order, candle, meeting);
  }
  const resting = run.orders.filter(({ state }) => state === 'open');
  const met = inPathOrder(run, resting, candle, toRow);
  const contests = contestsOf(run, met);
  for (const { order, meeting, row } of met) {
    markEquity(run, row);
    fill(run, order, candle, meeting, contests.get(contestKey(order)));
  }
  for (const order of resting) setOff(order, pathOf(candle));
}

/** What exits of a position may still fill in a candle in which stops and targets of it meet. */
type Contest = {
  open: Fraction;
  /** What stops inside of the candle want, where they come before the targets inside of it. */
  stops: Fraction;
};

/**
 * The positions of which both stops and targets are met. A fill at the open is known to come
 * first; of what lies inside the candle the rules say which.
 */
function contestsOf(run: Run, met: readonly Met[]): ReadonlyMap<string, Contest> {
  const contests = new Map<string, Contest>();
  for (const key of new Set(met.map(({ order }) => contestKey(order)))) {
    const exits = met.filter(({ order }) => contestKey(order) === key);
    const [stops, targets] = [wantedBy(exits, 'stop'), wantedBy(exits, 'target')];
    if (stops.numerator === 0n || targets.numerator === 0n) continue;
    const [{ order }] = exits as [Met];
    const open = most(openFor(run, order), stops, targets);
    const inside = exits.filter(({ meeting }) => compare(meeting.place, OPEN_PLACE) > 0n);
    const isUnsure =
      wantedBy(inside, 'target').numerator > 0n && compare(plus(stops, targets), open) > 0n;
    const first = run.rules.stopsFirst && isUnsure ? wantedBy(inside, 'stop') : NOTHING;
    contests.set(key, { open, stops: first });
  }
  return contests;
}

/** Exits of one position on one side. */
function contestKey({ side, positionId }: ReferenceOrder): string {
  return `${side} ${positionId}`;
}

/** What is open of the position that an exit leaves. */
function openFor({ ledger }: Run, { side, positionId }: ReferenceOrder): Fraction {
  const held = heldOf(ledger, positionId);
  return most(NOTHING, side === 'sell' ? held : negative(held));
}

function wantedBy(met: readonly Met[], role: 'stop' | 'target'): Fraction {
  return met
    .map(({ order }) => order)
    .filter((order) => order.role === role)
    .reduce((sum, { amount, filled }) => plus(sum, minus(amount, filled)), NOTHING);
}

/** An order whose trigger is met works as what it became from then on. */
function setOff(order: ReferenceOrder, path: CandlePath): void {
  const { trigger } = order;
  if (trigger !== null && firstPlace(path, triggerSide(order), trigger) !== null)
    order.isSetOff = true;
}

/** In rows. The last instant of a candle still belongs to it. */
const MILLISECOND = fraction(1n, 60_000n);

type Met = {
  readonly order: ReferenceOrder;
  readonly meeting: Meeting;
  /** The minute of the candle that it falls into. */
  readonly row: number;
};

/** What meets the candle before its time is over, in the order of its path, then of placement. */
function inPathOrder(
  run: Run,
  orders: readonly ReferenceOrder[],
  candle: ReferenceCandle,
  toRow: number,
): readonly Met[] {
  const path = pathOf(candle);
  const met: Met[] = [];
  for (const order of orders) {
    const meeting = meetingOf(order, path, run.rules, run.market.priceStep, false);
    if (meeting === null) continue;
    const minutes = times(travelledShare(path, meeting.place), fraction(BigInt(run.barMinutes)));
    const instant = plus(fraction(BigInt(toRow - run.barMinutes)), minutes);
    const at = least(instant, minus(fraction(BigInt(toRow)), MILLISECOND));
    if (isOver(order, at)) continue;
    met.push({ order, meeting, row: Number(roundedDown(at, ONE).numerator) });
  }
  return met.toSorted((left, right) => {
    const order = compare(left.meeting.place, right.meeting.place);
    return order < 0n ? -1 : order > 0n ? 1 : left.order.index - right.order.index;
  });
}

/** Fills what there is volume for; the rest stays. */
function fill(
  run: Run,
  order: ReferenceOrder,
  candle: ReferenceCandle,
  meeting: Meeting,
  contest?: Contest,
): void {
  const { market, rules } = run;
  const left = leftFor(order, meeting, contest);
  const amount =
    rules.participation === null
      ? left
      : least(
          left,
          minus(
            roundedDown(times(candle.volume, rules.participation), market.amountStep),
            run.used,
          ),
        );
  if (amount.numerator <= 0n) return;
  run.used = plus(run.used, amount);
  const price = meeting.slips ? slipped(run, order, candle, meeting.price, amount) : meeting.price;
  if (contest !== undefined && order.role !== null) {
    contest.open = minus(contest.open, amount);
    if (order.role === 'stop') contest.stops = most(NOTHING, minus(contest.stops, amount));
  }
  book(run, order, price, amount, meeting.isMaker ? market.makerFee : market.takerFee);
}

/** What is left of an order, and in a contest of what the exits before it leave. */
function leftFor(
  order: ReferenceOrder,
  { place }: Meeting,
  contest: Contest | undefined,
): Fraction {
  const left = minus(order.amount, order.filled);
  if (contest === undefined || order.role === null) return left;
  const isInside = compare(place, OPEN_PLACE) > 0n;
  const kept = order.role === 'target' && isInside ? contest.stops : NOTHING;
  return most(NOTHING, least(left, minus(contest.open, kept)));
}

function slipped(
  { rules, market }: Run,
  { side, limit }: ReferenceOrder,
  candle: ReferenceCandle,
  price: Fraction,
  amount: Fraction,
): Fraction {
  const isAll = compare(amount, candle.volume) >= 0n;
  const slippage = rules.slippageOf(price, isAll ? ONE : over(amount, candle.volume));
  const slid = plus(price, side === 'buy' ? slippage : negative(slippage));
  const worse = limit === null ? slid : side === 'buy' ? least(slid, limit) : most(slid, limit);
  if (rules.slipsBeyond) return most(worse, market.priceStep);
  return side === 'buy' ? least(worse, candle.high) : most(worse, candle.low);
}

function book(
  run: Run,
  order: ReferenceOrder,
  price: Fraction,
  amount: Fraction,
  feeShare: Fraction,
): void {
  const { market, ledger } = run;
  const before = bookedWorth(market, order.side, order.worthExact);
  order.worthExact = plus(order.worthExact, worthOf(market, price, amount));
  const worth = minus(bookedWorth(market, order.side, order.worthExact), before);
  order.filled = plus(order.filled, amount);
  order.paid = plus(order.paid, times(price, amount));
  order.feeExact = plus(order.feeExact, times(worth, feeShare));
  const fee = roundedUp(order.feeExact, market.unit);
  bookTrade(market, ledger, order.positionId, {
    side: order.side,
    amount,
    worth,
    fee: minus(fee, order.fee),
  });
  order.fee = fee;
  if (compare(order.filled, order.amount) === 0n) order.state = 'filled';
}

/** Orders whose time is over at this row's beginning, the end of the candle before. */
function endTimeouts(run: Run, row: number): void {
  for (const order of run.orders) {
    if (order.state === 'open' && isOver(order, fraction(BigInt(row)))) order.state = 'cancelled';
  }
}

/** Whether an order's time is over at an instant, in rows. */
function isOver({ askedRow, wish: { timeoutMinutes } }: ReferenceOrder, at: Fraction): boolean {
  return (
    timeoutMinutes !== null && compare(fraction(BigInt(askedRow + 1 + timeoutMinutes)), at) <= 0n
  );
}
