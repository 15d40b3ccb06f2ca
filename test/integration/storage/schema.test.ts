// The schema and the code say the same: columns, closed sets, and who may migrate.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ACCOUNT_COLUMNS } from '#adapters/postgres/rows/account-row.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { openInstallation } from '#adapters/postgres/connection/installation.ts';
import { END_USER_COLUMNS } from '#adapters/postgres/rows/end-user-row.ts';
import { KEY_COLUMNS } from '#adapters/postgres/rows/key-row.ts';
import { isMigrated, migrate, readSchema } from '#adapters/postgres/connection/migrate.ts';
import { ORDER_COLUMNS } from '#adapters/postgres/rows/order-row.ts';
import { BOT_COLUMNS } from '#adapters/postgres/rows/bot-row.ts';
import { BOT_RUN_COLUMNS } from '#adapters/postgres/rows/bot-run-row.ts';
import { SCRIPT_COLUMNS } from '#adapters/postgres/rows/script-row.ts';
import { USER_COLUMNS } from '#adapters/postgres/rows/user-row.ts';
import { SCOPES } from '#domain/access/scope.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import {
  ORDER_SIDES,
  ORDER_STATES,
  ORDER_TYPES,
  WORKING_ORDER_STATES,
} from '#venue-port/order/order.ts';
import { PLAN_NAMES } from '#domain/plan/plan.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { SCRIPT_TYPES } from '#ports/stores/script-store.ts';
import { ACCOUNT_STATUSES } from '#ports/stores/account-store.ts';
import { withTestDatabase } from '../../support/database.ts';

const COLUMNS: { readonly [table: string]: readonly string[] } = {
  users: [
    ...USER_COLUMNS,
    'deletion_began_at_ms',
    'deleted_at_ms',
    'deletion_cancels_orders',
    'deletion_closes_positions',
    'deletion_resumes_at_ms',
  ],
  api_keys: [...KEY_COLUMNS, 'secret_hash'],
  accounts: ACCOUNT_COLUMNS,
  scripts: SCRIPT_COLUMNS,
  end_users: END_USER_COLUMNS,
  bots: [...BOT_COLUMNS, 'loaded', 'shard', 'is_followed', 'stopped_at_ms'],
  bot_runs: [
    ...BOT_RUN_COLUMNS,
    'line_count',
    'positions',
    'snapshot_refusal',
    'curve',
    'left_reasons',
  ],
  orders: [...ORDER_COLUMNS, 'sequence', 'history', 'judged_at_ms', 'risk_currency', 'risk_value'],
};

const CLOSED_SETS: { readonly [column: string]: readonly string[] } = {
  'users.plan': PLAN_NAMES,
  'api_keys.scopes': SCOPES,
  'accounts.market_type': MARKET_TYPES,
  'accounts.status': ACCOUNT_STATUSES,
  'accounts.position_mode': ['one_way', 'hedge'],
  'accounts.margin_mode': ['cross', 'isolated'],
  'scripts.type': SCRIPT_TYPES,
  'orders.side': ORDER_SIDES,
  'orders.type': ORDER_TYPES,
  'orders.state': ORDER_STATES,
};

/** The quoted words of a check constraint (the column's or its domain's), or of an index. */
async function quotedWords(database: Database, text: string, values: string[]): Promise<string[]> {
  const rows = await database.read<{ readonly definition: string }>({ text }, values);
  const words = rows.flatMap(({ definition }) => [...definition.matchAll(/'(\w+)'/g)]);
  return words.map(([, word]) => word ?? '').sort();
}

test('tables have the columns that the code names', async () => {
  await withTestDatabase(async ({ database }) => {
    const text = `SELECT column_name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1`;
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const rows = await database.read<{ readonly column_name: string }>({ text }, [table]);
      const found = rows.map((row) => row.column_name);
      assert.deepEqual(found.sort(), [...columns].sort(), table);
    }
  });
});

test('closed sets are the same in the schema and in the code', async () => {
  await withTestDatabase(async ({ database }) => {
    const constraint = `SELECT pg_get_constraintdef(c.oid) AS definition
      FROM pg_attribute a JOIN pg_constraint c ON c.contype = 'c' AND (
        c.contypid = a.atttypid
        OR c.conrelid = a.attrelid AND c.conname = concat_ws('_', $1::text, a.attname, 'check')
      )
      WHERE a.attrelid = $1::regclass AND a.attname = $2`;
    for (const [name, members] of Object.entries(CLOSED_SETS)) {
      const [table = '', column = ''] = name.split('.');
      const words = await quotedWords(database, constraint, [table, column]);
      assert.deepEqual(words, [...members].sort(), name);
    }
    const index = 'SELECT indexdef AS definition FROM pg_indexes WHERE indexname = $1';
    const working = await quotedWords(database, index, ['orders_working']);
    assert.deepEqual(working, [...WORKING_ORDER_STATES].sort());
  });
});

