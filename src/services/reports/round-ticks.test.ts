// What stands at an axis.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundTicks } from '#services/reports/round-ticks.ts';

const CASES: readonly (readonly [least: number, most: number, expected: string])[] = [
  [0, 10, '0 5 10'],
  [-26.27, -4.04, '-20 -10'],
  [-6.02, 4.83, '-5 0'],
  [0, 100, '0 50 100'],
  [-0.012, 0.031, '0.00 0.02'],
  [1.1, 1.9, '1.5'],
  [2, 2, '2.00'],
];

for (const [least, most, expected] of CASES)
  test(`from ${least} to ${most}: ${expected}`, () => {
    const ticks = roundTicks(least, most, 3).map(({ text }) => text);
    assert.equal(ticks.join(' '), expected);
  });

test('ticks lie within the axis, and are as many as requested or fewer by half', () => {
  for (let most = 1; most < 2_000; most = most * 1.37 + 0.1) {
    const ticks = roundTicks(-3.3, most, 5);
    assert.ok(ticks.every(({ value }) => value >= -3.3 && value <= most));
    assert.ok(ticks.length >= 2 && ticks.length <= 6, `${most}: ${ticks.length}`);
    assert.equal(new Set(ticks.map(({ text }) => text)).size, ticks.length);
  }
});
