// Deletion of a user who trades: what goes, what stays, and that it goes on wherever it stopped.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import { memoryHookStore } from '#adapters/memory/memory-hook-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryLabStore } from '#adapters/memory/memory-lab-store.ts';
import { memoryNotificationStore } from '#adapters/memory/memory-notification-store.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryWebhookStore } from '#adapters/memory/memory-webhook-store.ts';
import { LIMITS } from '#lib/limits.ts';
import { systemRandom } from '#adapters/system/system-ports.ts';
import { sampleBot, sampleHash, sampleKey } from '#ports/stores/store.fixture.ts';
import { sampleLab } from '#ports/stores/lab.fixture.ts';
import type { NewChannel } from '#ports/stores/notification-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { AT_THE_MACHINE } from '#services/audit/note-audit.ts';
import type { DeleteUserCommand, DeleteUserDeps } from '#services/users/delete-user.ts';
import { deleteUser } from '#services/users/delete-user.ts';
import type { ResumeDeletionsDeps } from '#services/users/resume-deletions.ts';
import { resumeDeletions } from '#services/users/resume-deletions.ts';

function depsOf({ deps: ofOrders, store }: Awaited<ReturnType<typeof makeOrderHarness>>) {
  const labs = memoryLabStore(memoryJobs(), store);
  const webhooks = memoryWebhookStore(memoryState());
  const hooks = memoryHookStore(memoryState());
  const notifications = memoryNotificationStore(memoryState());
  return {
    ...ofOrders,
    timer: { every: () => () => undefined },
    random: systemRandom,
    signIns: store,
    users: store,
    partners: store,
    bots: store,
    botRuns: memoryBotRunStore(memoryState(), ofOrders.clock),
    riskSwitch: store,
    scripts: store,
    labs,
    backtests: memoryBacktestStore(memoryJobs(), store, []),
    hooks,
    webhooks,
    notifications,
  };
}

/** A user with a key, a bot that runs, an order that works, a lab, a hook and a channel. */
async function setUp() {
  const harness = await makeOrderHarness();
  const { store, caller, spot, sim } = harness;
  const { userId } = caller;
  const deps = depsOf(harness);
  const { labs, hooks, notifications } = deps;
  const key = sampleHash();
  await store.insertKey(sampleKey(userId), key, null);
  const placed = await placeOrder(harness.deps, harness.command());
  assert.ok(placed.ok);
  const bot = sampleBot(spot, { isActivated: true });
  await store.insertBot(bot, null);
  await labs.insertLab(sampleLab(userId), null);
  const hook = { hookId: 'hook_1', userId, botId: bot.botId, signal: 's', template: null };
  const rules = { sellsEnterShort: false, repeatWindowMs: 0, isSigned: false };
  const made = { addresses: [], ...rules, createdAtMs: 1, rotatedAtMs: null };
  await hooks.insertHook({ ...hook, ...made }, sampleHash(), 10, null);
  await notifications.insertChannel(sampleChannel(userId), null);
  const remove = (changes: Partial<DeleteUserCommand> = {}, over: DeleteUserDeps = deps) =>
    deleteUser(over, {
      userId,
      actor: AT_THE_MACHINE,
      cancelsOrders: true,
      closesPositions: false,
      derivationId: 'request 1',
      withinMs: null,
      ...changes,
    });
  const left = async () => ({
    name: (await store.listUsers()).find((of) => of.userId === userId)?.name ?? null,
    key: await store.findPrincipal(key),
    bots: (await store.listBots(userId, null, 10)).length,
    labs: (await labs.listLabs(userId, null, 10)).length,
    hooks: (await hooks.listHooks(userId)).length,
    channels: (await notifications.listChannels(userId)).length,
    messages: (await notifications.listDeliveries(userId, null, null, 10)).length,
    working: (await store.listWorkingOrders(spot.accountId)).length,
    atExchange: (await sim.sim.fetchOpenOrders(spot)).length,
    // Two of one millisecond are in no order.
    acts: new Set(
      (await store.listAudit({ userId, before: null, limit: 10 })).map(({ act }) => act),
    ),
  });
  /** What the service does by itself, so long after what happened before. */
  const resume = (afterMs: number, over: ResumeDeletionsDeps = deps) => {
    const nowMs = deps.clock.nowMs() + afterMs;
    const later = { ...over, clock: { nowMs: () => nowMs } };
    return resumeDeletions(later, new AbortController().signal);
  };
  const { orderId } = placed.value;
  return { deps, store, sim, userId, spot, orderId, bot, remove, resume, left };
}

/** One of which the code waits to be sent. */
function sampleChannel(userId: string): NewChannel {
  const message = { notices: [], more: null, timeZone: null };
  const code = { sealed: new Uint8Array([1]), atMs: 1, expiresAtMs: 2, message, codesMax: 1 };
  return {
    channel: {
      channelId: 'nch_1',
      userId,
      kind: 'slack',
      name: 'Team',
      destination: 'hooks.example',
      createdAtMs: 1,
      provenAtMs: null,
      mute: null,
      failingSinceMs: null,
      lastProblem: null,
      lastDeliveredAtMs: null,
      disabled: null,
    },
    sealedAddress: new Uint8Array([2]),
    hasOwnServer: false,
    code,
    channelsMax: 1,
  };
}

const NOTHING = {
  name: null,
  key: null,
  bots: 0,
  labs: 0,
  hooks: 0,
  channels: 0,
  messages: 0,
  working: 0,
  atExchange: 0,
};

