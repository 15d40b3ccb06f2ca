import assert from 'node:assert/strict';
import { test } from 'node:test';

import { closestName, editDistance } from '#lib/closest-name.ts';

test('the distance counts letters put in, left out, changed and swapped', () => {
  for (const [a, b, distance] of [
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', '', 3],
    ['lenght', 'length', 1],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
  ] as const) {
    assert.equal(editDistance(a, b), distance, `${a} ${b}`);
    assert.equal(editDistance(b, a), distance, `${b} ${a}`);
  }
});

const NAMES = ['RSI', 'SMA', 'ClosePrices', 'OpenPrices', 'length', 'DoBuy', 'hist'];

for (const [name, meant] of [
  ['Rsi', 'RSI'],
  ['rsi', 'RSI'],
  ['lenght', 'length'],
  ['CloseePrice', 'ClosePrices'],
  ['closeprices', 'ClosePrices'],
  ['DoBut', 'DoBuy'],
  ['DoBye', null],
  ['RSY', null],
  ['x', null],
  ['XY', null],
  ['histogram', null],
  ['Prices', null],
  ['RSI', null],
  ['a'.repeat(100_000), null],
] as const) {
  test(`${name.slice(0, 20)} was meant to be ${meant ?? 'something unknown'}`, () => {
    assert.equal(closestName(name, NAMES), meant);
  });
}

test('of two that are as near the first is taken', () => {
  assert.equal(closestName('abcx', ['abcy', 'abcz']), 'abcy');
});
