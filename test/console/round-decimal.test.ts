// Figures are rounded in one way, half to even, whatever shows them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fixedNumber,
  formatDecimal,
  formatRounded,
  formatSigned,
  joinGrouped,
  roundDecimal,
} from '../../console/src/parts/format.ts';

const CASES = [
  ['5.634', 2, '5.63'],
  ['5.636', 2, '5.64'],
  ['5.635', 2, '5.64'],
  ['5.645', 2, '5.64'],
  ['5.6450001', 2, '5.65'],
  ['-5.645', 2, '-5.64'],
  ['0.5', 0, '0'],
  ['1.5', 0, '2'],
  ['999.995', 2, '1000.00'],
  ['7', 2, '7'],
] as const;

for (const [text, decimals, rounded] of CASES)
  test(`${text} with ${decimals} decimals is ${rounded}`, () => {
    assert.equal(roundDecimal(text, decimals), rounded);
  });

test('a figure and a gain of the same value show the same digits', () => {
  for (const text of ['50.785', '50.786', '50.784999', '42.857142', '0.015'])
    assert.equal(`+${formatRounded(text, 2)}`, formatSigned(text, 2));
});

test('what only shows a size is grouped as the prices beside it', () => {
  const parts = new Intl.NumberFormat('de', { maximumFractionDigits: 0 }).formatToParts(25_620);
  assert.equal(joinGrouped(parts), formatDecimal('25620'));
});

test('a computed number has the sign of all losses, and none where it is shown as 0', () => {
  assert.equal(fixedNumber(-1.5, 2), '\u22121.50');
  assert.equal(fixedNumber(-0.001, 2), '0.00');
  assert.equal(fixedNumber(3, 0), '3');
});
