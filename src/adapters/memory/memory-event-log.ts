// The log of events in memory: what is set in the map of orders is compared with what was there,
// as the triggers of the database do. It has events of orders and bots, and refused credentials.

import { hastenTraded } from '#adapters/memory/memory-equity-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import type { LoggedEvent, NewEvent } from '#domain/event-log/event.ts';
import { eventsOfOrder } from '#domain/event-log/events-of-order.ts';
import type { Order } from '#domain/order/order.ts';
import type { EventLog } from '#ports/stores/event-log.ts';

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

export function memoryEventLog(state: MemoryState): EventLog {
  const { waitingEvents, events } = state;
  const eventsOf = (userId: string): readonly LoggedEvent[] => events.get(userId) ?? [];
  return {
    async numberEvents(eventsMax) {
      const taken = waitingEvents.splice(0, eventsMax);
      for (const { userId, event } of taken) {
        const before = events.get(userId) ?? [];
        before.push({ ...event, sequence: before.length + 1 });
        events.set(userId, before);
        hastenTraded(state, event);
      }
      return taken.length;
    },
    async readEvents({ userId, after, types, limit }) {
      const all = eventsOf(userId);
      const seen = all.slice(after, after + limit);
      const wanted = seen.filter(({ type }) => types === null || types.includes(type));
      return {
        events: wanted,
        lastSequence: seen.at(-1)?.sequence ?? after,
        newest: all.length,
        oldest: all.length === 0 ? null : 1,
      };
    },
    async newestEvents(userIds) {
      const known = userIds.filter((userId) => events.has(userId));
      return new Map(known.map((userId) => [userId, eventsOf(userId).length]));
    },
    // Nothing in memory lives for days.
    keepEventDays: () => Promise.resolve(),
  };
}
