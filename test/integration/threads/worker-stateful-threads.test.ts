// Stateful threads that are worker threads fulfil the contract of their port, and whatever one
// request does costs its own thread alone.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { workerStatefulThreads } from '#adapters/threads/worker-stateful-threads.ts';
import type { CountReply } from '#ports/work/stateful-threads.contract.ts';
import { statefulThreadsContract } from '#ports/work/stateful-threads.contract.ts';
import type { StatefulThread } from '#ports/work/stateful-threads.ts';
import type { BadRequest } from './bad-state.ts';

function open(wallMsMax = 60_000) {
  return workerStatefulThreads<BadRequest, CountReply>({
    entry: new URL('./bad-state.ts', import.meta.url),
    count: 2,
    wallMsMax,
    stuckMs: 300,
    heapMegabytesMax: 64,
  });
}

const WANTED = { isWanted: () => true };

suite('stateful threads', () => {
  statefulThreadsContract(() => {
    const threads = open();
    return {
      threads,
      async lose(index) {
        await threads.threads[index]?.ask({ add: 0n, misdeed: 'exit' }, WANTED);
      },
    };
  });
});

type Thread = StatefulThread<BadRequest, CountReply>;

async function outcome(thread: Thread, request: BadRequest, call = WANTED): Promise<unknown> {
  const response = await thread.ask(request, call);
  return response.ok ? response.value.sum : response.rejection.kind;
}

/** Runs the work with two threads, of which the first has counted to 3. */
async function withThreads(
  work: (one: Thread, two: Thread) => Promise<void>,
  wallMsMax?: number,
): Promise<void> {
  const opened = open(wallMsMax);
  try {
    const [one, two] = opened.threads;
    assert.ok(one !== undefined && two !== undefined);
    assert.equal(await outcome(one, { add: 3n }), 3n);
    assert.equal(await outcome(two, { add: 4n }), 4n);
    await work(one, two);
  } finally {
    await opened.close();
  }
}

test('a request that does not end costs its thread; those behind it are lost', async () => {
  await withThreads(async (one, two) => {
    const requested = [
      outcome(one, { add: 0n, misdeed: 'spin' }),
      outcome(one, { add: 2n }),
      outcome(two, { add: 1n }),
    ];
    assert.deepEqual(await Promise.all(requested), ['too_long', 'lost', 5n]);
    assert.equal(await outcome(one, { add: 1n }), 1n);
    assert.equal(await outcome(two, { add: 1n }), 6n);
  }, 700);
});

test('while one runs for long whoever listens is notified, and the time can be seen', async () => {
  await withThreads(async (one) => {
    const { promise: stuck, resolve } = Promise.withResolvers<number>();
    const forget = one.onStuck(() => resolve(one.runningMs()));
    const spinning = outcome(one, { add: 1n, misdeed: 'spin', forMs: 1_000 });
    assert.ok((await stuck) >= 300);
    forget();
    assert.equal(await spinning, 4n);
  });
});

test('a thread with one short request after the other is busy, and not stuck', async () => {
  await withThreads(async (one) => {
    const seen = { isBusy: false, isStuck: false };
    const forget = [
      one.onBusy(() => void (seen.isBusy = true)),
      one.onStuck(() => void (seen.isStuck = true)),
    ];
    let requested: Promise<unknown> = Promise.resolve();
    // The next one is there before one ends.
    while (!seen.isBusy) {
      const before = requested;
      requested = outcome(one, { add: 0n, misdeed: 'spin', forMs: 40 });
      await before;
    }
    await requested;
    for (const each of forget) each();
    assert.equal(seen.isStuck, false);
    assert.equal(one.runningMs(), 0);
  });
});

test('a request that nobody wants any more is ended', async () => {
  await withThreads(async (one) => {
    let isWanted = true;
    const spinning = outcome(one, { add: 0n, misdeed: 'spin' }, { isWanted: () => isWanted });
    isWanted = false;
    assert.equal(await spinning, 'lost');
    assert.equal(await outcome(one, { add: 1n }), 1n);
  });
});

const FAULTS = { hoard: 'out_of_memory', throw: 'crashed', exit: 'crashed' } as const;

for (const [misdeed, kind] of Object.entries(FAULTS))
  test(`${misdeed}: it is ${kind}, and the other thread goes on`, async () => {
    await withThreads(async (one, two) => {
      const ended = outcome(one, { add: 0n, misdeed: misdeed as keyof typeof FAULTS });
      assert.equal(await ended, kind);
      assert.equal(await outcome(one, { add: 1n }), 1n);
      assert.equal(await outcome(two, { add: 1n }), 5n);
    });
  });

test('a thread has nothing of the environment that its process was started with', async () => {
  assert.ok(present(process.env['PATH'], 'this process has one') !== '');
  await withThreads(async (one) => {
    assert.equal(await outcome(one, { add: 0n, misdeed: 'tell' }), '');
  });
});
