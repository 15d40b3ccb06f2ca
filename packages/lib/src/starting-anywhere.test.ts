import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startingAnywhere } from '#lib/starting-anywhere.ts';

const HUNDRED = Array.from({ length: 100 }, (_, index) => index);

test('all items are there once, in their order from the first one on', () => {
  for (let second = 0; second < 50; second += 1) {
    const items = startingAnywhere(HUNDRED, 1_700_000_000_000 + second * 1_000);
    const first = items[0] ?? Number.NaN;
    const expected = HUNDRED.map((index) => (first + index) % 100);
    assert.deepEqual(items, expected);
  }
  assert.deepEqual(startingAnywhere([], 1_000), []);
});

test('rounds that end after a tenth of the list reach all of it', () => {
  for (const periodMs of [1_000, 7_000, 10_000, 60_000, 61_000]) {
    const reached = new Set<number>();
    for (let round = 0; round < 40; round += 1) {
      const items = startingAnywhere(HUNDRED, 1_700_000_000_000 + round * periodMs);
      for (const item of items.slice(0, 10)) reached.add(item);
    }
    assert.equal(reached.size, 100, `a round every ${periodMs} ms`);
  }
});
