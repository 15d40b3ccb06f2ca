// Random programs for the rules of orders. Ten thousand of them: random-programs.long.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRandom } from './compare-random.ts';

const PROGRAMS = 24;

/** Entries that net, that turn by sizes of broken sums, and that change, also on one bar. */
const FOUND = [45, 47, 55, 60, 71, 110, 140, 1488, 2994, 6810];

test(`${PROGRAMS} random programs trade as the second broker emulator has them trade`, () => {
  let tradesCount = 0;
  for (let seed = 1; seed <= PROGRAMS; seed += 1) tradesCount += compareRandom(seed);
  assert.ok(tradesCount > 50 * PROGRAMS, `${tradesCount} trades`);
});

test('programs that found faults trade so too', () => {
  for (const seed of FOUND) assert.ok(compareRandom(seed) > 0, `seed ${seed}`);
});

test('programs that run again behind their fills trade so too', () => {
  let tradesCount = 0;
  for (let seed = 1; seed <= PROGRAMS; seed += 1) tradesCount += compareRandom(seed, false, true);
  assert.ok(tradesCount > 100 * PROGRAMS, `${tradesCount} trades`);
});

/** Entries of both sides at one moment, exits beside what turns, and closings within a bar. */
const FOUND_ON_FILLS = [4, 15, 47, 60, 62, 265];

test('programs of that kind that found faults trade so too', () => {
  for (const seed of FOUND_ON_FILLS)
    assert.ok(compareRandom(seed, false, true) > 0, `seed ${seed}`);
});

/** Exits that an open has passed beside what turns, parts that share an amount, sizes at a gap. */
const FOUND_AT_GAPS = [4, 21, 23, 62, 67, 105, 110, 159, 263, 279, 282, 553, 616];

test('programs whose bars open elsewhere than the last one closed trade so too', () => {
  for (const seed of FOUND_AT_GAPS) assert.ok(compareRandom(seed, true) > 0, `seed ${seed}`);
});
