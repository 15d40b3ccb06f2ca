// Numbers as people type them in different languages, and what is sent to the API.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decimalSign,
  faultOf,
  readTypedDecimal,
  typedForm,
} from '../../console/src/parts/typed-decimal.ts';

/** What is typed, the sign of the language, and the number; null: it is none, or may be two. */
const CASES = [
  ['0.01', '.', '0.01'],
  ['0,01', '.', '0.01'],
  ['0,01', ',', '0.01'],
  ['0.01', ',', '0.01'],
  ['60.000,50', ',', '60000.50'],
  ['60,000.50', '.', '60000.50'],
  ['60.000,50', '.', null],
  ['60,000.50', ',', null],
  ['60,000', '.', null],
  ['60.000', ',', null],
  ['60.000', '.', '60.000'],
  ['60,000', ',', '60.000'],
  ['0,125', '.', '0.125'],
  ['0.125', ',', '0.125'],
  ['1.234.567', ',', '1234567'],
  ['1,234,567', '.', '1234567'],
  ['1.234.567', '.', null],
  ['1\u202f234,5', ',', '1234.5'],
  ["1'234.5", '.', '1234.5'],
  ['1234,567', '.', '1234.567'],
  ['', '.', ''],
  ['5,', ',', '5.'],
  ['\u22123,5', ',', '-3.5'],
  ['1e3', '.', null],
  ['1,2,3', '.', null],
  ['abc', ',', null],
] as const;

for (const [text, sign, value] of CASES)
  test(`"${text}" where the sign is "${sign}" is ${value === null ? 'no number' : value}`, () => {
    const read = readTypedDecimal(text, sign);
    assert.equal(read.kind === 'number' ? read.value : null, value);
  });

test('a text that is no number, or may be two, says so', () => {
  assert.equal(faultOf('60,000', '.'), 'This may be 60000 or 60.000. Type one of them.');
  assert.equal(faultOf('60.000', ','), 'This may be 60000 or 60,000. Type one of them.');
  assert.equal(faultOf('abc', ','), 'Not a number. Type it like 1234,56.');
  assert.equal(faultOf('', ','), null);
});

test('what is shown in a language is read as what it was', () => {
  for (const sign of ['.', ','] as const)
    for (const value of ['0.01', '60000.5', '1.250', '7', '-3.5', '0.125']) {
      const read = readTypedDecimal(typedForm(value, sign), sign);
      assert.deepEqual(read, { kind: 'number', value });
    }
});

test('the sign follows the language', () => {
  assert.deepEqual(
    ['de-DE', 'en-US', 'ja-JP', 'fr-FR'].map((of) => decimalSign(of)),
    [',', '.', '.', ','],
  );
});
