// Connections that die without a word, while the database can be reached: what waits for them is
// returned all the same, by limits far below the one of a statement.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { JobKind } from '#ports/work/jobs.ts';
import { withTestDatabase } from '../../support/database.ts';
import type { SilentProxy } from '../../support/silent-proxy.ts';
import { openSilentProxy } from '../../support/silent-proxy.ts';
import { until } from '../../support/until.ts';

/** No response may come here by the end of this. */
const STATEMENT_TIMEOUT_MS = 600_000;

type Harness = {
  /** Its connections go through the proxy. */
  readonly database: Database;
  /** Reaches the same database without it. */
  readonly direct: Database;
  readonly proxy: SilentProxy;
};

async function withHarness(work: (harness: Harness) => Promise<void>): Promise<void> {
  await withTestDatabase(async ({ database: direct, url }) => {
    await direct.write({ text: 'CREATE TABLE noted (value bigint PRIMARY KEY)' }, []);
    await direct.write({ text: 'INSERT INTO noted VALUES (1)' }, []);
    const proxy = await openSilentProxy(url);
    const database = openDatabase({ url: proxy.url, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    try {
      await work({ database, direct, proxy });
    } finally {
      await database.close();
      await proxy.close();
    }
  });
}

const LIST = { text: 'SELECT * FROM noted ORDER BY value', name: 'list' };
const ADD = { text: 'INSERT INTO noted VALUES ($1)' };
const LOCK = { text: 'SELECT FROM noted WHERE value = 1 FOR UPDATE' };
const LOCK_AT_ONCE = { text: 'SELECT FROM noted WHERE value = 1 FOR UPDATE NOWAIT' };
const SLEEPING = {
  text: `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep'`,
};

/** As many connections as the pool may have, all of them idle. */
async function fill(database: Database): Promise<void> {
  await Promise.all(Array.from({ length: 8 }, () => database.read(LIST, [])));
}

function isLost(error: unknown): boolean {
  return error instanceof OutcomeUnknown || error instanceof Failure;
}

suite('connections that died silently', { concurrency: true }, () => {
  test('reads are served, whether they wait already or come later', async () => {
    await withHarness(async ({ database, proxy }) => {
      await fill(database);
      const text = 'SELECT pg_sleep(1), value FROM noted';
      const waiting = database.read<{ readonly value: number }>({ text }, []);
      await until('it sleeps', async () => (await database.read(SLEEPING, [])).length === 1);
      proxy.silence();
      const later = Array.from({ length: 8 }, () => database.read(LIST, []));
      assert.equal((await waiting)[0]?.value, 1);
      for (const rows of await Promise.all(later)) assert.deepEqual(rows, [{ value: 1 }]);
    });
  });

  test('a change that was under way is unknown, and the next one is made', async () => {
    await withHarness(async ({ database, direct, proxy }) => {
      await fill(database);
      const text = 'INSERT INTO noted SELECT 2 FROM pg_sleep(1)';
      const cut = assert.rejects(database.write({ text }, []), OutcomeUnknown);
      await until('it sleeps', async () => (await direct.read(SLEEPING, [])).length === 1);
      proxy.silence();
      await cut;
      await database.write(ADD, [3]);
      assert.deepEqual(await direct.read(LIST, []), [{ value: 1 }, { value: 2 }, { value: 3 }]);
    });
  });

  test('locks of a transaction are free again', async () => {
    await withHarness(async ({ database, direct, proxy }) => {
      const cut = database.transaction(async (session) => {
        await session.write(LOCK, []);
        await assert.rejects(direct.write(LOCK_AT_ONCE, []), Failure);
        proxy.silence();
        await session.write(ADD, [2]);
      });
      await assert.rejects(cut, isLost);
      const isFree = async (): Promise<boolean> =>
        direct.write(LOCK_AT_ONCE, []).then(
          () => true,
          () => false,
        );
      await until('the lock is free', isFree);
      assert.deepEqual(await direct.read(LIST, []), [{ value: 1 }]);
    });
  });

  test('a statement that takes long on a connection that lives is let end', async () => {
    await withHarness(async ({ database }) => {
      const text = 'SELECT 7 AS value FROM pg_sleep(5)';
      assert.deepEqual(await database.read({ text }, []), [{ value: 7 }]);
    });
  });

  test('a transaction that thinks for long between its statements is let end', async () => {
    await withHarness(async ({ database, direct }) => {
      await database.transaction(async (session) => {
        await session.write(LOCK, []);
        await direct.read({ text: 'SELECT pg_sleep(5)' }, []);
        await session.write(ADD, [2]);
      });
      assert.deepEqual(await direct.read(LIST, []), [{ value: 1 }, { value: 2 }]);
    });
  });

  test('who calls is not waited for while the database does not respond at all', async () => {
    await withHarness(async ({ database, proxy }) => {
      const store = postgresStore(database);
      const hash = Buffer.alloc(32);
      assert.equal(await store.findPrincipal(hash), null);
      // The connection was used a moment ago, and is taken as living.
      proxy.blockNew(true);
      const isUnavailable = { name: 'Failure', code: 'unavailable' };
      await assert.rejects(store.findPrincipal(hash), isUnavailable);
    });
  });

  test('jobs are taken', async () => {
    await withHarness(async ({ database, direct, proxy }) => {
      const report = (): void => undefined;
      const opened = await openJobs(database, { isRunning: true, report });
      const outside = await openJobs(direct, { isRunning: false, report });
      const performed = Promise.withResolvers<string>();
      const kind: JobKind = {
        queue: 'work',
        async perform(attempt) {
          await direct.transaction((session) => opened.jobs.settle(session, attempt));
          performed.resolve(attempt.jobId);
          return { kind: 'done' };
        },
        onDefect: performed.reject,
      };
      const runner = opened.jobs.run({ kinds: [kind], placesCount: 2, retainedCount: 0 });
      await fill(database);
      proxy.silence();
      await direct.transaction((session) =>
        outside.jobs.enqueue(session, 'work', ['late'], 'usr_a'),
      );
      assert.equal(await performed.promise, 'late');
      await runner.close();
      await outside.close();
      await opened.close();
    });
  });
});
