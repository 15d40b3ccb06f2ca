// Pairs orders of a bot and of a backtest that come from one decision.

import type { Decimal } from '#lib/decimal.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';

/** An order of one side of the comparison, with what became of it. */
export type ComparedOrder = {
  readonly orderId: string;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly placedAtMs: number;
  /** Null: it is still open as far as is known. */
  readonly endedAtMs: number | null;
  /** Of its last fill; null when nothing filled, or nobody knows when. */
  readonly filledAtMs: number | null;
  /** Limit price; zero on market orders. */
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly filledAmount: Decimal;
  /** Of its fills; zero when nothing filled. */
  readonly averagePrice: Decimal;
  /** In the currency of the profits. */
  readonly fees: Decimal;
  /** Why it ended, for people; null after a plain fill. */
  readonly reason: string | null;
};

export type OrderPair = {
  readonly live: ComparedOrder | null;
  readonly backtest: ComparedOrder | null;
};

type Candidate = {
  readonly live: number;
  readonly backtest: number;
  readonly apart: readonly [placedMs: number, price: Decimal, amount: Decimal];
};

/**
 * Pairs orders of one side and type that were placed at most `placedApartMsMax` from each other,
 * those that are nearest in time, price and amount first; each order is in one pair. In the order
 * of their placing.
 */
export function pairOrders(
  live: readonly ComparedOrder[],
  backtest: readonly ComparedOrder[],
  placedApartMsMax: number,
): readonly OrderPair[] {
  const liveLeft = new Set(live.keys());
  const backtestLeft = new Set(backtest.keys());
  const pairs: OrderPair[] = [];
  for (const candidate of candidatesOf(live, backtest, placedApartMsMax)) {
    if (!liveLeft.has(candidate.live) || !backtestLeft.has(candidate.backtest)) continue;
    liveLeft.delete(candidate.live);
    backtestLeft.delete(candidate.backtest);
    pairs.push({
      live: live[candidate.live] ?? null,
      backtest: backtest[candidate.backtest] ?? null,
    });
  }
  for (const index of liveLeft) pairs.push({ live: live[index] ?? null, backtest: null });
  for (const index of backtestLeft) pairs.push({ live: null, backtest: backtest[index] ?? null });
  return pairs.toSorted((left, right) => placedAtMs(left) - placedAtMs(right));
}

function placedAtMs({ live, backtest }: OrderPair): number {
  return backtest?.placedAtMs ?? live?.placedAtMs ?? 0;
}

type IndexedOrder = readonly [index: number, order: ComparedOrder];

/** Each order of the bot looks only at those that were placed about when it was. */
function candidatesOf(
  live: readonly ComparedOrder[],
  backtest: readonly ComparedOrder[],
  placedApartMsMax: number,
): readonly Candidate[] {
  const byKind = Map.groupBy(byPlacing(backtest), ([, order]) => kindOf(order));
  const firstOfKind = new Map<string, number>();
  const candidates: Candidate[] = [];
  for (const [liveIndex, order] of byPlacing(live)) {
    const kind = kindOf(order);
    const others = byKind.get(kind) ?? [];
    let first = firstOfKind.get(kind) ?? 0;
    while (isBefore(others[first], order.placedAtMs - placedApartMsMax)) first += 1;
    firstOfKind.set(kind, first);
    for (let at = first; at < others.length; at += 1) {
      const [backtestIndex, other] = others[at] as IndexedOrder;
      if (other.placedAtMs > order.placedAtMs + placedApartMsMax) break;
      candidates.push({ live: liveIndex, backtest: backtestIndex, apart: apartOf(order, other) });
    }
  }
  return candidates.toSorted(byNearness);
}

function byPlacing(orders: readonly ComparedOrder[]): readonly IndexedOrder[] {
  return [...orders.entries()].toSorted(([, one], [, two]) => one.placedAtMs - two.placedAtMs);
}

function isBefore(indexed: IndexedOrder | undefined, instantMs: number): boolean {
  return indexed !== undefined && indexed[1].placedAtMs < instantMs;
}

function apartOf(order: ComparedOrder, other: ComparedOrder): Candidate['apart'] {
  return [
    Math.abs(order.placedAtMs - other.placedAtMs),
    distance(order.price, other.price),
    distance(order.amount, other.amount),
  ];
}

function kindOf({ side, type }: ComparedOrder): string {
  return `${side} ${type}`;
}

function distance(left: Decimal, right: Decimal): Decimal {
  return (left > right ? left - right : right - left) as Decimal;
}

function byNearness({ apart: left }: Candidate, { apart: right }: Candidate): number {
  if (left[0] !== right[0]) return left[0] - right[0];
  if (left[1] !== right[1]) return left[1] < right[1] ? -1 : 1;
  if (left[2] !== right[2]) return left[2] < right[2] ? -1 : 1;
  return 0;
}
