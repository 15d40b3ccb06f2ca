// Invariants of every search, over any space, configuration, seed and scores.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSearch, SEARCH_ALGORITHMS } from '#backtesting/sweep/create-search.ts';
import type { SearchAlgorithm } from '#backtesting/sweep/create-search.ts';
import { countCombinations } from '#backtesting/sweep/parameter-space.ts';
import type { ParameterSpace } from '#backtesting/sweep/parameter-space.ts';
import type { SearchConfig } from '#backtesting/sweep/search.ts';

type Sweep = {
  readonly algorithm: SearchAlgorithm;
  readonly space: ParameterSpace;
  readonly config: SearchConfig;
  readonly seed: number;
};

const anySweep: fc.Arbitrary<Sweep> = fc.record({
  algorithm: fc.constantFrom(...SEARCH_ALGORITHMS),
  space: fc.record({
    parameters: fc.array(
      fc.record({ valuesCount: fc.integer({ min: 1, max: 6 }), isOrdered: fc.boolean() }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  config: fc.record({
    populationMax: fc.integer({ min: 1, max: 12 }),
    generationsMax: fc.integer({ min: 1, max: 12 }),
    elitesMax: fc.integer({ min: 0, max: 14 }),
    mixPercent: fc.integer({ min: 0, max: 100 }),
    adjustPercent: fc.integer({ min: 0, max: 100 }),
  }),
  seed: fc.integer(),
});

/** Some combinations have no score. */
function scoreOf(combination: number): number {
  return combination % 7 === 3 ? NaN : Math.sin(combination * 12.9898);
}

/** Everything proposed, batch by batch; `order` says in what order a batch's scores arrive. */
function course(sweep: Sweep, order: (places: number[]) => number[]): Float64Array[] {
  const search = createSearch(sweep.algorithm, sweep.space, sweep.config, sweep.seed);
  const batches: Float64Array[] = [];
  for (let proposal = search.propose(); proposal !== null; proposal = search.propose()) {
    const { combinations } = proposal;
    batches.push(combinations);
    const scores = new Float64Array(combinations.length);
    const places = Array.from(combinations, (_, place) => place);
    for (const place of order(places)) scores[place] = scoreOf(combinations[place] ?? 0);
    search.tell(scores);
  }
  return batches;
}

const asGiven = (places: number[]): number[] => places;

test('no combination is proposed twice, and each lies in the space', () => {
  fc.assert(
    fc.property(anySweep, (sweep) => {
      const proposed = course(sweep, asGiven).flatMap((batch) => Array.from(batch));
      assert.equal(new Set(proposed).size, proposed.length);
      const count = countCombinations(sweep.space);
      assert.ok(proposed.every((index) => Number.isInteger(index) && index >= 0 && index < count));
    }),
  );
});

test('the budget is used up, or the whole space is', () => {
  fc.assert(
    fc.property(anySweep, (sweep) => {
      const { populationMax, generationsMax } = sweep.config;
      const count = countCombinations(sweep.space);
      const made = course(sweep, asGiven).reduce((total, batch) => total + batch.length, 0);
      const budget = sweep.algorithm === 'brute_force' ? count : populationMax * generationsMax;
      assert.equal(made, Math.min(count, budget));
    }),
  );
});

test('no proposal is empty, and a generation is at most a population', () => {
  fc.assert(
    fc.property(anySweep, (sweep) => {
      const sizes = course(sweep, asGiven).map((batch) => batch.length);
      assert.ok(sizes.every((size) => size > 0));
      if (sweep.algorithm === 'intelligent')
        assert.ok(sizes.every((size) => size <= sweep.config.populationMax));
    }),
  );
});

test('the course is the same in whatever order a batch is finished', () => {
  fc.assert(
    fc.property(anySweep, (sweep) => {
      const forwards = course(sweep, asGiven);
      const backwards = course(sweep, (places) => places.toReversed());
      assert.deepEqual(backwards, forwards);
    }),
  );
});

test('another seed takes another course', () => {
  const space = { parameters: [{ valuesCount: 1_000, isOrdered: true }] };
  const config = {
    populationMax: 10,
    generationsMax: 2,
    elitesMax: 2,
    mixPercent: 40,
    adjustPercent: 25,
  };
  for (const algorithm of ['random', 'intelligent', 'cluster'] as const) {
    const first = course({ algorithm, space, config, seed: 1 }, asGiven);
    const second = course({ algorithm, space, config, seed: 2 }, asGiven);
    assert.notDeepEqual(first, second);
  }
});
