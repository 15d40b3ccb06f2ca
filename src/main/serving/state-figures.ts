// Figures of what is stored and of what waits in it, for /metrics and the alert rules.

import type { StateCounts } from '#adapters/postgres/growth/read-state-counts.ts';
import type { Figure } from '#api/http/responses/metrics.ts';

type Gauge = readonly [name: string, help: string, valueOf: (counts: StateCounts) => number | null];

const GAUGES: readonly Gauge[] = [
  [
    'tidemill_waiting_events',
    'Events that have no number yet, 100,000 at most.',
    (counts) => counts.waitingEvents,
  ],
  [
    'tidemill_waiting_events_oldest_seconds',
    'How long the oldest of those has waited.',
    (counts) => counts.oldestEventSeconds,
  ],
  [
    'tidemill_webhook_messages_waiting',
    'Messages that webhooks have not accepted yet, 100,000 at most.',
    (counts) => counts.webhookMessages,
  ],
  [
    'tidemill_webhooks_failing',
    'Webhooks whose receivers failed at their last attempt.',
    (counts) => counts.webhooksFailing,
  ],
  [
    'tidemill_notification_messages_waiting',
    'Notifications that were not sent yet, 100,000 at most.',
    (counts) => counts.notificationMessages,
  ],
  [
    'tidemill_notification_channels_failing',
    'Channels of notifications that failed at their last attempt.',
    (counts) => counts.channelsFailing,
  ],
  [
    'tidemill_bot_inputs_waiting',
    'Signals and other inputs that running bots have not taken, 100,000 at most.',
    (counts) => counts.waitingInputs,
  ],
  [
    'tidemill_bot_inputs_oldest_seconds',
    'How long the oldest of those has waited.',
    (counts) => counts.oldestInputSeconds,
  ],
  ['tidemill_bots_running', 'Bots that are started.', (counts) => counts.runningBots],
  [
    'tidemill_bots_unheld',
    'Bots that are started and that no process runs.',
    (counts) => counts.unheldBots,
  ],
  [
    'tidemill_bots_stopped_by_service',
    'Bots that the service stopped within the last hour, for a reason of its own.',
    (counts) => counts.botsStoppedByService,
  ],
  [
    'tidemill_orders_unplaced',
    'Orders that turned out within the last hour never to have reached their exchange.',
    (counts) => counts.ordersUnplaced,
  ],
  [
    'tidemill_credentials_first_expiry_seconds',
    'Time until the first key of an exchange expires.',
    (counts) => counts.firstExpirySeconds,
  ],
  ['tidemill_database_bytes', 'Size of the database.', (counts) => counts.databaseBytes],
  [
    'tidemill_database_replicas',
    'Standbys and backups that stream from the database.',
    (counts) => counts.replicas,
  ],
  [
    'tidemill_backup_age_seconds',
    'Time since the newest backup by the command was taken.',
    (counts) => counts.backupAgeSeconds,
  ],
  [
    'tidemill_database_archiving_fails',
    '1 while the database cannot archive its log.',
    (counts) => counts.archivingFails,
  ],
];

/** What has no value is left out. */
export function stateFigures(
  counts: StateCounts,
  tableBytes: ReadonlyMap<string, number>,
): readonly Figure[] {
  const gauges = GAUGES.flatMap(([name, help, valueOf]): readonly Figure[] => {
    const value = valueOf(counts);
    return value === null ? [] : [{ name, kind: 'gauge', help, samples: [{ value }] }];
  });
  const sizes: Figure = {
    name: 'tidemill_stored_bytes',
    kind: 'gauge',
    help: 'Size of the tables that grow, with their indexes.',
    samples: [...tableBytes].map(([table, value]) => ({ labels: { table }, value })),
  };
  return [...gauges, sizes];
}
