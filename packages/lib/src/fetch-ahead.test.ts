import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchAhead } from '#lib/fetch-ahead.ts';

test('items are used in their order, however long each takes to fetch', async () => {
  const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const begun: number[] = [];
  const used: string[] = [];
  const all = fetchAhead(
    [0, 1, 2, 3],
    2,
    async (item) => {
      begun.push(item);
      await gates[item]?.promise;
      return `item ${item}`;
    },
    async (batch) => void used.push(...batch.map(({ fetched }) => fetched)),
  );
  assert.deepEqual(begun, [0, 1]);
  gates[1]?.resolve();
  await gates[1]?.promise;
  await Promise.resolve();
  assert.deepEqual([begun, used], [[0, 1], []]);
  for (const gate of gates) gate.resolve();
  await all;
  assert.deepEqual(used, ['item 0', 'item 1', 'item 2', 'item 3']);
});

test('what came before an error is used, and nothing after it', async () => {
  const used: number[] = [];
  const all = fetchAhead(
    [0, 1, 2, 3],
    4,
    async (item) => {
      if (item >= 2) throw new Error(`no item ${item}`);
      return item;
    },
    async (batch) => void used.push(...batch.map(({ item }) => item)),
  );
  await assert.rejects(all, /no item 2/);
  assert.deepEqual(used, [0, 1]);
});

test('what has come during a use is used together', async () => {
  const gate = Promise.withResolvers<void>();
  const batches: number[][] = [];
  await fetchAhead(
    [0, 1, 2, 3, 4],
    3,
    async (item) => (item === 0 ? undefined : gate.promise),
    async (batch) => {
      batches.push(batch.map(({ item }) => item));
      gate.resolve();
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    },
  );
  assert.deepEqual(batches, [[0], [1, 2, 3], [4]]);
});
