import test from 'node:test';
import assert from 'node:assert/strict';

import { createWeightCounter } from '#loopback/skins/request-weights.ts';

test('weight is counted by address and window, and starts anew with each window', () => {
  const counter = createWeightCounter({ windowMs: 1000, max: 10 });
  assert.deepEqual(counter.use('a', 6, 5000), { kind: 'within', used: 6 });
  assert.deepEqual(counter.use('a', 6, 5400), { kind: 'exceeded', used: 6, retryAfterMs: 600 });
  assert.deepEqual(counter.use('b', 6, 5400), { kind: 'within', used: 6 });
  assert.deepEqual(counter.use('a', 4, 5999), { kind: 'within', used: 10 });
  assert.deepEqual(counter.use('a', 10, 6000), { kind: 'within', used: 10 });
});

test('an address that goes on after ten refusals is banned for two minutes', () => {
  const counter = createWeightCounter({ windowMs: 1000, max: 0 });
  for (let times = 0; times < 11; times += 1) {
    assert.equal(counter.use('a', 1, 5000).kind, 'exceeded');
  }
  assert.deepEqual(counter.use('a', 1, 5001), { kind: 'banned', used: 0, untilMs: 125_000 });
  assert.equal(counter.use('a', 1, 125_000).kind, 'exceeded');
});
