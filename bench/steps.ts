// `node bench/steps.ts [bots=1000 steps=5000]`: so many steps of so many bots, packed while others
// are written. Prints sizes, the processor time of the database, the longest slice, and
// what a replay reads, before and after. Steps are copies of one of a bot that trades.

import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresRetentionStore } from '#adapters/postgres/stores/retention-store.ts';
import { pruneInSlices } from '#main/work/purge-in-slices.ts';
import type { PrunedSlice } from '#ports/stores/retention-store.ts';
import { sampleBot, storedAccount } from '#ports/stores/store.fixture.ts';
import type { TestDatabase } from '../test/support/database.ts';
import { withTestDatabase } from '../test/support/database.ts';
import { quantile } from './bots/figures.ts';
import { postgresCpuMs } from './bots/process-cpu.ts';

const given = new Map(
  process.argv.slice(2).map((word) => [word.split('=')[0], Number(word.split('=')[1])]),
);
const botsCount = given.get('bots') ?? 1_000;
const stepsCount = given.get('steps') ?? 5_000;
/** Steps that the older snapshot of a bot has not passed. */
const LATE = 20;
const READ_BOTS = 20;
const COPIED =
  'user_id, name, account_id, settings, created_at_ms, is_activated, is_paused, realized_profit, ' +
  'unrealized_profit, roi_percent, activation, script_id';
/** Two events of a step, as a bot at the simulated exchange has them. */
const STEP = `'{"rows":' || s * 61 || ',"event":{"kind":"filled","fill":{"fillId":"sim_'
  || md5(s || b.bot_id) || '","orderId":"o' || s || '","side":"buy","price":{"decimal":"'
  || 6500000 + s % 100000 || '"},"lots":{"decimal":"' || 100 + s % 900
  || '"},"fee":{"decimal":"' || 6501 + s % 777 || '"},"feeCurrency":"USDT","atMs":'
  || 1760000000000 + s::bigint * 3661000 || '}}}' || E'\\n' || '{"rows":' || s * 61
  || ',"event":{"kind":"wallet","wallet":{"USDT":{"free":{"decimal":"' || 1000000000000 + s * 91
  || '"},"locked":{"decimal":"0"}},"BTC":{"free":{"decimal":"' || s * 13
  || '"},"locked":{"decimal":"0"}}},"openOrders":[],"balance":{"decimal":"' || 99887766 + s
  || '"},"position":{"lots":{"decimal":"' || s % 1000 || '"},"entry":{"decimal":"6512345"}}}}'`;

/** On a connection without limits of time. */
async function run(url: string, text: string, values: readonly unknown[] = []) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Readonly<Record<string, string>>>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

async function seed({ database, url }: TestDatabase): Promise<void> {
  const store = postgresStore(database);
  const bot = sampleBot(await storedAccount(store));
  await store.insertBot(bot, null);
  await run(
    url,
    `INSERT INTO bots (bot_id, ${COPIED}) SELECT 'bot_' || lpad(n::text, 6, '0'), ${COPIED}
      FROM bots, generate_series(1, $1::int) AS n`,
    [botsCount],
  );
  await run(
    url,
    `INSERT INTO bot_runs (bot_id, activation, setup, done_until_ms, placed_digest, event_count,
        placed_count, line_count, positions)
      SELECT bot_id, 1, '{}', 0, '', 2 * $1::int, 0, 0, '[]' FROM bots`,
    [stepsCount],
  );
  // As in life: a bot's steps lie among those of all others.
  const portion = Math.max(1, Math.floor(200_000 / botsCount));
  for (let from = 0; from < stepsCount; from += portion)
    await run(
      url,
      `INSERT INTO bot_events (bot_id, activation, sequence, event)
        SELECT b.bot_id, 1, 1 + 2 * s, ${STEP}
        FROM generate_series($1::int, $2::int) AS s, bots b`,
      [from, Math.min(stepsCount, from + portion) - 1],
    );
  await run(
    url,
    `INSERT INTO bot_snapshots (bot_id, activation, format, compiler, script_hash, done_until_ms,
        event_count, inputs_digest, state_digest, whole_digest, packed, window_start_ms)
      SELECT bot_id, 1, 1, '', '', 0, $1, '', '', '', '', 0 FROM bots`,
    [2 * (stepsCount - LATE)],
  );
  await run(url, 'VACUUM ANALYZE bot_events');
}

