// The installation as its owners see it, over PostgreSQL.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresInstallationStore } from '#adapters/postgres/stores/installation-store.ts';
import { INSTALLATION_CASES } from '#ports/stores/installation-store.contract.ts';
import { withTestDatabase } from '../../support/database.ts';

for (const [name, run] of Object.entries(INSTALLATION_CASES))
  test(name, () =>
    assert.doesNotReject(
      withTestDatabase(({ database }) => run(postgresInstallationStore(database, []))),
    ),
  );

test('a database says how large it and its tables are', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresInstallationStore(database, ['backtests']);
    const { sizeBytes, tables, connections, connectionsMax, version } = await store.readDatabase(5);
    assert.ok(sizeBytes > 1_000_000);
    assert.equal(tables.length, 5);
    assert.ok(tables.every(({ bytes, table }) => bytes > 0 && /^[a-z_]+$/.test(table)));
    assert.deepEqual(
      tables.map(({ bytes }) => bytes),
      tables.map(({ bytes }) => bytes).toSorted((left, right) => right - left),
    );
    assert.ok(connections >= 1 && connectionsMax > connections);
    assert.match(version, /^\d+/);
    const none = { queue: 'backtests', waitingCount: 0, runningCount: 0, oldestSeconds: 0 };
    assert.deepEqual(await store.listQueues(), [none]);
  });
});
