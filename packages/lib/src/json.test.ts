// JSON: equal data gives equal text, and an amount is never a JSON number.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { canonicalJson, encodeJson } from '#lib/json.ts';

test('canonical text sorts keys at every depth and keeps the order of lists', () => {
  const value = { b: [{ z: 1, a: 2 }, 3], a: { d: null, c: true } };
  assert.equal(canonicalJson(value), '{"a":{"c":true,"d":null},"b":[{"a":2,"z":1},3]}');
});

test('canonical text sorts keys by UTF-16 code units', () => {
  const value = { '\u{1f600}': 1, ﬀ: 2, é: 3, B: 4, a: 5, '10': 6, '9': 7 };
  assert.deepEqual(
    [...canonicalJson(value).matchAll(/"([^"]+)":/g)].map((match) => match[1]),
    ['10', '9', 'B', 'a', 'é', '\u{1f600}', 'ﬀ'],
  );
});

test('canonical text keeps a key that is named like a prototype', () => {
  const value: unknown = JSON.parse('{"b":1,"__proto__":{"x":1},"a":2}');
  assert.equal(canonicalJson(value), '{"__proto__":{"x":1},"a":2,"b":1}');
});

test('canonical text is the same for the same data in any order of keys', () => {
  const data = fc.dictionary(fc.string(), fc.jsonValue());
  fc.assert(
    fc.property(data, (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed());
      assert.equal(canonicalJson(reversed), canonicalJson(value));
    }),
    { numRuns: 100 },
  );
});

test('canonical text reads back as the data', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.deepEqual(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: 100 },
  );
});

test('canonical text leaves out what JSON has no text for, as JSON itself does', () => {
  const value = { b: undefined, a: [undefined, 1], c: Number.NaN };
  assert.equal(canonicalJson(value), '{"a":[null,1],"c":null}');
});

test('canonical text of nothing is null', () => {
  assert.equal(canonicalJson(undefined), 'null');
  assert.equal(canonicalJson(null), 'null');
});

test('whole numbers of any size are written as strings', () => {
  const value = { amount: 123_456_789_012_345_678_901n, list: [1n, 2], text: 'x' };
  const expected = '{"amount":"123456789012345678901","list":["1",2],"text":"x"}';
  assert.equal(encodeJson(value), expected);
  assert.equal(canonicalJson(value), expected);
});
