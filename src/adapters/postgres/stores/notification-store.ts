// Notifications in PostgreSQL (migration 0161).

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { notificationChannels } from '#adapters/postgres/stores/notification-channels.ts';
import { notificationQueue } from '#adapters/postgres/stores/notification-queue.ts';
import { notificationRules } from '#adapters/postgres/stores/notification-rules.ts';
import type { NotificationStore } from '#ports/stores/notification-store.ts';

const CHANNEL_IDS: Statement<{ readonly channel_id: string }> = {
  text: 'SELECT channel_id FROM notification_channels WHERE user_id = $1 ORDER BY channel_id',
};
// What waits, deliveries and paces go with their channel.
const DELETE_CHANNEL: Statement<unknown> = {
  text: 'DELETE FROM notification_channels WHERE channel_id = $1',
};
const DELETE_RULES: Statement<unknown> = {
  text: 'DELETE FROM notification_rules WHERE user_id = $1',
};
// The row stays, so that no rules to begin with are made again.
const CLOSE: Statement<unknown> = {
  text: `
    INSERT INTO notification_users (user_id) VALUES ($1)
    ON CONFLICT (user_id) DO UPDATE SET is_reading = false`,
};

/** Store over this database. */
export function postgresNotificationStore(database: Database): NotificationStore {
  return {
    ...notificationChannels(database),
    ...notificationRules(database),
    ...notificationQueue(database),
    // One channel at a time, and before the rules: whoever sends locks a channel before its rules,
    // and several channels in another order.
    async deleteNotifications(userId) {
      for (const { channel_id: channelId } of await database.read(CHANNEL_IDS, [userId]))
        await database.write(DELETE_CHANNEL, [channelId]);
      await database.write(CLOSE, [userId]);
      await database.write(DELETE_RULES, [userId]);
    },
  };
}
