// Each figure against an example worked by hand or published with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import type { BlockTable } from '#backtesting/overfitting/block-table.ts';
import { addRun, emptyBlockTable } from '#backtesting/overfitting/block-table.ts';
import {
  deflatedSharpe,
  expectedHighestSharpe,
  varianceOf,
} from '#backtesting/overfitting/deflated-sharpe.ts';
import {
  blockChanges,
  periodChanges,
  returnPeriodMs,
} from '#backtesting/overfitting/equity-changes.ts';
import { neighbourhoods } from '#backtesting/sweep/neighbourhood.ts';
import type { SpaceParameter } from '#backtesting/sweep/parameter-space.ts';
import { overfittingTally } from '#backtesting/overfitting/overfitting-probability.ts';
import { returnMoments } from '#backtesting/overfitting/return-moments.ts';
import { walkForward } from '#backtesting/overfitting/walk-forward.ts';

function assertClose(actual: number | undefined, expected: number, tolerance = 1e-12): void {
  assert.ok(Math.abs((actual ?? NaN) - expected) <= tolerance, `${actual} is not ${expected}`);
}

/** Bailey and Lopez de Prado's example: 2.5 a year over five years of 250 days. */
const PAPER = { count: 1_250, sharpe: 2.5 / Math.sqrt(250), skewness: -3, kurtosis: 10 };
const PAPER_VARIANCE = 0.5 / 250;

test('the deflated Sharpe ratio of the paper: 0.1132 expected of 100 trials, and 0.9004', () => {
  const expected = expectedHighestSharpe(PAPER_VARIANCE, 100);
  assertClose(expected, 0.1132, 5e-5);
  assertClose(deflatedSharpe(PAPER, expected), 0.9004, 5e-5);
});

test('and of 46 trials 0.9505, the most that would have passed at 95 %', () => {
  assertClose(deflatedSharpe(PAPER, expectedHighestSharpe(PAPER_VARIANCE, 46)), 0.9505, 5e-5);
});

test('one trial has nothing to be deflated by', () => {
  assert.equal(expectedHighestSharpe(PAPER_VARIANCE, 1), 0);
  assert.equal(varianceOf([1]), 0);
  assertClose(varianceOf([1, 2, 6]), 7);
});

test('moments of five returns', () => {
  const moments = returnMoments(Float64Array.of(1, 2, 3, 4, 10));
  assertClose(moments?.sharpe, 4 / Math.sqrt(12.5));
  assertClose(moments?.skewness, 36 / 10 ** 1.5);
  assertClose(moments?.kurtosis, 278.8 / 100);
});

test('returns that do not differ have no moments', () => {
  assert.equal(returnMoments(Float64Array.of(0.1, 0.1, 0.1)), null);
  assert.equal(returnMoments(new Float64Array(30)), null);
  assert.equal(returnMoments(Float64Array.of(1)), null);
});

test('returns are daily when that gives twenty, else hourly, else by the minute', () => {
  const periods = [20 * DAY_MS, 19 * DAY_MS, 20 * HOUR_MS, HOUR_MS];
  assert.deepEqual(
    periods.map((length) => returnPeriodMs(0, length)),
    [DAY_MS, HOUR_MS, HOUR_MS, MINUTE_MS],
  );
});

test('changes are read at the last point before each boundary', () => {
  const equity = { atMs: [100, 104, 110, 135], values: [50, 53, 51, 60] };
  assert.deepEqual(Array.from(periodChanges(equity, 100, 135, 10)), [1, 0, 0]);
  const blocks = blockChanges(equity, 100, 220);
  assert.deepEqual(Array.from(blocks), [1, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0]);
});

function blockTable(rows: readonly (readonly number[])[]): BlockTable {
  const table = emptyBlockTable(rows.length);
  for (const row of rows) addRun(table, row);
  return table;
}

/** Runs are read in two parts. */
function overfittingProbability(table: BlockTable): number | null {
  const tally = overfittingTally();
  const { runsCount } = table;
  for (const pass of [tally.choose, tally.rank]) {
    pass(table, 0, 1);
    pass(table, 1, runsCount);
  }
  return tally.probability(table);
}

const always = (gain: number): number[] => Array.from({ length: 12 }, () => gain);
/** Gains in one block alone. */
const once = (block: number, gain: number): number[] =>
  Array.from({ length: 12 }, (_, place) => (place === block ? gain : 0));

test('a run that is best everywhere is never over-fitted', () => {
  const table = blockTable([always(1), always(3), always(2)]);
  assert.equal(overfittingProbability(table), 0);
});

