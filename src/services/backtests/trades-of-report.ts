// The trades of a backtest as lists of trades have them: each exit with the entries that it closes,
// the oldest entry first, as TradingView pairs them.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, decimalFromFloat, divideRounded, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { ListedTrade, TradeSide } from '#domain/trade-list/listed-trade.ts';
import type { BacktestOrder, BacktestReport } from '#backtesting/backtest.ts';

type OpenEntry = {
  readonly positionId: string | null;
  readonly side: TradeSide;
  readonly atMs: number;
  readonly price: Decimal;
  readonly feePerOne: Decimal;
  left: Decimal;
};

const ONE = 10n ** 18n;

export type ListedMarket = {
  readonly marketTag: string;
  readonly isLinear: boolean;
  /** Whether an exit closes its own entry before the oldest one. */
  readonly closesOwn?: boolean;
  /**
   * Of a Pine strategy without fills at the close: the close there. What closes at once is listed
   * at it, and its profit has the slippage (measured by PyneCore).
   */
  readonly closeAt?: (atMs: number) => Decimal | null;
};

/**
 * By entry. Orders that filled at several prices stand with their average, at the instant of their
 * end. Profit is that of a linear market: of others it is null.
 */
export function tradesOfReport(
  report: Pick<BacktestReport, 'orders'> & Partial<Pick<BacktestReport, 'positions'>>,
  { marketTag, isLinear, closesOwn = false, closeAt = () => null }: ListedMarket,
): readonly ListedTrade[] {
  const filled = report.orders.filter(
    (order) => order.filledAmount > ZERO && order.marketTag === marketTag,
  );
  const open: OpenEntry[] = [];
  const trades: ListedTrade[] = [];
  // Of the order that was taken last, if it was placed in parts: what it closed of which entry.
  let parts: {
    readonly order: BacktestOrder;
    readonly taken: Map<OpenEntry, number>;
  } | null = null;
  const directions = new Map(
    (report.positions ?? []).map(({ positionId, direction }) => [positionId, direction]),
  );
  const opens = ({ side, positionId }: BacktestOrder): boolean =>
    directions.get(positionId ?? '') === (side === 'buy' ? 'long' : 'short');
  takeInOrder(filled, () => open[0]?.side ?? null, opens, take);
  for (const entry of open) trades.push(tradeOf(entry, entry.left, null, isLinear));
  return trades
    .toSorted((left, right) => left.entryMs - right.entryMs)
    .map((trade, index) => ({ ...trade, label: String(index + 1) }));

  function take(order: BacktestOrder): void {
    const side: TradeSide = order.side === 'buy' ? 'long' : 'short';
    const feePerOne = divideRounded(order.fees * ONE, order.filledAmount, 'half_even') as Decimal;
    let left = order.filledAmount;
    const exit = { atMs: instantOf(order), price: order.averagePrice, feePerOne };
    const shownPrice = isAtOnce(order) ? closeAt(exit.atMs) : null;
    const before = parts?.order;
    const isPart = before !== undefined && isOneOrder(before, order);
    const taken = isPart && parts !== null ? parts.taken : new Map<OpenEntry, number>();
    parts = { order, taken };
    const first = (): OpenEntry | undefined =>
      (closesOwn ? open.find(({ positionId }) => positionId === order.positionId) : undefined) ??
      open[0];
    for (
      let entry = first();
      left > 0n && entry !== undefined && entry.side !== side;
      entry = first()
    ) {
      const closed = left < entry.left ? left : entry.left;
      const isOfEntry = order.isTurn === true || opens(order);
      const closing = closingOf(entry, closed, { ...exit, side, isOfEntry }, isLinear);
      note(taken, entry, shownPrice === null ? closing : { ...closing, exitPrice: shownPrice });
      entry.left = (entry.left - closed) as Decimal;
      left = (left - closed) as Decimal;
      if (entry.left === 0n) open.splice(open.indexOf(entry), 1);
    }
    if (left > 0n) open.push({ positionId: order.positionId, side, left, ...exit });
  }

  /** What parts of one order close of an entry is one trade. */
  function note(taken: Map<OpenEntry, number>, entry: OpenEntry, trade: ListedTrade): void {
    const at = taken.get(entry);
    const known = at === undefined ? undefined : trades[at];
    if (at === undefined || known === undefined) {
      taken.set(entry, trades.push(trade) - 1);
      return;
    }
    const quantity = addDecimal(known.quantity, trade.quantity);
    const { profit } = trade;
    const sum = known.profit === null || profit === null ? null : addDecimal(known.profit, profit);
    trades[at] = { ...known, quantity, profit: sum };
  }
}

