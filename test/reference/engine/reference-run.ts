// The reference engine: a backtest in exact fractions, written from docs/backtests.md alone and
// without a thought for speed. One market, one account that can pay for everything.

import { arriveOrders } from './arrive-orders.ts';
import { tradedIn } from './fill-order.ts';
import { amountOfShare, requestedOrder } from './requested-order.ts';
import type { ReferenceCandle } from './candle-path.ts';
import { endIdleExits, fitExit } from './fit-exit.ts';
import type { Fraction } from './fraction.ts';
import { fraction, least, minus, most, NOTHING, plus } from './fraction.ts';
import { lastPrice } from './last-price.ts';
import { callMargin, marginPieces } from './margin-call.ts';
import { isOver, MILLISECOND } from './met-orders.ts';
import { isOneTooMany } from './open-entries.ts';
import { passPath } from './pass-path.ts';
import { positionLedger, profitOf } from './position-ledger.ts';
import { liquidate, payFunding } from './reference-margin.ts';
import type { ReferenceOrder } from './reference-order.ts';
import type { ReferenceSetup, ReferenceState } from './reference-state.ts';

/** An order as an update sees it. */
export type OrderView = {
  readonly state: string;
  readonly amount: Fraction;
  readonly filled: Fraction;
  readonly paid: Fraction;
  readonly fee: Fraction;
};

export type ReferenceTrace = {
  /** What each update saw, before it requested anything. */
  readonly updates: readonly {
    readonly row: number;
    /** What the share of the equity would buy. */
    readonly size: Fraction;
    readonly orders: readonly OrderView[];
  }[];
  /** At each minute's close, from the first update's to the last one's: profit since the start. */
  readonly equity: readonly { readonly row: number; readonly profit: Fraction }[];
};

export function referenceRun(setup: ReferenceSetup): ReferenceTrace {
  const { candles, barMinutes, updateMinutes } = setup;
  const lists = { ledger: positionLedger(), orders: [], equity: [], entries: new Map() };
  const counters = { used: NOTHING, markedRow: updateMinutes - 1, arrivals: 0 };
  const run: ReferenceState = { ...setup, ...lists, ...counters };
  const updates: { row: number; size: Fraction; orders: readonly OrderView[] }[] = [];
  const rows = candles.length - (candles.length % updateMinutes);
  for (let toRow = barMinutes; toRow <= rows; toRow += barMinutes) {
    const candle = joined(candles.slice(toRow - barMinutes, toRow));
    fund(run, toRow - barMinutes, toRow);
    if (candle !== null) passCandle(run, candle, toRow);
    endTimeouts(run, toRow);
    markEquity(run, toRow);
    if (toRow % updateMinutes !== 0) continue;
    const size = amountOfShare(run, toRow - 1);
    updates.push({ row: toRow - 1, size, orders: run.orders.map(viewOf) });
    update(run, toRow - 1);
    if (candle !== null) passClose(run, candle, toRow);
  }
  // The last point is what the account is worth when all is over.
  const last = run.equity.pop();
  run.markedRow -= last === undefined ? 0 : 1;
  markEquity(run, run.markedRow + 1);
  return { updates, equity: run.equity };
}

/** Pays what falls due before anything else happens, at the open or else the last price. */
function fund(run: ReferenceState, row: number, toRow: number): void {
  const rate = run.funding.get(row);
  if (rate === undefined || !run.hasMargin) return;
  const price = run.candles.slice(row, toRow).find((candle) => candle !== null)?.open;
  payFunding(run, rate, price ?? lastPrice(run, row));
}

/** Marks the closes of the rows before this one with what is held now. */
function markEquity(run: ReferenceState, toRow: number): void {
  for (; run.markedRow < toRow; run.markedRow += 1) {
    const row = run.markedRow;
    run.equity.push({ row, profit: profitOf(run.market, run.ledger, lastPrice(run, row)) });
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
function update(run: ReferenceState, row: number): void {
  const cancels: ReferenceOrder[] = [];
  const requested: ReferenceOrder[] = [];
  for (const act of run.acts.filter((each) => each.row === row)) {
    if (act.kind === 'place') {
      const order = requestedOrder(run, act.wish, row);
      if (isOneTooMany(run, order)) order.state = 'refused';
      run.orders.push(order);
      requested.push(order);
    } else {
      const order = run.orders[act.index];
      if (order?.state === 'asked' || order?.state === 'open') cancels.push(order);
    }
  }
  for (const order of cancels) if (requested.includes(order)) order.state = 'cancelled';
  for (const order of requested) if (order.state === 'asked') fitExit(run, order);
  for (const order of cancels) order.state = 'cancelled';
  endIdleExits(run);
}

/** What was requested arrives at the open; then what rests meets the candle. */
function passCandle(run: ReferenceState, candle: ReferenceCandle, toRow: number): void {
  run.used = NOTHING;
  const begin = toRow - run.barMinutes;
  const requested = run.orders.filter(({ state }) => state === 'asked');
  const before = joined(run.candles.slice(Math.max(0, begin - run.barMinutes), begin));
  const known = { volume: before?.volume ?? NOTHING, extremes: null };
  arriveOrders(run, requested, known, { price: candle.open, instant: fraction(BigInt(begin)) });
  // On cross margin all that the account has stands behind it, which is never used up here.
  if (run.hasMargin && run.isIsolated) liquidate(run, candle);
  if (run.marginShares === null) {
    passPiece(run, candle, toRow);
    return;
  }
  for (const piece of marginPieces(candle)) {
    passPiece(run, piece.candle, toRow);
    callMargin(run, piece, begin);
  }
}

/** What rests meets a candle, or a piece of it. */
function passPiece(run: ReferenceState, candle: ReferenceCandle, toRow: number): void {
  const begin = fraction(BigInt(toRow - run.barMinutes));
  const resting = run.orders.filter((order) => order.state === 'open' && !isOver(order, begin));
  passPath(run, resting, candle, toRow, (row) => {
    // One whose position has ended on the way is informed after the candle.
    markEquity(run, row);
  });
  endIdleExits(run);
}

/** What does not wait for the next open arrives at the close of the candle that requested it. */
function passClose(run: ReferenceState, candle: ReferenceCandle, toRow: number): void {
  const early = run.orders.filter(({ state, wish: { isImmediate } }) => {
    return state === 'asked' && (run.fillsAtClose || isImmediate);
  });
  const instant = minus(fraction(BigInt(toRow)), MILLISECOND);
  arriveOrders(run, early, tradedIn(candle), { price: candle.close, instant });
}

/** Orders whose time is over at this row's beginning, the end of the candle before. */
function endTimeouts(run: ReferenceState, row: number): void {
  for (const order of run.orders) {
    if (order.state === 'open' && isOver(order, fraction(BigInt(row)))) order.state = 'cancelled';
  }
  endIdleExits(run);
}
