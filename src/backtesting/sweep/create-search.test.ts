// Each search by an example.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSearch } from '#backtesting/sweep/create-search.ts';
import type { SearchAlgorithm } from '#backtesting/sweep/create-search.ts';
import { choicesOf } from '#backtesting/sweep/parameter-space.ts';

const plane = {
  parameters: [
    { valuesCount: 40, isOrdered: true },
    { valuesCount: 40, isOrdered: true },
  ],
};
const config = {
  populationMax: 10,
  generationsMax: 20,
  elitesMax: 3,
  mixPercent: 40,
  adjustPercent: 25,
};

/** A single hill whose top is at (30, 12). */
function height(combination: number): number {
  const [x = 0, y = 0] = choicesOf(plane, combination);
  return 0 - (x - 30) ** 2 - (y - 12) ** 2;
}

function bestOf(algorithm: SearchAlgorithm, seed: number): number {
  const search = createSearch(algorithm, plane, config, seed);
  let best = -Infinity;
  for (let proposal = search.propose(); proposal !== null; proposal = search.propose()) {
    const scores = proposal.combinations.map(height);
    best = Math.max(best, ...scores);
    search.tell(scores);
  }
  return best;
}

test('brute_force turns the odometer from the first combination to the last', () => {
  const space = {
    parameters: [
      { valuesCount: 40, isOrdered: true },
      { valuesCount: 2, isOrdered: false },
    ],
  };
  const search = createSearch('brute_force', space, config, 1);
  assert.deepEqual(
    Array.from(search.propose()?.combinations ?? []),
    Array.from({ length: 80 }, (_, index) => index),
  );
  assert.equal(search.propose(), null);
});

test('random is uniform: each of four combinations comes first about equally often', () => {
  const space = { parameters: [{ valuesCount: 4, isOrdered: true }] };
  const counts = [0, 0, 0, 0];
  for (let seed = 0; seed < 4_000; seed += 1) {
    const first = createSearch('random', space, config, seed).propose()?.combinations[0] ?? 0;
    counts[first] = (counts[first] ?? 0) + 1;
  }
  assert.ok(
    counts.every((count) => count > 900 && count < 1_100),
    String(counts),
  );
});

test('a hundred thousand random samples of a huge space are distinct', () => {
  const space = {
    parameters: Array.from({ length: 15 }, () => ({ valuesCount: 10, isOrdered: true })),
  };
  const search = createSearch('random', space, { ...config, generationsMax: 10_000 }, 3);
  const seen = new Set<number>();
  for (let proposal = search.propose(); proposal !== null; proposal = search.propose())
    for (const combination of proposal.combinations) seen.add(combination);
  assert.equal(seen.size, 100_000);
});

test('intelligent and cluster climb a hill that random samples only come near', () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    assert.equal(bestOf('intelligent', seed), 0);
    assert.equal(bestOf('cluster', seed), 0);
  }
});

test('no elites, or a population of one, still search', () => {
  const small = { ...config, populationMax: 1, generationsMax: 5, elitesMax: 0 };
  for (const algorithm of ['intelligent', 'cluster'] as const) {
    const search = createSearch(algorithm, plane, small, 1);
    let made = 0;
    for (let proposal = search.propose(); proposal !== null; proposal = search.propose()) {
      made += proposal.combinations.length;
      search.tell(proposal.combinations.map(height));
    }
    assert.equal(made, 5);
  }
});
