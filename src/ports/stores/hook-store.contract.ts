// Contract of every store for hooks.

import assert from 'node:assert/strict';
import type { Hook, HookSignal } from '#ports/stores/hook-store.ts';
import type { Store } from '#ports/stores/store.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import {
  DELETION_PLAN,
  sampleBot,
  sampleHash,
  sampleId,
  storedAccount,
} from '#ports/stores/store.fixture.ts';

const RETAINED_MAX = 5;
const LOADED = { kind: 'script', source: '', libraries: [] } as const;

async function withHook(store: Store) {
  const account = await storedAccount(store);
  const { userId } = account;
  const bot = sampleBot(account);
  await store.insertBot(bot, null);
  const hook: Hook = {
    hookId: sampleId('hook'),
    userId,
    botId: bot.botId,
    signal: 'trend',
    template: '{{action}} {{ticker}}',
    addresses: ['192.0.2.0/24'],
    sellsEnterShort: true,
    repeatWindowMs: 0,
    isSigned: true,
    createdAtMs: 1_000,
    rotatedAtMs: null,
  };
  const secretHash = sampleHash();
  assert.equal(await store.insertHook(hook, secretHash, 2, null), true);
  return { userId, bot, hook, secretHash };
}

function signalFor(
  hook: Hook,
  callId: string | null,
  { atMs = 2_000, messageHash = sampleHash() }: Partial<HookSignal> = {},
): HookSignal {
  const said = { name: hook.signal, action: 'buy', signalAtMs: 2_000, payload: { a: 1 } };
  const input = { kind: 'signal', ...said } as const;
  return { hook, atMs, address: '192.0.2.7', input, callId, messageHash, detail: 'It went.' };
}

