// The simulator every day: some seeds and those that once failed, and the same seed twice. More
// seeds and the known mutants are in test/processes/sim. Simulations run in a process of their
// own: in one that runs tests each promise costs several times as much.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSimulator } from './run-simulator.ts';
import { simulate } from './simulate.ts';
import { someOf } from '../support/share-of-cases.ts';

const SEEDS_COUNT = someOf(40);

test('nothing goes against the rules, and after healing all agree', () => {
  const { status, lines } = runSimulator('--seeds', String(SEEDS_COUNT));
  assert.equal(status, 0, lines.join('\n'));
});

test('a seed repeats exactly, and another is another', async () => {
  const hashes = [];
  for (const seed of [3, 3, 4]) hashes.push((await simulate(seed)).hash);
  assert.equal(hashes[0], hashes[1]);
  assert.notEqual(hashes[0], hashes[2]);
});
