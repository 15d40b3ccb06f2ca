// The risk switch as a command: whom it reaches, and what it says.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import type { SwitchReach } from '#services/risk/stop-everything.ts';
import { commandRunner, opened } from '#cli/command-host.fixture.ts';

const BOT_IDS = ['bot_1', 'bot_2'];
const USER = { plan: 'starter', planUntilMs: null, createdAtMs: 1 } as const;

/** Ada is a partner, Bob is none. */
async function installation() {
  const store = memoryStore();
  await store.insertUser({ userId: 'usr_ada', name: 'ada', ...USER });
  await store.insertUser({ userId: 'usr_bob', name: 'bob', ...USER });
  const offer = { exchanges: ['sim'], marketTags: [], createdAtMs: 1 };
  await store.insertPartner({ partnerId: 'usr_ada', ...offer });
  const seen = { reaches: [] as SwitchReach[] };
  const ignore = (): void => undefined;
  const deps = {
    users: store,
    partners: store,
    clock: { nowMs: () => 1 },
    random: { bytes: (count: number) => new Uint8Array(count) },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    timer: { every: () => ignore },
    riskSwitch: {
      async stopBots(reach: SwitchReach) {
        seen.reaches.push(reach);
        return BOT_IDS;
      },
      haltBrackets: async () => [],
      listAccountsInReach: async () => [],
    },
  };
  const runWords = commandRunner({ openRiskApplication: opened(deps) });
  return async (line: string) => {
    seen.reaches = [];
    return { ...(await runWords(line.split(' '))), ...seen };
  };
}

suite('tidemill stop-everything', () => {
  test('without a user it reaches the installation', async () => {
    const run = await installation();
    const { exitCode, out, reaches } = await run('stop-everything');
    assert.deepEqual([exitCode, out], [0, 'Stopped 2 bots.\n']);
    assert.deepEqual(reaches, [{ kind: 'installation' }]);
  });

  test("a partner's end users are reached with it", async () => {
    const run = await installation();
    const { reaches } = await run('stop-everything --user ada');
    assert.deepEqual(reaches, [
      { kind: 'user', userId: 'usr_ada' },
      { kind: 'end_users', partnerId: 'usr_ada', endUserId: null },
    ]);
  });

  test('it says what became of orders and positions where that was requested', async () => {
    const run = await installation();
    const { out } = await run('stop-everything --user bob --close-positions');
    assert.match(out, /^Stopped 2 bots\.\nCancelled 0 orders; 0 still work\.\nSent 0 market/);
    const forMachines = await run('stop-everything --user bob --json');
    assert.deepEqual((JSON.parse(forMachines.out) as { bot_ids: unknown }).bot_ids, BOT_IDS);
  });

  test('a name that nobody has is refused, and nothing is stopped', async () => {
    const run = await installation();
    const { exitCode, error, reaches } = await run('stop-everything --user adda');
    assert.deepEqual([exitCode, reaches], [1, []]);
    assert.match(error, /There is no user "adda"/);
  });
});
