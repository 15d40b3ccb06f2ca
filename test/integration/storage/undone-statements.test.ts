// Statements and transactions that the server undid for others, or whose connection it ended: done
// again from their beginning, so often as is worth it, and in effect once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { withTestDatabase } from '../../support/database.ts';

/** Sequences keep what was drawn in a transaction that was undone: they count the tries. */
const PREPARE = `
  CREATE TABLE undone (number integer NOT NULL);
  CREATE SEQUENCE tries;
  CREATE FUNCTION try(code text, failures integer) RETURNS integer LANGUAGE plpgsql AS $$
  BEGIN
    IF nextval('tries') <= failures THEN
      RAISE EXCEPTION 'undone for others' USING ERRCODE = code;
    END IF;
    RETURN 1;
  END $$`;

const TRY: Statement<unknown> = { text: 'INSERT INTO undone (number) SELECT try($1, $2)' };
const ADD: Statement<unknown> = { text: 'INSERT INTO undone (number) VALUES ($1)' };
const COUNT: Statement<{ readonly rows: number; readonly tries: number }> = {
  text: `
    SELECT (SELECT count(*)::int FROM undone) AS rows,
      (SELECT last_value::int FROM tries) AS tries`,
};
const END_OTHERS: Statement<unknown> = {
  text: `
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND state = 'idle in transaction'`,
};

async function withUndone(
  work: (database: Database, owner: Database) => Promise<void>,
): Promise<void> {
  await withTestDatabase(async ({ database: owner, url }) => {
    await owner.write({ text: PREPARE }, []);
    const database = openDatabase({ url, connectionsMax: 2 });
    try {
      await work(database, owner);
    } finally {
      await database.close();
    }
  });
}

for (const code of ['40001', '40P01']) {
  test(`after ${code} a statement is done again`, async () => {
    await withUndone(async (database) => {
      await database.write(TRY, [code, 3]);
      assert.deepEqual(await database.read(COUNT, []), [{ rows: 1, tries: 4 }]);
    });
  });

  test(`after ${code} a transaction is done again from its beginning`, async () => {
    await withUndone(async (database) => {
      await database.transaction(async (session) => {
        await session.write(ADD, [7]);
        await session.write(TRY, [code, 2]);
      });
      assert.deepEqual(await database.read(COUNT, []), [{ rows: 2, tries: 3 }]);
    });
  });

  test(`what always ends with ${code} is a conflict in the end, and not done`, async () => {
    await withUndone(async (database) => {
      const doing = database.transaction((session) => session.write(TRY, [code, 9]));
      await assert.rejects(doing, { code: 'conflict', source: 'store' });
      assert.deepEqual(await database.read(COUNT, []), [{ rows: 0, tries: 4 }]);
    });
  });
}

test('a full disk is not tried again at once', async () => {
  await withUndone(async (database) => {
    await assert.rejects(database.write(TRY, ['53100', 9]), { code: 'unavailable' });
    assert.deepEqual(await database.read(COUNT, []), [{ rows: 0, tries: 1 }]);
  });
});

test('a transaction whose connection was ended is done on another one, once', async () => {
  await withUndone(async (database, owner) => {
    let triesCount = 0;
    await database.transaction(async (session) => {
      triesCount += 1;
      await session.write(ADD, [triesCount]);
      if (triesCount === 1) await owner.write(END_OTHERS, []);
      await session.write(ADD, [triesCount]);
    });
    assert.equal(triesCount, 2);
    assert.equal((await database.read(COUNT, []))[0]?.rows, 2);
  });
});

test('a transaction with a failed statement commits nothing, whatever its work says', async () => {
  await withUndone(async (database) => {
    const doing = database.transaction(async (session) => {
      await session.write(ADD, [1]);
      await session.write(TRY, ['53100', 9]).catch(() => []);
    });
    await assert.rejects(doing, { code: 'unavailable' });
    assert.equal((await database.read(COUNT, []))[0]?.rows, 0);
  });
});

test('a transaction that stood still for too long is done again', async () => {
  await withTestDatabase(async ({ database: owner, url }) => {
    await owner.write({ text: PREPARE }, []);
    const database = openDatabase({ url, connectionsMax: 2 });
    try {
      let triesCount = 0;
      await database.transaction(async (session) => {
        triesCount += 1;
        // Of the first try alone: a busy machine may well let the second one stand for so long.
        if (triesCount === 1) await session.write(HURRY, []);
        await session.write(ADD, [triesCount]);
        if (triesCount === 1) await untilEnded(owner);
        await session.write(ADD, [triesCount]);
      });
      assert.equal(triesCount, 2);
      assert.equal((await owner.read(COUNT, []))[0]?.rows, 2);
    } finally {
      await database.close();
    }
  });
});

const HURRY: Statement<unknown> = {
  text: "SET LOCAL idle_in_transaction_session_timeout = '50ms'",
};
const IDLE: Statement<{ readonly count: number }> = {
  text: `
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`,
};

async function untilEnded(owner: Database): Promise<void> {
  while ((await owner.read(IDLE, []))[0]?.count !== 0) await new Promise(setImmediate);
}
