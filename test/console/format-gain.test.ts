// Gains and losses as the console writes them: a small one is not shown as nothing in red.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  directionOf,
  formatNumbersIn,
  formatSigned,
  padDecimals,
  roundDecimal,
} from '../../console/src/parts/format.ts';

const MINUS = '\u2212';

const CASES = [
  ['12.345', 2, '+12.34', 'rise'],
  ['12.355', 2, '+12.36', 'rise'],
  ['-40.538', 2, `${MINUS}40.54`, 'fall'],
  ['-1234.5', 2, `${MINUS}1\u202f234.5`, 'fall'],
  ['0.015', 2, '+0.02', 'rise'],
  // Smaller than two decimals: the first two digits.
  ['-0.008', 2, `${MINUS}0.008`, 'fall'],
  ['0.0012345', 2, '+0.0012', 'rise'],
  ['-0.00000016', 2, `${MINUS}0.00000016`, 'fall'],
  ['-0.000000016', 2, `${MINUS}0.00000002`, 'fall'],
  ['0.999', 2, '+1', 'rise'],
  ['0.5', 0, '+0.5', 'rise'],
  // Too small for anybody, and nothing at all: neither sign nor colour.
  ['-0.000000001', 2, '0', 'flat'],
  ['-0.00', 2, '0', 'flat'],
  ['0', 2, '0', 'flat'],
] as const;

test('a gain is written with its sign and with digits that can be seen', () => {
  for (const [value, decimals, shown, direction] of CASES) {
    assert.equal(formatSigned(value, decimals), shown, value);
    assert.equal(directionOf(formatSigned(value, decimals)), direction, value);
  }
});

test('percentages are rounded to the nearest, halves to even', () => {
  for (const [text, decimals, rounded] of [
    ['3.1596', 2, '3.16'],
    ['-3.1596', 2, '-3.16'],
    ['-3.154', 2, '-3.15'],
    ['0.0005', 3, '0.000'],
    ['0.0015', 3, '0.002'],
    ['9.995', 2, '10.00'],
    ['-0.004', 2, '-0.00'],
    ['12.5', 0, '12'],
    ['13.5', 0, '14'],
    ['7', 2, '7'],
    ['0.1', 3, '0.1'],
  ] as const)
    assert.equal(roundDecimal(text, decimals), rounded, text);
});

test('numbers of a sentence are written as all others', () => {
  for (const [text, shown] of [
    ['It gained 0.584 % of 8,700 USDT.', 'It gained 0.584 % of 8\u202f700 USDT.'],
    ['of 1,234,567.89 USDT', 'of 1\u202f234\u202f567.89 USDT'],
    ['of 1000 runs, 2 of 3', 'of 1000 runs, 2 of 3'],
  ] as const)
    assert.equal(formatNumbersIn(text), shown);
});

test('numbers of a column have as many decimals', () => {
  for (const [shown, aligned] of [
    ['+1.5', '+1.50'],
    [`${MINUS}0.0012`, `${MINUS}0.0012`],
    ['3', '3.00'],
  ] as const)
    assert.equal(padDecimals(shown, 2), aligned);
});
