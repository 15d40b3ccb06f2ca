// Processor time of one owner's scripts, and what others notice of it.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, EACH_MINUTE, IDLE } from '#services/live/runner/bot-harness.fixture.ts';
import { pricedThreads } from '#services/live/runner/priced-threads.fixture.ts';

const RESERVED = 1;
const HEAVY_COUNT = 20;

/** One of another owner beside bots of a heavy one; what an update of theirs costs may change. */
async function neighbours(heavyCount = HEAVY_COUNT) {
  const harness = await botHarness();
  const costs = { heavyMs: 1, otherMs: 1 };
  const other = await harness.newcomer();
  const heavy: Bot[] = [];
  for (let index = 0; index < heavyCount; index += 1) heavy.push(await harness.start(IDLE));
  const ids = new Set(heavy.map(({ botId }) => botId));
  const isHeavy = (runId: string): boolean => ids.has(runId.split('/')[0] ?? '');
  const { threads, served } = pricedThreads(
    2,
    () => harness.sim.nowMs(),
    (request) => {
      if (request.kind !== 'advance') return 0;
      return isHeavy(request.runId) ? costs.heavyMs : costs.otherMs;
    },
  );
  const { userId, accountId } = other;
  const victim = await harness.start(EACH_MINUTE, { userId, accountId });
  const runner = harness.runner({}, {}, threads);
  /** Passes minutes; returns by thread how many updates of heavy bots, and of others, it served. */
  const pass = async (minutes: number) => {
    served.length = 0;
    await harness.passMinutes(minutes, [runner]);
    const advances = served.flatMap(({ thread, request }) =>
      request.kind === 'advance' ? [{ thread, isHeavy: isHeavy(request.runId) }] : [],
    );
    const on = (thread: number, whose: boolean): number =>
      advances.filter((each) => each.thread === thread && each.isHeavy === whose).length;
    return {
      heavy: [on(0, true), on(RESERVED, true)],
      other: [on(0, false), on(RESERVED, false)],
    };
  };
  return { harness, costs, heavy, victim, runner, pass };
}

/** Until no script of them is on probation any more. */
const PROBATION_MINUTES = (2 * LIMITS.botProbationMs) / MINUTE_MS + 1;

async function minutesRun(harness: BotHarness, bot: Bot): Promise<number> {
  return (await harness.ordersOf(bot)).length;
}

suite('scripts that are started', () => {
  test('run their first minutes on the reserved thread, then where their owner is', async () => {
    const { pass } = await neighbours(5);
    const first = await pass(2);
    assert.deepEqual(first.heavy, [0, 10]);
    await pass(PROBATION_MINUTES);
    const then = await pass(2);
    assert.deepEqual(then, { heavy: [10, 0], other: [2, 0] });
  });

  test('cost others nothing however heavy their first minutes are', async () => {
    const { costs, pass } = await neighbours();
    costs.heavyMs = 5_000;
    const served = await pass(3);
    assert.equal(served.heavy[0], 0);
  });
});

