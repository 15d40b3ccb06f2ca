// Progress of the first start, in the database: carried on by the next one, finished for good, and
// done by one process at a time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atFirstStart } from '#adapters/postgres/first-start.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { openInstallation } from '#adapters/postgres/connection/installation.ts';
import { withTestDatabase } from '../../support/database.ts';

async function withInstallation(work: (database: Database) => Promise<void>): Promise<void> {
  await withTestDatabase(async ({ database }) => {
    const names = { installationId: 'inst_x', masterKeyFingerprint: 'f', createdAtMs: 1 };
    await openInstallation(database, names);
    await work(database);
  });
}

test('one that died is carried on, one that finished is not repeated', async () => {
  await withInstallation(async (database) => {
    const seen: boolean[] = [];
    const dying = atFirstStart(database, async ({ hasBegun, begin }) => {
      seen.push(hasBegun);
      await begin();
      throw new Error('died');
    });
    await assert.rejects(dying, /died/);
    for (let start = 0; start < 2; start += 1) {
      await atFirstStart(database, async ({ hasBegun, finish }) => {
        seen.push(hasBegun);
        await finish();
      });
    }
    assert.deepEqual(seen, [false, true]);
  });
});

test('while one process is at it, another leaves it alone', async () => {
  await withInstallation(async (database) => {
    let count = 0;
    await atFirstStart(database, async () => {
      count += 1;
      await atFirstStart(database, async () => void (count += 1));
    });
    assert.equal(count, 1);
  });
});

test('it may take longer than a transaction may stand still', async () => {
  await withInstallation(async ({ url }) => {
    const database = openDatabase({ url, idleInTransactionMs: 1_000 });
    let isDone = false;
    await atFirstStart(database, async ({ begin, finish }) => {
      await begin();
      await database.read({ text: 'SELECT pg_sleep(1.5)' }, []);
      await finish();
      isDone = true;
    });
    assert.equal(isDone, true);
    await database.close();
  });
});
