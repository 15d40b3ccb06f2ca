import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeIn } from '#venues/dialects/reply/reply-fields.ts';

const ROWS: readonly (readonly [value: unknown, expected: bigint | null])[] = [
  ['680800019754103689', 680_800_019_754_103_689n],
  ['1999999999999999999', 1_999_999_999_999_999_999n],
  ['680800019754103689.000', 680_800_019_754_103_689n],
  ['680800019754103689e-0', 680_800_019_754_103_689n],
  ['680800019754103.689E+3', 680_800_019_754_103_689n],
  ['12e2', 1_200n],
  ['1200e-2', 12n],
  ['1.5', null],
  ['15e-1', null],
  [7, 7n],
  [0, 0n],
  ['', null],
  ['-1', null],
  ['x', null],
  [undefined, null],
  [null, null],
];

for (const [value, expected] of ROWS)
  test(`a count of ${typeof value} ${String(value)}`, () => {
    assert.equal(wholeIn(value), expected);
  });
