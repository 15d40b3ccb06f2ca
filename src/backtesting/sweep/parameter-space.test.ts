// Combinations as whole numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choicesOf, combinationOf, countCombinations } from '#backtesting/sweep/parameter-space.ts';

const ordered = (valuesCount: number) => ({ valuesCount, isOrdered: true });
const space = { parameters: [ordered(3), { valuesCount: 3, isOrdered: false }, ordered(2)] };

test('the last parameter turns fastest', () => {
  const choices = [0, 1, 2, 17].map((combination) => choicesOf(space, combination));
  assert.deepEqual(choices, [
    [0, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
    [2, 2, 1],
  ]);
});

test('every combination is the one of its choices', () => {
  const all = Array.from({ length: countCombinations(space) }, (_, combination) => combination);
  assert.deepEqual(
    all.map((combination) => combinationOf(space, choicesOf(space, combination))),
    all,
  );
});

test('a space that whole numbers cannot count is infinite', () => {
  assert.equal(
    countCombinations({ parameters: Array.from({ length: 17 }, () => ordered(10)) }),
    Infinity,
  );
  assert.equal(
    countCombinations({ parameters: Array.from({ length: 15 }, () => ordered(10)) }),
    1e15,
  );
});
