// `strategy.exit`: a stop, a target and a trailing stop of an entry, of which one reduces the
// others. It waits for its entry, ends with the position, and the same id changes it.

import type {
  BrokerBook,
  QueuedEntry,
  RestingEntry,
  WorkingOrder,
} from '#pine/brain/broker-book.ts';
import { near } from '#pine/brain/broker-book.ts';
import { explicitSize } from '#pine/brain/default-size.ts';
import type { OrderTerms, PineBroker } from '#pine/brain/place-order.ts';
import { cancelOrders, placeOrder, termsText } from '#pine/brain/place-order.ts';
import type { OrderRequest } from '#engine/run-api/order-api.ts';
import type { EntryRequest, ExitRequest, OwnTexts } from '#pine/runtime/broker.ts';
import { now } from '#pine/runtime/pine-now.ts';

export type ExitTarget = {
  readonly positionId: string;
  readonly direction: 'long' | 'short';
  /** What filled of the entry, or will; and what is left of it. */
  readonly size: number;
  readonly left: number;
  /** Of an entry that rests: what it opens where nothing is left to close when it fills. */
  readonly most?: number;
  /** Of the entry; NaN while it is not known. */
  readonly price: number;
};

/** Positions of the entries that an exit is of: those that are open, and those under way. */
export function entriesOf(
  { bindings, queue, resting }: BrokerBook,
  fromEntry: string,
): readonly string[] {
  const isMeant = (id: string): boolean => fromEntry === '' || id === fromEntry;
  const open = bindings.filter(({ entryId }) => isMeant(entryId));
  const side = bindings[0]?.direction;
  // Without a name it is of entries that open a position or add to it, not of one that turns it.
  const isComing = ({ id, direction }: EntryRequest): boolean =>
    isMeant(id) && (fromEntry !== '' || side === undefined || side === direction);
  const coming = [...queue, ...resting].filter(
    (order) => 'request' in order && isComing(order.request),
  ) as (QueuedEntry | RestingEntry)[];
  return [...open, ...coming].map(({ positionId }) => positionId);
}

/** Exits of earlier bars that are also of the entries which have been requested since. */
export function placeStanding(
  broker: PineBroker,
  entries: readonly string[],
  targets: ReadonlyMap<string, ExitTarget>,
  picks: (request: ExitRequest) => boolean,
): void {
  const { book } = broker;
  for (const { request, cycle } of book.standing) {
    if (cycle !== book.cycle || !picks(request)) continue;
    const has = (positionId: string): boolean =>
      book.working.some(
        (order) =>
          order.kind === 'exit' && order.id === request.id && order.positionId === positionId,
      );
    placeExits(
      broker,
      request,
      entries.filter((positionId) => !has(positionId)),
      targets,
    );
  }
}

/** Places the exits of one request for each position that it is about and that is there. */
export function placeExits(
  broker: PineBroker,
  request: ExitRequest,
  positionIds: readonly string[],
  targets: ReadonlyMap<string, ExitTarget>,
): void {
  for (const positionId of positionIds) {
    const target = targets.get(positionId);
    if (target !== undefined) placeFor(broker, request, target);
  }
}

/** What exits before it leave of the entry, or the part that is wanted of it. */
function amountFor(
  broker: PineBroker,
  { id, percent, amount }: ExitRequest,
  { positionId, size, left, most = left }: ExitTarget,
): number {
  const { book, api } = broker;
  let free = size;
  const reserved = reservations(book, positionId, id);
  // What takes all of an entry takes what that has opened, however much it is.
  if (takesWhole(broker, { id, percent, amount }, { positionId })) return most;
  for (const each of reserved) free = near(free - each);
  let wanted = free;
  if (!Number.isNaN(amount)) wanted = amount < free ? explicitSize(broker, amount) : free;
  else if (!Number.isNaN(percent) && (size * percent) / 100 < free)
    wanted = api.markets.roundAmount(null, (size * percent) / 100);
  return Math.min(left, wanted);
}

/** Whether the exit is of all that its entry has opened, or will. */
function takesWhole(
  { book }: PineBroker,
  { id, percent, amount }: Pick<ExitRequest, 'id' | 'percent' | 'amount'>,
  { positionId }: Pick<ExitTarget, 'positionId'>,
): boolean {
  if (!Number.isNaN(amount) || !Number.isNaN(percent)) return false;
  return reservations(book, positionId, id).length === 0;
}

/** What other exits have of the entry, also when they have taken it already. */
function reservations(
  { working, spent }: BrokerBook,
  positionId: string,
  id: string,
): readonly number[] {
  const reserved = new Map<string, number>();
  for (const order of working)
    if (order.kind === 'exit' && order.positionId === positionId && order.id !== id)
      reserved.set(order.id, Math.max(reserved.get(order.id) ?? 0, order.amount));
  for (const each of spent)
    if (each.positionId === positionId && each.id !== id) reserved.set(each.id, each.amount);
  return [...reserved.values()];
}

