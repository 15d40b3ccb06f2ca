// Behind PgBouncer in session mode stores, jobs and notifications work as without it; in
// transaction mode it is recognised and refused. Skipped, and says so, where it is not installed.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { openListener } from '#adapters/postgres/connection/listener.ts';
import { sharesSessions } from '#adapters/postgres/connection/shared-sessions.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { jobsContract } from '#ports/work/jobs.contract.ts';
import { storeContract } from '#ports/stores/store.contract.ts';
import type { TestDatabase } from '../../support/database.ts';
import { createTestDatabase, withTestDatabase } from '../../support/database.ts';
import type { Pgbouncer } from '../../support/pgbouncer.ts';
import { hasPgbouncer, startPgbouncer } from '../../support/pgbouncer.ts';
import { until } from '../../support/until.ts';

const skip = hasPgbouncer ? false : 'pgbouncer is not installed';

type PooledDatabase = {
  readonly test: TestDatabase;
  readonly database: Database;
  close(this: void, hasFailed: boolean): Promise<void>;
};

let running: Promise<Pgbouncer> | null = null;

/** A database of its own, reached through one PgBouncer for all of them. */
async function openPooled(): Promise<PooledDatabase> {
  const test = await createTestDatabase();
  running ??= startPgbouncer(test.url, 'session');
  const database = openDatabase({ url: (await running).urlOf(test.url) });
  return {
    test,
    database,
    async close(hasFailed) {
      await database.close();
      await (hasFailed ? test.keep() : test.drop());
    },
  };
}

suite('PgBouncer in session mode', { skip }, () => {
  after(async () => (await running)?.close());

  storeContract(async () => {
    const { database, close } = await openPooled();
    return { store: postgresStore(database), close };
  });

  jobsContract(async () => {
    const { database, close } = await openPooled();
    const opened = await openJobs(database, { isRunning: true, report: () => undefined });
    return {
      jobs: opened.jobs,
      inTransaction: (work) => database.transaction(work),
      async close(hasFailed) {
        await opened.close();
        await close(hasFailed);
      },
    };
  });

  test('notifications arrive', async () => {
    const { database, close } = await openPooled();
    const heard: string[] = [];
    const onMessage = (payload: string): void => void heard.push(payload);
    const subscription = { channel: 'heard', onMessage, onGap: () => undefined };
    const listener = openListener(database.url, [subscription]);
    await listener.live();
    await database.write({ text: `SELECT pg_notify('heard', 'now')` }, []);
    await until('one is heard', () => heard.length > 0);
    assert.deepEqual(heard, ['now']);
    await listener.close();
    await close(false);
  });
});

suite('PgBouncer in transaction mode', { skip }, () => {
  test('it is recognised, and in session mode it is not taken for that', async () => {
    await withTestDatabase(async ({ url }) => {
      const seen: boolean[] = [];
      for (const mode of ['session', 'transaction'] as const) {
        const pooler = await startPgbouncer(url, mode);
        seen.push(await sharesSessions(pooler.urlOf(url)));
        await pooler.close();
      }
      assert.deepEqual(seen, [false, true]);
    });
  });
});
