// Pruning by kind in PostgreSQL: what is old goes and nothing else, in slices, by one process at a
// time, and the next one goes on where a process died.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresRetentionStore } from '#adapters/postgres/stores/retention-store.ts';
import { DAY_MS } from '#lib/time.ts';
import type { PrunedKind, RetentionStore } from '#ports/stores/retention-store.ts';
import { PRUNED_KINDS } from '#ports/stores/retention-store.ts';
import { sampleBot, sampleUser, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const NOW_MS = 1_800_000_000_000;
const BEFORE_MS = NOW_MS - 90 * DAY_MS;
const OLD_MS = BEFORE_MS - 1;
const BOTS = 450;
const COPIED =
  'user_id, name, account_id, settings, created_at_ms, is_activated, is_paused, realized_profit, ' +
  'unrealized_profit, roi_percent, activation, script_id';

async function run(database: Database, text: string, values: readonly unknown[] = []) {
  return database.write<{ readonly count: number }>({ text }, values);
}

async function count(database: Database, table: string, where = 'true'): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM ${table} WHERE ${where}`;
  return (await database.read<{ readonly count: number }>({ text }, []))[0]?.count ?? -1;
}

/** More owners than a slice reads, each with old rows and new ones. */
async function seed(database: Database): Promise<void> {
  const store = postgresStore(database);
  const account = await storedAccount(store);
  const bot = sampleBot(account);
  await store.insertBot(bot, null);
  await run(
    database,
    `INSERT INTO bots (bot_id, ${COPIED})
      SELECT 'bot_' || lpad(n::text, 6, '0'), ${COPIED} FROM bots, generate_series(1, ${BOTS}) AS n`,
  );
  await run(
    database,
    `INSERT INTO bot_lines (bot_id, at_ms, severity, message)
      SELECT bot_id, at_ms, 'info', 'said' FROM bots,
        (VALUES ($1::bigint), ($2), ($3)) AS said (at_ms) ORDER BY at_ms`,
    [OLD_MS, BEFORE_MS, NOW_MS],
  );
  await run(
    database,
    `INSERT INTO bot_runs (bot_id, activation, setup, done_until_ms, placed_digest, event_count,
        placed_count, line_count, positions)
      SELECT bot_id, n, '{}', $1, '', 0, 0, 0, '[]' FROM bots, generate_series(1, 3) AS n`,
    [OLD_MS],
  );
  await run(
    database,
    `UPDATE bot_runs SET done_until_ms = $1 WHERE bot_id = $2 AND activation = 2`,
    [NOW_MS, bot.botId],
  );
  await run(
    database,
    `INSERT INTO bot_events (bot_id, activation, sequence, event)
      SELECT bot_id, activation, s, '{}' FROM bot_runs, generate_series(1, 2) AS s`,
  );
  await seedResults(database, account.userId);
}

async function seedResults(database: Database, userId: string): Promise<void> {
  await run(
    database,
    `INSERT INTO labs (lab_id, user_id, status, name, script_id, algorithm, parameters,
        parameters_count, enabled_parameters_count, created_at_ms, updated_at_ms, execution_number, plan)
      SELECT 'lab_' || status || at_ms, $1, status, 'n', 's', 'brute_force', '[]', 0, 0, 1, at_ms,
        CASE WHEN status = 'created' THEN 0 ELSE 1 END, CASE WHEN status <> 'created' THEN '' END
      FROM unnest('{created,queued,running,completed,cancelled,failed}'::text[]) AS status,
        (VALUES ($2::bigint), ($3)) AS at (at_ms)`,
    [userId, OLD_MS, NOW_MS],
  );
  await run(
    database,
    `INSERT INTO lab_results (lab_id, ordinal, combination, generation, population, backtest_id,
        positions_closed)
      SELECT lab_id, n, n, 0, 0, 'b' || n, 0 FROM labs, generate_series(1, 5) AS n`,
  );
  await run(
    database,
    `INSERT INTO backtests (backtest_id, user_id, sequence, state, account_id, market_tag,
        interval_minutes, start_ms, end_ms, choices, queued_at_ms, ended_at_ms, script_id, figures)
      OVERRIDING SYSTEM VALUE
      SELECT 'b' || n, $1, n, CASE WHEN n % 3 = 0 THEN 'queued' ELSE 'finished' END, 'a', 'm', 1, 0,
        1, '{}', $2, CASE WHEN n % 3 = 1 THEN $2::bigint WHEN n % 3 = 2 THEN $3::bigint END,
        's', CASE WHEN n % 3 <> 0 THEN '{}' END
      FROM generate_series(1, 60) AS n`,
    [userId, OLD_MS, NOW_MS],
  );
  await run(
    database,
    `INSERT INTO backtest_items (backtest_id, list, first_index, packed)
      SELECT backtest_id, 'positions', 0, '' FROM backtests`,
  );
}

async function pruneAll(
  store: RetentionStore,
  kind: PrunedKind,
  { ownerId = 'a', rowsMax = 1_000 } = {},
): Promise<number> {
  let deletedCount = 0;
  for (;;) {
    const slice = await store.pruneSlice({ kind, ownerId, beforeMs: BEFORE_MS, rowsMax });
    assert.ok(slice.deletedCount <= rowsMax * 2, 'a slice is bounded');
    deletedCount += slice.deletedCount;
    if (slice.isOver) return deletedCount;
  }
}

suite('pruning', () => {
  test('what is old goes, and nothing else', async () => {
    await withTestDatabase(async ({ database }) => {
      await seed(database);
      const store = postgresRetentionStore(database);
      const all = BOTS + 1;
      assert.equal(await pruneAll(store, 'lines', { rowsMax: 37 }), all);
      assert.equal(await count(database, 'bot_lines', `at_ms < ${BEFORE_MS}`), 0);
      assert.equal(await count(database, 'bot_lines'), all * 2);
      // Two old runs of each bot, but of one bot one that ended lately; the latest always stays.
      assert.equal(await pruneAll(store, 'steps', { rowsMax: 101 }), all * 4 - 2);
      assert.equal(await count(database, 'bot_events', 'activation = 3'), all * 2);
      assert.equal(await count(database, 'bot_events', 'activation = 2'), 2);
      assert.equal(await pruneAll(store, 'labs', { rowsMax: 4 }), 3 * 5 + 3);
      assert.equal(await count(database, 'labs', `updated_at_ms < ${BEFORE_MS}`), 3);
      assert.equal(await count(database, 'lab_results'), 9 * 5);
      assert.equal(await pruneAll(store, 'backtests'), 20);
      assert.equal(await count(database, 'backtests'), 40);
      assert.equal(await count(database, 'backtest_items'), 40);
    });
  });

  test('brackets that ended long ago go with what they wrote, and no other bot', async () => {
    await withTestDatabase(async ({ database }) => {
      await seed(database);
      await run(
        database,
        `UPDATE bots SET strategy = 'bracket', script_id = NULL, strategy_config = '{}',
            market_tag = 'm',
            is_activated = right(bot_id, 1) = '0',
            stopped_at_ms = CASE right(bot_id, 1) WHEN '1' THEN $2::bigint WHEN '2' THEN NULL ELSE $1::bigint END
          WHERE bot_id LIKE 'bot_0%' AND right(bot_id, 1) < '8'`,
        [OLD_MS, NOW_MS],
      );
      const old = `bot_id LIKE 'bot_0%' AND right(bot_id, 1) BETWEEN '3' AND '7'`;
      const wanted = await count(database, 'bots', old);
      const others = (await count(database, 'bots')) - wanted;
      const store = postgresRetentionStore(database);
      assert.ok(wanted > 50);
      assert.equal(await pruneAll(store, 'brackets', { rowsMax: 13 }), wanted);
      assert.deepEqual(
        [await count(database, 'bots'), await count(database, 'deleted_bots')],
        [others, wanted],
      );
      assert.equal(await count(database, 'bot_runs', old), 0);
    });
  });

  test('counts of signals go by partner and minute', async () => {
    await withTestDatabase(async ({ database }) => {
      const user = sampleUser();
      await postgresStore(database).insertUser(user);
      await run(
        database,
        `INSERT INTO partners (user_id, exchanges, market_tags, created_at_ms)
          VALUES ($1, '{}', '{}', 1)`,
        [user.userId],
      );
      await run(
        database,
        `INSERT INTO partner_signal_counts (partner_id, user_id, minute_ms, signals_count)
          SELECT $1, 'u' || n, at_ms, 1 FROM generate_series(1, 30) AS n,
            (VALUES ($2::bigint), ($3)) AS at (at_ms)`,
        [user.userId, OLD_MS, BEFORE_MS],
      );
      const store = postgresRetentionStore(database);
      assert.equal(await pruneAll(store, 'usage', { rowsMax: 7 }), 30);
      assert.equal(await count(database, 'partner_signal_counts'), 30);
    });
  });

  test('several processes delete each row once, and only one of them is at a kind', async () => {
    await withTestDatabase(async ({ database }) => {
      await seed(database);
      const store = postgresRetentionStore(database);
      const owners = ['a', 'b', 'c', 'd'];
      const counts = await Promise.all(
        owners.map((ownerId) => pruneAll(store, 'lines', { ownerId, rowsMax: 20 })),
      );
      assert.deepEqual(
        counts.filter((deleted) => deleted > 0),
        [BOTS + 1],
      );
      // It rests now, for everybody.
      await run(database, 'UPDATE bot_lines SET at_ms = 0');
      for (const ownerId of owners) assert.equal(await pruneAll(store, 'lines', { ownerId }), 0);
      const rested = `UPDATE retention_rounds SET completed_at = completed_at - interval '1 hour'`;
      await run(database, rested);
      assert.equal(await pruneAll(store, 'lines', { ownerId: 'b' }), (BOTS + 1) * 2);
    });
  });

  test('a slice that died left nothing, and the next one goes on at its place', async () => {
    await withTestDatabase(async ({ database }) => {
      await seed(database);
      const store = postgresRetentionStore(database);
      const wanted = { kind: 'lines', ownerId: 'dead', beforeMs: BEFORE_MS, rowsMax: 210 } as const;
      assert.deepEqual(await store.pruneSlice(wanted), { deletedCount: 200, isOver: false });
      // Its second slice is cut before it commits.
      const dying = postgresRetentionStore({
        transaction: (work) =>
          database.transaction(async (session) => {
            await work(session);
            throw new Error('killed');
          }),
      });
      await assert.rejects(dying.pruneSlice(wanted), { message: 'killed' });
      assert.equal(await count(database, 'bot_lines', `at_ms < ${BEFORE_MS}`), BOTS + 1 - 200);
      assert.equal(await pruneAll(store, 'lines', { ownerId: 'next' }), 0, 'held for some seconds');
      await run(database, `UPDATE retention_rounds SET held_until = clock_timestamp()`);
      await run(
        database,
        'DELETE FROM bot_lines WHERE bot_id < (SELECT place FROM retention_rounds)',
      );
      assert.equal(await pruneAll(store, 'lines', { ownerId: 'next' }), BOTS + 1 - 200);
    });
  });

  test('every kind has a statement, which finds nothing in an empty database', async () => {
    await withTestDatabase(async ({ database }) => {
      const store = postgresRetentionStore(database);
      for (const kind of PRUNED_KINDS) assert.equal(await pruneAll(store, kind), 0, kind);
      assert.equal(await count(database, 'retention_rounds'), PRUNED_KINDS.length);
    });
  });
});
