// The test databases themselves: separate, migrated, and gone afterwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMigrated, readSchema } from '#adapters/postgres/connection/migrate.ts';
import { createTestDatabase, withTestDatabase } from './database.ts';

test('each test database is migrated and its own', async () => {
  await withTestDatabase(async (first) => {
    await withTestDatabase(async (second) => {
      assert.notEqual(first.name, second.name);
      assert.ok(await isMigrated(first.database, readSchema()));
      assert.ok(await isMigrated(second.database, readSchema()));
    });
  });
});

test('a dropped database is gone', async () => {
  const dropped = await createTestDatabase();
  await dropped.drop();
  await withTestDatabase(async ({ database }) => {
    const text = 'SELECT FROM pg_database WHERE datname = $1';
    assert.equal((await database.read({ text }, [dropped.name])).length, 0);
  });
});
