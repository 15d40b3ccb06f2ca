// Patient work waits for one another; nothing else waits for it.

import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { suite, test } from 'node:test';
import {
  lowPriorityLane,
  withLowPriority,
  withLowPriorityForAll,
} from '#adapters/postgres/connection/low-priority-work.ts';

/** Work that is under way until it is asked to end. */
function openWork() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let hasBegun = false;
  return {
    run: () => {
      hasBegun = true;
      return promise;
    },
    end: resolve,
    fail: reject,
    hasBegun: () => hasBegun,
  };
}

/** All that can go on within this turn of the event loop. */
async function microtasks(): Promise<void> {
  for (let steps = 0; steps < 50; steps += 1) await Promise.resolve();
}

suite('of low-priority work', () => {
  test('only so much is under way at once, and the rest follows in its order', async () => {
    const lane = lowPriorityLane(2);
    const works = Array.from({ length: 4 }, openWork);
    const done = Promise.all(
      works.map(({ run }) => withLowPriority('ada', () => lane('read', run))),
    );
    await turn();
    const begun = (): readonly boolean[] => works.map(({ hasBegun }) => hasBegun());
    assert.deepEqual(begun(), [true, true, false, false]);
    works[1]?.end();
    await turn();
    assert.deepEqual(begun(), [true, true, true, false]);
    for (const { end } of works) end();
    await done;
    assert.deepEqual(begun(), [true, true, true, true]);
  });

  test('what fails gives its place on', async () => {
    const lane = lowPriorityLane(1);
    const [first, second] = [openWork(), openWork()];
    const failing = withLowPriority('ada', () => lane('read', first.run));
    const next = withLowPriority('ada', () => lane('read', second.run));
    first.fail(new Error('no'));
    await assert.rejects(failing, /no/);
    await turn();
    assert.ok(second.hasBegun());
    second.end();
    await next;
  });

  test('what has its turn does not wait for another', async () => {
    const lane = lowPriorityLane(1);
    assert.equal(
      await withLowPriority('ada', () =>
        lane('read', () => lane('read', () => Promise.resolve(7))),
      ),
      7,
    );
  });
});

suite('of the low-priority work of one user', () => {
  test('only so much is under way at once, and others do not wait for the rest', async () => {
    const lane = lowPriorityLane(3, 2);
    const [works, other] = [Array.from({ length: 4 }, openWork), openWork()];
    const done = works.map(({ run }) => withLowPriority('ada', () => lane('read', run)));
    done.push(withLowPriority('bob', () => lane('read', other.run)));
    await turn();
    const begun = (): readonly boolean[] => [...works, other].map(({ hasBegun }) => hasBegun());
    assert.deepEqual(begun(), [true, true, false, false, true]);
    works[0]?.end();
    await turn();
    assert.deepEqual(begun(), [true, true, true, false, true]);
    for (const { end } of [...works, other]) end();
    await Promise.all(done);
  });

  test('its writes are limited by the places of all alone, and come back at once', async () => {
    const lane = lowPriorityLane(3, 1);
    const works = Array.from({ length: 4 }, openWork);
    let backCount = 0;
    const done = works.map(async ({ run }) => {
      await withLowPriority('ada', () => lane('write', run));
      backCount += 1;
    });
    await turn();
    assert.deepEqual(
      works.map(({ hasBegun }) => hasBegun()),
      [true, true, true, false],
    );
    for (const { end } of works) end();
    await microtasks();
    assert.equal(backCount, 4);
    await Promise.all(done);
  });

  test('what is done for all users takes all places, and comes back at once', async () => {
    const lane = lowPriorityLane(3, 2);
    const works = Array.from({ length: 3 }, openWork);
    let backCount = 0;
    const done = works.map(async ({ run }) => {
      await withLowPriorityForAll(() => lane('read', run));
      backCount += 1;
    });
    await turn();
    for (const { end } of works) end();
    await microtasks();
    assert.equal(backCount, 3);
    await Promise.all(done);
  });

  test('a place goes to users in turn', async () => {
    const lane = lowPriorityLane(1);
    const order: string[] = [];
    const names = ['ada', 'ada', 'ada', 'bob', 'bob'];
    const run = async (name: string): Promise<void> => {
      order.push(name);
      await turn();
    };
    await Promise.all(
      names.map((name) => withLowPriority(name, () => lane('read', () => run(name)))),
    );
    assert.deepEqual(order, ['ada', 'ada', 'bob', 'ada', 'bob']);
  });

  test('one result comes back in each turn of the event loop, beside those of others', async () => {
    const lane = lowPriorityLane(9);
    const works = ['ada', 'ada', 'ada', 'bob'].map((name) => ({ name, ...openWork() }));
    const back: string[] = [];
    const done = works.map(async ({ name, run }) => {
      await withLowPriority(name, () => lane('read', run));
      back.push(name);
    });
    await turn();
    for (const { end } of works) end();
    await microtasks();
    assert.deepEqual(back, ['ada', 'bob']);
    await turn();
    assert.deepEqual(back, ['ada', 'bob', 'ada']);
    await Promise.all(done);
    assert.deepEqual(back, ['ada', 'bob', 'ada', 'ada']);
  });
});

test('other work waits for none of it, also after it', async () => {
  const lane = lowPriorityLane(1);
  const held = openWork();
  const patient = withLowPriority('ada', async () => {
    await turn();
    return lane('read', held.run);
  });
  await turn();
  await turn();
  assert.ok(held.hasBegun(), 'the mark goes with the work');
  assert.equal(await lane('read', () => Promise.resolve(7)), 7);
  held.end();
  await patient;
});
