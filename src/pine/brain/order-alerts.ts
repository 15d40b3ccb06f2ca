// Messages of orders that have filled (`alert_message`), once for each request, also where it is
// placed in parts. They are reported in the minute of the fill, before its bar has closed.

import type { BotOrder } from '#engine/run-api/order-api.ts';
import type { FilledRequest } from '#pine/brain/alert-text.ts';
import type { BrokerBook, WorkingOrder } from '#pine/brain/broker-book.ts';
import { near } from '#pine/brain/broker-book.ts';
import { sortByFill } from '#pine/brain/pine-broker.ts';
import type { PineBroker } from '#pine/brain/place-order.ts';

/** Whether an order works whose fill is reported. */
export function hasAlerts({ working }: BrokerBook): boolean {
  if (working.length === 0) return false;
  return working.some(({ alert = '', isReported = false }) => alert !== '' && !isReported);
}

type FilledPart = { readonly order: WorkingOrder; readonly state: BotOrder };

/** `tell` gets what has filled since the last call, in the order of the fills. */
export function tellFills({ api, book }: PineBroker, tell: (request: FilledRequest) => void): void {
  const fresh = book.working.flatMap((order): FilledPart[] => {
    const state = api.orders.find(order.orderId);
    return state !== null && state.filledAmount > order.seenAmount ? [{ order, state }] : [];
  });
  sortByFill(book, fresh);
  let position = heldOf(book);
  for (const parts of requestsOf(fresh)) {
    const before = position;
    position = near(before + parts.reduce((sum, part) => sum + changeOf(part), 0));
    const isWhole = parts.every(({ state }) => state.state !== 'open');
    const [first] = parts;
    const message = first?.order.alert ?? '';
    if (first === undefined || !isWhole || message === '' || first.order.isReported === true)
      continue;
    for (const { order } of parts) order.isReported = true;
    tell({
      ...requestOf(parts, first.order),
      message,
      positionBefore: before,
      positionAfter: position,
    });
  }
}

function heldOf({ trades }: BrokerBook): number {
  const sizes = trades.map(({ direction, size }) => (direction === 'long' ? size : -size));
  return near(sizes.reduce((sum, size) => sum + size, 0));
}

/** Parts of one request of one side. */
function requestsOf(fresh: readonly FilledPart[]): readonly (readonly FilledPart[])[] {
  const byRequest = new Map<string, FilledPart[]>();
  for (const part of fresh) {
    const { id, bar, kind } = part.order;
    const key = `${bar} ${kind === 'exit' ? 'exit' : ''} ${part.state.side} ${id}`;
    byRequest.set(key, [...(byRequest.get(key) ?? []), part]);
  }
  return [...byRequest.values()];
}

/** Of the position, since it was looked at last. */
function changeOf({ order, state }: FilledPart): number {
  const amount = state.filledAmount - order.seenAmount;
  return state.side === 'buy' ? amount : -amount;
}

function requestOf(
  parts: readonly FilledPart[],
  { id, comment }: WorkingOrder,
): Pick<FilledRequest, 'id' | 'comment' | 'side' | 'amount' | 'price'> {
  const amount = parts.reduce((sum, { state }) => sum + state.filledAmount, 0);
  const value = parts.reduce((sum, { state }) => sum + state.filledAmount * state.filledPrice, 0);
  const side = parts[0]?.state.side ?? 'buy';
  return {
    id,
    comment: comment === '' ? id : comment,
    side,
    amount: near(amount),
    price: value / amount,
  };
}
