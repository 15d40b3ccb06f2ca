import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StateCounts } from '#adapters/postgres/growth/read-state-counts.ts';
import { stateFigures } from '#main/serving/state-figures.ts';

const COUNTS: StateCounts = {
  waitingEvents: 1,
  oldestEventSeconds: 2,
  webhookMessages: 3,
  webhooksFailing: 4,
  notificationMessages: 5,
  channelsFailing: 6,
  waitingInputs: 7,
  oldestInputSeconds: 8,
  runningBots: 9,
  unheldBots: 10,
  botsStoppedByService: 11,
  ordersUnplaced: 12,
  firstExpirySeconds: 13,
  databaseBytes: 14,
  replicas: 15,
  backupAgeSeconds: 16,
  archivingFails: 0,
};

const valuesOf = (counts: StateCounts) =>
  stateFigures(counts, new Map([['orders', 99]])).map(({ name, samples }) => [
    name,
    ...samples.map(({ value }) => value),
  ]);

test('each count is a figure of its own', () => {
  const values = valuesOf(COUNTS).map(([, value]) => value);
  assert.deepEqual(values, [...Object.values(COUNTS), 99]);
  assert.deepEqual(valuesOf(COUNTS).at(-1), ['tidemill_stored_bytes', 99]);
});

for (const [count, figure] of [
  ['firstExpirySeconds', 'tidemill_credentials_first_expiry_seconds'],
  ['backupAgeSeconds', 'tidemill_backup_age_seconds'],
  ['archivingFails', 'tidemill_database_archiving_fails'],
] as const) {
  test(`without a value of ${count} there is no ${figure}`, () => {
    const names = valuesOf({ ...COUNTS, [count]: null }).map(([name]) => name);
    assert.equal(names.includes(figure), false);
    assert.equal(names.length, Object.keys(COUNTS).length);
  });
}
