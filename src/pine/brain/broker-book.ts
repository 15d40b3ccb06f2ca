// Book of the broker of a Pine script: open and closed trades, the entries that they came from, and
// the orders that work for them. Plain data, which a snapshot holds. Trades close in the order in
// which they opened, whatever entry an order names; an entry has what its own orders left of it.

import type { SizingByMoney } from '#engine/run-api/order-api.ts';
import type { RiskBook } from '#pine/brain/risk-book.ts';
import { emptyRisk } from '#pine/brain/risk-book.ts';
import type { EntryRequest, ExitRequest, Trade } from '#pine/runtime/broker.ts';

export type OpenTrade = Trade & {
  /** Of the entry that opened it. */
  readonly positionId: string;
  readonly orderId: string;
  size: number;
  maxRunup: number;
  maxDrawdown: number;
  commission: number;
};

/** An entry that has filled; the run has a position for each. */
export type Binding = {
  readonly positionId: string;
  readonly entryId: string;
  readonly direction: 'long' | 'short';
  readonly price: number;
  /** The bar on which it was requested. */
  readonly bar: number;
  /** What filled of it, and what is left. */
  size: number;
  left: number;
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
  readonly isTrail: boolean;
  readonly comment: string;
  /** The bar on which it was requested. */
  readonly bar: number;
  /** Its prices, by which a repeated request is known as the same. */
  readonly terms: string;
  /** Of an entry with a price: at which it will fill at about. */
  readonly price: number;
  /** Of the parts of an entry with a price: the position of its entry. */
  readonly restingId: string;
  /** What is reported of its fill. Absent in runs of earlier versions. */
  readonly alert?: string;
  isReported?: true;
  /** Fills at the close of the bar that requests it; absent: at the next open. */
  readonly isImmediate?: true;
  /** The request of which it is one of several parts. */
  readonly partOf?: string;
  /** Of an exit on spot. */
  readonly exit?: ExitRequest;
  seenAmount: number;
  seenValue: number;
};

/** An entry at market that this bar requests; it is placed when the bar has been worked through. */
export type QueuedEntry = {
  readonly kind: 'entry';
  readonly request: EntryRequest;
  readonly positionId: string;
  readonly amount: number;
  /** Changes a request of the same bar: it closes nothing more than its own size. */
  readonly isChange: boolean;
};

export type QueuedClose = {
  readonly kind: 'close';
  /** Null: everything. */
  readonly id: string | null;
  readonly amount: number;
  /** Entries that were open when it was requested: what opens after them it does not close. */
  readonly positionIds: readonly string[];
  readonly comment: string;
  /** Absent in runs of earlier versions. */
  readonly alert?: string;
  readonly isImmediate: boolean;
  /** Absent in runs of earlier versions. */
  readonly number?: number;
};

/** An entry with a price. What it trades is decided when it is requested. */
export type RestingEntry = {
  readonly request: EntryRequest;
  readonly positionId: string;
  readonly amount: number;
  readonly bar: number;
  /** Number of the run within the bar that requested it; absent: the bar had closed. */
  readonly pass?: number;
  /** The parts that are placed of it; empty: none yet. */
  placed: string;
  /** Where money decides its size: at which price it fills says how much it is. */
  readonly sizing?: SizingByMoney;
  /** Its stop has been met since it was placed: what is placed anew of it is its limit alone. */
  isTriggered?: true;
};

export type QueuedExit = {
  readonly request: ExitRequest;
  /** Entries that it is of, which have filled or will. */
  readonly positionIds: readonly string[];
};

/** An exit that names no entry: it is of all that opens until the position closes. */
export type StandingExit = { readonly request: ExitRequest; readonly cycle: number };

/** What an exit has taken of an entry: a repeated request of it takes no more. */
export type SpentExit = {
  readonly id: string;
  readonly positionId: string;
  readonly amount: number;
};

/** A trade that has closed; parts of one request that close one entry are one trade. */
type ClosedTrade = Trade & { readonly orderId?: string; readonly partOf?: string };

