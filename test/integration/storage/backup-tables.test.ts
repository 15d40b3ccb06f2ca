// A backup has every table that there is: one that is added in another schema, or of a kind that
// the catalogue leaves out, fails here until it is copied or has a reason not to be.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { listTables } from '#adapters/postgres/backup/table-catalog.ts';
import { withTestDatabase } from '../../support/database.ts';

/** Everything that may hold rows; parents of partitions hold none themselves. */
const RELATIONS = `
  SELECT n.nspname || '.' || c.relname AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'm', 'f')
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
  ORDER BY 1`;

/** Migrations and functions are applied anew at a restoration. */
const NOT_COPIED = ['public.schema_function', 'public.schema_migration'];

test('a backup copies every table, and every column that is not computed', async () => {
  await withTestDatabase(async ({ url }) => {
    const client = new Client(url);
    await client.connect();
    try {
      await client.query(
        'CREATE TABLE a_new_table (id int, doubled int GENERATED ALWAYS AS (id * 2) STORED)',
      );
      const { rows } = await client.query<{ readonly name: string }>(RELATIONS);
      const tables = await listTables(client);
      const copied = tables.map(({ table }) => `public.${table}`);
      assert.deepEqual(
        [...copied, ...NOT_COPIED].toSorted(),
        rows.map(({ name }) => name).toSorted(),
      );
      assert(copied.length > 60, `${copied.length} tables`);
      const added = tables.find(({ table }) => table === 'a_new_table');
      assert.deepEqual(added?.columns, ['id']);
    } finally {
      await client.end();
    }
  });
});
