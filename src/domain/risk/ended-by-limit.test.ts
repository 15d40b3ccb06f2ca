import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endedByLimit } from '#domain/risk/ended-by-limit.ts';

test('a bot whose order breaks a limit is stopped by it, and places none', () => {
  const step = { atMs: 7, orders: ['o1'], lines: [], ending: null };
  const ended = endedByLimit(step, 'too much');
  assert.deepEqual(ended.ending, { reason: 'too much', by: 'risk' });
  assert.deepEqual(ended.orders, []);
});
