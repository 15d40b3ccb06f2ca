// Tables that are altered under prepared statements: each connection prepares them anew, and what
// was under way in a transaction is done once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { withTestDatabase } from '../../support/database.ts';

const ALL: Statement<{ readonly number: number }> = {
  name: 'altered_all',
  text: 'SELECT * FROM altered ORDER BY number',
};
const ADD: Statement<{ readonly number: number }> = {
  name: 'altered_add',
  text: 'INSERT INTO altered (number) VALUES ($1) RETURNING *',
};

async function withAltered(
  connectionsMax: number,
  work: (database: Database, alter: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  await withTestDatabase(async ({ database: owner, url }) => {
    await owner.write({ text: 'CREATE TABLE altered (number integer NOT NULL)' }, []);
    const database = openDatabase({ url, connectionsMax });
    let columnsCount = 0;
    const alter = () => {
      columnsCount += 1;
      return owner.write({ text: `ALTER TABLE altered ADD COLUMN c${columnsCount} text` }, []);
    };
    try {
      await work(database, alter);
    } finally {
      await database.close();
    }
  });
}

test('a read and a write are prepared anew, on each connection', async () => {
  await withAltered(3, async (database, alter) => {
    const onAll = () => Promise.all(Array.from({ length: 3 }, () => database.read(ALL, [])));
    await database.write(ADD, [1]);
    await onAll();
    await alter();
    for (const rows of await onAll()) assert.deepEqual(rows.map(numberOf), [1]);
    await Promise.all([2, 3, 4].map((number) => database.write(ADD, [number])));
    assert.deepEqual((await database.read(ALL, [])).map(numberOf), [1, 2, 3, 4]);
  });
});

test('a transaction is done again as a whole, and takes effect once', async () => {
  await withAltered(1, async (database, alter) => {
    await database.write(ADD, [1]);
    await database.read(ALL, []);
    await alter();
    let triesCount = 0;
    const seen = await database.transaction(async (session) => {
      triesCount += 1;
      // Without a name: nothing of it is stale, and so it is what has to be undone.
      await session.write({ text: 'INSERT INTO altered (number) VALUES (2)' }, []);
      await session.write(ADD, [3]);
      return session.read(ALL, []);
    });
    assert.equal(triesCount, 2);
    assert.deepEqual(seen.map(numberOf), [1, 2, 3]);
    assert.deepEqual((await database.read(ALL, [])).map(numberOf), [1, 2, 3]);
  });
});

test('what the server lacks is not tried again', async () => {
  await withAltered(1, async (database) => {
    let triesCount = 0;
    const requested = database.transaction(async (session) => {
      triesCount += 1;
      await session.write({ text: 'SELECT number FROM altered UNION SELECT 1 FOR UPDATE' }, []);
    });
    await assert.rejects(requested, { code: 'unavailable', isDefect: true });
    assert.equal(triesCount, 1);
  });
});

function numberOf({ number }: { readonly number: number }): number {
  return number;
}