export const HOOK_CASES: StoreCases = {
  'a hook is found by the hash of its secret, until it is rotated': async (store) => {
    const { userId, hook, secretHash } = await withHook(store);
    assert.deepEqual(await store.findHook(secretHash), hook);
    assert.equal(await store.findHook(sampleHash()), null);
    const next = sampleHash();
    assert.equal(await store.rotateHook('usr_none', hook.hookId, next, 3_000, null), false);
    assert.equal(await store.rotateHook(userId, hook.hookId, next, 3_000, null), true);
    assert.equal(await store.findHook(secretHash), null);
    assert.deepEqual(await store.findHook(next), { ...hook, rotatedAtMs: 3_000 });
  },
  'from the beginning of a deletion no hook of the user is found or made': async (store) => {
    const { userId, hook, secretHash } = await withHook(store);
    await store.beginDeletion(userId, 1_000, DELETION_PLAN);
    assert.equal(await store.findHook(secretHash), null);
    const late = { ...hook, hookId: sampleId('hook') };
    assert.equal(await store.insertHook(late, sampleHash(), 2, null), false);
  },
  'a user sees its own hooks, and has so many at most': async (store) => {
    const { userId, hook } = await withHook(store);
    const other = await withHook(store);
    assert.deepEqual(await store.listHooks(userId), [hook]);
    const second = { ...hook, hookId: sampleId('hook') };
    assert.equal(await store.insertHook(second, sampleHash(), 2, null), true);
    const third = { ...hook, hookId: sampleId('hook') };
    assert.equal(await store.insertHook(third, sampleHash(), 2, null), false);
    assert.equal((await store.listHooks(userId)).length, 2);
    assert.equal(await store.deleteHook(other.userId, hook.hookId), false);
    assert.equal(await store.deleteHook(userId, hook.hookId), true);
    assert.equal(await store.deleteHook(userId, hook.hookId), false);
    assert.equal(await store.listHookCalls(userId, hook.hookId, 9), null);
  },
  'hooks are listed in the order in which they were made, whatever their ids are': async (
    store,
  ) => {
    const { userId, hook } = await withHook(store);
    const older = { ...hook, hookId: `${hook.hookId}x`, createdAtMs: 1 };
    assert.equal(await store.insertHook(older, sampleHash(), 9, null), true);
    const newer = { ...hook, hookId: hook.hookId.slice(0, -1), createdAtMs: 9_000 };
    assert.equal(await store.insertHook(newer, sampleHash(), 9, null), true);
    assert.deepEqual(await store.listHooks(userId), [older, hook, newer]);
  },
  'a signal to a bot that does not run is refused, and its name is free': async (store) => {
    const { userId, hook } = await withHook(store);
    assert.equal(await store.takeHookSignal(signalFor(hook, 'one'), RETAINED_MAX), 'refused');
    assert.equal(await store.takeHookSignal(signalFor(hook, 'one'), RETAINED_MAX), 'refused');
    assert.deepEqual(await store.listHookCalls(userId, hook.hookId, 9), []);
  },
  'a signal is taken once under its name, whoever comes first': async (store) => {
    const { userId, bot, hook } = await withHook(store);
    await store.activateBot({
      userId,
      botId: bot.botId,
      loaded: LOADED,
      runningMax: null,
      atMs: 1,
    });
    const tries = ['one', 'one', 'one', 'two'].map((callId) =>
      store.takeHookSignal(signalFor(hook, callId), RETAINED_MAX),
    );
    const outcomes = (await Promise.all(tries)).toSorted();
    assert.deepEqual(outcomes, ['duplicate', 'duplicate', 'queued', 'queued']);
    assert.equal(await store.takeHookSignal(signalFor(hook, null), RETAINED_MAX), 'queued');
    assert.equal(await store.takeHookSignal(signalFor(hook, null), RETAINED_MAX), 'queued');
    const calls = await store.listHookCalls(userId, hook.hookId, 9);
    assert.equal(calls?.length, 4);
    const [newest] = calls ?? [];
    const known = { address: '192.0.2.7', action: 'buy', outcome: 'queued', detail: 'It went.' };
    assert.deepEqual(newest, { atMs: 2_000, ...known });
    assert.equal(await store.listHookCalls('usr_none', hook.hookId, 9), null);
  },
  'an equal message without a name is taken once in the window of its hook': async (store) => {
    const { userId, bot, hook } = await withHook(store);
    const { botId } = bot;
    await store.activateBot({ userId, botId, loaded: LOADED, runningMax: null, atMs: 1 });
    const windowed = { ...hook, hookId: sampleId('hook'), repeatWindowMs: 1_000 };
    assert.equal(await store.insertHook(windowed, sampleHash(), 9, null), true);
    const equal = sampleHash();
    const take = (of: Hook, callId: string | null, atMs: number, messageHash = equal) =>
      store.takeHookSignal(signalFor(of, callId, { atMs, messageHash }), 99);
    const atOnce = await Promise.all(
      [2_000, 2_000, 2_000].map((atMs) => take(windowed, null, atMs)),
    );
    assert.deepEqual(atOnce.toSorted(), ['duplicate', 'duplicate', 'queued']);
    assert.equal(await take(windowed, null, 2_001, sampleHash()), 'queued', 'another message');
    assert.equal(await take(windowed, 'one', 2_001), 'queued', 'one with a name');
    assert.equal(await take(windowed, null, 2_999), 'duplicate');
    assert.equal(await take(windowed, null, 3_000), 'queued', 'after the window');
    assert.equal(await take(hook, null, 2_000), 'queued', 'of another hook');
    assert.equal(await take(hook, null, 2_000), 'queued', 'without a window');
  },
  'the newest calls of a hook are retained': async (store) => {
    const { userId, hook } = await withHook(store);
    for (let call = 1; call <= RETAINED_MAX + 3; call += 1) {
      const refused = { address: null, action: null, outcome: 'refused', detail: 'no' } as const;
      await store.noteHookCall(hook.hookId, { atMs: call, ...refused }, RETAINED_MAX);
    }
    const calls = await store.listHookCalls(userId, hook.hookId, 100);
    assert.deepEqual(
      calls?.map(({ atMs }) => atMs),
      [8, 7, 6, 5, 4],
    );
  },
};
