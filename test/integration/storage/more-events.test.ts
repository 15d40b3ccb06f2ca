// Events that the database alone writes: of backtests, labs, simulated accounts and edited bots,
// and what becomes of events of a standing that wait together.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import type { LoggedEvent } from '#domain/event-log/event.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { Store } from '#ports/stores/store.ts';
import { sampleBot, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

async function run(database: Database, text: string, values: readonly unknown[]): Promise<void> {
  await database.write({ text }, values);
}

/** What is new since `after`, numbered first. */
async function newOf(store: Store, userId: string, after = 0): Promise<readonly LoggedEvent[]> {
  await store.numberEvents(1_000);
  return (await store.readEvents({ userId, after, types: null, limit: 1_000 })).events;
}

function typesOf(events: readonly LoggedEvent[]): readonly string[] {
  return events.map(({ type }) => type);
}

const INSERT_BACKTEST = `
  INSERT INTO backtests (
    backtest_id, user_id, state, script_id, account_id, market_tag, interval_minutes, start_ms,
    end_ms, choices, queued_at_ms
  ) VALUES ($1, $2, 'queued', 'scr_1', 'acc_1', 'SIM_BTC_USDT_', 1, 0, 1, '{}', 1)`;

test('a backtest reports its phases, whole percents and its end', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const { userId } = await storedAccount(store);
    await run(database, INSERT_BACKTEST, ['bt_1', userId]);
    const stage = `UPDATE backtests SET phase = $1, done_share = $2 WHERE backtest_id = 'bt_1'`;
    await run(database, stage, ['executing', 0]);
    const [first] = await newOf(store, userId);
    assert.deepEqual(first?.data, {
      backtestId: 'bt_1',
      marketTag: 'SIM_BTC_USDT_',
      phase: 'executing',
      doneShare: 0,
      reason: null,
    });
    await run(database, stage, ['executing', 0.005]);
    assert.deepEqual(await newOf(store, userId, 1), []);
    for (const share of [0.1, 0.2, 0.5]) await run(database, stage, ['executing', share]);
    const failed = `
      UPDATE backtests SET state = 'failed', failure_message = 'no minutes', ended_at_ms = 9`;
    await run(database, failed, []);
    const rest = await newOf(store, userId, 1);
    assert.deepEqual(
      rest.map(({ type, sequence, data }) => [sequence, type, data]),
      [
        [2, 'backtest.progressed', { ...first?.data, doneShare: 0.5 }],
        [3, 'backtest.failed', { ...first?.data, doneShare: 0.5, reason: 'no minutes' }],
      ],
    );
  });
});

test('a lab reports whole percents and its end', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const { userId } = await storedAccount(store);
    const insert = `
      INSERT INTO labs (
        lab_id, user_id, status, name, script_id, algorithm, parameters, parameters_count,
        enabled_parameters_count, created_at_ms, updated_at_ms
      ) VALUES ('lab_1', $1, 'created', 'a lab', 'scr_1', 'random', '[]', 1, 1, 1, 1)`;
    await run(database, insert, [userId]);
    const set = async (text: string) => run(database, `UPDATE labs SET ${text}`, []);
    await set(`status = 'queued', execution_number = 1, plan = '{}', scheduled_count = 1000`);
    await set(`status = 'running', updated_at_ms = 2`);
    assert.deepEqual(typesOf(await newOf(store, userId)), ['lab.progressed']);
    for (const count of [3, 5, 9]) await set(`completed_count = ${count}`);
    assert.deepEqual(await newOf(store, userId, 1), []);
    await set(`completed_count = 10`);
    await set(`status = 'completed', completed_count = 1000, updated_at_ms = 3`);
    const [, ended] = await newOf(store, userId, 1);
    assert.deepEqual(ended, {
      sequence: 3,
      type: 'lab.completed',
      objectId: 'lab_1',
      atMs: 3,
      data: {
        labId: 'lab_1',
        name: 'a lab',
        status: 'completed',
        completedCount: 1000,
        scheduledCount: 1000,
        reason: null,
      },
    });
  });
});

test('a bot that is edited is reported, and an edit that changes nothing is not', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const account = await storedAccount(store);
    const bot = sampleBot(account);
    await store.insertBot(bot, null);
    await run(database, `UPDATE bots SET name = name, settings = settings`, []);
    await run(database, `UPDATE bots SET roi_percent = 5`, []);
    assert.deepEqual(await newOf(store, account.userId), []);
    await run(database, `UPDATE bots SET name = 'renamed', is_paused = true`, []);
    const [event, ...others] = await newOf(store, account.userId);
    assert.deepEqual(others, []);
    const { botId, accountId, marketTag } = bot;
    assert.equal(event?.type, 'bot.updated');
    assert.deepEqual(event?.data, {
      botId,
      name: 'renamed',
      accountId,
      marketTag,
      reason: null,
      stoppedBy: null,
    });
  });
});

test('lines of a bot that wait together are one event, and others keep their places', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const account = await storedAccount(store);
    const [one, other] = [sampleBot(account), sampleBot(account)];
    await store.insertBot(one, null);
    await store.insertBot(other, null);
    const write = `
      INSERT INTO bot_log_lines (bot_id, at_ms, severity, message)
      SELECT bot_id, 5, 'info', line FROM unnest($1::text[], $2::text[]) AS t (bot_id, line)`;
    await run(database, write, [
      [one.botId, other.botId, one.botId],
      ['a', 'b', 'c'],
    ]);
    await run(database, `UPDATE bots SET name = 'x' WHERE bot_id = $1`, [one.botId]);
    await run(database, write, [[one.botId], ['d']]);
    const events = await newOf(store, account.userId);
    assert.deepEqual(
      events.map(({ sequence, type, objectId }) => [sequence, type, objectId]),
      [
        [1, 'bot.logged', other.botId],
        [2, 'bot.updated', one.botId],
        [3, 'bot.logged', one.botId],
      ],
    );
    const newest = events.at(-1);
    assert(newest?.type === 'bot.logged');
    assert.deepEqual(newest.data, { botId: one.botId, severity: 'info', message: 'd' });
  });
});