test('runs that each were lucky once are always over-fitted', () => {
  const lucky = Array.from({ length: 12 }, (_, block) => once(block, 1));
  assert.equal(overfittingProbability(blockTable(lucky)), 1);
});

test('two runs, one lucky in one block: chosen rightly in no half', () => {
  // The steady run gains 12, the lucky one 11 in block 0. In halves with block 0 the lucky one is
  // chosen (11 against 6) and loses in the other half; in the others the steady one is chosen and
  // loses to it.
  assert.equal(overfittingProbability(blockTable([always(1), once(0, 11)])), 1);
});

test('a single run cannot be ranked', () => {
  assert.equal(overfittingProbability(blockTable([always(1)])), null);
});

test('walking forward chooses by the past alone', () => {
  const early = [5, 5, 5, 5, 0, 0, 0, 0, -1, -1, -1, -1];
  const late = [0, 0, 0, 0, 6, 6, 6, 6, 1, 1, 1, 1];
  assert.deepEqual(walkForward(blockTable([early, late]), 2), [
    { run: 0, chosenUntilBlock: 4, judgedUntilBlock: 8, chosenProfit: 20, judgedProfit: 0 },
    { run: 1, chosenUntilBlock: 8, judgedUntilBlock: 12, chosenProfit: 24, judgedProfit: 4 },
  ]);
  assert.deepEqual(walkForward(blockTable([]), 2), []);
});

/** Of each combination: how many neighbours, their median and its stability. */
function judged(
  parameters: readonly SpaceParameter[],
  scores: ReadonlyMap<number, number>,
): readonly (readonly (number | undefined)[])[] {
  const input = {
    space: { parameters },
    combinations: Float64Array.from(scores.keys()),
    scores: Float64Array.from(scores.values()),
  };
  const found = neighbourhoods(input, () => true);
  const { neighbourCounts, medianScores, stabilities } = present(found, 'it went on');
  return Array.from(scores.keys(), (_, place) => [
    neighbourCounts[place],
    medianScores[place],
    stabilities[place],
  ]);
}

test('a spike stands alone among its neighbours, a plateau does not', () => {
  const ordered = [{ valuesCount: 7, isOrdered: true }];
  const found = judged(ordered, new Map([0, 9, 1, 5, 6, 5, 0].entries()));
  assert.deepEqual(found[1], [2, 0.5, 2 / 7]);
  assert.deepEqual(found[4], [2, 5, 5 / 7]);
});

test('neighbours that were not run, or have no score, say nothing', () => {
  const ordered = [{ valuesCount: 7, isOrdered: true }];
  const none = [0, NaN, NaN];
  assert.deepEqual(judged(ordered, new Map([[3, 1]])), [none]);
  assert.deepEqual(judged(ordered, new Map(Object.entries({ 3: 1, 4: NaN }).map(numbers))), [
    none,
    [1, 1, 1],
  ]);
});

function numbers([key, value]: [string, number]): [number, number] {
  return [Number(key), value];
}

test('neighbours differ in one parameter: by one value, or by any where there is no order', () => {
  const space = [
    { valuesCount: 3, isOrdered: false },
    { valuesCount: 100, isOrdered: false },
    { valuesCount: 4, isOrdered: true },
  ];
  const choices = (combination: number): number[] => [
    Math.floor(combination / 400),
    Math.floor(combination / 4) % 100,
    combination % 4,
  ];
  const scores = new Map(Array.from({ length: 300 }, (_, n) => [(n * 7) % 1_200, n] as const));
  const expected = Array.from(scores.keys(), (own) => {
    const near = Array.from(scores).flatMap(([other, score]) => {
      const steps = choices(own).map((value, index) => value - (choices(other)[index] ?? 0));
      const moved = steps.filter((step) => step !== 0);
      const isNear = moved.length === 1 && (steps[2] === 0 || Math.abs(steps[2] ?? 0) === 1);
      return isNear ? [score] : [];
    });
    const sorted = near.toSorted((left, right) => left - right);
    const middle = (sorted.length - 1) / 2;
    const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
    return [near.length, median];
  });
  const found = judged(space, scores).map(([count, median]) => [count, median]);
  assert.deepEqual(found, expected);
});

test('judging neighbours ends when it is asked to', () => {
  const input = {
    space: { parameters: [{ valuesCount: 7, isOrdered: true }] },
    combinations: Float64Array.of(1),
    scores: Float64Array.of(1),
  };
  assert.equal(
    neighbourhoods(input, () => false),
    null,
  );
});
