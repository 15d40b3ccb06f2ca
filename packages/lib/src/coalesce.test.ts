// Calls are worked on together while earlier ones are under way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GroupLimits } from '#lib/coalesce.ts';
import { coalesce, coalesceWithFallback } from '#lib/coalesce.ts';

/** More than any chain of promises here is long. */
const TURNS = 50;

function gated(limits: GroupLimits) {
  const groups: (readonly number[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const call = coalesce(async (items: readonly number[]) => {
    groups.push(items);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    return items.map((item) => item * 10);
  }, limits);
  /** Whatever goes on without a group being done goes on. */
  async function settled(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
  }
  return { groups, gates, call, settled };
}

test('calls that are made at once go together, in their order', async () => {
  const { groups, gates, call, settled } = gated({ itemsMax: 10, groupsMax: 1 });
  const calls = [1, 2, 3].map((item) => call(item));
  await settled();
  gates[0]?.resolve();
  assert.deepEqual(await Promise.all(calls), [10, 20, 30]);
  assert.deepEqual(groups, [[1, 2, 3]]);
});

test('calls behind a group go with the next one', async () => {
  const { groups, gates, call, settled } = gated({ itemsMax: 10, groupsMax: 1 });
  const first = call(1);
  await settled();
  const later = [call(2), call(3)];
  await settled();
  assert.deepEqual(groups, [[1]]);
  gates[0]?.resolve();
  assert.equal(await first, 10);
  await settled();
  gates[1]?.resolve();
  assert.deepEqual(await Promise.all(later), [20, 30]);
  assert.deepEqual(groups, [[1], [2, 3]]);
});

test('calls that one response leads to go together with each other', async () => {
  const { groups, gates, call, settled } = gated({ itemsMax: 10, groupsMax: 2 });
  const twice = [1, 2, 3].map(async (item) => call(await call(item)));
  await settled();
  gates[0]?.resolve();
  await settled();
  gates[1]?.resolve();
  assert.deepEqual(await Promise.all(twice), [100, 200, 300]);
  assert.deepEqual(groups, [
    [1, 2, 3],
    [10, 20, 30],
  ]);
});

test('no more groups and no larger ones than allowed are under way', async () => {
  const { groups, gates, call, settled } = gated({ itemsMax: 2, groupsMax: 2 });
  const calls = [1, 2, 3, 4, 5].map((item) => call(item));
  await settled();
  assert.deepEqual(groups, [
    [1, 2],
    [3, 4],
  ]);
  gates[0]?.resolve();
  await calls[0];
  await settled();
  for (const gate of gates) gate.resolve();
  assert.deepEqual(await Promise.all(calls), [10, 20, 30, 40, 50]);
  assert.deepEqual(groups, [[1, 2], [3, 4], [5]]);
});

test('with a spacing the next group begins when it is over, unless it is full before', async () => {
  const spaces: PromiseWithResolvers<void>[] = [];
  const { groups, gates, call, settled } = gated({
    itemsMax: 3,
    groupsMax: 2,
    spacing() {
      const space = Promise.withResolvers<void>();
      spaces.push(space);
      return space.promise;
    },
  });
  const calls = [call(1)];
  await settled();
  gates[0]?.resolve();
  calls.push(call(2), call(3));
  await settled();
  assert.deepEqual(groups, [[1]]);
  calls.push(call(4), call(5));
  await settled();
  assert.deepEqual(groups, [[1], [2, 3, 4]]);
  spaces[0]?.resolve();
  await settled();
  assert.deepEqual(groups, [[1], [2, 3, 4], [5]]);
  for (const gate of gates) gate.resolve();
  assert.deepEqual(await Promise.all(calls), [10, 20, 30, 40, 50]);
  assert.equal(spaces.length, 2);
});

test('a group that fails fails all of its calls, and no other', async () => {
  let count = 0;
  const call = coalesce(
    async (items: readonly string[]) => {
      count += 1;
      if (count === 2) throw new Error('away');
      return items;
    },
    { itemsMax: 2, groupsMax: 1 },
  );
  const settled = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((item) => call(item)));
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
});

function together(isOfOne: boolean) {
  const made: string[] = [];
  const call = coalesceWithFallback(
    {
      async one(item: string) {
        made.push(item);
        if (item === 'bad') throw new Error('of one');
        return item.toUpperCase();
      },
      async many(items) {
        made.push(items.join('+'));
        if (items.includes('bad')) throw new Error('of all');
        return items.map((item) => item.toUpperCase());
      },
      isOfOne: () => isOfOne,
    },
    { itemsMax: 3, groupsMax: 1 },
  );
  const items = ['a', 'b', 'c', 'd', 'bad', 'e', 'f'];
  const settled = Promise.allSettled(items.map((item) => call(item)));
  return { made, settled };
}

test('a call that comes alone is made alone, several at once', async () => {
  const { made, settled } = together(true);
  const [first] = await settled;
  assert.deepEqual(first, { status: 'fulfilled', value: 'A' });
  assert.deepEqual(made.slice(0, 2), ['a+b+c', 'd+bad+e']);
  assert.equal(made.at(-1), 'f');
});

test('what goes wrong for one call of a group fails that call only', async () => {
  const { made, settled } = together(true);
  const results = (await settled).map((each) =>
    each.status === 'fulfilled' ? each.value : String(each.reason),
  );
  assert.deepEqual(results, ['A', 'B', 'C', 'D', 'Error: of one', 'E', 'F']);
  assert.deepEqual(made, ['a+b+c', 'd+bad+e', 'd', 'bad', 'e', 'f']);
});

test('what goes wrong for all of a group fails each, and none is made again', async () => {
  const { made, settled } = together(false);
  const states = (await settled).map(({ status }) => status);
  const [done, failed] = ['fulfilled', 'rejected'];
  assert.deepEqual(states, [done, done, done, failed, failed, failed, done]);
  assert.deepEqual(made, ['a+b+c', 'd+bad+e', 'f']);
});
