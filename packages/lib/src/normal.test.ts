// Against tabulated values.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalQuantile, normalShare } from '#lib/normal.ts';

const TABLE: readonly (readonly [z: number, share: number])[] = [
  [0, 0.5],
  [1, 0.8413447460685429],
  [1.959963984540054, 0.975],
  [2.9, 0.9981341866996161],
  [3.1, 0.9990323967867817],
  [-1, 0.15865525393145707],
  [-6, 9.865876450376946e-10],
];

function assertClose(actual: number, expected: number): void {
  assert.ok(
    Math.abs(actual - expected) < 1e-13 * (1 + Math.abs(expected)),
    `${actual}, ${expected}`,
  );
}

test('the share below a place', () => {
  for (const [z, share] of TABLE) assertClose(normalShare(z), share);
});

test('the place of a share, also far out', () => {
  for (const [z, share] of TABLE.slice(0, -1))
    assert.ok(Math.abs(normalQuantile(share) - z) < 1e-12);
  assert.ok(Math.abs(normalQuantile(9.865876450376946e-10) + 6) < 1e-9);
});

test('nothing lies below the lowest place, everything below the highest', () => {
  assert.deepEqual([0, 1, -0.1, 1.1, NaN].map(normalQuantile), [
    -Infinity,
    Infinity,
    NaN,
    NaN,
    NaN,
  ]);
});
