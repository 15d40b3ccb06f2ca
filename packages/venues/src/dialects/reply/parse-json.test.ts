import { test } from 'node:test';
import assert from 'node:assert/strict';
import { parseJson } from '#venues/dialects/reply/parse-json.ts';

/** The text of a number, and what is read. */
const NUMBERS: readonly (readonly [text: string, value: number | string])[] = [
  ['1', 1],
  ['-0', -0],
  ['0E-8', 0],
  ['1e3', 1_000],
  ['1.2E-7', 1.2e-7],
  ['0.000000000000000000000000000001', 1e-30],
  ['1.10000000000000000000', 1.1],
  ['1700000000123456', 1_700_000_000_123_456],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ['9007199254740992', '9007199254740992'],
  ['8389765998331627938', '8389765998331627938'],
  ['-8389765998331627938', '-8389765998331627938'],
  ['8.389765998331627938e18', '8389765998331627938'],
  ['8.389765998331627938E+18', '8389765998331627938'],
  ['0.12345678901234567', '0.12345678901234567'],
  ['-1234567.8901234567890', '-1234567.890123456789'],
  ['123456789012345678e-20', '0.00123456789012345678'],
  // No figure is read from these.
  ['1.2345678901234567e-2000', '1.2345678901234567e-2000'],
  ['1e400', Infinity],
];

for (const [text, value] of NUMBERS)
  test(`the number ${text} is read as ${JSON.stringify(value) ?? value}, wherever it stands`, () => {
    for (const [before, behind] of [
      ['', ''],
      [' \n', ' '],
      ['[', ']'],
      ['[0,', ',0]'],
      ['{"a": ', '\t}'],
      ['{"a":{"b":[', ']}}'],
      ['["1234567890123456789\\"",', ']'],
    ]) {
      const found = JSON.stringify(parseJson(`${before}${text}${behind}`));
      const expected = JSON.stringify(value) ?? 'null';
      assert.equal(found, JSON.stringify(JSON.parse(`${before}${expected}${behind}`)));
    }
  });

test('texts stay as they are, whatever they look like', () => {
  for (const text of [
    '8389765998331627938',
    ':8389765998331627938,',
    'a "quoted" [1234567890123456789, 2] \\ ',
    '\\"1234567890123456789\\',
    '\u2028 1234567890123456789',
  ]) {
    const value = { [text]: [text, 1], id: 8_389_765 };
    assert.deepEqual(parseJson(JSON.stringify(value)), value);
    const long = JSON.stringify(value).replace('8389765}', '8389765998331627938}');
    assert.deepEqual(parseJson(long), { ...value, id: '8389765998331627938' });
  }
});

test('a mark of the byte order before the text is passed over', () => {
  assert.deepEqual(parseJson('\uFEFF{"a":1}'), { a: 1 });
  assert.throws(() => parseJson('\uFEFF\uFEFF{"a":1}'), SyntaxError);
});

test('what is no JSON is none with long numbers either', () => {
  for (const text of [
    '{1234567890123456789:1}',
    '{1234567890123456789 :1}',
    '01234567890123456789',
    '+1234567890123456789',
    '1234567890123456789.',
    '.1234567890123456789',
    '1234567890123456789e',
    '1234.5678901234567.89',
    '1234567890123456789-1',
    '[1234567890123456789',
    '[1234567890123456789 1]',
    '["a"1234567890123456789]',
    '{"a":1234567890123456789n}',
    '"1234567890123456789',
    '[1, "1234567890123456789\\"]',
    '[,1234567890123456789]',
    '',
  ])
    assert.throws(() => parseJson(text), SyntaxError, text);
});

test('hundreds of thousands of digits cost no more than their reading', () => {
  const zeros = `1${'0'.repeat(200_000)}`;
  assert.equal(parseJson(zeros), zeros);
  assert.equal(parseJson(`0.${zeros}1`), `0.${zeros}1`);
});