function legsOf(request: ExitRequest, target: ExitTarget, isFirst: boolean): readonly OrderTerms[] {
  const { direction, price } = target;
  const sign = direction === 'long' ? 1 : -1;
  const { minTick } = now.facts;
  const legs: OrderTerms[] = [];
  const level = (own: number, ticks: number, way: 1 | -1): Level | null => {
    const distance = ticks * minTick;
    if (Number.isNaN(price) && Number.isNaN(own) && !Number.isNaN(ticks))
      return { at: now.price + way * sign * distance, entryDistance: Math.max(0, distance) };
    const at = nearer(own, price + way * sign * distance, -way * sign);
    return Number.isNaN(at) ? null : { at };
  };
  const stop = level(request.stop, request.loss, -1);
  const limit = level(request.limit, request.profit, 1);
  if (stop !== null) {
    const { at, ...distant } = stop;
    legs.push({ type: 'stop_market', price: at, triggerPrice: at, ...distant });
  }
  if (limit !== null) {
    const { at, ...distant } = limit;
    legs.push({ type: 'no_timeout', price: at, triggerPrice: null, ...distant });
  }
  const trail = trailOf(request, price, sign, minTick);
  // One that begins follows from the best price of the bar on, or from where its entry fills.
  const bestPrice = Number.isNaN(price) ? null : sign === 1 ? now.top : now.bottom;
  if (trail !== null) {
    const whole = isFirst || bestPrice === null ? { ...trail, bestPrice } : trail;
    const { trailPrice, trailPoints } = request;
    // The same trail before and after its entry has filled, though only then its price is known.
    const requested = `trail ${trailPrice} ${trailPoints} ${trail.offset}`;
    legs.push({
      type: 'trailing_stop_market',
      price: NaN,
      triggerPrice: null,
      trail: whole,
      requested,
    });
  }
  return legs;
}

/** A price, and of an entry that has not filled the distance that counts instead. */
type Level = { readonly at: number; readonly entryDistance?: number };

/** Of two levels the one that the price meets first; `sign` 1: the higher one. */
function nearer(one: number, other: number, sign: number): number {
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) ? other : one;
  return sign * one > sign * other ? one : other;
}

function trailOf(
  { trailPrice, trailPoints, trailOffset }: ExitRequest,
  entryPrice: number,
  sign: number,
  minTick: number,
): OrderRequest['trail'] {
  // Without an offset it sells where it becomes active.
  const offset = (Number.isNaN(trailOffset) ? 0 : Math.trunc(trailOffset)) * minTick;
  const distance = trailPoints * minTick;
  // Until its entry has filled, the two are compared as if that were at the price of now.
  const isKnown = !Number.isNaN(entryPrice);
  const atDistance = (isKnown ? entryPrice : now.price) + sign * distance;
  const activationPrice = nearer(trailPrice, atDistance, -sign);
  if (Number.isNaN(activationPrice)) return null;
  if (!isKnown && activationPrice === atDistance)
    return { offset, activationPrice: null, activationDistance: distance };
  return { offset, activationPrice, activationDistance: null };
}

/** A leg has texts of its own, or those of the request. */
function textsOf({ comment, texts }: ExitRequest, { type }: OrderTerms): OwnTexts {
  if (texts === undefined) return { comment, alert: '' };
  const { ofLoss, ofProfit, ofTrail } = texts;
  const isStop = type === 'stop_market';
  const own = isStop ? ofLoss : type === 'trailing_stop_market' ? ofTrail : ofProfit;
  return {
    comment: own.comment === '' ? comment : own.comment,
    alert: own.alert === '' ? texts.alert : own.alert,
  };
}

function placeFor(broker: PineBroker, request: ExitRequest, target: ExitTarget): void {
  const { book } = broker;
  const { id } = request;
  const { positionId, direction } = target;
  const isOwn = (order: WorkingOrder): boolean =>
    order.kind === 'exit' && order.positionId === positionId && order.id === id;
  if (book.spent.some((each) => each.id === id && each.positionId === positionId)) return;
  const own = book.working.filter(isOwn);
  const isFirst = own.every(({ isTrail }) => !isTrail);
  const legs = legsOf(request, target, isFirst);
  if (legs.length === 0) return;
  const amount = amountFor(broker, request, target);
  const { ocaName } = request;
  const name = ocaName ?? `${positionId} ${id}`;
  const isGrouped = legs.length > 1 || ocaName !== undefined;
  const oca = isGrouped ? ({ name, kind: 'reduce' } as const) : null;
  const takesAll = takesWhole(broker, request, target);
  // A leg whose terms stay goes on: a trailing stop retains what it has followed.
  const isSame = (leg: OrderTerms) => (order: WorkingOrder) => {
    const spare = near(order.amount - order.seenAmount - amount);
    return order.terms === termsText({ ...leg, oca }) && (spare === 0 || (takesAll && spare > 0));
  };
  const retained = amount > 0 ? own.filter((order) => legs.some((leg) => isSame(leg)(order))) : [];
  cancelOrders(broker, (order) => isOwn(order) && !retained.includes(order));
  if (!(amount > 0)) return;
  for (const leg of legs) {
    if (retained.some(isSame(leg))) continue;
    placeOrder(
      broker,
      { id, kind: 'exit', direction, positionId, amount, exit: request, ...textsOf(request, leg) },
      { ...leg, oca },
    );
  }
}
