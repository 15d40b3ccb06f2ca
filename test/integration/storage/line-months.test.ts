// Log lines of bots by month in PostgreSQL: where they go, what a list reads, what is archived and
// dropped, and how a database from before there were months becomes one that has them.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { ARCHIVED_LINES, parquetArchive } from '#adapters/files/parquet-archive.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import {
  FIRST_OF_MONTHS,
  firstOfMonth,
  monthName,
  monthOf,
} from '#adapters/postgres/rows/line-month.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresLineMonthStore } from '#adapters/postgres/stores/line-month-store.ts';
import { postgresRetentionStore } from '#adapters/postgres/stores/retention-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { DAY_MS } from '#lib/time.ts';
import type { LineMonthStore, StoredLine } from '#ports/stores/line-month-store.ts';
import type { PartArchive } from '#ports/stores/part-archive.ts';
import { sampleBot, storedAccount } from '#ports/stores/store.fixture.ts';
import { dropParts } from '#services/retention/drop-parts.ts';
import { withTestDatabase } from '../../support/database.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemill-line-months-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const NEVER = new AbortController().signal;
const INSTALLED = `INSERT INTO installation (installation_id, master_key_fingerprint, created_at_ms)
  VALUES ('inst_a', 'f', 1) ON CONFLICT DO NOTHING`;

type Row = { readonly [column: string]: unknown };

async function run(database: Database, text: string, values: readonly unknown[] = []) {
  return database.write<Row>({ text }, values);
}

async function valueOf(database: Database, text: string): Promise<unknown> {
  return Object.values((await run(database, text))[0] ?? {})[0];
}

/** The month that the database is in. */
async function thisMonth(database: Database): Promise<number> {
  return monthOf(
    Number(await valueOf(database, 'SELECT extract(epoch FROM clock_timestamp()) * 1000')),
  );
}

const months = async (database: Database): Promise<readonly number[]> =>
  (await run(database, 'SELECT month FROM bot_line_months ORDER BY month')).map(({ month }) =>
    Number(month),
  );

/** A month with so many lines of each of two bots, as they were written then. */
async function liveMonth(database: Database, month: number, count: number): Promise<void> {
  await run(database, 'SELECT add_bot_line_month($1)', [month]);
  await database.transaction(async (session) => {
    // Without events, which need bots.
    await session.write({ text: 'SET LOCAL session_replication_role = replica' }, []);
    const text = `INSERT INTO bot_log_lines (bot_id, sequence, at_ms, severity, message, notice)
      SELECT bot, $1::bigint + nextval('bot_line_numbers'), $2::bigint + n, 'info', 'line ' || n,
        CASE WHEN n = 1 THEN '{"message":"said"}'::jsonb END
      FROM unnest('{bot_a,bot_b}'::text[]) AS bot, generate_series(1, $3::int) AS n`;
    await session.write({ text }, [firstOfMonth(month), firstMsOf(month), count]);
  });
}

/** As the service does. */
async function dropOld(
  parts: LineMonthStore,
  archive: PartArchive<StoredLine>,
  ownerId: string,
  beforeMs: number,
) {
  const olds = await parts.claimOldMonths(ownerId, beforeMs);
  return dropParts({ parts, archive }, ownerId, olds, NEVER);
}

function firstMsOf(month: number): number {
  return Date.UTC(1970, month, 1);
}

const linesOf = (database: Database) =>
  run(database, 'SELECT bot_id, sequence, message FROM bot_log_lines ORDER BY bot_id, sequence');

