// JSON that is stored as text, read by statements over many rows: a damaged one costs itself.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresBotRunStore } from '#adapters/postgres/stores/bot-run-store.ts';
import { postgresHistoryStore } from '#adapters/postgres/stores/history-store.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { ALL_SHARDS } from '#ports/stores/bot-run.fixture.ts';
import { DAMAGED_INPUT, unreadSignalText } from '#ports/stores/bot-inbox.ts';
import { sampleBot, storedAccount } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';

const NOW_MS = Date.now();
/** Later than this test may take to begin. */
const LATER_MS = NOW_MS + 86_400_000;
const MINUTE = 28_000_000;

/** What a damaged row holds, and what is read of its key `a`; null: nothing is read of it. */
const TEXTS: readonly (readonly [text: string, read: string | null])[] = [
  ['{"a":1}', '1'],
  ['', null],
  ['{', null],
  ['ж', null],
  ['[]', null],
  ['null', null],
  ['{"a":NaN}', null],
  ['{"a":1e999999}', null],
  [String.raw`{"a":"x\u0000y"}`, 'x?y'],
  [String.raw`{"a":"\ud83d"}`, '?'],
  [String.raw`{"a":"\\u0000"}`, String.raw`\u0000`],
  [String.raw`{"a":"\\\u0000"}`, String.raw`\?`],
  ['['.repeat(100_000), null],
];

test('JSON that is stored as text is read, or is null', async () => {
  await withTestDatabase(async ({ database }) => {
    for (const [text, read] of TEXTS) {
      const statement = { text: `SELECT read_stored_json($1) ->> 'a' AS a` };
      const [row] = await database.read<{ readonly a: string | null }>(statement, [text]);
      assert.equal(row?.a, read, text.slice(0, 40));
    }
  });
});

const INPUTS_BEHIND = ['', '{', '[]', 'null', '{}', '{"kind":"signal"}', '{"kind":7,"name":null}'];

test('a damaged input keeps no other from being said to be unread', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const runs = postgresBotRunStore(database);
    const inbox = postgresBotInbox(database);
    const { accountId, userId } = await storedAccount(store);
    const ids: string[] = [];
    for (const input of [...INPUTS_BEHIND, null]) {
      const bot = sampleBot({ userId, accountId });
      await store.insertBot(bot, null);
      const loaded = { kind: 'script', source: '', libraries: [] } as const;
      const { botId } = bot;
      await store.activateBot({ userId, botId, loaded, runningMax: null, atMs: NOW_MS });
      const signal = { kind: 'signal', name: 'go', action: 'buy', signalAtMs: NOW_MS } as const;
      await inbox.send([{ botId, input: { ...signal, payload: null } }], NOW_MS, null);
      if (input !== null) await damageInput(database, botId, input);
      await store.deactivateBot(userId, botId, NOW_MS);
      ids.push(botId);
    }
    assert.equal(await inbox.endUnread(ALL_SHARDS, NOW_MS, 100), ids.length);
    assert.equal(await inbox.endUnread(ALL_SHARDS, NOW_MS, 100), 0);
    const said: (readonly string[])[] = [];
    for (const botId of ids)
      said.push((await runs.listLines(botId, null, 9)).map(({ message }) => message));
    const expected = [...INPUTS_BEHIND.map(() => [DAMAGED_INPUT]), [unreadSignalText('go', 'buy')]];
    assert.deepEqual(said, expected);
  });
});

async function damageInput(database: Database, botId: string, input: string): Promise<void> {
  const text = 'UPDATE bot_inbox SET input = $2 WHERE bot_id = $1';
  await database.write({ text }, [botId, input]);
}

const SETUPS = [
  '',
  '{',
  '[7]',
  '{"marketTags":null}',
  '{"marketTags":"READ","startMs":true}',
  '{"marketTags":{"a":1}}',
  '{"marketTags":["OTHER",7,null],"startMs":"soon","seenCorrection":[]}',
];

test('a damaged run keeps no correction, and a whole one those that it reads', async () => {
  await withTestDatabase(async ({ database }) => {
    const store = postgresStore(database);
    const { accountId, userId } = await storedAccount(store);
    const reads = (fields: object): string =>
      JSON.stringify({ marketTags: ['READ'], startMs: (MINUTE + 5) * 60_000, ...fields });
    const texts = [reads({}), reads({ seenCorrection: 7.5, startMs: 1.5e300, note: '\u0000' })];
    for (const setup of [...SETUPS, ...texts]) {
      const bot = sampleBot({ userId, accountId });
      await store.insertBot(bot, null);
      const run = `
        INSERT INTO bot_runs (bot_id, activation, setup, done_until_ms, event_count, placed_count,
          placed_digest, line_count, positions)
        VALUES ($1, 1, $2, $3, 0, 0, '', 0, '[]')`;
      await database.write({ text: run }, [bot.botId, setup, (MINUTE + 9) * 60_000]);
    }
    for (const tag of ['NOBODY', 'READ']) {
      const text = `
        INSERT INTO candle_corrections (market_tag, minute)
        SELECT $1, minute FROM generate_series($2::int, $2::int + 9) AS minute`;
      await database.write({ text }, [tag, MINUTE]);
    }
    assert.equal(await postgresHistoryStore(database).purgeCorrections(LATER_MS, 100), 16);
  });
});

/** Casts to JSON of what a statement was given, or of what is JSON already. */
const SURE_CASTS = /^(?:\$\d+|given\.config|e\.config|event\.data|l\.currencies|stored|\))::jsonb?/;

test('no statement casts stored text to JSON by itself', () => {
  const found: string[] = [];
  for (const file of globSync('src/adapters/postgres/**/*.{ts,sql}'))
    for (const [cast] of readFileSync(file, 'utf8').matchAll(/\S*::jsonb?\b(?!\[)/g))
      if (!SURE_CASTS.test(cast.replace(/^.*\((?=\$)/, ''))) found.push(`${file}: ${cast}`);
  const ofNewRows = 'src/adapters/postgres/functions/note_bot_signals.sql';
  assert.deepEqual(
    found.filter((each) => !each.startsWith(ofNewRows)),
    [],
  );
});
