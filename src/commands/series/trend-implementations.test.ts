// Crossings and runs, newest element first.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { scriptOn } from '#commands/binding/script-window.fixture.ts';
import { walkWindow } from '#engine/series/window.fixture.ts';

const WINDOW = walkWindow(1, 3);

const EXPECTED: readonly (readonly [expression: string, value: unknown])[] = [
  ['CrossOver({3, 1}, {2, 2})', true],
  ['CrossOver({3, 2}, {2, 2})', true],
  ['CrossOver({3, 3}, {2, 2})', false],
  ['CrossOver({3, 1}, 2)', true],
  ['CrossOver({3}, 2)', false],
  ['CrossUnder({1, 3}, 2)', true],
  ['CrossUnder({1, 1}, 2)', false],
  ['CrossOverSince({3, 3, 1}, 2)', 2],
  ['CrossOverSince({3, 1, 3}, 2)', 1],
  ['CrossOverSince({3, 3, 3}, 2) == math.huge', true],
  ['CrossOverSince(3, 2) == math.huge', true],
  ['CrossUnderSince({1, 1, 1, 3}, 2)', 3],
  ['IsRising({3, 2, 1}, 2)', true],
  ['IsRising({3, 2, 1}, 3)', false],
  ['IsRising({3, 3, 1}, 2)', false],
  ['IsFalling({1, 2, 3}, 2)', true],
  ['IsFalling({1, 2, 2}, 2)', false],
  ['IsRisingSince({4, 3, 2, 5}, 9)', 2],
  ['IsRisingSince({4, 3, 2, 1}, 2)', 2],
  ['IsFallingSince({4, 3}, 5)', 0],
  ["'' .. GetSwing({110, 90}, 100)", '10, -10'],
  ["'' .. GetSwing(150, 100)", '50'],
];

suite('of two values, or of one', () => {
  for (const [expression, value] of EXPECTED) {
    test(`${expression} is ${String(value)}`, () => {
      assert.equal(scriptOn(WINDOW, `return ${expression}`).at(2)[0], value);
    });
  }
});
