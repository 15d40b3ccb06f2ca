// `strategy.exit`: a stop, a target and a trailing stop of an entry, of which one reduces the
// others. It waits for its entry, ends with the position, and the same id changes it.

import type { WorkingOrder } from '#pine/brain/broker-book.ts';
import type { PineBroker } from '#pine/brain/pine-broker.ts';
import type { OrderRequest } from '#engine/run-api/order-api.ts';
import type { ExitRequest } from '#pine/runtime/broker.ts';
import { now } from '#pine/runtime/pine-now.ts';

type Target = {
  readonly positionId: string;
  readonly direction: 'long' | 'short';
  readonly size: number;
  /** Of the entry; NaN while it is not known. */
  readonly price: number;
};

type Leg = Pick<OrderRequest, 'type' | 'price' | 'triggerPrice'> & {
  readonly trail?: OrderRequest['trail'];
  readonly oca?: OrderRequest['oca'];
};

type PlaceLeg = (
  broker: PineBroker,
  placing: Pick<WorkingOrder, 'id' | 'kind' | 'direction' | 'positionId' | 'amount' | 'comment'>,
  leg: Leg,
) => void;

type Acts = {
  readonly place: PlaceLeg;
  readonly cancel: (broker: PineBroker, picks: (order: WorkingOrder) => boolean) => void;
  readonly termsText: (leg: Leg) => string;
};

export function placeExits(broker: PineBroker, request: ExitRequest, acts: Acts): void {
  let left = request.amount;
  for (const target of targetsOf(broker, request.fromEntry)) {
    const amount = amountFor(broker, request, target, left);
    if (!Number.isNaN(left)) left = Math.max(0, left - amount);
    placeFor(broker, request, target, amount, acts);
  }
}

function targetsOf({ book }: PineBroker, fromEntry: string): readonly Target[] {
  const isMeant = (id: string): boolean => fromEntry === '' || id === fromEntry;
  const open = book.trades
    .filter(({ entryId }) => isMeant(entryId))
    .map(({ positionId, direction, size, entryPrice }) => ({
      positionId,
      direction,
      size,
      price: entryPrice,
    }));
  const coming = book.working
    .filter(({ kind, id }) => kind === 'entry' && isMeant(id))
    .map(({ positionId, direction, amount, isMarket, price }) => ({
      positionId,
      direction,
      size: amount,
      price: isMarket ? NaN : price,
    }));
  return [...open, ...coming];
}

/** What other exits leave of the entry, or the part that is wanted of it. */
function amountFor(
  { book, api }: PineBroker,
  { id, percent }: ExitRequest,
  { positionId, size }: Target,
  wanted: number,
): number {
  const reserved = new Map<string, number>();
  for (const order of book.working)
    if (order.kind === 'exit' && order.positionId === positionId && order.id !== id)
      reserved.set(
        order.id,
        Math.max(reserved.get(order.id) ?? 0, order.amount - order.seenAmount),
      );
  let free = size;
  for (const amount of reserved.values()) free -= amount;
  if (!Number.isNaN(wanted)) return Math.min(free, wanted);
  if (Number.isNaN(percent)) return free;
  return Math.min(free, api.markets.roundAmount(null, (size * percent) / 100));
}

function legsOf(request: ExitRequest, { direction, price }: Target): readonly Leg[] {
  const sign = direction === 'long' ? 1 : -1;
  const { minTick } = now.facts;
  const at = (ticks: number, way: number): number => price + way * sign * ticks * minTick;
  const limit = nearer(request.limit, at(request.profit, 1), -sign);
  const stop = nearer(request.stop, at(request.loss, -1), sign);
  const legs: Leg[] = [];
  if (!Number.isNaN(stop)) legs.push({ type: 'stop_market', price: stop, triggerPrice: stop });
  if (!Number.isNaN(limit)) legs.push({ type: 'no_timeout', price: limit, triggerPrice: null });
  const trail = trailOf(request, price, sign, minTick);
  if (trail !== null)
    legs.push({ type: 'trailing_stop_market', price: NaN, triggerPrice: null, trail });
  return legs;
}

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
  const offset = (Number.isNaN(trailOffset) ? 0 : trailOffset) * minTick;
  if (!Number.isNaN(trailPrice))
    return { offset, activationPrice: trailPrice, activationDistance: null };
  if (Number.isNaN(trailPoints)) return null;
  if (Number.isNaN(entryPrice))
    return { offset, activationPrice: null, activationDistance: trailPoints * minTick };
  return {
    offset,
    activationPrice: entryPrice + sign * trailPoints * minTick,
    activationDistance: null,
  };
}

function placeFor(
  broker: PineBroker,
  request: ExitRequest,
  target: Target,
  amount: number,
  { place, cancel, termsText }: Acts,
): void {
  const { id, comment } = request;
  const { positionId, direction } = target;
  const legs = legsOf(request, target);
  const isOwn = (order: WorkingOrder): boolean =>
    order.kind === 'exit' && order.positionId === positionId && order.id === id;
  const own = broker.book.working.filter(isOwn);
  const isSame = (leg: Leg) => (order: WorkingOrder) =>
    order.terms === termsText(leg) && order.amount - order.seenAmount === amount;
  if (own.length === legs.length && legs.every((leg) => own.some(isSame(leg)))) return;
  cancel(broker, isOwn);
  if (!(amount > 0)) return;
  const oca = legs.length > 1 ? ({ name: `${positionId} ${id}`, kind: 'reduce' } as const) : null;
  for (const leg of legs)
    place(broker, { id, kind: 'exit', direction, positionId, amount, comment }, { ...leg, oca });
}
