// Behind PgBouncer jobs and notifications work as without it, in session mode, and with the address
// of the server itself in transaction mode, where stores are tried, too; without that address this
// mode is recognised and refused. Skipped, and says so, where it is not installed.

import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase, sessionUrlOf } from '#adapters/postgres/connection/database.ts';
import { openListener } from '#adapters/postgres/connection/listener.ts';
import { sharesSessions } from '#adapters/postgres/connection/shared-sessions.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { jobsContract } from '#ports/work/jobs.contract.ts';
import { storeContract } from '#ports/stores/store.contract.ts';
import type { TestDatabase } from '../../support/database.ts';
import { createTestDatabase, withTestDatabase } from '../../support/database.ts';
import type { Pgbouncer, PoolMode } from '../../support/pgbouncer.ts';
import { hasPgbouncer, startPgbouncer } from '../../support/pgbouncer.ts';
import { until } from '../../support/until.ts';

const skip = hasPgbouncer ? false : 'pgbouncer is not installed';

type PooledDatabase = {
  readonly test: TestDatabase;
  readonly database: Database;
  close(this: void, hasFailed: boolean): Promise<void>;
};

const running = new Map<PoolMode, Promise<Pgbouncer>>();

/** A database of its own, reached through one PgBouncer for all of them. */
async function openPooled(mode: PoolMode): Promise<PooledDatabase> {
  const test = await createTestDatabase();
  const pooler = running.get(mode) ?? startPgbouncer(test.url, mode);
  running.set(mode, pooler);
  const url = (await pooler).urlOf(test.url);
  const database = openDatabase({ url, listenUrl: mode === 'session' ? null : test.url });
  return {
    test,
    database,
    async close(hasFailed) {
      await database.close();
      await (hasFailed ? test.keep() : test.drop());
    },
  };
}

async function closePooler(mode: PoolMode): Promise<void> {
  await (await running.get(mode))?.close();
}

function worksBehind(mode: PoolMode): void {
  after(() => closePooler(mode));

  jobsContract(async () => {
    const { database, close } = await openPooled(mode);
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
    const { database, close } = await openPooled(mode);
    const heard: string[] = [];
    const onMessage = (payload: string): void => void heard.push(payload);
    const subscription = { channel: 'heard', onMessage, onGap: () => undefined };
    const listener = openListener(sessionUrlOf(database), [subscription]);
    await listener.live();
    await database.write({ text: `SELECT pg_notify('heard', 'now')` }, []);
    await until('one is heard', () => heard.length > 0);
    assert.deepEqual(heard, ['now']);
    await listener.close();
    await close(false);
  });
}

suite('PgBouncer in session mode', { skip }, () => worksBehind('session'));

suite('PgBouncer in transaction mode', { skip }, () => {
  worksBehind('transaction');

  storeContract(async () => {
    const { database, close } = await openPooled('transaction');
    return { store: postgresStore(database), close };
  });

  test('what is sent at once finds no name of another session', async () => {
    const { database, close } = await openPooled('transaction');
    const statement = { name: 'named', text: 'SELECT $1::int AS value' };
    const values = Array.from({ length: 40 }, (_, index) => index);
    const rows = await Promise.all(values.map((value) => database.read(statement, [value])));
    assert.deepEqual(
      rows.map(([row]) => row),
      values.map((value) => ({ value })),
    );
    await close(false);
  });

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
