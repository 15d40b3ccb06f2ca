import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findJsonFault, placeIn } from '#domain/hook/json-fault.ts';

for (const [text, at, reason] of [
  ['{"plot":NaN}', 8, 'expected a value, found "N"'],
  ['{"a":"b\nc"}', 7, 'expected a text without it, found a line break'],
  ['{"a":1,}', 7, 'expected a name in double quotes, found "}"'],
  ['[1,]', 3, 'expected a value, found "]"'],
  ["{'a':1}", 1, 'expected a name in double quotes, found "\'"'],
  ['{a:1}', 1, 'expected a name in double quotes, found "a"'],
  ['{"a":1 "b":2}', 7, 'expected "," or "}", found "\\""'],
  ['{"a" 1}', 5, 'expected ":", found "1"'],
  ['{"a":1} x', 8, 'expected the end, found "x"'],
  ['{"a":1}{"a":2}', 7, 'expected the end, found "{"'],
  ['{"a":01}', 6, 'expected "," or "}", found "1"'],
  ['{"a":"x', 7, 'expected the double quote that ends a text, found the end of the text'],
  ['{"a":1', 6, 'expected "," or "}", found the end of the text'],
  ['{"a":"\\x"}', 6, 'a "\\" before what cannot be escaped'],
  ['{"a":1,"\\u0061":2}', 7, 'the name "a" stands in the object twice'],
  ['{"a":{"b":1,"b":1}}', 12, 'the name "b" stands in the object twice'],
  ['{"a":"\\u0000"}', 5, 'a text with a NUL character or half of a surrogate pair'],
  [`${'['.repeat(40)}${']'.repeat(40)}`, 32, 'nested deeper than 32 levels'],
  ['', 0, 'expected a value, found the end of the text'],
] as const)
  test(`the text ${JSON.stringify(text.slice(0, 20))} is no JSON`, () => {
    assert.deepEqual(findJsonFault(text), { at, reason });
  });

test('what JSON.parse takes is no fault, and the other way round', () => {
  const pieces = ['{', '}', '[', ']', '"a"', '"b"', ':', ',', '1', '-0.5e-3', 'null', ' ', '\t'];
  let seed = 7;
  const next = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let round = 0; round < 20_000; round += 1) {
    const text = Array.from({ length: 1 + next(9) }, () => pieces[next(pieces.length)]).join('');
    const fault = findJsonFault(text);
    if (fault?.reason.includes('twice') === true) continue;
    assert.equal(isJson(text), fault === null, text);
  }
});

test('a place is a line and a column', () => {
  assert.equal(placeIn('{\n "a":NaN}', 7), 'line 2, column 6');
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