/** Of the rows that there are: what a vacuum has freed is written to again. */
async function sizeOf({ url }: TestDatabase): Promise<string> {
  const text = `SELECT count(*) AS rows, sum(pg_column_size(event))::bigint / 1048576 AS texts,
      (SELECT sum(octet_length(event))::bigint / 1048576 FROM bot_events) AS plain,
      pg_total_relation_size('bot_events') / 1048576 AS files,
      pg_relation_size('bot_events_pkey') / 1048576 AS key
    FROM bot_events`;
  const [row] = await run(url, text);
  const { rows, texts, plain, files, key } = row ?? {};
  return `${rows} rows, ${plain} MiB of text in ${texts}; files ${files} MiB, of which the key ${key}`;
}

async function readLives({ database, url }: TestDatabase): Promise<string> {
  const runs = postgresBotRunStore(database);
  const cpuMs = postgresCpuMs(url);
  const beganMs = performance.now();
  let events = 0;
  for (let place = 1; place <= READ_BOTS; place += 1) {
    const botId = `bot_${String(place).padStart(6, '0')}`;
    events += (await runs.listEvents(botId, 1)).length;
  }
  const each = (ms: number): string => (ms / READ_BOTS).toFixed(1);
  return (
    `a life of ${events / READ_BOTS} events: ${each(performance.now() - beganMs)} ms, ` +
    `${each(postgresCpuMs(url) - cpuMs)} ms of the database's processor time`
  );
}

/** Rows of another bot, one after the other, until it is over. */
async function writeSteps(database: Database, isOver: () => boolean): Promise<readonly number[]> {
  const durations: number[] = [];
  const text = `INSERT INTO bot_events (bot_id, activation, sequence, event)
    VALUES ('bot_another', 1, $1, $2)`;
  for (let sequence = 1; !isOver(); sequence += 1) {
    const beganMs = performance.now();
    await database.write({ text }, [sequence, 'x'.repeat(600)]);
    durations.push(performance.now() - beganMs);
    await pause(5);
  }
  return durations;
}

async function pack({ database, url }: TestDatabase): Promise<void> {
  const store = postgresRetentionStore(database);
  const slices: number[] = [];
  const state = { isOver: false };
  const writing = writeSteps(database, () => state.isOver);
  const cpuMs = postgresCpuMs(url);
  const beganMs = performance.now();
  const packSome = async (rowsMax: number): Promise<PrunedSlice> => {
    const sliceMs = performance.now();
    const slice = await store.packSteps('bench', rowsMax);
    slices.push(performance.now() - sliceMs);
    return slice;
  };
  const { signal } = new AbortController();
  const nowMs = (): number => performance.now();
  const goneCount = await pruneInSlices(packSome, { nowMs, pause: (ms) => pause(ms), signal });
  const seconds = (performance.now() - beganMs) / 1_000;
  const cpuSeconds = (postgresCpuMs(url) - cpuMs) / 1_000;
  state.isOver = true;
  const durations = await writing;
  const [p50, p99] = [quantile(durations, 0.5), quantile(durations, 0.99)];
  console.log(
    `packed in ${seconds.toFixed(1)} s (${cpuSeconds.toFixed(1)} s of the database's processor ` +
      `time): ${goneCount} rows fewer, ${slices.length} slices, the longest ` +
      `${Math.max(...slices).toFixed(0)} ms, half within ${quantile(slices, 0.5).toFixed(0)} ms; ` +
      `${durations.length} other steps written meanwhile, p50 ${p50.toFixed(1)} ms, ` +
      `p99 ${p99.toFixed(1)} ms`,
  );
}

/** A round that finds nothing to pack. */
async function idleRound({ database, url }: TestDatabase): Promise<void> {
  await database.write({ text: 'DELETE FROM retention_rounds' }, []);
  const store = postgresRetentionStore(database);
  const cpuMs = postgresCpuMs(url);
  for (;;) {
    const slice = await store.packSteps('idle', 1_000);
    if (slice.isOver) break;
  }
  console.log(`a round with nothing to pack: ${(postgresCpuMs(url) - cpuMs).toFixed(0)} ms of it`);
}

await withTestDatabase(async (test) => {
  await seed(test);
  console.log(`before: ${await sizeOf(test)}; ${await readLives(test)}`);
  await pack(test);
  await run(test.url, 'VACUUM ANALYZE bot_events');
  console.log(`then: ${await sizeOf(test)}; ${await readLives(test)}`);
  await idleRound(test);
  await run(test.url, 'VACUUM FULL bot_events');
  console.log(`files without what is free: ${await sizeOf(test)}`);
});