suite('an owner whose scripts take more than their share', () => {
  test('has the rest of its bots run apart at once, without a strike', async () => {
    const { harness, costs, pass, heavy, victim, runner } = await neighbours();
    await pass(PROBATION_MINUTES);
    assert.deepEqual((await pass(1)).heavy, [HEAVY_COUNT, 0]);
    const before = await minutesRun(harness, victim);
    costs.heavyMs = 600;
    const moved = await pass(1);
    // The first two are above it together; what was on its way with them is not begun.
    assert.deepEqual(moved.heavy, [2, 0]);
    assert.deepEqual(moved.other, [1, 0]);
    await runner.tick();
    const later = await pass(3);
    assert.equal(later.heavy[0], 0);
    assert.equal(later.heavy[1], 3 * HEAVY_COUNT);
    assert.equal(await minutesRun(harness, victim), before + 4);
    for (const bot of heavy) {
      assert.ok((await harness.find(bot)).isActivated);
      const lines = (await harness.linesOf(bot)).map(({ message }) => message);
      assert.equal(lines.filter((each) => each.includes('more than 1 s of processor')).length, 1);
    }
  });

  test('comes back when it has cost little for some minutes, and not before', async () => {
    const { costs, pass, runner } = await neighbours();
    await pass(PROBATION_MINUTES);
    costs.heavyMs = 600;
    await pass(1);
    await runner.tick();
    const apartMinutes = LIMITS.botApartMs / MINUTE_MS;
    assert.equal((await pass(apartMinutes + 2)).heavy[0], 0);
    costs.heavyMs = 1;
    // What it took there is paid back first.
    await pass(2 * apartMinutes);
    assert.deepEqual((await pass(1)).heavy, [HEAVY_COUNT, 0]);
  });

  test('stays where it is while nobody else has bots there', async () => {
    const harness = await botHarness();
    const { threads, served } = pricedThreads(
      2,
      () => harness.sim.nowMs(),
      ({ kind }) => (kind === 'advance' ? 3_000 : 0),
    );
    await harness.start(EACH_MINUTE);
    await harness.start(IDLE);
    await harness.passMinutes(4, [harness.runner({}, {}, threads)]);
    const advanced = served.filter(({ request }) => request.kind === 'advance');
    assert.deepEqual(new Set(advanced.map(({ thread }) => thread)), new Set([0]));
  });

  test('is charged for one minute of those that a run makes up for', async () => {
    const { costs, pass, harness, runner } = await neighbours(1);
    await pass(PROBATION_MINUTES);
    costs.heavyMs = 5_000;
    harness.passMs(9 * MINUTE_MS);
    assert.deepEqual((await pass(1)).heavy, [1, 0]);
    costs.heavyMs = 1;
    await runner.tick();
    assert.deepEqual((await pass(1)).heavy, [1, 0]);
  });
});

/** Threads of which the reserved one does nothing for these bots before it is released. */
function heldThreads(harness: BotHarness, isHeld: (runId: string) => boolean) {
  const { threads, served } = pricedThreads(
    2,
    () => harness.sim.nowMs(),
    () => 0,
  );
  const waiting: (() => void)[] = [];
  let isReleased = false;
  const listeners = new Set<() => void>();
  const [shared, reserved] = threads.threads;
  assert.ok(shared !== undefined && reserved !== undefined);
  const held: typeof reserved = {
    ...reserved,
    async ask(request, call) {
      if (!isReleased && request.kind === 'advance' && isHeld(request.runId)) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        for (const listener of listeners) listener();
        await promise;
      }
      return reserved.ask(request, call);
    },
    onBusy(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const release = (): void => {
    isReleased = true;
    for (const each of waiting) each();
  };
  return { threads: { ...threads, threads: [shared, held] }, waiting, served, release };
}

suite('the reserved thread', () => {
  async function busy() {
    const harness = await botHarness();
    const ids = new Set<string>();
    const { threads, ...held } = heldThreads(harness, (runId) =>
      ids.has(runId.split('/')[0] ?? ''),
    );
    const runner = harness.runner({}, {}, threads);
    const { userId, accountId } = await harness.newcomer();
    const victim = await harness.start(EACH_MINUTE, { userId, accountId });
    const another = await harness.newcomer();
    await harness.passMinutes(PROBATION_MINUTES, [runner]);
    for (let index = 0; index < 10; index += 1) ids.add((await harness.start(IDLE)).botId);
    return { harness, runner, victim, another, ...held };
  }

  test('is waited for by nobody, and is at one request of an owner at a time', async () => {
    const { harness, runner, victim, waiting } = await busy();
    const before = await minutesRun(harness, victim);
    await harness.passMinutes(5, [runner]);
    assert.equal(await minutesRun(harness, victim), before + 5);
    assert.equal(waiting.length, 1);
  });

  test('begins nothing more when the process ends', async () => {
    const { harness, runner, served, release } = await busy();
    await harness.passMinutes(1, [runner]);
    runner.leave();
    const beganCount = served.length;
    release();
    await runner.settled();
    const count = served.length - beganCount;
    assert.ok(count > 0 && count <= LIMITS.botsApartAtOnceMax, `${count} were begun`);
  });

  test('has a turn for other owners in between', async () => {
    const { harness, runner, another, waiting, victim } = await busy();
    await harness.passMinutes(1, [runner]);
    assert.equal(waiting.length, 1);
    const { userId, accountId } = another;
    const newest = await harness.start(EACH_MINUTE, { userId, accountId });
    await harness.passMinutes(3, [runner]);
    assert.equal(waiting.length, 1);
    assert.equal(await minutesRun(harness, newest), 3);
    assert.notEqual(newest.userId, victim.userId);
  });
});
