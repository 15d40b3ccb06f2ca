// Functions of the database and their triggers: all of them have a file, an older database gets the
// same as a new one, a changed text is applied once, and a release beside a newer one goes on.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Database } from '#adapters/postgres/connection/database.ts';
import type { Schema } from '#adapters/postgres/connection/migrate.ts';
import { isMigrated, migrate, readSchema } from '#adapters/postgres/connection/migrate.ts';
import { NO_FUNCTIONS } from '#adapters/postgres/connection/repeatable-functions.ts';
import { withTestDatabase } from '../../support/database.ts';

const FUNCTIONS = {
  text: `SELECT proname AS name, pg_get_functiondef(oid) AS definition FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace ORDER BY oid::regprocedure::text`,
};
const TRIGGERS = {
  text: `SELECT t.tgname AS name, p.proname AS calls, pg_get_triggerdef(t.oid) AS definition
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
    ORDER BY t.tgname, c.relname`,
};
const APPLIED = { text: 'SELECT name, applied_at::text AS at FROM schema_function ORDER BY name' };
const EMPTY = { text: 'DROP SCHEMA public CASCADE; CREATE SCHEMA public' };
/** The release before functions had files. */
const OLD_RELEASE_UNTIL = '0180';
const CHANGED = 'probe_writes';

type Definition = { readonly name: string; readonly definition: string };
type TriggerRow = Definition & { readonly calls: string };
type AppliedRow = { readonly name: string; readonly at: string };

async function definitionsOf(database: Database) {
  const functions = await database.read<Definition>(FUNCTIONS, []);
  const triggers = await database.read<TriggerRow>(TRIGGERS, []);
  return { functions, triggers };
}

/** A release later than `schema`: the text of one function is another. */
function withText(schema: Schema, name: string, sql: string): Schema {
  const { functions, known } = schema.repeatable;
  const checksum = 'f'.repeat(64);
  return {
    ...schema,
    repeatable: {
      functions: functions.map((one) => (one.name === name ? { name, sql, checksum } : one)),
      known: new Map([...known, [name, new Set([...(known.get(name) ?? []), checksum])]]),
    },
  };
}

const NEWER_TEXT = `CREATE OR REPLACE FUNCTION ${CHANGED}() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN PERFORM 'newer'; END $$;`;

suite('functions of the database', () => {
  test('each has its file, and each trigger is in that of its function', async () => {
    await withTestDatabase(async ({ database }) => {
      const { functions, triggers } = await definitionsOf(database);
      const files = readSchema().repeatable.functions;
      assert.deepEqual(
        functions.map(({ name }) => name).toSorted(),
        files.map(({ name }) => name).toSorted(),
      );
      const named = files.flatMap(({ name, sql }) =>
        [...sql.matchAll(/CREATE OR REPLACE TRIGGER (\w+)/g)].map(
          ([, trigger = '']) => `${trigger} ${name}`,
        ),
      );
      assert.deepEqual(
        triggers.map(({ name, calls }) => `${name} ${calls}`).toSorted(),
        named.toSorted(),
      );
    });
  });

  test('a database of an older release gets those of a new one', async () => {
    await withTestDatabase(async ({ url, database }) => {
      const expected = await definitionsOf(database);
      await database.write(EMPTY, []);
      const schema = readSchema();
      const migrations = schema.migrations.filter(({ name }) => name <= `${OLD_RELEASE_UNTIL}~`);
      await migrate(url, { migrations, repeatable: NO_FUNCTIONS });
      const older = await definitionsOf(database);
      assert.notDeepEqual(older, expected);
      await database.write({ text: 'DROP TABLE schema_function' }, []);
      assert.equal(await isMigrated(database, schema), false);
      await migrate(url);
      assert.equal(await isMigrated(database, schema), true);
      assert.deepEqual(await definitionsOf(database), expected);
    });
  });

  test('a changed text is applied once, however many start at once, and no other is', async () => {
    await withTestDatabase(async ({ url, database }) => {
      const before = await database.read<AppliedRow>(APPLIED, []);
      const newer = withText(readSchema(), CHANGED, NEWER_TEXT);
      assert.equal(await isMigrated(database, newer), false);
      await Promise.all([1, 2, 3].map(() => migrate(url, newer)));
      assert.equal(await isMigrated(database, newer), true);
      const after = await database.read<AppliedRow>(APPLIED, []);
      const touched = after.filter(({ at }, index) => before[index]?.at !== at);
      assert.deepEqual(
        touched.map(({ name }) => name),
        [CHANGED],
      );
      const { functions } = await definitionsOf(database);
      assert.match(functions.find(({ name }) => name === CHANGED)?.definition ?? '', /newer/);
    });
  });

  test('beside a newer release an older one neither starts nor replaces a text', async () => {
    await withTestDatabase(async ({ url, database }) => {
      const schema = readSchema();
      await migrate(url, withText(schema, CHANGED, NEWER_TEXT));
      await assert.rejects(isMigrated(database, schema), /newer release .*"probe_writes"/);
      await assert.rejects(migrate(url, schema), /newer release .*"probe_writes"/);
      const { functions } = await definitionsOf(database);
      assert.match(functions.find(({ name }) => name === CHANGED)?.definition ?? '', /newer/);
      // What runs goes on with the newer text.
      await database.write({ text: `SELECT ${CHANGED}()` }, []);
    });
  });

  test('one that fails leaves the text before it, and names itself', async () => {
    await withTestDatabase(async ({ url, database }) => {
      const { functions: before } = await definitionsOf(database);
      const broken = withText(readSchema(), CHANGED, `${NEWER_TEXT} SELECT no_such_column`);
      await assert.rejects(
        migrate(url, broken),
        /"probe_writes" could not be replaced.*no_such_col/,
      );
      assert.deepEqual((await definitionsOf(database)).functions, before);
      assert.equal(await isMigrated(database, readSchema()), true);
    });
  });

  test('one that a release has no more is forgotten', async () => {
    await withTestDatabase(async ({ url, database }) => {
      const schema = readSchema();
      const { functions, known } = schema.repeatable;
      const rest = functions.filter(({ name }) => name !== CHANGED);
      const without: Schema = { ...schema, repeatable: { functions: rest, known } };
      await migrate(url, without);
      const applied = await database.read<AppliedRow>(APPLIED, []);
      assert.deepEqual(
        applied.map(({ name }) => name),
        rest.map(({ name }) => name),
      );
    });
  });
});
