import test from 'node:test';
import assert from 'node:assert/strict';
import { exponential } from '#adapters/sim/exponential.ts';

test('agrees with the engine to twelve digits over the range that prices use', () => {
  for (let x = -6; x <= 6; x += 0.001)
    assert(Math.abs(exponential(x) / Math.exp(x) - 1) < 1e-12, `at ${x}`);
  assert.equal(exponential(0), 1);
});
