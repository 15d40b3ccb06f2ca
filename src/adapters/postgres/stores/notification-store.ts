// Notifications in PostgreSQL (migration 0161).

import type { Database } from '#adapters/postgres/connection/database.ts';
import { notificationChannels } from '#adapters/postgres/stores/notification-channels.ts';
import { notificationQueue } from '#adapters/postgres/stores/notification-queue.ts';
import { notificationRules } from '#adapters/postgres/stores/notification-rules.ts';
import type { NotificationStore } from '#ports/stores/notification-store.ts';

export function postgresNotificationStore(database: Database): NotificationStore {
  return {
    ...notificationChannels(database),
    ...notificationRules(database),
    ...notificationQueue(database),
  };
}
