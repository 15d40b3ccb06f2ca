import assert from 'node:assert/strict';
import { test } from 'node:test';

import { canarySeeds } from './canary-seeds.ts';

test('all seeds are tried, each once, and first the one that has found the mutant', () => {
  const seeds = canarySeeds('blind-retry', 100);
  assert.equal(seeds[0], 2);
  assert.deepEqual(
    seeds.toSorted((one, other) => one - other),
    Array.from({ length: 100 }, (_, seed) => seed),
  );
});