/** The same ports, of which the call with this number fails, before it does anything or after. */
function failingAt(deps: ResumeDeletionsDeps, wanted: number, isDone: boolean) {
  const seen = { calls: 0 };
  const failing = (port: object): object =>
    new Proxy(port, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...words: readonly unknown[]) => {
          seen.calls += 1;
          const isIt = seen.calls === wanted;
          if (isIt && !isDone) throw new Failure('unavailable', 'killed before');
          const result: unknown = await Reflect.apply(value, target, words);
          if (isIt) throw new Failure('unavailable', 'killed after');
          return result;
        };
      },
    });
  const { users, bots, labs, hooks, notifications, riskSwitch, partners, signIns, orders } = deps;
  const made = { bots, labs, hooks, notifications };
  const ports = { users, ...made, riskSwitch, partners, signIns, orders };
  const wrapped = Object.entries(ports).map(([name, port]) => [name, failing(port)]);
  return { seen, deps: { ...deps, ...Object.fromEntries(wrapped) } as ResumeDeletionsDeps };
}

suite('deletion of a user', () => {
  test('a user whose accounts are not found stays until they are', async () => {
    const { remove, deps } = await setUp();
    const listAccountsInReach = async () => {
      throw new Failure('unavailable', 'the store is gone');
    };
    const riskSwitch = { ...deps.riskSwitch, listAccountsInReach };
    const first = await remove({}, { ...deps, riskSwitch });
    assert(first.ok && !first.value.isDeleted);
    const second = await remove();
    assert(second.ok && second.value.isDeleted);
    assert.equal(second.value.cancelledCount, 1);
  });

  test('nothing is left but orders and the audit log', async () => {
    const { remove, left, store, userId, orderId } = await setUp();
    const done = await remove();
    assert.ok(done.ok);
    const { isDeleted, stoppedCount, cancelledCount } = done.value;
    assert.deepEqual([isDeleted, stoppedCount, cancelledCount], [true, 1, 1]);
    const acts = new Set(['user_deletion_begun', 'user_deleted']);
    assert.deepEqual(await left(), { ...NOTHING, acts });
    assert.equal((await store.findOrder(userId, orderId))?.state, 'cancelled');
    assert.deepEqual(await remove(), { ok: false, rejection: 'user_not_found' });
  });

  test('an order whose exchange is away holds it up, unless orders are to be left', async () => {
    const { remove, left, sim } = await setUp();
    sim.faults?.inject({ kind: 'disconnect' });
    const held = await remove();
    assert.ok(held.ok && !held.value.isDeleted);
    const { key, bots, channels, messages, name } = await left();
    assert.deepEqual([key, bots, name === null], [null, 1, false]);
    assert.deepEqual([channels, messages], [0, 0], 'nothing is sent from the beginning on');
    const done = await remove({ cancelsOrders: false });
    assert.ok(done.ok && done.value.isDeleted);
    assert.equal((await left()).atExchange, 1);
  });

  test('one that is held up is resumed by the service, as it was requested last', async () => {
    const { remove, resume, left, sim } = await setUp();
    sim.faults?.inject({ kind: 'disconnect' });
    assert.equal((await remove()).ok, true);
    await resume(LIMITS.deletionResumeIntervalMs - 1);
    assert.notEqual((await left()).name, null, 'it is not due yet');
    sim.faults?.inject({ kind: 'disconnect' });
    await resume(LIMITS.deletionResumeIntervalMs);
    assert.notEqual((await left()).name, null, 'the exchange is still away');
    await remove({ cancelsOrders: false, withinMs: 0 });
    await resume(2 * LIMITS.deletionResumeIntervalMs);
    const { name, atExchange } = await left();
    assert.deepEqual([name, atExchange], [null, 1]);
  });

  test('it begins no step when its time is over, and goes on when requested again', async () => {
    const { remove, left, deps } = await setUp();
    let nowMs = deps.clock.nowMs();
    const clock = { nowMs: () => (nowMs += 10) };
    const late = await remove({ withinMs: 1 }, { ...deps, clock });
    assert.ok(late.ok && !late.value.isDeleted);
    assert.equal((await left()).bots, 1);
    assert.ok((await remove()).ok);
    assert.equal((await left()).name, null);
  });

  test('wherever it is killed, the service ends it, and so does the next request', async () => {
    const first = await setUp();
    const { seen, deps } = failingAt(first.deps, 0, false);
    await first.remove({}, deps);
    assert(seen.calls > 15, `${seen.calls} calls of ports`);
    for (let wanted = 1; wanted <= seen.calls; wanted += 1)
      for (const isDone of [false, true]) {
        const { remove, resume, left, deps: whole } = await setUp();
        await remove({}, failingAt(whole, wanted, isDone).deps).catch((error: unknown) => {
          assert(error instanceof Failure, String(error));
        });
        await resume(LIMITS.deletionResumeIntervalMs);
        // Before its beginning is written nobody knows of it.
        const done = await remove();
        const isOver = done.ok ? done.value.isDeleted : done.rejection === 'user_not_found';
        assert(isOver, `call ${wanted}`);
        const isKnown = wanted > 1 || isDone;
        assert.equal(done.ok, !isKnown, `resumed after call ${wanted}`);
        const { acts: _acts, ...rest } = await left();
        assert.deepEqual(rest, NOTHING, `call ${wanted}, ${isDone ? 'done' : 'not done'}`);
      }
  });
});
