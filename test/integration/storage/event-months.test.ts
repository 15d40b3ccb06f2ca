// Events by month in PostgreSQL: where they go, what is archived and dropped, the way there from
// days and back, and from the release that knew of days alone.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { ARCHIVED_EVENTS, parquetArchive } from '#adapters/files/parquet-archive.ts';
import { parseManifest } from '#adapters/postgres/backup/backup-manifest.ts';
import { restoreBackup } from '#adapters/postgres/backup/restore-backup.ts';
import { writeBackup } from '#adapters/postgres/backup/write-backup.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { migrate, readSchema } from '#adapters/postgres/connection/migrate.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { monthName, monthOf } from '#adapters/postgres/rows/line-month.ts';
import { postgresEventPartStore } from '#adapters/postgres/stores/event-part-store.ts';
import { checkPlace } from '#domain/event-log/read-place.ts';
import { DAY_MS } from '#lib/time.ts';
import type { EventPartStore } from '#ports/stores/event-part-store.ts';
import type { Account } from '#ports/stores/account-store.ts';
import { sampleId, sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import { compareEvents } from '../../support/compare-events.ts';
import { withTestDatabase } from '../../support/database.ts';
import { keepEventDays } from '../../support/keep-event-days.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-event-months-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const YEAR = 400;
const TODAY = 'floor(extract(epoch FROM clock_timestamp()) / 86400)::int';

type Row = { readonly [column: string]: unknown };

async function run(database: Database, text: string, values: readonly unknown[] = []) {
  return database.write<Row>({ text }, values);
}

async function valueOf(database: Database, text: string): Promise<unknown> {
  return Object.values((await run(database, text))[0] ?? {})[0];
}

async function thisMonth(database: Database): Promise<number> {
  return monthOf(Number(await valueOf(database, `SELECT ${TODAY}`)) * DAY_MS);
}

const tableOf = (month: number): string => `events_${monthName(month).replace('-', '_')}`;

/** The slots in use, by their opening; the first one is that of a new database. */
const slots = async (database: Database) =>
  (await run(database, 'SELECT slot FROM event_days ORDER BY opened')).map(({ slot }) =>
    Number(slot),
  );

const tables = async (database: Database) =>
  run(database, 'SELECT tableoid::regclass::text AS name, sequence FROM events ORDER BY sequence');

async function placeOrder(database: Database, { accountId }: Account): Promise<void> {
  const store = postgresStore(database);
  await store.insertIntent(sampleOrder(accountId, { marketTag: sampleId('market') }));
  await store.numberEvents(10);
}

/** A month with so many events, `age` months ago. */
async function liveMonth(database: Database, account: Account, age: number, count: number) {
  const month = (await thisMonth(database)) - age;
  await run(database, 'SELECT add_event_month($1)', [month]);
  await run(database, `INSERT INTO event_days (slot, day) VALUES ($1, ${TODAY})`, [month]);
  for (let each = 0; each < count; each += 1) await placeOrder(database, account);
  const day = `SET day = ${TODAY} - 31 * $2::int - 31`;
  await run(database, `UPDATE event_days ${day} WHERE slot = $1`, [month, age]);
}

const archiveFolder = () => mkdtempSync(join(folder, 'archive-'));

async function readRows(path: string): Promise<readonly Row[]> {
  return parquetReadObjects({ file: await asyncBufferFromFile(path) });
}

suite('events by month', () => {
  test('retained for long, new events go to the table of their month', async () => {
    await withTestDatabase(async ({ database }) => {
      const store = postgresStore(database);
      const account = await storedAccount(store);
      const month = await thisMonth(database);
      await placeOrder(database, account);
      for (let round = 0; round < 2; round += 1) await keepEventDays(database, YEAR);
      assert.deepEqual(await slots(database), [0, month]);
      await placeOrder(database, account);
      assert.deepEqual(await tables(database), [
        { name: 'events_0', sequence: 1 },
        { name: tableOf(month), sequence: 2 },
      ]);
      // That of the next month is there before it begins.
      const next = `SELECT to_regclass('${tableOf(month + 1)}') IS NOT NULL`;
      assert.equal(await valueOf(database, next), true);
      assert.equal(await compareEvents(database), 2);
    });
  });

  test('a month begins with its first event; without a table the former goes on', async () => {
    await withTestDatabase(async ({ database }) => {
      const account = await storedAccount(postgresStore(database));
      const month = await thisMonth(database);
      await liveMonth(database, account, 1, 1);
      await placeOrder(database, account);
      assert.deepEqual(await slots(database), [0, month - 1]);
      await run(database, `UPDATE event_days SET day = ${TODAY} - 1`);
      await run(database, 'SELECT add_event_month($1)', [month]);
      await placeOrder(database, account);
      assert.deepEqual(await slots(database), [0, month - 1, month]);
      assert.deepEqual(
        (await tables(database)).map(({ name }) => name),
        [tableOf(month - 1), tableOf(month - 1), tableOf(month)],
      );
    });
  });

  test('an old month is archived whole, dropped, and its numbers have expired', async () => {
    await withTestDatabase(async ({ database }) => {
      const store = postgresStore(database);
      const account = await storedAccount(store);
      const month = await thisMonth(database);
      await liveMonth(database, account, 5, 3);
      await keepEventDays(database, YEAR);
      await placeOrder(database, account);
      const archive = archiveFolder();
      const files = parquetArchive(archive, ARCHIVED_EVENTS);
      assert.deepEqual(await keepEventDays(database, YEAR, files), []);
      const dropped = await keepEventDays(database, 100, files);
      const [name = ''] = dropped.map((part) => part.name);
      assert.deepEqual(dropped, [{ name, archivedCount: 3 }]);
      assert.match(name, new RegExp(`^${monthName(month - 5)}-\\d+$`));
      assert.deepEqual(readdirSync(archive), [`events-${name}-inst_a.parquet`]);
      const rows = await readRows(join(archive, readdirSync(archive)[0] ?? ''));
      assert.deepEqual(
        rows.map((row) => [row['user_id'], row['sequence'], row['type'], row['end_user_id']]),
        [1n, 2n, 3n].map((sequence) => [account.userId, sequence, 'order.placed', null]),
      );
      const data = JSON.parse(String(rows[0]?.['data'])) as Row;
      assert.deepEqual([data['account_id'], data['state']], [account.accountId, 'pending']);
      const left = await store.readEvents({
        userId: account.userId,
        after: 0,
        types: null,
        limit: 9,
      });
      assert.deepEqual(
        left.events.map(({ sequence }) => sequence),
        [4],
      );
      assert.deepEqual(checkPlace(2, left), { ok: false, rejection: 'expired' });
      assert.deepEqual(await slots(database), [0, month]);
      assert.equal(await valueOf(database, `SELECT to_regclass('${tableOf(month - 5)}')`), null);
      assert.deepEqual(await keepEventDays(database, 100, files), []);
    });
  });

  test('a day whose file could not be written stays, and is written anew', async () => {
    await withTestDatabase(async ({ database }) => {
      const account = await storedAccount(postgresStore(database));
      for (let each = 0; each < 3; each += 1) await placeOrder(database, account);
      await run(database, `UPDATE event_days SET day = ${TODAY} - 9`);
      const archive = archiveFolder();
      const files = parquetArchive(archive, ARCHIVED_EVENTS);
      const real = postgresEventPartStore(database);
      // Dies with its first page in the file.
      const cut: EventPartStore = {
        ...real,
        readPart: (ownerId, part, last) =>
          last === null
            ? real.readPart(ownerId, part, last, 1)
            : Promise.reject(new Error('killed')),
      };
      const killed = keepEventDays(database, 7, files, cut);
      await assert.rejects(killed, { message: 'killed' });
      assert.deepEqual(readdirSync(archive), []);
      const file = join(folder, 'a-file');
      writeFileSync(file, '');
      const unwritable = keepEventDays(database, 7, parquetArchive(file, ARCHIVED_EVENTS));
      await assert.rejects(unwritable, /archive ".*a-file" cannot be written/);
      assert.equal(await valueOf(database, 'SELECT count(*)::int FROM events'), 3);
      const [dropped] = await keepEventDays(database, 7, files);
      assert.equal(dropped?.archivedCount, 3);
      const day = new Date((Number(await valueOf(database, `SELECT ${TODAY}`)) - 9) * DAY_MS);
      assert.ok(dropped?.name.startsWith(`${day.toISOString().slice(0, 10)}-`), dropped?.name);
      assert.equal((await readRows(join(archive, readdirSync(archive)[0] ?? ''))).length, 3);
      assert.equal(await valueOf(database, 'SELECT count(*)::int FROM events'), 0);
    });
  });

  test('a slot that got events after its file was written is not taken for archived', async () => {
    await withTestDatabase(async ({ database }) => {
      const account = await storedAccount(postgresStore(database));
      const parts = postgresEventPartStore(database);
      await liveMonth(database, account, 1, 1);
      await run(database, 'DELETE FROM event_days WHERE slot = 0');
      await keepEventDays(database, 4_000, null, {
        ...parts,
        openEventPart: async () => undefined,
      });
      const [old] = await parts.claimOldEvents('test', 20);
      assert.ok(old !== undefined && !old.isArchived);
      await parts.noteArchived(old.id);
      assert.equal((await parts.claimOldEvents('test', 20))[0]?.isArchived, true);
      // Its month has no other table: what comes now goes there.
      await placeOrder(database, account);
      await parts.noteArchived(old.id);
      assert.equal(await parts.dropPart(old.id), false);
      await run(database, `UPDATE event_days SET day = ${TODAY} - 30`);
      assert.equal((await parts.claimOldEvents('test', 20))[0]?.isArchived, false);
    });
  });

  test('months and days take turns as the setting does, and open no slot twice', async () => {
    await withTestDatabase(async ({ database }) => {
      const account = await storedAccount(postgresStore(database));
      const month = await thisMonth(database);
      for (let turn = 0; turn < 4; turn += 1) {
        await keepEventDays(database, YEAR);
        await placeOrder(database, account);
        assert.deepEqual(await slots(database), [0, month]);
        await keepEventDays(database, 7);
        await placeOrder(database, account);
        assert.deepEqual(await slots(database), [month, 0]);
      }
      const counts = 'SELECT count(*)::int FROM events GROUP BY slot';
      assert.deepEqual(await run(database, counts), [{ count: 4 }, { count: 4 }]);
      assert.equal(await compareEvents(database), 8);
    });
  });

  test('the service makes months by the rights of the owner, and may use them', async () => {
    await withTestDatabase(async ({ database, name }) => {
      const role = `${name}_service`;
      const month = await thisMonth(database);
      await run(database, `CREATE ROLE "${role}"`);
      try {
        for (const table of ['events', 'event_days'])
          await run(database, `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO "${role}"`);
        await database.transaction(async (session) => {
          await session.write({ text: `SET LOCAL ROLE "${role}"` }, []);
          await session.write({ text: `SELECT open_event_slot(${YEAR})` }, []);
          const text = `SELECT count(*)::int AS count FROM ${tableOf(month)}`;
          assert.deepEqual(await session.read({ text }, []), [{ count: 0 }]);
        });
      } finally {
        await run(database, `DROP OWNED BY "${role}"; DROP ROLE "${role}"`);
      }
    });
  });
});

const EMPTY = 'DROP SCHEMA public CASCADE; CREATE SCHEMA public';

suite('an upgrade to events by month', () => {
  test('moves no event under load, and the former release goes on', async () => {
    await withTestDatabase(async ({ database, url }) => {
      const { migrations, repeatable } = readSchema();
      const before = migrations.filter(({ name }) => name < '0197');
      const isNew = ({ name }: { readonly name: string }) => /event_(month|slot)/.test(name);
      const functions = repeatable.functions.filter((each) => !isNew(each));
      await run(database, EMPTY);
      await migrate(url, { migrations: before, repeatable: { ...repeatable, functions } });
      const account = await storedAccount(postgresStore(database));
      await placeOrder(database, account);
      const place = () => valueOf(database, `SELECT pg_relation_filepath('events_0')`);
      const file = await place();
      const state = { isOver: false };
      const load = (async () => {
        while (!state.isOver) await placeOrder(database, account);
      })();
      // Two that start at once, of which one waits.
      await Promise.all([migrate(url), migrate(url)]);
      state.isOver = true;
      await load;
      assert.equal(await place(), file, 'events are where they were');
      await run(database, `UPDATE event_days SET day = ${TODAY} - 8 WHERE slot = 0`);
      assert.equal(await valueOf(database, 'SELECT keep_event_days(7)'), 1);
      await placeOrder(database, account);
      assert.equal(await valueOf(database, 'SELECT count(*)::int FROM events'), 1);
    });
  });

  test('a backup brings its months with it', async () => {
    await withTestDatabase(async ({ database, url }) => {
      const account = await storedAccount(postgresStore(database));
      await liveMonth(database, account, 3, 2);
      await keepEventDays(database, YEAR);
      await placeOrder(database, account);
      const state = async (of: Database) => [await tables(of), await slots(of)];
      const expected = await state(database);
      const backup = join(folder, 'backup');
      await writeBackup(url, backup, '1.0.0');
      const manifest = parseManifest(readFileSync(join(backup, 'manifest.json'), 'utf8'));
      assert.ok(manifest !== null);
      await withTestDatabase(async (other) => {
        await run(other.database, EMPTY);
        await restoreBackup(other.url, backup, manifest);
        assert.deepEqual(await state(other.database), expected);
        await migrate(other.url);
        await placeOrder(other.database, account);
        assert.deepEqual(await slots(other.database), expected[1]);
      });
    });
  });
});
