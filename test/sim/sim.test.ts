// The simulator every day: some hundred seeds and those that once failed, the same seed twice, and
// a known mistake that must be found, or the simulator itself is broken.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { simulate } from './simulate.ts';

const SEEDS_COUNT = 300;
const LINES_SHOWN = 60;

/** One seed per line, with what it found. */
function keptSeeds(): readonly number[] {
  const text = readFileSync(new URL('seeds.txt', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => Number.parseInt(line, 10));
}

test('nothing goes against the rules, and after healing all agree', async () => {
  const seeds = [...keptSeeds(), ...Array.from({ length: SEEDS_COUNT }, (_, seed) => seed)];
  for (const seed of seeds) {
    const { faults, journal } = await simulate(seed);
    const shown = journal.slice(-LINES_SHOWN).join('\n');
    assert.deepEqual(faults, [], `${shown}\nnpm run sim -- --seed ${seed}`);
  }
});

test('a seed repeats exactly, and another is another', async () => {
  const hashes = [];
  for (const seed of [3, 3, 4]) hashes.push((await simulate(seed)).hash);
  assert.equal(hashes[0], hashes[1]);
  assert.notEqual(hashes[0], hashes[2]);
});

test('sending an order of unknown outcome again is found within twenty seeds', async () => {
  const found: string[] = [];
  for (let seed = 0; seed < 20 && found.length === 0; seed += 1) {
    found.push(...(await simulate(seed, 'blind-retry')).faults);
  }
  assert.match(found.join('\n'), /made 2 orders/);
});
