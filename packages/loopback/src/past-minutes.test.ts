import assert from 'node:assert/strict';
import test from 'node:test';

import { amount } from '#loopback/amount.ts';
import { pastMinutes } from '#loopback/past-minutes.ts';

const WALK = { nowMs: 1_700_000_030_000, minutes: 500, price: amount('60000'), seed: 1 };

test('the walk ends at the price, one minute after another, open where the last one closed', () => {
  const rows = pastMinutes({ ...WALK, tick: amount('0.01') });
  assert.equal(rows.length, 500);
  const lastStart = Math.floor(WALK.nowMs / 60_000) * 60_000 - 60_000;
  assert.deepEqual([rows.at(-1)?.[0], rows.at(-1)?.[4]], [String(lastStart), '60000']);
  for (const [index, row] of rows.slice(1).entries()) {
    const [start, open] = row;
    assert.equal(Number(start) - Number(rows[index]?.[0]), 60_000);
    assert.equal(open, rows[index]?.[4]);
  }
});

test('a candle holds its open and close, in steps of the price', () => {
  for (const row of pastMinutes({ ...WALK, tick: amount('0.5') })) {
    const [, open = 0, high = 0, low = 0, close = 0] = row.map(Number);
    assert(low <= Math.min(open, close) && high >= Math.max(open, close), row.join(' '));
    assert(
      [open, high, low, close].every((price) => Number.isInteger(price * 2)),
      row.join(' '),
    );
  }
});
