// The bot's orders: those that are open, those that ended, and what was asked for in this update.

import type { BotOrder } from '#engine/desks/order-desk.ts';
import type { TrackedOrder } from '#engine/run/tracked-order.ts';
import { viewOrder } from '#engine/run/tracked-order.ts';

const FILLED_SHOWN = 50;
const ID_PREFIX = 'o';
const REJECTION_KINDS_MAX = 100;

export type BotOrders = {
  /** All of the run, in the order of placing, which is that of the numbers in their ids. */
  readonly all: TrackedOrder[];
  readonly open: Map<string, TrackedOrder>;
  /** Ended with a fill, in the order of ending. */
  readonly filled: TrackedOrder[];
  /** Asked for in this update. */
  places: TrackedOrder[];
  cancels: string[];
  endedCount: number;
  failedCount: number;
  /** Requests that broke a rule of the market, or that the venue refused. */
  rejectedCount: number;
  /** How often for which reason, reasons that differ in figures alone being one. */
  readonly rejections: Map<string, { readonly reason: string; count: number }>;
  /** Positions of orders that ended since the update at `finishedRow` began to be prepared. */
  readonly finished: Set<string>;
  /** The update that sees `finished`; null while the next one is still to come. */
  finishedRow: number | null;
  /** How scripts see the open orders; null when that has changed since. */
  openViews: readonly BotOrder[] | null;
};

export function botOrders(): BotOrders {
  return {
    all: [],
    open: new Map(),
    filled: [],
    places: [],
    cancels: [],
    endedCount: 0,
    failedCount: 0,
    rejectedCount: 0,
    rejections: new Map(),
    finished: new Set(),
    finishedRow: -1,
    openViews: null,
  };
}

export function addOrder(orders: BotOrders, order: TrackedOrder): void {
  orders.all.push(order);
  orders.open.set(order.orderId, order);
  orders.places.push(order);
  orders.openViews = null;
}

/** Counts a refusal, under its reason while there are not too many kinds. */
export function countRejection(orders: BotOrders, reason: string): void {
  orders.rejectedCount += 1;
  const kind = reason.replaceAll(/\d+(\.\d+)?/g, '#');
  const known = orders.rejections.get(kind);
  if (known !== undefined) known.count += 1;
  else if (orders.rejections.size < REJECTION_KINDS_MAX)
    orders.rejections.set(kind, { reason, count: 1 });
}

/** The id of the next order. */
export function nextOrderId({ all }: BotOrders): string {
  return `${ID_PREFIX}${all.length + 1}`;
}

/** The order of an id; null when there is none. */
export function findOrder({ all }: BotOrders, orderId: string): TrackedOrder | null {
  const order = all[Number(orderId.slice(ID_PREFIX.length)) - 1];
  return order?.orderId === orderId ? order : null;
}

/** Notes that something about an order changed. */
export function touchOrder(orders: BotOrders, order: TrackedOrder): void {
  order.view = null;
  orders.openViews = null;
}

export function endOrder(
  orders: BotOrders,
  order: TrackedOrder,
  state: 'filled' | 'cancelled' | 'failed',
  message: string,
  atMs: number,
): void {
  order.state = state;
  order.message = message;
  order.endedAtMs = atMs;
  touchOrder(orders, order);
  orders.open.delete(order.orderId);
  orders.endedCount += 1;
  if (state === 'failed') orders.failedCount += 1;
  if (order.filledLots > 0n) orders.filled.push(order);
  if (orders.finishedRow !== null) {
    orders.finished.clear();
    orders.finishedRow = null;
  }
  orders.finished.add(order.positionId);
}

/** The update at this row is the first to see what has finished. */
export function showFinished(orders: BotOrders, row: number): void {
  if (orders.finishedRow === null) orders.finishedRow = row;
}

export function openViews(orders: BotOrders): readonly BotOrder[] {
  return (orders.openViews ??= [...orders.open.values()].map(viewOrder));
}

export function filledViews(orders: BotOrders, positionId: string | null): readonly BotOrder[] {
  const views: BotOrder[] = [];
  for (let index = orders.filled.length - 1; index >= 0; index -= 1) {
    const order = orders.filled[index] as TrackedOrder;
    if (positionId === null || order.positionId === positionId) views.push(viewOrder(order));
    if (views.length === FILLED_SHOWN) break;
  }
  return views;
}
