// A database from before log lines had months, on its way to one that has them, and a backup of
// one that has, restored in another month.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { restoreBackup } from '#adapters/postgres/backup/restore-backup.ts';
import { parseManifest } from '#adapters/postgres/backup/backup-manifest.ts';
import { writeBackup } from '#adapters/postgres/backup/write-backup.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { migrate, readSchema } from '#adapters/postgres/connection/migrate.ts';
import { NO_FUNCTIONS } from '#adapters/postgres/connection/repeatable-functions.ts';
import { FIRST_OF_MONTHS, firstOfMonth } from '#adapters/postgres/rows/line-month.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { sampleBot, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-line-months-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const EMPTY = { text: 'DROP SCHEMA public CASCADE; CREATE SCHEMA public' };
const STEP = /^\d{4}-log-lines-/;
/** As the release before has it. */
const FORMER_INSERT = {
  text: `INSERT INTO bot_lines (bot_id, at_ms, severity, message)
    SELECT $1, n, 'info', 'former ' || n FROM generate_series($2::int, $3::int) AS n ORDER BY n`,
};
const INSERT = {
  text: `INSERT INTO bot_log_lines (bot_id, at_ms, severity, message) VALUES ($1, 1, 'info', 'new')`,
};

const messagesOf = async (database: Database, botId: string): Promise<readonly string[]> =>
  (await postgresBotRunStore(database).listLines(botId, null, 1_000)).map(({ message }) => message);

suite('an upgrade to log lines by month', () => {
  test('copies no line, goes on where it died, and serves both releases', async () => {
    await withTestDatabase(async ({ database, url }) => {
      const { migrations, repeatable } = readSchema();
      const steps = migrations.filter(({ name }) => STEP.test(name));
      assert.equal(steps.length, 3);
      const upTo = (includes: (name: string) => boolean) => ({
        migrations: migrations.filter(({ name }) => includes(name)),
        repeatable: NO_FUNCTIONS,
      });
      const [first] = steps;
      await database.write(EMPTY, []);
      await migrate(
        url,
        upTo((name) => name < (first?.name ?? '')),
      );
      const insert = (from: number, to: number) =>
        database.write(FORMER_INSERT, ['bot_a', from, to]);
      await database.write({ text: 'ALTER TABLE bot_lines DISABLE TRIGGER USER' }, []);
      await insert(1, 1_000);
      const place = async () =>
        (await database.read({ text: `SELECT pg_relation_filepath('bot_lines') AS file` }, []))[0];
      const file = await place();
      // Killed after each of the three, while the former release writes on.
      for (const [index, { name }] of steps.entries()) {
        await migrate(
          url,
          upTo((each) => each <= name),
        );
        await insert(1_001 + index, 1_001 + index);
      }
      await migrate(url, { migrations, repeatable });
      assert.deepEqual(await place(), file, 'rows are where they were');
      await database.write({ text: 'ALTER TABLE bot_log_lines DISABLE TRIGGER USER' }, []);
      await database.write(INSERT, ['bot_a']);
      await insert(1_004, 1_004);
      const expected = [
        'new',
        ...Array.from({ length: 999 }, (_, index) => `former ${1_004 - index}`),
      ];
      assert.deepEqual(await messagesOf(database, 'bot_a'), expected);
      const numbers = await database.read<{ readonly sequence: number }>(
        { text: 'SELECT sequence FROM bot_log_lines ORDER BY sequence' },
        [],
      );
      assert.deepEqual(
        numbers.slice(0, -1).map(({ sequence }) => sequence),
        [...Array.from({ length: 1_003 }, (_, index) => index + 1), 1_005],
        'one sequence for both releases',
      );
      assert.ok((numbers.at(-1)?.sequence ?? 0) > FIRST_OF_MONTHS);
    });
  });

  test('lines of both releases are reported as events', async () => {
    await withTestDatabase(async ({ database }) => {
      const store = postgresStore(database);
      const bot = sampleBot(await storedAccount(store));
      await store.insertBot(bot, null);
      await database.write(FORMER_INSERT, [bot.botId, 1, 2]);
      await database.write(INSERT, [bot.botId]);
      const events = await database.read(
        {
          text: `SELECT data ->> 'message' AS message FROM waiting_events
            WHERE type = 'bot.logged' ORDER BY at_ms, 1`,
        },
        [],
      );
      assert.deepEqual(events, [{ message: 'new' }, { message: 'former 2' }]);
    });
  });
});

test('a backup brings its months with it', async () => {
  await withTestDatabase(async ({ database, url }) => {
    await database.write(
      {
        text: `INSERT INTO installation (installation_id, master_key_fingerprint, created_at_ms)
          VALUES ('inst_a', 'f', 1)`,
      },
      [],
    );
    await database.write({ text: 'SELECT add_bot_line_month(600), add_bot_line_month(601)' }, []);
    for (const table of ['bot_lines', 'bot_log_lines'])
      await database.write({ text: `ALTER TABLE ${table} DISABLE TRIGGER USER` }, []);
    await database.write(FORMER_INSERT, ['bot_a', 1, 3]);
    await database.write(INSERT, ['bot_a']);
    await database.write(
      {
        text: `INSERT INTO bot_log_lines (bot_id, sequence, at_ms, severity, message)
          VALUES ('bot_a', $1, 1, 'info', 'old')`,
      },
      [firstOfMonth(600)],
    );
    const state = async (of: Database) => [
      await of.read({ text: 'SELECT month FROM bot_line_months ORDER BY 1' }, []),
      await of.read(
        {
          text: 'SELECT tableoid::regclass::text, sequence, message FROM bot_log_lines ORDER BY 2',
        },
        [],
      ),
    ];
    const before = await state(database);
    const backup = join(folder, 'backup');
    await writeBackup(url, backup, '1.0.0');
    const manifest = parseManifest(readFileSync(join(backup, 'manifest.json'), 'utf8'));
    assert.ok(manifest !== null);
    await withTestDatabase(async (other) => {
      await other.database.write(EMPTY, []);
      await restoreBackup(other.url, backup, manifest);
      assert.deepEqual(await state(other.database), before);
      await migrate(other.url);
      await other.database.write({ text: 'ALTER TABLE bot_log_lines DISABLE TRIGGER USER' }, []);
      await other.database.write(INSERT, ['bot_a']);
      assert.deepEqual((await messagesOf(other.database, 'bot_a')).slice(0, 2), ['new', 'new']);
    });
  });
});
