// Steps that snapshots have passed are packed: replays and loads read what they read before, in few
// rows, also while bots go on, are deleted, or the process that packs dies.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { PACK_BYTES } from '#adapters/postgres/rows/step-pack.ts';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresRetentionStore } from '#adapters/postgres/stores/retention-store.ts';
import { pruneInSlices } from '#main/work/purge-in-slices.ts';
import type { PrunedSlice, RetentionStore } from '#ports/stores/retention-store.ts';
import { sampleBot, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

/** More bots than a slice reads. */
const BOTS = 40;
const STEPS = 400;
const EVENTS_OF_STEP = 2;
const EVENTS = STEPS * EVENTS_OF_STEP;
/** Where the older of its two snapshots stands. */
const PASSED = EVENTS - 100;
const ROWS_MAX = 4_000;
const COPIED =
  'user_id, name, account_id, settings, created_at_ms, is_activated, is_paused, realized_profit, ' +
  'unrealized_profit, roi_percent, activation, script_id';

type CountRow = { readonly count: number };

async function run(database: Database, text: string, values: readonly unknown[] = []) {
  return database.write<CountRow>({ text }, values);
}

async function count(database: Database, where = 'true'): Promise<number> {
  const text = `SELECT count(*)::int AS count FROM bot_events WHERE ${where}`;
  return (await database.read<CountRow>({ text }, []))[0]?.count ?? -1;
}

function botIdAt(place: number): string {
  return `bot_${String(place).padStart(6, '0')}`;
}

function textOf(place: number): string {
  return `{"rows":${place},"event":{"kind":"filled","note":"${'x'.repeat(90)}"}}`;
}

const ALL = Array.from({ length: EVENTS }, (_, index) => textOf(index + 1));

async function seed(database: Database): Promise<void> {
  const store = postgresStore(database);
  const bot = sampleBot(await storedAccount(store));
  await store.insertBot(bot, null);
  await run(
    database,
    `INSERT INTO bots (bot_id, ${COPIED}) SELECT 'bot_' || lpad(n::text, 6, '0'), ${COPIED}
      FROM bots, generate_series(1, ${BOTS}) AS n`,
  );
  await run(database, 'DELETE FROM bots WHERE bot_id = $1', [bot.botId]);
  await run(
    database,
    `INSERT INTO bot_runs (bot_id, activation, setup, done_until_ms, placed_digest, event_count,
        placed_count, line_count, positions)
      SELECT bot_id, 1, '{}', 0, '', ${EVENTS}, 0, 0, '[]' FROM bots`,
  );
  await run(
    database,
    `INSERT INTO bot_events (bot_id, activation, sequence, event)
      SELECT bot_id, 1, 1 + s * ${EVENTS_OF_STEP},
        (SELECT string_agg('{"rows":' || n || ',"event":{"kind":"filled","note":"' || repeat('x', 90)
          || '"}}', E'\n' ORDER BY n)
          FROM generate_series(1 + s * ${EVENTS_OF_STEP}, (s + 1) * ${EVENTS_OF_STEP}) AS n)
      FROM bots, generate_series(0, ${STEPS - 1}) AS s`,
  );
  for (const passed of [PASSED, EVENTS - 4])
    await run(
      database,
      `INSERT INTO bot_snapshots (bot_id, activation, format, compiler, script_hash, done_until_ms,
          event_count, inputs_digest, state_digest, whole_digest, packed, window_start_ms)
        SELECT bot_id, 1, 1, '', '', 0, $1, '', '', '', '', 0 FROM bots`,
      [passed],
    );
}

async function packAll(store: RetentionStore, ownerId = 'a', rowsMax = ROWS_MAX): Promise<number> {
  let goneCount = 0;
  for (;;) {
    const slice = await store.packSteps(ownerId, rowsMax);
    goneCount += slice.deletedCount;
    if (slice.isOver) return goneCount;
  }
}

async function allowRound(database: Database): Promise<void> {
  await run(database, 'DELETE FROM retention_rounds');
}

suite('packed steps', () => {
  test('a run is read as before, from every place, and has few rows', async () => {
    await withTestDatabase(async ({ database }) => {
      await seed(database);
      const runs = postgresBotRunStore(database);
      const before = await count(database);
      const goneCount = await packAll(postgresRetentionStore(database));
      assert.equal(await count(database), before - goneCount);
      assert.ok(goneCount > BOTS * (PASSED / EVENTS_OF_STEP) * 0.6, `${goneCount} rows went`);
      // What a load from a snapshot reads stands as it was.
      const own = `bot_id = '${botIdAt(7)}' AND sequence > ${PASSED}`;
      assert.equal(await count(database, own), (EVENTS - PASSED) / EVENTS_OF_STEP);
      for (const place of [1, 7, BOTS])
        assert.deepEqual(await runs.listEvents(botIdAt(place), 1), ALL);
      for (const earlier of [0, 1, 2, 3, 141, 142, 300, PASSED - 1, PASSED, EVENTS - 1, EVENTS])
        assert.deepEqual(await runs.listEvents(botIdAt(3), 1, earlier), ALL.slice(earlier));
      const large = `octet_length(event) >= ${PACK_BYTES}`;
      const packs = await count(database, large);
      assert.ok(packs >= BOTS * 2, `${packs} packs`);
      await allowRound(database);
      assert.equal(await packAll(postgresRetentionStore(database)), 0, 'packed once is enough');
      assert.equal(await count(database, large), packs);
    });
  });

  test('a run without snapshots is packed as well, up to its last steps', async () => {
    await withTestDatabase(async ({ database }) => {
      await seed(database);
      await run(database, 'DELETE FROM bot_snapshots');
      assert.ok((await packAll(postgresRetentionStore(database))) > BOTS * STEPS * 0.6);
      const runs = postgresBotRunStore(database);
      assert.deepEqual(await runs.listEvents(botIdAt(2), 1), ALL);
    });
  });

  test('a slice that died packed nothing, and the next process goes on', async () => {
    await withTestDatabase(async ({ database }) => {
      await seed(database);
      const before = await count(database);
      const dying = postgresRetentionStore({
        transaction: (work) =>
          database.transaction(async (session) => {
            await work(session);
            throw new Error('killed');
          }),
      });
      await assert.rejects(dying.packSteps('dead', ROWS_MAX), {
        message: 'killed',
      });
      assert.equal(await count(database), before);
      const alive = postgresRetentionStore(database);
      const first = await alive.packSteps('one', ROWS_MAX);
      assert.ok(first.deletedCount > 0 && first.deletedCount < before / 2);
      assert.equal(await packAll(alive, 'two'), 0, 'held for some seconds');
      await run(database, 'UPDATE retention_rounds SET held_until = clock_timestamp()');
      await packAll(alive, 'two');
      const runs = postgresBotRunStore(database);
      for (const place of [1, 20, BOTS])
        assert.deepEqual(await runs.listEvents(botIdAt(place), 1), ALL);
    });
  });

  test('slices that run out of time become smaller, until all is packed', async () => {
    await withTestDatabase(async ({ database, url }) => {
      await seed(database);
      await run(database, 'DELETE FROM bots WHERE bot_id > $1', [botIdAt(3)]);
      await run(
        database,
        `CREATE FUNCTION starve() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN PERFORM pg_sleep(0.004); RETURN OLD; END'`,
      );
      await run(
        database,
        `CREATE TRIGGER starved BEFORE DELETE ON bot_events
          FOR EACH ROW EXECUTE FUNCTION starve()`,
      );
      const starved = openDatabase({ url, statementTimeoutMs: 1_500 });
      try {
        const store = postgresRetentionStore(starved);
        const sizes: number[] = [];
        const packSome = (rowsMax: number): Promise<PrunedSlice> => {
          sizes.push(rowsMax);
          return store.packSteps('a', rowsMax);
        };
        const { signal } = new AbortController();
        const nowMs = (): number => performance.now();
        await pruneInSlices(packSome, { nowMs, pause: async () => undefined, signal });
        assert.ok(sizes[0] === 1_000 && Math.min(...sizes) <= 250, sizes.join(' '));
      } finally {
        await starved.close();
      }
      assert.ok((await count(database, `bot_id <= '${botIdAt(3)}'`)) < 3 * STEPS * 0.5);
      const runs = postgresBotRunStore(database);
      for (const place of [1, 2, 3])
        assert.deepEqual(await runs.listEvents(botIdAt(place), 1), ALL);
    });
  });

  test('runs of one bot are packed one after the other, in slices of few', async () => {
    await withTestDatabase(async ({ database }) => {
      await seed(database);
      await run(database, 'DELETE FROM bots WHERE bot_id > $1', [botIdAt(1)]);
      await run(
        database,
        `INSERT INTO bot_runs (bot_id, activation, setup, done_until_ms, placed_digest,
            event_count, placed_count, line_count, positions)
          SELECT bot_id, n, '{}', 0, '', ${EVENTS}, 0, 0, '[]' FROM bots, generate_series(2, 5) n`,
      );
      await run(
        database,
        `INSERT INTO bot_events (bot_id, activation, sequence, event)
          SELECT bot_id, n, sequence, event FROM bot_events, generate_series(2, 5) AS n`,
      );
      const goneCount = await packAll(postgresRetentionStore(database), 'a', 1);
      assert.ok(goneCount > 5 * STEPS * 0.6, `${goneCount} rows went`);
      const runs = postgresBotRunStore(database);
      for (const activation of [1, 2, 5])
        assert.deepEqual(await runs.listEvents(botIdAt(1), activation), ALL);
    });
  });

  test('nothing of a bot stays that is deleted while its steps are packed', async () => {
    await withTestDatabase(async ({ database }) => {
      await seed(database);
      const store = postgresStore(database);
      const retention = postgresRetentionStore(database);
      const owners = { text: 'SELECT user_id FROM bots LIMIT 1' };
      const [owner] = await database.read<{ readonly user_id: string }>(owners, []);
      const doomed = Array.from({ length: BOTS }, (_, index) => botIdAt(index + 1));
      const remove = async (): Promise<void> => {
        for (const botId of doomed) await store.deleteBot(owner?.user_id ?? '', botId);
        while ((await store.purgeDeletedBots(1_000)) > 0);
      };
      await Promise.all([packAll(retention), remove()]);
      assert.equal(await count(database), 0);
    });
  });
});
