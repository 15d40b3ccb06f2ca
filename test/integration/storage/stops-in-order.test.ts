// A stop of many bots locks their rows by id, whatever order they are stored in: two stops that
// overlap wait for each other in turn, and neither ends as a deadlock.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { sampleAccount, sampleBot, sampleUser } from '#ports/stores/store.fixture.ts';
import type { SwitchReach } from '#ports/stores/risk-switch-store.ts';
import { withTestDatabase } from '../../support/database.ts';
import { until } from '../../support/until.ts';

const STOP = {
  reason: 'Stopped by the risk switch.',
  by: 'risk',
  atMs: 1_700_000_000_000,
} as const;
const LOADED = { kind: 'script', source: "Log('a')", libraries: [] } as const;
/** Stored in the opposite order of their ids, one of another user between them. */
const STORED_IDS = ['bot_9', 'bot_5', 'bot_1'];

const WAITING = {
  text: `
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
};
const HOLD = { text: 'SELECT FROM bots WHERE bot_id = $1 FOR UPDATE' };

test('two stops that overlap lock bots by id', { timeout: 300_000 }, async () => {
  await withTestDatabase(async ({ database, url }) => {
    const store = postgresStore(database);
    const [ada, bob] = [sampleUser(), sampleUser()];
    for (const user of [ada, bob]) await store.insertUser(user);
    for (const [index, botId] of STORED_IDS.entries()) {
      const { userId } = index === 1 ? bob : ada;
      const account = sampleAccount(userId);
      await store.insertAccount(account);
      await store.insertBot(sampleBot(account, { botId }), null);
      await store.activateBot({ userId, botId, loaded: LOADED, runningMax: null, atMs: 5 });
    }
    const reaches: readonly SwitchReach[] = [
      { kind: 'installation' },
      { kind: 'user', userId: ada.userId },
    ];
    const holders = STORED_IDS.map(() => openDatabase({ url }));
    try {
      const stops = await holdingAll(holders, STORED_IDS, async (release) => {
        const requested = reaches.map((reach) => store.stopBots(reach, STOP));
        const look = holders[0] ?? database;
        const waitingCount = async () => (await look.read(WAITING, [])).length;
        await until('both wait', async () => (await waitingCount()) === reaches.length);
        // The last by id is free again, and neither has taken it before those that come first.
        release('bot_9');
        await until('it is free', async () => isFree(look, 'bot_9'));
        assert.equal(await waitingCount(), reaches.length);
        assert.equal(await isFree(look, 'bot_9'), true);
        return requested;
      });
      const stopped = (await Promise.all(stops)).flat();
      assert.deepEqual(stopped.toSorted(), STORED_IDS.toSorted());
    } finally {
      for (const holder of holders) await holder.close();
    }
  });
});

type Database = ReturnType<typeof openDatabase>;

async function isFree(database: Database, botId: string): Promise<boolean> {
  const free = { text: `${HOLD.text} SKIP LOCKED` };
  return (await database.read(free, [botId])).length > 0;
}

/** Holds each bot in a transaction of its own while `work` is done. */
async function holdingAll<Value>(
  holders: readonly Database[],
  botIds: readonly string[],
  work: (release: (botId: string) => void) => Promise<Value>,
): Promise<Value> {
  const ends = new Map(botIds.map((botId) => [botId, Promise.withResolvers<undefined>()]));
  const held = botIds.map(() => Promise.withResolvers<undefined>());
  const release = (botId: string): void => ends.get(botId)?.resolve(undefined);
  const holding = holders.map((holder, index) =>
    holder.transaction(async (session) => {
      const botId = botIds[index] ?? '';
      await session.read(HOLD, [botId]);
      held[index]?.resolve(undefined);
      await ends.get(botId)?.promise;
    }),
  );
  try {
    await Promise.all(held.map(({ promise }) => promise));
    return await work(release);
  } finally {
    for (const botId of botIds) release(botId);
    await Promise.all(holding);
  }
}
