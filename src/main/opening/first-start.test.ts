// The first start dies at every call that it makes, before it takes effect and after: the next one
// carries it on, and whoever reads its output has a key that works.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { MARKET_CATALOGUE } from '#adapters/sim/market-catalogue.ts';
import { makeSimulatedVenue } from '#adapters/sim/sim-wallets.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import type { Welcome } from '#cli/host.ts';
import { checkSource } from '#main/checks/check-source.ts';
import type { FirstStartTask } from '#main/opening/first-start.ts';
import { welcomeFirstUser } from '#main/opening/first-start.ts';
import { createUser } from '#services/users/create-user.ts';

type Death = { readonly call: number; readonly when: 'before' | 'after' } | null;

function makeInstallation() {
  const store = memoryStore();
  const wallets = makeMemorySimStore();
  const venue = makeSimulatedVenue(wallets, 'sim');
  const markets = MARKET_CATALOGUE.map(({ market }) => market);
  const shown: Welcome[] = [];
  let progress: 'begun' | 'finished' | null = null;

  /** Starts as `serve` does; returns how many calls it made. */
  async function start(death: Death): Promise<number> {
    let calls = 0;
    const dying = async <T>(work: () => Promise<T>): Promise<T> => {
      calls += 1;
      if (death?.call === calls && death.when === 'before') throw new Error('died');
      const result = await work();
      if (death?.call === calls) throw new Error('died');
      return result;
    };
    const stores = everyCall(store, dying);
    const deps = {
      users: stores,
      signIns: stores,
      keys: stores,
      accounts: stores,
      scripts: stores,
      checker: everyCall({ check: async (source: string) => checkSource(source, []) }, dying),
      simulatedVenues: [everyCall(venue, dying)],
      exchanges: {
        find: () => ({ code: 'sim', isTestNet: false, listMarkets: async () => markets }),
      },
      clock: { nowMs: () => 5_000 },
      random: systemRandom,
      digest: systemDigest,
    };
    if (progress === 'finished') return calls;
    const note = (next: 'begun' | 'finished') => dying(async () => void (progress = next));
    await welcomeFirstUser({
      deps: deps as unknown as FirstStartTask['deps'],
      baseUrl: 'http://127.0.0.1:8080',
      firstStart: {
        hasBegun: progress === 'begun',
        begin: () => note('begun'),
        finish: () => note('finished'),
      },
      welcome: async (made) => void shown.push(made),
    });
    return calls;
  }
  return { store, wallets, shown, start };
}

/** The object with each of its methods wrapped. */
function everyCall<T extends object>(
  target: T,
  wrap: <R>(work: () => Promise<R>) => Promise<R>,
): T {
  const wrapped = Object.entries(target).map(([name, value]) => {
    if (typeof value !== 'function') return [name, value] as const;
    const method = value as (...parameters: unknown[]) => Promise<unknown>;
    return [name, (...parameters: unknown[]) => wrap(() => method(...parameters))] as const;
  });
  return Object.fromEntries(wrapped) as T;
}

async function assertUsable({ store, wallets, shown }: ReturnType<typeof makeInstallation>) {
  const last = shown.at(-1);
  assert.ok(last !== undefined, 'a key was shown');
  const principal = await store.findPrincipal(systemDigest.sha256(last.key));
  const users = await store.listUsers();
  const accounts = await store.listAccounts(null, null, 10);
  const keys = await store.listKeys(null);
  assert.deepEqual([users.length, accounts.length, keys.length], [1, 1, 1]);
  assert.equal(principal?.userId, users[0]?.userId);
  assert.deepEqual([accounts[0]?.accountId, accounts[0]?.allowsBots], [last.accountId, true]);
  assert.ok((await wallets.loadWallet(last.accountId)) !== null, 'the account has its money');
  const scripts = await store.listScripts(accounts[0]?.userId ?? '', null, 10);
  assert.deepEqual(
    scripts.map(({ scriptId, isValid }) => ({ scriptId, isValid })),
    [{ scriptId: last.scriptId, isValid: true }],
  );
}

test('the first start shows a key that works, and the second start shows nothing', async () => {
  const installation = makeInstallation();
  await installation.start(null);
  await assertUsable(installation);
  await installation.start(null);
  assert.equal(installation.shown.length, 1);
});

test('where there are users already, nothing is made', async () => {
  const { store, shown, start } = makeInstallation();
  const clock = { nowMs: () => 1 };
  const deps = { users: store, signIns: store, clock, random: systemRandom };
  await createUser(deps, { name: 'ada', plan: 'starter' });
  await start(null);
  await start(null);
  assert.deepEqual([shown, (await store.listUsers()).length], [[], 1]);
});

for (const when of ['before', 'after'] as const) {
  test(`a first start that dies ${when} any of its calls is carried on`, async () => {
    const callsCount = await makeInstallation().start(null);
    assert.ok(callsCount > 8);
    for (let call = 1; call <= callsCount; call += 1) {
      const installation = makeInstallation();
      await assert.rejects(installation.start({ call, when }), /died/);
      for (const { accountId } of await installation.store.listAccounts(null, null, 10)) {
        assert.ok((await installation.wallets.loadWallet(accountId)) !== null);
      }
      await installation.start(null);
      await assertUsable(installation);
    }
  });
}

test('a first start may die twice', async () => {
  const callsCount = await makeInstallation().start(null);
  for (let call = 1; call <= callsCount; call += 1) {
    const installation = makeInstallation();
    await assert.rejects(installation.start({ call: callsCount - 1, when: 'after' }), /died/);
    await installation.start({ call, when: 'after' }).catch(() => 0);
    await installation.start(null);
    await assertUsable(installation);
  }
});
