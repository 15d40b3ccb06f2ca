import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainNumber } from '#lib/plain-number.ts';

test('a number is digits that read back to it, without an exponent', () => {
  const cases: readonly (readonly [value: number, text: string])[] = [
    [0.1, '0.1'],
    [-3e-9, '-0.000000003'],
    [1.5e-7, '0.00000015'],
    [1.25e21, '1250000000000000000000'],
    [-7e22, '-70000000000000000000000'],
    [123, '123'],
  ];
  for (const [value, text] of cases) {
    assert.equal(plainNumber(value), text);
    assert.equal(Number(text), value);
  }
});
