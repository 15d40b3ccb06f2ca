// Contract of every implementation of stateful threads, shown with a thread that counts.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { present } from '#lib/assert.ts';
import type { StatefulThread, StatefulThreads } from '#ports/work/stateful-threads.ts';

/** Adds to a counter of the thread. */
export type CountRequest = { readonly add: bigint };
export type CountReply = { readonly sum: bigint };

export type OpenedThreads = {
  /** Two of them. */
  readonly threads: StatefulThreads<CountRequest, CountReply>;
  /** Ends a thread as if by its own fault, and settles when that is known. */
  lose(this: void, index: number): Promise<void>;
};

/** What a thread of the suite returns. */
export function counter(): (request: CountRequest) => CountReply {
  let sum = 0n;
  return ({ add }) => ({ sum: (sum += add) });
}

const WANTED = { isWanted: () => true };

type Thread = StatefulThread<CountRequest, CountReply>;

function threadAt({ threads }: OpenedThreads, index: number): Thread {
  return present(threads.threads[index], 'there are two threads');
}

async function count(thread: Thread, add: bigint): Promise<bigint | string> {
  const response = await thread.ask({ add }, WANTED);
  return response.ok ? response.value.sum : response.rejection.kind;
}

const CASES: { readonly [statement: string]: (opened: OpenedThreads) => Promise<void> } = {
  'requests are served in order, and the thread remembers': async (opened) => {
    const thread = threadAt(opened, 0);
    const before = (await count(thread, 0n)) as bigint;
    const sums = await Promise.all([1n, 2n, 3n].map((add) => count(thread, add)));
    assert.deepEqual(sums, [before + 1n, before + 3n, before + 6n]);
    assert.equal(await count(thread, 0n), before + 6n);
  },
  'each thread has a state of its own': async (opened) => {
    const [one, two] = [threadAt(opened, 0), threadAt(opened, 1)];
    const before = await count(two, 0n);
    await count(one, 5n);
    assert.equal(await count(two, 0n), before);
  },
  'a thread that was lost begins anew, and says so': async (opened) => {
    const [one, two] = [threadAt(opened, 0), threadAt(opened, 1)];
    await count(one, 7n);
    const retained = await count(two, 1n);
    const [generation, other] = [one.generation(), two.generation()];
    const endedCount = opened.threads.endedCount();
    await opened.lose(0);
    assert.ok(one.generation() > generation);
    assert.equal(two.generation(), other);
    assert.equal(opened.threads.endedCount(), endedCount + 1);
    assert.equal(await count(one, 2n), 2n);
    assert.equal(await count(two, 0n), retained);
  },
  'a thread without work runs nothing': async (opened) => {
    const thread = threadAt(opened, 0);
    await count(thread, 1n);
    assert.equal(thread.runningMs(), 0);
  },
};

/** Declares the tests; `open` is called once. */
export function statefulThreadsContract(open: () => OpenedThreads): void {
  let opened: OpenedThreads | undefined;
  before(() => {
    opened = open();
  });
  after(() => opened?.threads.close());
  for (const [statement, assertCase] of Object.entries(CASES))
    test(statement, () => assertCase(present(opened, 'the threads are open')));
}