export type BrokerBook = {
  trades: OpenTrade[];
  bindings: Binding[];
  closed: ClosedTrade[];
  working: WorkingOrder[];
  queue: (QueuedEntry | QueuedClose)[];
  resting: RestingEntry[];
  exits: QueuedExit[];
  /** Those of entries that rest. */
  waiting: QueuedExit[];
  standing: StandingExit[];
  /** Exits that have ended for an order at market; absent in runs of earlier versions. */
  freed?: QueuedExit[];
  /** How often all has closed. */
  cycle: number;
  spent: SpentExit[];
  /** Orders of margin calls that have been taken in. */
  calls: string[];
  /** Orders of the run that had filled. */
  filledCount: number;
  positionCount: number;
  /** Closings that were requested; absent in runs of earlier versions. */
  closingCount?: number;
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

/** Book before the first bar. */
export function emptyBook(): BrokerBook {
  return {
    trades: [],
    bindings: [],
    closed: [],
    working: [],
    queue: [],
    resting: [],
    exits: [],
    waiting: [],
    standing: [],
    cycle: 0,
    spent: [],
    calls: [],
    filledCount: 0,
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

export type Fill = {
  readonly amount: number;
  readonly price: number;
  readonly fees: number;
  /** Price that an exit shows, where that is not the one it has brought. */
  readonly shownPrice?: number;
  /** The bar in which it filled, and that bar's open. */
  readonly bar: number;
  readonly atMs: number;
  readonly id: string;
  readonly comment: string;
  readonly orderId: string;
  /** The bar on which its order was requested. */
  readonly requestBar: number;
  /** The request of which its order is one of several parts. */
  readonly partOf?: string;
};

/** Profit of a part of a trade at a price, before commission, in the quote currency. */
export function profitOf(trade: Trade, price: number, size: number, pointValue: number): number {
  const sign = trade.direction === 'long' ? 1 : -1;
  return sign * (price - trade.entryPrice) * size * pointValue;
}

/** Without the remainders of sums of floats. */
export function near(size: number): number {
  return Math.abs(size) < 1e-9 ? 0 : size;
}

/** Sum of what is left of each, freed from the error of floats. */
export function held(list: readonly { readonly left: number }[]): number {
  return near(list.reduce((sum, { left }) => sum + left, 0));
}

/**
 * Closes so much of the open trades that are picked, the oldest first, and books what it brought;
 * gives what is left of the amount.
 */
export function closeTrades(
  book: BrokerBook,
  fill: Fill,
  pointValue: number,
  picks: (trade: OpenTrade) => boolean,
): number {
  let left = fill.amount;
  for (const trade of book.trades) {
    if (!picks(trade) || left <= 0) continue;
    const size = Math.min(trade.size, left);
    left = near(left - size);
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
      exitPrice: fill.shownPrice ?? fill.price,
      exitBar: fill.bar,
      exitTime: fill.atMs,
      profit,
      commission: fees,
      ...(fill.partOf === undefined ? {} : { partOf: fill.partOf }),
    };
    noteClosed(book, withParts(book, closed, pointValue), pointValue);
  }
  book.trades = book.trades.filter(({ size }) => size > 0);
  return left;
}

/** Takes so much off the entries that are picked, the oldest first. */
export function reduceBindings(
  book: BrokerBook,
  amount: number,
  picks: (binding: Binding) => boolean,
): void {
  if (book.bindings.length === 0) return;
  let left = amount;
  for (const binding of book.bindings) {
    if (!picks(binding) || left <= 0) continue;
    const taken = Math.min(binding.left, left);
    binding.left = near(binding.left - taken);
    left = near(left - taken);
  }
  book.bindings = book.bindings.filter((binding) => binding.left > 0);
  if (book.bindings.length === 0) {
    book.cycle += 1;
    book.standing = [];
  }
  const ids = new Set(book.bindings.map(({ positionId }) => positionId));
  book.spent = book.spent.filter(({ positionId }) => ids.has(positionId));
}

/** With what other parts of its request have closed of its entry, which is taken out again. */
function withParts(book: BrokerBook, trade: ClosedTrade, pointValue: number): ClosedTrade {
  const { partOf, orderId, exitTime, exitPrice } = trade;
  if (partOf === undefined) return trade;
  const at = book.closed.findLastIndex(
    (each) =>
      each.partOf === partOf &&
      each.orderId === orderId &&
      each.exitTime === exitTime &&
      each.exitPrice === exitPrice,
  );
  const other = book.closed[at];
  if (other === undefined) return trade;
  book.closed.splice(at, 1);
  countClosed(book, other, pointValue, -1);
  return {
    ...trade,
    size: near(other.size + trade.size),
    profit: other.profit + trade.profit,
    commission: other.commission + trade.commission,
  };
}

function noteClosed(book: BrokerBook, trade: ClosedTrade, pointValue: number): void {
  book.closed.push(trade);
  if (book.closed.length > CLOSED_MAX) book.closed.shift();
  countClosed(book, trade, pointValue, 1);
}

function countClosed(book: BrokerBook, trade: Trade, pointValue: number, by: 1 | -1): void {
  const { profit, entryPrice, size } = trade;
  const share = (100 * profit) / (entryPrice * size * pointValue);
  if (share > 0) book.shares.won += by * share;
  else book.shares.lost -= by * share;
  if (profit > 0) {
    book.wins += by;
    book.grossProfit += by * profit;
  } else if (profit < 0) {
    book.losses += by;
    book.grossLoss -= by * profit;
  } else {
    book.evens += by;
  }
}

/** Opens a trade of an entry. */
export function openTrade(
  book: BrokerBook,
  positionId: string,
  direction: 'long' | 'short',
  fill: Fill,
): void {
  const { amount: size, price, orderId } = fill;
  const known = book.bindings.find((binding) => binding.positionId === positionId);
  if (known === undefined)
    book.bindings.push({
      positionId,
      entryId: fill.id,
      direction,
      price,
      bar: fill.requestBar,
      size,
      left: size,
    });
  else {
    known.size += size;
    known.left += size;
  }
  book.trades.push({
    entryId: fill.id,
    entryComment: fill.comment,
    direction,
    size,
    entryPrice: price,
    entryBar: fill.bar,
    entryTime: fill.atMs,
    exitId: '',
    exitComment: '',
    exitPrice: NaN,
    exitBar: NaN,
    exitTime: NaN,
    profit: 0,
    commission: fill.fees,
    maxRunup: 0,
    maxDrawdown: 0,
    positionId,
    orderId,
  });
  const total = book.trades.reduce((sum, trade) => sum + trade.size, 0);
  book.mostHeld = Math.max(book.mostHeld, total);
  if (direction === 'long') book.mostLong = Math.max(book.mostLong, total);
  else book.mostShort = Math.max(book.mostShort, total);
}
