// Digits that only a division left are not shown.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { averageToWire, percentToWire } from '#api/schemas/wire-values.ts';

for (const [price, shown] of [
  ['62697.099999999998616', '62697.1'],
  ['62700.123333333333333333', '62700.1233333333'],
  ['0.000012345678901234', '0.000012345678901234'],
  ['62697.1', '62697.1'],
  ['0', '0'],
] as const) {
  test(`an average of ${price} is shown as ${shown}`, () => {
    assert.equal(averageToWire(decimal(price)), shown);
  });
}

for (const [percent, shown] of [
  ['-0.503196465987204547', '-0.50319647'],
  ['1.5', '1.5'],
] as const) {
  test(`${percent} percent are shown as ${shown}`, () => {
    assert.equal(percentToWire(decimal(percent)), shown);
  });
}
