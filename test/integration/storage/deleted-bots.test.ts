// A bot with much behind it is gone at once; what it wrote is deleted in slices, by whoever comes
// to it, also after a crash.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { sampleAccount, sampleBot, sampleUser } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const ROWS = 5_000;
const SLICE = 1_000;
const TABLES = [
  'bot_log_lines',
  'bot_events',
  'bot_closed_positions',
  'bot_filled_orders',
] as const;
const COUNTS = `
  SELECT ${TABLES.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ')} AS count`;

test('a deleted bot is gone at once, and what it wrote goes in slices', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const user = sampleUser();
    await store.insertUser(user);
    const account = sampleAccount(user.userId);
    await store.insertAccount(account);
    const [bot, other] = [sampleBot(account), sampleBot(account)];
    for (const each of [bot, other]) await store.insertBot(each, null);
    const fill = async (botId: string, rows: number) => {
      const lines = `INSERT INTO bot_log_lines (bot_id, at_ms, severity, message)
        SELECT $1, n, 'info', 'line' FROM generate_series(1, $2::int) n`;
      const events = `INSERT INTO bot_events (bot_id, activation, sequence, event)
        SELECT $1, 1, n, '{}' FROM generate_series(1, $2::int) n`;
      const closed = `INSERT INTO bot_closed_positions (bot_id, activation, position_id, position)
        SELECT $1, 1, n, '{}' FROM generate_series(1, $2::int) n`;
      for (const text of [lines, events, closed]) await database.write({ text }, [botId, rows]);
    };
    const left = async () => {
      const [row] = await database.read<{ readonly count: number }>({ text: COUNTS }, []);
      return row?.count;
    };
    await fill(bot.botId, ROWS);
    await fill(other.botId, 10);
    assert.equal(await store.deleteBot(user.userId, bot.botId), true);
    assert.equal(await store.findBot(user.userId, bot.botId), null);
    assert.equal(await store.deleteBot(user.userId, bot.botId), false);
    assert.equal(await left(), 3 * ROWS + 30);
    assert.equal(await store.purgeDeletedBots(SLICE), SLICE);
    assert.equal(await left(), 3 * ROWS + 30 - SLICE);
    // Another process goes on after the first is gone.
    const again = postgresStore(database);
    let slices = 0;
    for (; (await again.purgeDeletedBots(SLICE)) > 0; slices += 1);
    assert.equal(slices, (3 * ROWS) / SLICE);
    assert.equal(await left(), 30);
    assert.notEqual(await store.findBot(user.userId, other.botId), null);
  });
});
