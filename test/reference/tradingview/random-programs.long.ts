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
