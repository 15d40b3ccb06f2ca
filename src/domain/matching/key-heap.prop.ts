// The heap against a plain map.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { AssertionFailed } from '#lib/assert.ts';
import { addKey, collectUpTo, keyHeap, removeKey, smallestKey } from '#domain/matching/key-heap.ts';

test('a heap knows its smallest key and every name up to a bound, like a plain map does', () => {
  const change = fc.record({
    name: fc.integer({ min: 0, max: 60 }).map((value) => `n${value}`),
    key: fc.option(fc.integer({ min: -50, max: 50 })),
  });
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 200, size: 'max' }),
      fc.integer({ min: -60, max: 60 }),
      (changes, bound) => {
        const heap = keyHeap();
        const model = new Map<string, number>();
        for (const { name, key } of changes) {
          removeKey(heap, name);
          model.delete(name);
          if (key === null) continue;
          addKey(heap, name, key);
          model.set(name, key);
        }
        const names = new Set<string>();
        collectUpTo(heap, bound, names);
        const expected = [...model].filter(([, key]) => key <= bound).map(([name]) => name);
        assert.deepEqual([...names].sort(), expected.sort());
        assert.equal(smallestKey(heap), Math.min(Number.POSITIVE_INFINITY, ...model.values()));
      },
    ),
    { numRuns: 100 },
  );
});

test('a heap refuses a name that it holds and a key that is no number', () => {
  const heap = keyHeap();
  addKey(heap, 'a', 1);
  assert.throws(() => addKey(heap, 'a', 2), AssertionFailed);
  assert.throws(() => addKey(heap, 'b', Number.NaN), AssertionFailed);
});
