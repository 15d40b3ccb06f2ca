// The log of events in memory. It has events of orders and bots, refused credentials and streams.

import { hastenTraded } from '#adapters/memory/memory-equity-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import type { LoggedEvent, NewEvent } from '#domain/event-log/event.ts';
import type { EventLog } from '#ports/stores/event-log.ts';
import { EVENTS_SEARCHED_MAX } from '#ports/stores/event-log.ts';

/** Log over this state; events of an end user are in the partner's log as well. */
export function memoryEventLog(state: MemoryState): EventLog {
  const { waitingEvents, events } = state;
  const eventsOf = (userId: string): readonly LoggedEvent[] => events.get(userId) ?? [];
  const add = (userId: string, event: NewEvent, endUserId?: string): void => {
    const before = events.get(userId) ?? [];
    const whose = endUserId === undefined ? {} : { endUserId };
    before.push({ ...event, ...whose, sequence: before.length + 1 });
    events.set(userId, before);
  };
  return {
    async numberEvents(eventsMax) {
      const taken = waitingEvents.splice(0, eventsMax);
      for (const { userId, event } of taken) {
        add(userId, event);
        const partnerId = state.endUsers.get(userId)?.partnerId;
        if (partnerId !== undefined) add(partnerId, event, userId);
        hastenTraded(state, event);
      }
      return taken.length;
    },
    noteCutStream({ userId, atMs, ...data }) {
      const event = { type: 'stream.cut', objectId: data.keyId, atMs, data } as const;
      waitingEvents.push({ userId, event });
      return Promise.resolve();
    },
    async readEvents({ userId, after, types, limit }) {
      const all = eventsOf(userId);
      const searched = all.slice(after, after + EVENTS_SEARCHED_MAX);
      const wanted = searched.filter(({ type }) => types === null || types.includes(type));
      const page = wanted.slice(0, limit);
      const last = page.length === limit ? page.at(-1) : searched.at(-1);
      return {
        events: page,
        lastSequence: last?.sequence ?? after,
        newest: all.length,
        oldest: all.length === 0 ? null : 1,
      };
    },
    async newestEvents(userIds) {
      const known = userIds.filter((userId) => events.has(userId));
      return new Map(known.map((userId) => [userId, eventsOf(userId).length]));
    },
  };
}
