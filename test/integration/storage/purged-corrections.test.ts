// Old corrections of minutes are deleted, except those that a run of a bot reads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresHistoryStore } from '#adapters/postgres/stores/history-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import type { TestDatabase } from '../../support/database.ts';
import { sampleAccount, sampleBot, sampleUser } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const MINUTE = 28_000_000;
const NOW_MS = Date.now();
/** Later than this test may take to begin. */
const LATER_MS = NOW_MS + 86_400_000;

type Run = {
  readonly markets: readonly string[];
  readonly seenCorrection?: number;
  readonly fromMinute: number;
  readonly untilMinute: number;
  readonly isActivated: boolean;
};

async function botWith(
  { database }: Pick<TestDatabase, 'database'>,
  { markets, seenCorrection, fromMinute, untilMinute, isActivated }: Run,
): Promise<void> {
  const store = postgresStore(database);
  const user = sampleUser();
  await store.insertUser(user);
  const account = sampleAccount(user.userId);
  await store.insertAccount(account);
  const bot = sampleBot(account);
  await store.insertBot(bot, null);
  const activate = 'UPDATE bots SET is_activated = $2, activation = 2 WHERE bot_id = $1';
  await database.write({ text: activate }, [bot.botId, isActivated]);
  const insert = `
    INSERT INTO bot_runs (bot_id, activation, setup, done_until_ms, event_count, placed_count,
      placed_digest, line_count, positions)
    VALUES ($1, $2, $3, $4, 0, 0, '', 0, '[]')`;
  const setup = { marketTags: markets, startMs: fromMinute * 60_000, seenCorrection };
  // Of the run before it nobody reads anything any more.
  const before = { ...setup, startMs: 0, seenCorrection: 0 };
  const untilMs = untilMinute * 60_000;
  await database.write({ text: insert }, [bot.botId, 1, JSON.stringify(before), untilMs]);
  await database.write({ text: insert }, [bot.botId, 2, JSON.stringify(setup), untilMs]);
}

/** Corrections of ten minutes of a market, numbered from the one after `before`. */
async function correct({ database }: Pick<TestDatabase, 'database'>, marketTag: string) {
  const text = `
    INSERT INTO candle_corrections (market_tag, minute)
    SELECT $1, minute FROM generate_series($2::int, $2::int + 9) AS minute`;
  await database.write({ text }, [marketTag, MINUTE]);
}

async function leftOf({ database }: Pick<TestDatabase, 'database'>, marketTag: string) {
  const text = 'SELECT minute FROM candle_corrections WHERE market_tag = $1 ORDER BY minute';
  const rows = await database.read<{ readonly minute: number }>({ text }, [marketTag]);
  return rows.map(({ minute }) => minute - MINUTE);
}

test('a correction is deleted when it is old and no run reads its minute', async () => {
  await withTestDatabase(async (each) => {
    const history = postgresHistoryStore(each.database);
    for (const tag of ['NOBODY', 'RUNS', 'STOPPED', 'SAW']) await correct(each, tag);
    const about = { fromMinute: MINUTE + 3, untilMinute: MINUTE + 7 };
    await botWith(each, { ...about, markets: ['RUNS'], isActivated: true });
    await botWith(each, { ...about, markets: ['OTHER', 'STOPPED'], isActivated: false });
    // It began when four of the market's minutes had been corrected.
    await botWith(each, { ...about, markets: ['SAW'], seenCorrection: 34, isActivated: true });
    assert.equal(await history.purgeCorrections(NOW_MS - 86_400_000, 1_000), 0);
    assert.equal(await history.purgeCorrections(LATER_MS, 4), 4);
    assert.notEqual(await history.purgeCorrections(LATER_MS, 1_000), 0);
    assert.equal(await history.purgeCorrections(LATER_MS, 1_000), 0);
    assert.deepEqual(await leftOf(each, 'NOBODY'), []);
    assert.deepEqual(await leftOf(each, 'RUNS'), [3, 4, 5, 6, 7, 8, 9]);
    assert.deepEqual(await leftOf(each, 'STOPPED'), [3, 4, 5, 6]);
    assert.deepEqual(await leftOf(each, 'SAW'), [4, 5, 6, 7, 8, 9]);
  });
});
