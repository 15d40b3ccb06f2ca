import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endedByLimit } from '#domain/risk/ended-by-limit.ts';

const STEP = { atMs: 7, orders: ['o1', 'o2', 'o3'], lines: [], ending: null };

test('a bot whose order breaks a limit is stopped by it, and places what only reduces', () => {
  const risks = [{ onlyReduces: false }, { onlyReduces: true }, {}];
  const ended = endedByLimit({ step: STEP, risks }, 'too much');
  assert.deepEqual(ended.step.ending, { reason: 'too much', by: 'risk' });
  assert.deepEqual(ended.step.orders, ['o2']);
  assert.deepEqual(ended.risks, [{ onlyReduces: true }]);
});

test('of orders of which nothing is known none is placed', () => {
  assert.deepEqual(endedByLimit({ step: STEP }, 'too much').step.orders, []);
});
