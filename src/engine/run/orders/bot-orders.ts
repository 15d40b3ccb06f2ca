// The bot's orders: those that are open, those that ended, and what was requested in this update.

import { append } from '#lib/append.ts';
import type { BotOrder } from '#engine/run-api/order-api.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import { viewOrder } from '#engine/run/orders/tracked-order.ts';

const NONE: readonly never[] = [];
const FILLED_SHOWN = 50;
const ID_PREFIX = 'o';
const REJECTION_KINDS_MAX = 100;
/**
 * Ended orders that a script may still see: the last so many with a fill, and as many without, so
 * that cancels do not push fills out. More than twice as many as may be open at once: what ends
 * together is seen by the update after it. A live bot forgets the others; 5,000 of them that keep
 * so many hold about 3 GB.
 */
const ENDED_SEEN_MAX = 500;

export type BotOrders = {
  /** All that were not forgotten, in the order of placing: that of the numbers in their ids. */
  all: TrackedOrder[];
  /** In the order of placing. An array: maps are dear to fill with texts that are seen once. */
  readonly open: TrackedOrder[];
  /** Ended with a fill and not forgotten, in the order of ending. */
  readonly filled: TrackedOrder[];
  /** How many ended orders of a kind a script sees. */
  readonly seenMax: number;
  /** All of the run. */
  placedCount: number;
  /** Of the ended ones, those with a fill. */
  filledCount: number;
  /** Requested in this update. */
  places: readonly TrackedOrder[];
  cancels: string[];
  endedCount: number;
  failedCount: number;
  /** Of the ended ones: those that filled whole, and those of which a part did. */
  wholeCount: number;
  partialCount: number;
  /** How long they were open, in sum. */
  openMsSum: number;
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

/** Record without orders. */
export function botOrders(): BotOrders {
  return {
    all: [],
    open: [],
    filled: [],
    seenMax: ENDED_SEEN_MAX,
    placedCount: 0,
    filledCount: 0,
    places: [],
    cancels: [],
    endedCount: 0,
    failedCount: 0,
    wholeCount: 0,
    partialCount: 0,
    openMsSum: 0,
    rejectedCount: 0,
    rejections: new Map(),
    finished: [],
    finishedRow: -Infinity,
    openViews: null,
  };
}

/** Adds an open order, which is placed after the update. */
export function addOrder(orders: BotOrders, order: TrackedOrder): void {
  orders.all.push(order);
  orders.placedCount += 1;
  orders.open.push(order);
  orders.places = append(orders.places, order);
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
export function nextOrderId({ placedCount }: BotOrders): string {
  return `${ID_PREFIX}${placedCount + 1}`;
}

/** The order of an id, open or seen after its end; null when there is none. */
export function findOrder(orders: BotOrders, orderId: string): TrackedOrder | null {
  const [oldest] = orders.open;
  if (oldest?.orderId === orderId) return oldest;
  const order = findRetained(orders, orderId);
  return order !== null && isSeen(orders, order) ? order : null;
}

/** The order of an id, also when no script sees it any more, unless it was forgotten. */
export function findRetained(
  { all, placedCount }: BotOrders,
  orderId: string,
): TrackedOrder | null {
  const number = numberOf(orderId);
  const isWhole = all.length === placedCount;
  const order = all[isWhole ? number - 1 : placeOf(all, number)];
  return order?.orderId === orderId ? order : null;
}

function numberOf(orderId: string): number {
  return Number(orderId.slice(ID_PREFIX.length));
}

/** Where the order of a number is, if it is there. */
function placeOf(all: readonly TrackedOrder[], number: number): number {
  let [from, to] = [0, all.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (numberOf((all[middle] as TrackedOrder).orderId) < number) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Whether a script sees the order. */
export function isSeen(
  orders: BotOrders,
  { state, isEndedFilled, endedPlace }: TrackedOrder,
): boolean {
  if (state === 'open') return true;
  return endedPlace > endedCountOf(orders, isEndedFilled) - orders.seenMax;
}

function endedCountOf({ endedCount, filledCount }: BotOrders, isFilled: boolean): number {
  return isFilled ? filledCount : endedCount - filledCount;
}

/** Those that ended and that a script sees. */
export function seenEndedCount(orders: BotOrders, isFilled: boolean): number {
  return Math.min(endedCountOf(orders, isFilled), orders.seenMax);
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

/** Ends an order with a message, and updates the counts that reports read. */
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
  if (state === 'filled') orders.wholeCount += 1;
  if (isPartial(order)) orders.partialCount += 1;
  orders.openMsSum += atMs - order.openedAtMs;
  order.isEndedFilled = order.filledLots > 0n;
  if (order.isEndedFilled) {
    orders.filled.push(order);
    orders.filledCount += 1;
  }
  order.endedPlace = endedCountOf(orders, order.isEndedFilled);
  const isFirst = orders.finishedRow !== null;
  orders.finished = append(isFirst ? NONE : orders.finished, order.positionId);
  orders.finishedRow = null;
}

/** Whether a part of it has filled, and a part has not. */
export function isPartial({ filledLots, lots }: TrackedOrder): boolean {
  return filledLots < lots && filledLots > 0n;
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

/**
 * Views of ended orders that filled, newest first, as many as scripts are shown; null means those
 * of every position.
 */
export function filledViews(orders: BotOrders, positionId: string | null): readonly BotOrder[] {
  const { filled, seenMax } = orders;
  const views: BotOrder[] = [];
  for (let index = filled.length - 1; index >= Math.max(0, filled.length - seenMax); index -= 1) {
    const order = filled[index] as TrackedOrder;
    if (positionId === null || order.positionId === positionId) views.push(viewOrder(order));
    if (views.length === FILLED_SHOWN) break;
  }
  return views;
}
