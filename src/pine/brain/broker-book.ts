// Book of the broker of a Pine script: open and closed trades, and the orders that work for them.
// Plain data, which a snapshot holds.

import type { RiskBook } from '#pine/brain/risk-book.ts';
import { emptyRisk } from '#pine/brain/risk-book.ts';
import type { Trade } from '#pine/runtime/broker.ts';

export type OpenTrade = Trade & {
  /** Of the run; each entry has one of its own. */
  readonly positionId: string;
  readonly orderId: string;
  size: number;
  maxRunup: number;
  maxDrawdown: number;
  commission: number;
};

export type WorkingOrder = {
  readonly orderId: string;
  /** What the script calls it. */
  readonly id: string;
  /** `turn`: closes what stands against an entry, with it. */
  readonly kind: 'entry' | 'exit' | 'close' | 'turn';
  readonly direction: 'long' | 'short';
  readonly positionId: string;
  readonly amount: number;
  readonly isMarket: boolean;
  readonly comment: string;
  /** The bar on which it was requested. */
  readonly bar: number;
  /** Its prices, by which a repeated request is known as the same. */
  readonly terms: string;
  /** Of an entry with a price: at which it will fill at about. */
  readonly price: number;
  seenAmount: number;
  seenValue: number;
};

export type BrokerBook = {
  trades: OpenTrade[];
  closed: Trade[];
  working: WorkingOrder[];
  positionCount: number;
  grossProfit: number;
  grossLoss: number;
  wins: number;
  losses: number;
  evens: number;
  mostHeld: number;
  allowed: 'long' | 'short' | 'all';
  risk: RiskBook;
  /** Profits and losses of closed trades in percent of what each was opened with, added up. */
  shares: { won: number; lost: number };
  mostLong: number;
  mostShort: number;
  /** Of the run's beginning; NaN before. */
  initialCapital: number;
};

export function emptyBook(): BrokerBook {
  return {
    trades: [],
    closed: [],
    working: [],
    positionCount: 0,
    grossProfit: 0,
    grossLoss: 0,
    wins: 0,
    losses: 0,
    evens: 0,
    mostHeld: 0,
    allowed: 'all',
    risk: emptyRisk(),
    shares: { won: 0, lost: 0 },
    mostLong: 0,
    mostShort: 0,
    initialCapital: NaN,
  };
}

/** Closed trades that a script can read. */
const CLOSED_MAX = 9_000;

export type ExitFill = {
  readonly amount: number;
  readonly price: number;
  readonly fees: number;
  readonly atMs: number;
  readonly bar: number;
  readonly id: string;
  readonly comment: string;
};

export function profitOf(trade: Trade, price: number, size: number, pointValue: number): number {
  const sign = trade.direction === 'long' ? 1 : -1;
  return sign * (price - trade.entryPrice) * size * pointValue;
}

/** Closes so much of the trades of a position, and books what it brought. */
export function bookExit(
  book: BrokerBook,
  positionId: string,
  fill: ExitFill,
  pointValue: number,
): void {
  let left = fill.amount;
  for (const trade of book.trades) {
    if (trade.positionId !== positionId || left <= 0) continue;
    const size = Math.min(trade.size, left);
    left -= size;
    const share = size / trade.size;
    const fees = trade.commission * share + (fill.fees * size) / fill.amount;
    const profit = profitOf(trade, fill.price, size, pointValue) - fees;
    trade.commission -= trade.commission * share;
    trade.size = near(trade.size - size);
    const closed = {
      ...trade,
      size,
      exitId: fill.id,
      exitComment: fill.comment,
      exitPrice: fill.price,
      exitBar: fill.bar,
      exitTime: fill.atMs,
      profit,
      commission: fees,
    };
    noteClosed(book, closed, pointValue);
  }
  book.trades = book.trades.filter(({ size }) => size > 0);
}

/** Without the remainders of sums of floats. */
function near(size: number): number {
  return Math.abs(size) < 1e-9 ? 0 : size;
}

function noteClosed(book: BrokerBook, trade: Trade, pointValue: number): void {
  const share = (100 * trade.profit) / (trade.entryPrice * trade.size * pointValue);
  if (share > 0) book.shares.won += share;
  else book.shares.lost -= share;
  book.closed.push(trade);
  if (book.closed.length > CLOSED_MAX) book.closed.shift();
  const { profit } = trade;
  if (profit > 0) {
    book.wins += 1;
    book.grossProfit += profit;
  } else if (profit < 0) {
    book.losses += 1;
    book.grossLoss -= profit;
  } else {
    book.evens += 1;
  }
}