/** Whether it filled at the close at which it was requested; a script requests no margin call. */
function isAtOnce(order: BacktestOrder): boolean {
  const isAtClose = (instantOf(order) + 1) % MINUTE_MS === 0;
  return order.type === 'market' && isAtClose && order.note !== MARGIN_CALL_NOTE;
}

const MARGIN_CALL_NOTE = 'margin call';

function isOneOrder(one: BacktestOrder, other: BacktestOrder): boolean {
  return (
    one.wholeAmount !== undefined &&
    one.wholeAmount === other.wholeAmount &&
    one.side === other.side &&
    one.note === other.note &&
    one.openedAtMs === other.openedAtMs &&
    one.averagePrice === other.averagePrice &&
    instantOf(one) === instantOf(other)
  );
}

function instantOf({ endedAtMs, openedAtMs }: BacktestOrder): number {
  return endedAtMs ?? openedAtMs;
}

/**
 * By instant; of one instant, what closes the position before what opens one. Where nothing is
 * open, an entry comes before the exit that it fills with.
 */
function takeInOrder(
  orders: readonly BacktestOrder[],
  sideNow: () => TradeSide | null,
  opens: (order: BacktestOrder) => boolean,
  take: (order: BacktestOrder) => void,
): void {
  const byInstant = Map.groupBy(orders, instantOf);
  for (const atMs of [...byInstant.keys()].sort((left, right) => left - right)) {
    const waiting = [...(byInstant.get(atMs) ?? [])];
    while (waiting.length > 0) {
      const side = sideNow();
      const turning = waiting.findIndex((order) => turnsAtOpen(order, atMs, waiting, opens));
      if (turning >= 0 && side !== null) {
        for (const order of waiting.splice(turning, 1)) take(order);
        continue;
      }
      const coming = new Set(waiting.filter(opens).map(({ positionId }) => positionId));
      const closing = waiting.findIndex((order) =>
        side === null
          ? opens(order)
          : (order.side === 'buy') !== (side === 'long') &&
            (opens(order) || !coming.has(order.positionId)),
      );
      // What is left closes an entry of this instant.
      const next = closing < 0 && side !== null ? waiting.findIndex(opens) : closing;
      for (const order of waiting.splice(Math.max(0, next), 1)) take(order);
    }
  }
}

/**
 * Whether an entry opens all that it has, at an open that has also passed an exit of what it turns:
 * lists have the entry first, and what the exit trades beside it is an entry of its own.
 */
function turnsAtOpen(
  order: BacktestOrder,
  atMs: number,
  waiting: readonly BacktestOrder[],
  opens: (order: BacktestOrder) => boolean,
): boolean {
  const { wholeAmount, filledAmount, side, averagePrice, note } = order;
  if (wholeAmount === undefined || atMs % MINUTE_MS !== 0 || !opens(order)) return false;
  if (decimalFromFloat(wholeAmount, AMOUNT_PLACES) !== filledAmount) return false;
  return waiting.some(
    (other) =>
      other.side === side &&
      other.averagePrice === averagePrice &&
      other.note !== note &&
      !opens(other),
  );
}

const AMOUNT_PLACES = 8;

type Exit = { readonly atMs: number; readonly price: Decimal; readonly feePerOne: Decimal };

/**
 * Of two entries that meet at one moment lists have the long one as the entry, whichever came first
 * (measured by PyneCore).
 */
function closingOf(
  entry: OpenEntry,
  closed: Decimal,
  by: Exit & { readonly side: TradeSide; readonly isOfEntry: boolean },
  isLinear: boolean,
): ListedTrade {
  const isSwapped = by.isOfEntry && entry.atMs === by.atMs && entry.side === 'short';
  if (!isSwapped) return tradeOf(entry, closed, by, isLinear);
  return tradeOf({ ...entry, ...by }, closed, entry, isLinear);
}

function tradeOf(
  { side, atMs, price, feePerOne }: OpenEntry,
  quantity: Decimal,
  exit: Exit | null,
  isLinear: boolean,
): ListedTrade {
  const entry = { label: '', line: 0, side, entryMs: atMs, entryPrice: price, quantity };
  if (exit === null) return { ...entry, exitMs: null, exitPrice: null, profit: null };
  const move = side === 'long' ? exit.price - price : price - exit.price;
  const net = (move - feePerOne - exit.feePerOne) * quantity;
  const profit = isLinear ? (divideRounded(net, ONE, 'half_even') as Decimal) : null;
  return { ...entry, exitMs: exit.atMs, exitPrice: exit.price, profit };
}
