// The simulator every day: some seeds, the newest of those that once failed, and the same seed
// twice. More seeds are in test/processes/sim and test/thorough, known mutants in the former.

import assert from 'node:assert/strict';
import { runSimulator } from './run-simulator.ts';
import { simulate } from './simulate.ts';
import { test } from '../support/runner-without-promises.ts';
import { someOf } from '../support/share-of-cases.ts';

const SEEDS_COUNT = someOf(40);
/** More than there are: all of them in test/processes/sim. */
const RETAINED_COUNT = someOf(50);

test('nothing goes against the rules, and after healing all agree', () => {
  const [seeds, retained] = [String(SEEDS_COUNT), String(RETAINED_COUNT)];
  const { status, lines } = runSimulator('--seeds', seeds, '--retained', retained);
  assert.equal(status, 0, lines.join('\n'));
});

test('a seed repeats exactly, and another is another', async () => {
  const hashes = [];
  for (const seed of [3, 3, 4]) hashes.push((await simulate(seed)).hash);
  assert.equal(hashes[0], hashes[1]);
  assert.notEqual(hashes[0], hashes[2]);
});
