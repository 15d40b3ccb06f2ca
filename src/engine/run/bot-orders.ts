// The bot's orders: those that are open, those that ended, and what was asked for in this update.

import { withOne } from '#lib/with-one.ts';
import type { BotOrder } from '#engine/desks/order-desk.ts';
import type { TrackedOrder } from '#engine/run/tracked-order.ts';
import { viewOrder } from '#engine/run/tracked-order.ts';

const NONE: readonly never[] = [];
const FILLED_SHOWN = 50;
const ID_PREFIX = 'o';
const REJECTION_KINDS_MAX = 100;

export type BotOrders = {
  /** All of the run, in the order of placing, which is that of the numbers in their ids. */
  readonly all: TrackedOrder[];
  /** In the order of placing. An array: maps are dear to fill with texts that are seen once. */
  readonly open: TrackedOrder[];
  /** Ended with a fill, in the order of ending. */
  readonly filled: TrackedOrder[];
  /** Asked for in this update. */
  places: readonly TrackedOrder[];
  cancels: string[];
  endedCount: number;
  failedCount: number;
  /** Requests that broke a rule of the market, or that the venue refused. */
  rejectedCount: number;
  /** How often for which reason, reasons that differ in figures alone being one. */
  readonly rejections: Map<string, { readonly reason: string; count: number }>;
  /** Positions of orders that ended since the update at `finishedRow` began to be prepared. */
  finished: readonly string[];
  /** The update that sees `finished`; null while the next one is still to come. */
  finishedRow: number | null;
  /** How scripts see the open orders; null when that has changed since. */
  openViews: readonly BotOrder[] | null;
};

export function botOrders(): BotOrders {
  return {
    all: [],
    open: [],
    filled: [],
    places: [],
    cancels: [],
    endedCount: 0,
    failedCount: 0,
    rejectedCount: 0,
    rejections: new Map(),
    finished: [],
    finishedRow: -1,
    openViews: null,
  };
}

export function addOrder(orders: BotOrders, order: TrackedOrder): void {
  orders.all.push(order);
  orders.open.push(order);
  orders.places = withOne(orders.places, order);
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
export function findOrder({ all, open }: BotOrders, orderId: string): TrackedOrder | null {
  const [oldest] = open;
  if (oldest?.orderId === orderId) return oldest;
  const order = all[Number(orderId.slice(ID_PREFIX.length)) - 1];
  return order?.orderId === orderId ? order : null;
}

/** The same while it is open. */
export function findOpenOrder(orders: BotOrders, orderId: string): TrackedOrder | null {
  const order = findOrder(orders, orderId);
  return order?.state === 'open' ? order : null;
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
  removeOpen(orders.open, order);
  orders.endedCount += 1;
  if (state === 'failed') orders.failedCount += 1;
  if (order.filledLots > 0n) orders.filled.push(order);
  const isFirst = orders.finishedRow !== null;
  orders.finished = withOne(isFirst ? NONE : orders.finished, order.positionId);
  orders.finishedRow = null;
}

function removeOpen(open: TrackedOrder[], order: TrackedOrder): void {
  const place = open.indexOf(order);
  if (place === open.length - 1) open.pop();
  else if (place >= 0) open.splice(place, 1);
}

/** The update at this row is the first to see what has finished. */
export function showFinished(orders: BotOrders, row: number): void {
  if (orders.finishedRow === null) orders.finishedRow = row;
}

export function openViews(orders: BotOrders): readonly BotOrder[] {
  return (orders.openViews ??= orders.open.map(viewOrder));
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
