// Ten thousand random programs for the rules of orders; `PROGRAMS` others, from `SEED` on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRandom } from './compare-random.ts';

const COUNT = Number(process.env['PROGRAMS'] ?? '10000');
const FIRST = Number(process.env['SEED'] ?? '1');

test(`${COUNT} random programs trade as the second broker emulator has them trade`, () => {
  let tradesCount = 0;
  for (let seed = FIRST; seed < FIRST + COUNT; seed += 1) tradesCount += compareRandom(seed);
  assert.ok(tradesCount > 50 * COUNT, `${tradesCount} trades`);
});

test(`${COUNT} random programs that run again behind their fills trade so too`, () => {
  const equal = (seed: number): boolean => {
    try {
      return compareRandom(seed, false, true) >= 0;
    } catch {
      return false;
    }
  };
  const seeds = Array.from({ length: COUNT }, (_, at) => FIRST + at);
  const different = seeds.filter((seed) => !equal(seed));
  // Turns of entries that rest beside each other, where both accounts only guess.
  assert.ok(different.length <= COUNT / 200, different.join(' '));
});