suite('log lines by month', () => {
  test('a new line is in the part of its month, above all lines from before', async () => {
    await withTestDatabase(async ({ database }) => {
      const month = await thisMonth(database);
      assert.deepEqual(await months(database), [month, month + 1, month + 2]);
      for (const table of ['bot_lines', 'bot_log_lines'])
        await run(
          database,
          `INSERT INTO ${table} (bot_id, at_ms, severity, message)
            SELECT 'bot_a', n, 'info', '${table} ' || n FROM generate_series(1, 2) AS n ORDER BY n`,
        );
      const lines = await linesOf(database);
      assert.deepEqual(
        lines.map(({ message }) => message),
        ['bot_lines 1', 'bot_lines 2', 'bot_log_lines 1', 'bot_log_lines 2'],
      );
      assert.ok(Number(lines[1]?.['sequence']) < FIRST_OF_MONTHS);
      assert.ok(Number(lines[2]?.['sequence']) > firstOfMonth(month));
      // Without a part for now, as while a clock is wrong, the nearest one has it.
      for (const gone of [month, month + 1]) {
        await run(database, `DROP TABLE ${tableOf(gone)}`);
        await run(database, 'DELETE FROM bot_line_months WHERE month = $1', [gone]);
      }
      await run(
        database,
        `INSERT INTO bot_log_lines (bot_id, at_ms, severity, message) VALUES ('bot_b', 1, 'info', '')`,
      );
      assert.ok(Number((await linesOf(database)).at(-1)?.['sequence']) > firstOfMonth(month + 2));
      const store = postgresLineMonthStore(database);
      assert.equal(await store.keepMonths(), 2);
      assert.equal(await store.keepMonths(), 0);
      assert.deepEqual(await months(database), [month, month + 1, month + 2]);
    });
  });

  test('a page of lines reads the newest parts and no further than it needs', async () => {
    await withTestDatabase(async ({ database }) => {
      const month = await thisMonth(database);
      for (let age = 12; age > 0; age -= 1) await liveMonth(database, month - age, 300);
      await run(database, 'ANALYZE bot_log_lines');
      const seen: string[] = [];
      const explained = explaining(database, seen);
      const store = postgresBotRunStore(explained);
      const newest = await store.listLines('bot_a', null, 100);
      // The parts of this month and of the next ones are empty.
      assert.deepEqual(executed(seen.pop()), tablesOf(month - 1, month + 2));
      const last = newest.at(-1)?.sequence ?? 0;
      assert.equal((await store.listLines('bot_a', last, 250)).length, 250);
      assert.deepEqual(executed(seen.pop()), tablesOf(month - 2, month - 1));
    });
  });

  test('old months are archived whole, dropped, and not touched again', async () => {
    await withTestDatabase(async ({ database }) => {
      await run(database, INSTALLED);
      const month = await thisMonth(database);
      for (const age of [6, 5, 3]) await liveMonth(database, month - age, 12_000);
      const beforeMs = firstMsOf(month - 3) + DAY_MS;
      const archive = mkdtempSync(join(folder, 'archive-'));
      const lineMonths = postgresLineMonthStore(database);
      const files = parquetArchive(archive, ARCHIVED_LINES);
      const dropped = await dropOld(lineMonths, files, 'a', beforeMs);
      assert.deepEqual(dropped, [
        { name: monthName(month - 6), archivedCount: 24_000 },
        { name: monthName(month - 5), archivedCount: 24_000 },
      ]);
      assert.deepEqual(await months(database), [month - 3, month, month + 1, month + 2]);
      assert.equal(await valueOf(database, 'SELECT count(*)::int FROM bot_log_lines'), 24_000);
      assert.deepEqual(
        readdirSync(archive).toSorted(),
        [6, 5].map((age) => `bot-log-lines-${monthName(month - age)}-inst_a.parquet`),
      );
      const file = await asyncBufferFromFile(
        join(archive, readdirSync(archive).toSorted()[0] ?? ''),
      );
      const rows = await parquetReadObjects({ file });
      assert.equal(rows.length, 24_000);
      const [first] = rows;
      assert.equal(first?.['notice'], '{"message": "said"}');
      assert.deepEqual(first?.['at'], new Date(firstMsOf(month - 6) + 1));
      assert.deepEqual(
        rows.map(({ bot_id: bot, message }) => `${bot} ${message}`),
        ['bot_a', 'bot_b'].flatMap((bot) =>
          Array.from({ length: 12_000 }, (_, index) => `${bot} line ${index + 1}`),
        ),
      );
      assert.equal(typeof first?.['sequence'], 'bigint');
      assert.deepEqual(await dropOld(lineMonths, files, 'a', beforeMs), []);
    });
  });

  test('a month whose file could not be written stays, and is written anew', async () => {
    await withTestDatabase(async ({ database }) => {
      await run(database, INSTALLED);
      const month = await thisMonth(database);
      await liveMonth(database, month - 6, 6_000);
      const beforeMs = firstMsOf(month - 3);
      const archive = mkdtempSync(join(folder, 'archive-'));
      const real = postgresLineMonthStore(database);
      const dropWith = (store: LineMonthStore, ownerId: string, path: string) =>
        dropOld(store, parquetArchive(path, ARCHIVED_LINES), ownerId, beforeMs);
      // The second page is never read.
      const cut: LineMonthStore = {
        ...real,
        readPart: (ownerId, of, after, limit) =>
          after === null
            ? real.readPart(ownerId, of, after, limit)
            : Promise.reject(new Error('killed')),
      };
      await assert.rejects(dropWith(cut, 'dead', archive), { message: 'killed' });
      const stopping: LineMonthStore = { ...real, readPart: async () => null };
      assert.deepEqual(await dropWith(stopping, 'dead', archive), []);
      assert.deepEqual(readdirSync(archive), []);
      assert.deepEqual(await dropWith(real, 'next', archive), [], 'held for some seconds');
      await run(database, 'UPDATE retention_rounds SET held_until = clock_timestamp()');
      const file = join(folder, 'a-file');
      writeFileSync(file, '');
      await assert.rejects(dropWith(real, 'next', file), /archive ".*a-file" cannot be written/);
      assert.equal(await valueOf(database, 'SELECT count(*)::int FROM bot_log_lines'), 12_000);
      const [name] = [monthName(month - 6)];
      assert.deepEqual(await dropWith(real, 'next', archive), [{ name, archivedCount: 12_000 }]);
      assert.equal(await valueOf(database, 'SELECT count(*)::int FROM bot_log_lines'), 0);
    });
  });

  test('a month in use for long is not waited for, and needs no second file', async () => {
    await withTestDatabase(async ({ database }) => {
      await run(database, INSTALLED);
      const month = await thisMonth(database);
      await liveMonth(database, month - 6, 10);
      const archive = mkdtempSync(join(folder, 'archive-'));
      const lineMonths = postgresLineMonthStore(database);
      const files = parquetArchive(archive, ARCHIVED_LINES);
      const drop = () => dropOld(lineMonths, files, 'a', firstMsOf(month - 3));
      await database.transaction(async (session) => {
        await session.read({ text: 'SELECT count(*) FROM bot_log_lines' }, []);
        assert.deepEqual(await drop(), []);
      });
      assert.equal(readdirSync(archive).length, 1);
      assert.deepEqual(await drop(), [{ name: monthName(month - 6), archivedCount: 0 }]);
      // Those that may still be written to are refused, whatever the retention.
      assert.deepEqual(await dropOld(lineMonths, files, 'a', firstMsOf(month + 100)), []);
      await assert.rejects(lineMonths.dropPart(month - 1));
      assert.deepEqual(await months(database), [month, month + 1, month + 2]);
    });
  });

  test('lines that are retained for few days go by themselves', async () => {
    await withTestDatabase(async ({ database }) => {
      const plain = postgresStore(database);
      const bot = sampleBot(await storedAccount(plain));
      await plain.insertBot(bot, null);
      const nowMs = Number(await valueOf(database, 'SELECT extract(epoch FROM now()) * 1000'));
      const ages = [100, 70, 31, 29, 0];
      await run(
        database,
        `INSERT INTO bot_log_lines (bot_id, at_ms, severity, message)
          SELECT $1, at_ms, 'info', '' FROM unnest($2::bigint[]) AS at_ms ORDER BY at_ms`,
        [bot.botId, ages.map((age) => Math.round(nowMs - age * DAY_MS))],
      );
      const store = postgresRetentionStore(database);
      const prune = async (days: number) => {
        await run(database, 'DELETE FROM retention_rounds');
        const beforeMs = Math.round(nowMs - days * DAY_MS);
        const wanted = { kind: 'lines', ownerId: 'a', beforeMs, rowsMax: 2 } as const;
        let count = 0;
        for (;;) {
          const slice = await store.pruneSlice(wanted);
          count += slice.deletedCount;
          if (slice.isOver) return count;
        }
      };
      assert.deepEqual([await prune(61), await prune(30), await prune(1)], [0, 3, 1]);
    });
  });

  test('the service makes months by the rights of the owner, and may use them', async () => {
    await withTestDatabase(async ({ database, name }) => {
      const role = `${name}_service`;
      const month = await thisMonth(database);
      await run(database, `CREATE ROLE "${role}"`);
      try {
        const tables = ['bot_log_lines', 'bot_line_months'];
        for (const table of tables)
          await run(database, `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO "${role}"`);
        await run(database, `GRANT USAGE ON SEQUENCE bot_line_numbers TO "${role}"`);
        await run(database, `DROP TABLE ${tablesOf(month, month)[0]}`);
        await run(database, 'DELETE FROM bot_line_months WHERE month = $1', [month]);
        await database.transaction(async (session) => {
          await session.write({ text: `SET LOCAL ROLE "${role}"` }, []);
          const made = await session.write({ text: 'SELECT keep_bot_line_months() AS made' }, []);
          assert.deepEqual(made, [{ made: 1 }]);
          const [table] = tablesOf(month, month);
          const text = `SELECT count(*)::int AS count FROM ${table}`;
          assert.deepEqual(await session.read({ text }, []), [{ count: 0 }]);
        });
      } finally {
        await run(database, `DROP OWNED BY "${role}"; DROP ROLE "${role}"`);
      }
    });
  });
});

const tableOf = (month: number): string => `bot_log_lines_${monthName(month).replace('-', '_')}`;

function tablesOf(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => tableOf(first + index));
}

/** Explains what is read, and passes it on. */
function explaining(database: Database, seen: string[]): Database {
  return {
    ...database,
    async read(statement, values) {
      const text = `EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off) ${statement.text}`;
      const plan = await database.read<{ readonly 'QUERY PLAN': string }>({ text }, values);
      seen.push(plan.map((row) => row['QUERY PLAN']).join('\n'));
      return database.read(statement, values);
    },
  };
}

/** Tables that a plan has looked into. */
function executed(plan = ''): readonly string[] {
  assert.ok(plan.includes('never executed'), plan);
  return plan
    .split('\n')
    .filter((line) => / on bot_l\w+/.test(line) && !line.includes('never executed'))
    .map((line) => / on (bot_l\w+)/.exec(line)?.[1] ?? '')
    .toSorted();
}
