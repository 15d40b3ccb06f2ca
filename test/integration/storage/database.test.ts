// The pool: what a transaction retains, what a lost connection means, and that it comes back alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { withTestDatabase } from '../../support/database.ts';

const ADD = { text: 'INSERT INTO noted VALUES ($1)', name: 'add' };
const LIST = { text: 'SELECT * FROM noted ORDER BY value' };
const OWN_ID = 'SELECT pg_backend_pid() AS id';

async function withTable(work: (database: Database, url: string) => Promise<void>): Promise<void> {
  await withTestDatabase(async ({ database, url }) => {
    await database.write({ text: 'CREATE TABLE noted (value bigint)' }, []);
    await work(database, url);
  });
}

/** Ends all connections of the database except the asking one. */
async function cutConnections(url: string): Promise<void> {
  const cutter = openDatabase({ url });
  const text = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await cutter.write({ text }, []);
  await cutter.close();
}

test('a transaction retains all or nothing', async () => {
  await withTable(async (database) => {
    const response = await database.transaction(async (session) => {
      await session.write(ADD, [1]);
      await session.write(ADD, [2]);
      return 'done';
    });
    assert.equal(response, 'done');
    const broken = database.transaction(async (session) => {
      await session.write(ADD, [3]);
      throw new Error('changed its mind');
    });
    await assert.rejects(broken, /changed its mind/);
    assert.deepEqual(await database.read(LIST, []), [{ value: 1 }, { value: 2 }]);
  });
});

test('whole numbers beyond 2^53 are refused, never rounded', async () => {
  await withTable(async (database) => {
    await database.write(ADD, ['9007199254740993']);
    await assert.rejects(database.read(LIST, []), /below 2\^53/);
  });
});

test('after its connections were cut the pool works again', async () => {
  await withTable(async (database, url) => {
    await Promise.all([database.read(LIST, []), database.read(LIST, [])]);
    await cutConnections(url);
    await database.write(ADD, [1]).catch(() => database.write(ADD, [1]));
    assert.deepEqual(await database.read(LIST, []), [{ value: 1 }]);
  });
});

test('a statement that was cut off did nothing, and says so', async () => {
  await withTable(async (database, url) => {
    const slow = database.write({ text: 'INSERT INTO noted SELECT 1 FROM pg_sleep(60)' }, []);
    const isRefused = assert.rejects(slow, isUnavailable);
    await untilSleeping(database);
    await cutConnections(url);
    await isRefused;
    const again = openDatabase({ url });
    assert.deepEqual(await again.read(LIST, []), []);
    await again.close();
  });
});

test('a transaction whose connection is cut is rolled back', async () => {
  await withTable(async (database, url) => {
    const cut = database.transaction(async (session) => {
      await session.write(ADD, [1]);
      await cutConnections(url);
    });
    await assert.rejects(cut, (error) => isUnavailable(error) || error instanceof OutcomeUnknown);
    const again = openDatabase({ url });
    assert.deepEqual(await again.read(LIST, []), []);
    await again.close();
  });
});

test('a transaction whose connection is lost between statements says what ended it', async () => {
  await withTable(async (database, url) => {
    const cut = database.transaction(async (session) => {
      await session.write(ADD, [1]);
      await cutConnections(url);
      // By then the connection has read what the server said at its end.
      await nextTurn();
      await session.write(ADD, [2]);
    });
    await assert.rejects(cut, (error) => {
      assert(isUnavailable(error));
      assert.match((error as Error).message, /terminating connection due to administrator command/);
      return true;
    });
  });
});

test('a statement that takes too long is given up', async () => {
  await withTable(async (_database, url) => {
    const hasty = openDatabase({ url, statementTimeoutMs: 500, connectionsMax: 1 });
    const before = await hasty.read({ text: OWN_ID }, []);
    await assert.rejects(hasty.read({ text: 'SELECT pg_sleep(60)' }, []), isUnavailable);
    // The connection is as good as before.
    assert.deepEqual(await hasty.read({ text: OWN_ID }, []), before);
    await hasty.close();
  });
});

async function untilSleeping(database: Database): Promise<void> {
  const text = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  while ((await database.read({ text }, [])).length === 0);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.code === 'unavailable';
}
