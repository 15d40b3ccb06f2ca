// Instants at which stateful threads begin and end, by clocks that are moved by hand: beside the
// time that passes for a test, the threads are those of the service.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { workerStatefulThreads } from '#adapters/threads/worker-stateful-threads.ts';
import type { CountReply } from '#ports/work/stateful-threads.contract.ts';
import type { BadRequest } from './bad-state.ts';

const POLL_MS = 100;
const HEALTHY_MS = 300;
const STUCK_MS = 1_000;
const WALL_MS = 3_000;
const GOOD = new URL('./bad-state.ts', import.meta.url);
const BROKEN = new URL('./start-broken.ts', import.meta.url);
const WANTED = { isWanted: () => true };

/** Threads whose clocks stand; `pass` moves them, with each poll that is due. */
function stillThreads(t: TestContext, entry = GOOD) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 1_000_000;
  t.mock.method(performance, 'now', () => nowMs);
  const started: Worker[] = [];
  const onWorker = (worker: Worker): void => void started.push(worker);
  process.on('worker', onWorker);
  const opened = workerStatefulThreads<BadRequest, CountReply>({
    entry,
    count: 1,
    wallMsMax: WALL_MS,
    stuckMs: STUCK_MS,
    heapMegabytesMax: 64,
  });
  t.after(async () => {
    process.off('worker', onWorker);
    await opened.close();
  });
  const [thread] = opened.threads;
  assert(thread !== undefined);
  const pass = (durationMs: number): void => {
    for (let leftMs = durationMs; leftMs > 0; leftMs -= POLL_MS) {
      nowMs += Math.min(leftMs, POLL_MS);
      t.mock.timers.tick(Math.min(leftMs, POLL_MS));
    }
  };
  const ask = async (request: BadRequest, call = WANTED): Promise<unknown> => {
    const response = await thread.ask(request, call);
    return response.ok ? response.value.sum : response.rejection.kind;
  };
  return { opened, thread, started, pass, ask, freeze: (ms: number) => void (nowMs += ms) };
}

/** Waits until the thread is at a request. */
async function untilRunning(pass: (ms: number) => void, runningMs: () => number): Promise<void> {
  while (runningMs() === 0) {
    pass(POLL_MS);
    await nextTurn();
  }
}

suite('a stateful thread', () => {
  test('begins with its first request, and not while there is none', async (t) => {
    const { started, pass, ask } = stillThreads(t);
    pass(10 * POLL_MS);
    await nextTurn();
    assert.equal(started.length, 0);
    assert.deepEqual(await Promise.all([ask({ add: 1n }), ask({ add: 2n })]), [1n, 3n]);
    assert.equal(started.length, 1, 'without waiting for the next poll');
    pass(10 * POLL_MS);
    assert.equal(started.length, 1);
  });

  test('that is closed begins no more, and loses what it is asked', async (t) => {
    const { opened, started, pass, ask } = stillThreads(t);
    const requested = ask({ add: 1n });
    const closing = opened.close();
    assert.equal(await requested, 'lost');
    await closing;
    assert.equal(await ask({ add: 1n }), 'lost');
    pass(10 * POLL_MS);
    await nextTurn();
    assert.equal(started.length, 0);
  });

  test('that is closed ends, with what it is at', async (t) => {
    const { opened, thread, started, pass, ask } = stillThreads(t);
    const requested = ask({ add: 0n, misdeed: 'spin' });
    await untilRunning(pass, () => thread.runningMs());
    const [worker] = started;
    assert(worker !== undefined);
    const ended = once(worker, 'exit');
    await opened.close();
    await ended;
    assert.equal(await requested, 'lost');
    assert.deepEqual([opened.endedCount(), thread.generation()], [0, 0]);
  });

  test('that dies as it starts is not started again at once', async (t) => {
    const { opened, started, pass, ask } = stillThreads(t, BROKEN);
    assert.equal(await ask({ add: 1n }), 'lost');
    const again = ask({ add: 1n });
    await nextTurn();
    pass(HEALTHY_MS - 1);
    await nextTurn();
    assert.equal(started.length, 1);
    pass(1);
    await nextTurn();
    assert.equal(started.length, 2);
    assert.equal(await again, 'lost');
    assert.equal(opened.endedCount(), 2);
  });

  for (const [livedMs, startsCount] of [
    [HEALTHY_MS, 1],
    [HEALTHY_MS + 1, 2],
  ] as const)
    test(`that has lived for ${livedMs} ms: ${startsCount} starts at once`, async (t) => {
      const { started, pass, ask } = stillThreads(t);
      assert.equal(await ask({ add: 1n }), 1n);
      pass(livedMs);
      assert.equal(await ask({ add: 1n, misdeed: 'throw' }), 'crashed');
      const again = ask({ add: 5n });
      await nextTurn();
      assert.equal(started.length, startsCount);
      pass(HEALTHY_MS);
      assert.equal(await again, 5n, 'of a new thread');
    });
});

