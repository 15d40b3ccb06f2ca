import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachConcurrent } from '#lib/for-each-concurrent.ts';

test('so many are under way at once, and the next begins as soon as one is done', async () => {
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const begun: number[] = [];
  const all = forEachConcurrent([0, 1, 2, 3], 2, async (item) => {
    begun.push(item);
    await gates[item]?.promise;
  });
  assert.deepEqual(begun, [0, 1]);
  gates[1]?.resolve();
  await gates[1]?.promise;
  await Promise.resolve();
  assert.deepEqual(begun, [0, 1, 2]);
  for (const gate of gates) gate.resolve();
  await all;
  assert.deepEqual(begun, [0, 1, 2, 3]);
});

test('few items take few, and none takes nothing', async () => {
  const done: string[] = [];
  await forEachConcurrent(['a', 'b'], 8, async (item) => void done.push(item));
  assert.deepEqual(done, ['a', 'b']);
  await forEachConcurrent([], 8, () => assert.fail('there is nothing to do'));
});