test('of one bot twenty texts within an hour are sent, however they come together', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const account = await storedAccount(store);
    const [one, other] = [sampleBot(account), sampleBot(account)];
    await store.insertBot(one, null);
    await store.insertBot(other, null);
    // Each statement also writes a line that sends nothing, and a text of the other bot.
    const write = `
      INSERT INTO bot_log_lines (bot_id, at_ms, severity, message, notice)
      SELECT $1::text, $3::bigint, 'info', said, jsonb_build_object('message', said)
      FROM unnest($4::text[]) AS t (said)
      UNION ALL VALUES ($1, $3, 'info', 'only logged', NULL),
        ($2, $3, 'info', 'other', '{"message": "other"}'::jsonb)`;
    let after = 0;
    const say = async (atMs: number, from: number, to: number) => {
      const texts = Array.from({ length: to - from }, (_, index) => `text ${from + index}`);
      await run(database, write, [one.botId, other.botId, atMs, texts]);
      const events = await newOf(store, account.userId, after);
      after = events.at(-1)?.sequence ?? after;
      const said = events.flatMap((event) => (event.type === 'bot.notified' ? [event] : []));
      const own = said.filter(({ objectId }) => objectId === one.botId);
      assert.equal(said.length - own.length, 1, 'the other bot is counted by itself');
      assert.deepEqual(
        own.map(({ data }) => data.message),
        texts.slice(0, own.length),
      );
      return own.length;
    };
    assert.equal(await say(0, 0, 15), 15);
    assert.equal(await say(HOUR_MS - 1, 15, 25), 5);
    assert.equal(await say(HOUR_MS - 1, 25, 26), 0);
    assert.equal(await say(HOUR_MS, 26, 56), 20);
    assert.equal(await say(2 * HOUR_MS, 56, 57), 1);
  });
});

test('a signal to a running bot is reported, and another input is not', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const account = await storedAccount(store);
    const { botId } = sampleBot(account);
    await store.insertBot({ ...sampleBot(account), botId }, null);
    const send = `
      INSERT INTO bot_inbox (bot_id, activation, received_at_ms, input)
      SELECT $1, 1, 7, input FROM unnest($2::text[]) AS input`;
    const inputs = [
      { kind: 'signal', name: 'n', action: 'open_long', payload: null },
      { kind: 'edited', config: '{}' },
      { kind: 'switched', isPaused: true },
    ];
    await run(database, send, [botId, inputs.map((input) => JSON.stringify(input))]);
    const data = { botId, action: 'open_long', signalId: '1' };
    assert.deepEqual(await newOf(store, account.userId), [
      { sequence: 1, type: 'signal.received', objectId: botId, atMs: 7, data },
    ]);
  });
});

const POSITION = {
  market_tag: 'SIM_BTC_USDT_PERP',
  currency: 'USDT',
  direction: 'long',
  margin_mode: 'cross',
  leverage: 10,
  lots: 5,
  cost_units: 1,
  margin_units: 1,
  used_margin_units: 1,
  entry_weight: 1,
  entered_lots: 1,
  entered_weight: 1,
  gross_units: 0,
  fee_units: 0,
  funding_units: 0,
  liquidation_fee_units: 0,
  insured_units: 0,
  opened_at_ms: 7,
  updated_at_ms: 7,
  position_id: 'p1',
};

test('a simulated account reports its balance and its positions', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const { userId, accountId } = await storedAccount(store);
    const open = {
      account_id: accountId,
      market_type: 'futures',
      leverage: 10,
      margin_mode: 'cross',
      version: 1,
      settled_until_ms: 0,
      next_sequence: 1,
      minute_use: {},
      updated_at_ms: 5,
      wallets: [['USDT', '5']],
      funded_until_ms: 0,
    };
    await run(database, 'SELECT sim_open($1, NULL)', [JSON.stringify(open)]);
    const wallets = `UPDATE sim_accounts SET wallets = $1, updated_at_ms = 6`;
    await run(database, wallets, [JSON.stringify(open.wallets)]);
    assert.deepEqual(await newOf(store, userId), []);
    await run(database, wallets, ['[["USDT", "4"]]']);
    const change = async (changes: object) =>
      run(database, 'SELECT sim_change_orders_and_positions($1, $2)', [
        accountId,
        JSON.stringify(changes),
      ]);
    const row = { ...POSITION, account_id: accountId };
    await change({ positions: [row] });
    await change({ positions: [{ ...row, funding_units: 3 }] });
    await change({ positions: [{ ...row, lots: 6, updated_at_ms: 8 }] });
    await change({ closed: ['p1', 'unknown'] });
    const events = await newOf(store, userId);
    assert.deepEqual(
      events.map(({ type, objectId }) => [type, objectId]),
      [
        ['balance.changed', accountId],
        ['position.opened', 'p1'],
        ['position.changed', 'p1'],
        ['position.closed', 'p1'],
      ],
    );
    const marketTag = POSITION.market_tag;
    const data = { positionId: 'p1', accountId, marketTag, direction: 'long' };
    for (const event of events.slice(1)) assert.deepEqual(event.data, data);
  });
});