suite('a request of a stateful thread', () => {
  test('is stuck after so long, and too long later', async (t) => {
    const { opened, thread, pass, ask } = stillThreads(t);
    const heard: number[] = [];
    const forget = thread.onStuck(() => void heard.push(thread.runningMs()));
    const requested = ask({ add: 0n, misdeed: 'spin' });
    const behind = ask({ add: 1n });
    await untilRunning(pass, () => thread.runningMs());
    assert.equal(thread.runningMs(), POLL_MS);
    pass(STUCK_MS - 2 * POLL_MS);
    assert.deepEqual([thread.runningMs(), heard], [STUCK_MS - POLL_MS, []]);
    pass(POLL_MS);
    assert.deepEqual(heard, [STUCK_MS]);
    forget();
    pass(WALL_MS - STUCK_MS - POLL_MS);
    assert.deepEqual([thread.runningMs(), heard.length], [WALL_MS - POLL_MS, 1]);
    assert.equal(opened.endedCount(), 0);
    pass(POLL_MS);
    assert.deepEqual(await Promise.all([requested, behind]), ['too_long', 'lost']);
    assert.deepEqual([opened.endedCount(), thread.generation(), thread.runningMs()], [1, 1, 0]);
  });

  test('that nobody wants any more goes on until it is stuck', async (t) => {
    const { opened, thread, pass, ask } = stillThreads(t);
    const requested = ask({ add: 0n, misdeed: 'spin' }, { isWanted: () => false });
    await untilRunning(pass, () => thread.runningMs());
    pass(STUCK_MS - 2 * POLL_MS);
    assert.equal(opened.endedCount(), 0);
    pass(POLL_MS);
    assert.equal(await requested, 'lost');
  });

  test('is not held up by what stops the whole process', async (t) => {
    const { thread, pass, ask, freeze } = stillThreads(t);
    const requested = ask({ add: 2n, misdeed: 'spin' });
    await untilRunning(pass, () => thread.runningMs());
    freeze(60_000);
    pass(POLL_MS);
    assert.equal(thread.runningMs(), 3 * POLL_MS, 'of a minute two polls count');
    pass(WALL_MS);
    assert.equal(await requested, 'too_long');
  });

  test('makes its thread busy while one waits, and no longer', async (t) => {
    const { thread, pass, ask } = stillThreads(t);
    let busyCount = 0;
    const forget = thread.onBusy(() => void (busyCount += 1));
    pass(2 * STUCK_MS);
    assert.equal(busyCount, 0, 'without a request');
    const requested = ask({ add: 0n, misdeed: 'spin' });
    pass(STUCK_MS - POLL_MS);
    assert.equal(busyCount, 0);
    pass(POLL_MS);
    assert.equal(busyCount, 1);
    forget();
    pass(POLL_MS);
    assert.equal(busyCount, 1);
    await untilRunning(pass, () => thread.runningMs());
    pass(WALL_MS);
    assert.equal(await requested, 'too_long');
  });
});
