// Calls are worked on together while earlier ones are under way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inGroups } from '#lib/in-groups.ts';

function gated(limits: { itemsMax: number; groupsMax: number }) {
  const groups: (readonly number[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const call = inGroups(async (items: readonly number[]) => {
    groups.push(items);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    return items.map((item) => item * 10);
  }, limits);
  return { groups, gates, call };
}

test('the first call goes alone, those behind it together, in their order', async () => {
  const { groups, gates, call } = gated({ itemsMax: 10, groupsMax: 1 });
  const calls = [1, 2, 3].map((item) => call(item));
  gates[0]?.resolve();
  assert.equal(await calls[0], 10);
  gates[1]?.resolve();
  assert.deepEqual(await Promise.all(calls), [10, 20, 30]);
  assert.deepEqual(groups, [[1], [2, 3]]);
});

test('no more groups and no larger ones than allowed are under way', async () => {
  const { groups, gates, call } = gated({ itemsMax: 2, groupsMax: 2 });
  const calls = [1, 2, 3, 4, 5].map((item) => call(item));
  assert.deepEqual(groups, [[1], [2]]);
  gates[0]?.resolve();
  await calls[0];
  gates[1]?.resolve();
  await calls[1];
  for (const gate of gates) gate.resolve();
  assert.deepEqual(await Promise.all(calls), [10, 20, 30, 40, 50]);
  assert.deepEqual(groups, [[1], [2], [3, 4], [5]]);
});

test('a group that fails fails all of its calls, and no other', async () => {
  let count = 0;
  const call = inGroups(
    async (items: readonly string[]) => {
      count += 1;
      if (count === 2) throw new Error('away');
      return items;
    },
    { itemsMax: 2, groupsMax: 1 },
  );
  const settled = await Promise.allSettled(['a', 'b', 'c', 'd'].map((item) => call(item)));
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
});
