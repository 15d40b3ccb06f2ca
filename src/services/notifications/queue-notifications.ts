// Reads the log of events for the rules of users, and queues what is to be sent.

import { EVENT_TYPES } from '#domain/event-log/event-catalogue.ts';
import { planItems } from '#domain/notification/plan-items.ts';
import { LIMITS } from '#lib/limits.ts';
import type { NotificationStore } from '#ports/stores/notification-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';

/**
 * A round; returns whether there may be more at once. A process that dies meanwhile is followed by
 * another: what it had not noted as read is read again.
 */
export async function queueNotifications({
  notifications,
  clock,
}: {
  readonly notifications: Pick<NotificationStore, 'takeReaders' | 'noteRead'>;
  readonly clock: Clock;
}): Promise<boolean> {
  const nowMs = clock.nowMs();
  const readers = await notifications.takeReaders({
    nowMs,
    claimedUntilMs: nowMs + LIMITS.notificationReadClaimMs,
    usersMax: LIMITS.notificationReadersMax,
    eventsMax: LIMITS.notificationEventsReadMax,
    types: EVENT_TYPES,
  });
  for (const reader of readers) {
    const { items, skipped } = planItems({ ...reader, nowMs });
    await notifications.noteRead({ reader, items, skipped }, clock.nowMs());
  }
  return readers.length > 0;
}
