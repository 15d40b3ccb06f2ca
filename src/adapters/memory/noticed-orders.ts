// Events of orders in memory: what is set in the map of orders is compared with what was there, as
// the triggers of the database do.

import type { NewEvent } from '#domain/event-log/event.ts';
import { eventsOfOrder } from '#domain/event-log/events-of-order.ts';
import type { Order } from '#venue-port/order/order.ts';

export type WaitingEvent = { readonly userId: string; readonly event: NewEvent };

/** A map of orders that hands on what happens to them. */
export function noticingOrders(
  onEvents: (order: Order, events: readonly NewEvent[]) => void,
): Map<string, Order> {
  const orders = new Map<string, Order>();
  const set = orders.set.bind(orders);
  orders.set = (orderId, order) => {
    onEvents(order, eventsOfOrder(orders.get(orderId) ?? null, order));
    return set(orderId, order);
  };
  return orders;
}
