// Decimals: what counts as one on the wire, how one is written, and how a result is rounded.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AssertionFailed } from '#lib/assert.ts';
import type { Rounding } from '#lib/decimal.ts';
import {
  decimal,
  decimalFromFloat,
  decimalFromInteger,
  decimalFromUnits,
  divideDecimal,
  divideRounded,
  formatDecimal,
  multiplyDecimal,
  ONE,
  parseDecimal,
  unitsFromDecimal,
  ZERO,
} from '#lib/decimal.ts';

const NINES = '9'.repeat(18);

for (const [text, written] of [
  ['0', '0'],
  ['-0', '0'],
  ['-0.000', '0'],
  ['1', '1'],
  ['1.50', '1.5'],
  ['10.00', '10'],
  ['-12.3400', '-12.34'],
  ['0.000000000000000001', '0.000000000000000001'],
  [`-${NINES}.${NINES}`, `-${NINES}.${NINES}`],
] as const)
  test(`"${text}" is a decimal, written "${written}"`, () => {
    const value = parseDecimal(text);
    assert.notEqual(value, null);
    assert.equal(value === null ? null : formatDecimal(value), written);
  });

for (const text of [
  '',
  ' ',
  '.5',
  '5.',
  '+1',
  '--1',
  '01',
  '-01',
  '00',
  '1e3',
  '1E-3',
  '0x10',
  '1_000',
  '1,000',
  '1,5',
  ' 1',
  '1 ',
  '1\n',
  'NaN',
  'Infinity',
  '١',
  '１',
  `1${NINES}`,
  `0.${NINES}1`,
  '1.2.3',
])
  test(`${JSON.stringify(text)} is no decimal`, () => {
    assert.equal(parseDecimal(text), null);
  });

test('a literal in the source must be a decimal', () => {
  assert.throws(() => decimal('1e3'), AssertionFailed);
});

const MODES = ['floor', 'ceil', 'half_even', 'toward_zero'] as const satisfies Rounding[];
const quotients: readonly (readonly [bigint, bigint, string])[] = [
  // Numerator, denominator, and the quotient by floor, ceil, half_even and toward_zero.
  [7n, 2n, '3 4 4 3'],
  [5n, 2n, '2 3 2 2'],
  [-5n, 2n, '-3 -2 -2 -2'],
  [-7n, 2n, '-4 -3 -4 -3'],
  [7n, -2n, '-4 -3 -4 -3'],
  [-7n, -2n, '3 4 4 3'],
  [1n, 3n, '0 1 0 0'],
  [2n, 3n, '0 1 1 0'],
  [-1n, 3n, '-1 0 0 0'],
  [6n, 3n, '2 2 2 2'],
  [0n, -3n, '0 0 0 0'],
];
for (const [numerator, denominator, expected] of quotients)
  test(`${numerator} / ${denominator} rounds to ${expected}`, () => {
    const rounded = MODES.map((mode) => divideRounded(numerator, denominator, mode));
    assert.equal(rounded.join(' '), expected);
  });

test('division by zero is a mistake of ours', () => {
  assert.throws(() => divideRounded(1n, 0n, 'floor'), AssertionFailed);
  assert.throws(() => divideDecimal(ONE, ZERO, 'floor'), AssertionFailed);
});

test('products and quotients round where the eighteenth decimal ends', () => {
  const tiny = decimal('0.000000000000000001');
  assert.equal(formatDecimal(multiplyDecimal(tiny, decimal('0.5'), 'floor')), '0');
  assert.equal(multiplyDecimal(tiny, decimal('0.5'), 'ceil'), tiny);
  assert.equal(multiplyDecimal(tiny, decimal('1.5'), 'half_even'), 2n);
  assert.equal(formatDecimal(divideDecimal(ONE, decimal('3'), 'floor')), '0.333333333333333333');
});

test('units of a scale are exact in both directions, within eighteen decimals', () => {
  assert.equal(formatDecimal(decimalFromUnits(12_345n, 2)), '123.45');
  assert.equal(formatDecimal(decimalFromInteger(7)), '7');
  assert.equal(unitsFromDecimal(decimal('123.456'), 2, 'floor'), 12_345n);
  assert.equal(unitsFromDecimal(decimal('123.456'), 2, 'ceil'), 12_346n);
  assert.throws(() => decimalFromUnits(1n, 19), AssertionFailed);
  assert.throws(() => unitsFromDecimal(ONE, -1, 'floor'), AssertionFailed);
});

test('a float becomes the nearest decimal of so many places, and what is no number zero', () => {
  const given = [0.1 + 0.2, -1.5, -0.000_000_001, 1e-7, Number.NaN, Infinity];
  assert.deepEqual(
    given.map((value) => formatDecimal(decimalFromFloat(value, 8))),
    ['0.3', '-1.5', '0', '0.0000001', '0', '0'],
  );
});
