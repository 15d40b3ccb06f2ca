// The events that a change of an order is, for the store in memory. The database says the same by a
// trigger (migration 0143); the suite of the log compares the two.

import type { NewEvent, OrderOfEvent } from '#domain/event-log/event.ts';
import type { EventTypeOf } from '#domain/event-log/event-catalogue.ts';
import type { Order, OrderState } from '#venue-port/order/order.ts';
import { subtractDecimal, ZERO } from '#lib/decimal.ts';

const TYPE_OF_STATE: { readonly [state in OrderState]: EventTypeOf<'order'> } = {
  pending: 'order.placed',
  open: 'order.opened',
  unknown: 'order.unknown',
  lost: 'order.lost',
  filled: 'order.filled',
  cancelled: 'order.cancelled',
  rejected: 'order.rejected',
  expired: 'order.expired',
  unplaced: 'order.unplaced',
};

/**
 * In the order in which they are numbered: what was filled, then the state. `before` null: the
 * order is new. A fill that is taken back is no fill; the order's state is then reported again,
 * with the smaller amount.
 */
export function eventsOfOrder(before: Order | null, order: Order): readonly NewEvent[] {
  const { orderId: objectId, updatedAtMs: atMs, state, reason } = order;
  const addedAmount = subtractDecimal(order.filledAmount, before?.filledAmount ?? ZERO);
  const data = orderOfEvent(order);
  const events: NewEvent[] = [];
  if (addedAmount > ZERO)
    events.push({ type: 'fill.created', objectId, atMs, data: { ...data, addedAmount } });
  if (before?.state !== state || addedAmount < ZERO)
    events.push({ type: TYPE_OF_STATE[state], objectId, atMs, data: { ...data, state, reason } });
  return events;
}

function orderOfEvent(order: Order): OrderOfEvent {
  const { orderId, accountId, botId, marketTag, side, type, price, amount, filledAmount } = order;
  return { orderId, accountId, botId, marketTag, side, type, price, amount, filledAmount };
}