/** Inserts of the database's own functions without ON CONFLICT into tables with a key of values. */
const PLAIN_INSERTS: { readonly [insert: string]: string } = {
  'add_bot_line_month into bot_line_months': 'a month whose table was made just before',
  'number_events into events': 'under the counter of the user, which grows',
  'schedule_equity into equity_schedule': 'an account that was inserted just now',
  'sim_change_orders_and_positions into sim_positions': 'positions that were deleted just before',
  'sim_commit into sim_journal': 'under the version of the account, whose sequence grows',
  'sim_commit into sim_orders': 'under the version of the account, with a new id',
  'sim_open into sim_journal': 'an account that was inserted just now',
};

test('no function of the database inserts a key that an earlier call may have left', async () => {
  await withTestDatabase(async ({ database }) => {
    const functions = await database.read<{ readonly name: string; readonly source: string }>(
      {
        text: `SELECT proname AS name, prosrc AS source FROM pg_proc
          WHERE pronamespace = 'public'::regnamespace`,
      },
      [],
    );
    const keyed = await database.read<{ readonly name: string }>(
      {
        text: `SELECT DISTINCT i.indrelid::regclass::text AS name FROM pg_index i
          WHERE i.indisunique AND NOT EXISTS (
            SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid
              AND a.attnum = ANY (i.indkey) AND a.attidentity <> ''
          )`,
      },
      [],
    );
    const tables = new Set(keyed.map(({ name }) => name));
    const found = functions.flatMap(({ name, source }) =>
      source
        .split(/\bINSERT INTO /)
        .slice(1)
        .filter((insert) => !/^[^;]*\bON CONFLICT\b/.test(insert))
        .map((insert) => /^\w+/.exec(insert)?.[0] ?? '')
        .filter((table) => tables.has(table))
        .map((table) => `${name} into ${table}`),
    );
    assert.deepEqual([...new Set(found)].sort(), Object.keys(PLAIN_INSERTS).sort());
  });
});

suite('migrating', () => {
  test('once is enough, however many start at once', async () => {
    await withTestDatabase(async ({ url, database }) => {
      await database.write({ text: 'DROP SCHEMA public CASCADE' }, []);
      await database.write({ text: 'CREATE SCHEMA public' }, []);
      assert.equal(await isMigrated(database, readSchema()), false);
      const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url)));
      const names = readSchema().migrations.map(({ name }) => name);
      assert.deepEqual(applied.flat(), names);
      assert.equal(await isMigrated(database, readSchema()), true);
      assert.deepEqual(await migrate(url), []);
    });
  });

  test('one that fails leaves nothing of itself, and names itself', async () => {
    await withTestDatabase(async ({ url, database }) => {
      const sql = 'CREATE TABLE half (id int); SELECT * FROM no_such_table';
      const broken = { name: '9999-broken.sql', sql, checksum: 'x' };
      const schema = readSchema();
      const migrations = [...schema.migrations, broken];
      await assert.rejects(
        migrate(url, { ...schema, migrations }),
        /"9999-broken\.sql" failed.*no_such_table/,
      );
      const text = `SELECT to_regclass('half') AS found`;
      assert.deepEqual(await database.read({ text }, []), [{ found: null }]);
      assert.equal(await isMigrated(database, readSchema()), true);
    });
  });

  test('a database of a newer release is refused', async () => {
    await withTestDatabase(async ({ url, database }) => {
      const schema = readSchema();
      const older = { ...schema, migrations: schema.migrations.slice(0, -1) };
      await assert.rejects(migrate(url, older), /newer release/);
      await assert.rejects(isMigrated(database, older), /newer release/);
    });
  });

  test('a server that is not there is unavailable', async () => {
    const url = 'postgresql://nobody@127.0.0.1:1/none';
    await assert.rejects(migrate(url), isUnavailable);
    const database = openDatabase({ url });
    await assert.rejects(database.write({ text: 'SELECT' }, []), isUnavailable);
    await database.close();
  });
});

test('the first start names the installation, for good', async () => {
  await withTestDatabase(async ({ database }) => {
    const first = { installationId: 'a', masterKeyFingerprint: 'f', createdAtMs: 1 };
    const second = { installationId: 'b', masterKeyFingerprint: 'g', createdAtMs: 2 };
    assert.deepEqual(await openInstallation(database, first), first);
    assert.deepEqual(await openInstallation(database, second), first);
  });
});

function isUnavailable(error: unknown): boolean {
  return error instanceof Failure && error.code === 'unavailable';
}
