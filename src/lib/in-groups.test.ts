// Calls are worked on together while earlier ones are under way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inGroups, oneOrMany } from '#lib/in-groups.ts';

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

function together(isOfOne: boolean) {
  const made: string[] = [];
  const call = oneOrMany(
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
  const settled = Promise.allSettled(['a', 'b', 'c', 'bad', 'd', 'e'].map((item) => call(item)));
  return { made, settled };
}

test('a call that comes alone is made alone, several at once', async () => {
  const { made, settled } = together(true);
  const [first] = await settled;
  assert.deepEqual(first, { status: 'fulfilled', value: 'A' });
  assert.deepEqual(made.slice(0, 2), ['a', 'b+c+bad']);
});

test('what goes wrong for one call of a group fails that call only', async () => {
  const { made, settled } = together(true);
  const answers = (await settled).map((each) =>
    each.status === 'fulfilled' ? each.value : String(each.reason),
  );
  assert.deepEqual(answers, ['A', 'B', 'C', 'Error: of one', 'D', 'E']);
  assert.deepEqual(made, ['a', 'b+c+bad', 'b', 'c', 'bad', 'd+e']);
});

test('what goes wrong for all of a group fails each, and none is made again', async () => {
  const { made, settled } = together(false);
  const states = (await settled).map(({ status }) => status);
  const failed = ['rejected', 'rejected', 'rejected'];
  assert.deepEqual(states, ['fulfilled', ...failed, 'fulfilled', 'fulfilled']);
  assert.deepEqual(made, ['a', 'b+c+bad', 'd+e']);
});
