// Several runs together, by hand: totals, falls, contributions, correlation, and the test of a
// difference.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DAY_MS } from '#lib/time.ts';
import { nextDouble, seededGenerator } from '#lua/library/random.ts';
import { computePortfolio } from '#backtesting/portfolio/compute-portfolio.ts';
import type { RunCloses } from '#backtesting/portfolio/day-closes.ts';
import { pairedReturns } from '#backtesting/portfolio/day-closes.ts';
import { differenceOfRuns } from '#backtesting/portfolio/difference-of-runs.ts';

/** A run from a day on, worth so much at its begin and at each midnight after. */
function runOf(firstDay: number, values: readonly number[], fromMs = 0): RunCloses {
  const startMs = firstDay * DAY_MS + fromMs;
  const days = values.map((value, index) => ({
    atMs: index === 0 ? startMs : (firstDay + index) * DAY_MS,
    value,
  }));
  const endMs = days.at(-1)?.atMs ?? startMs;
  return { startMs, endMs, startEquity: values[0] ?? 0, days };
}

suite('runs together', () => {
  test('equity adds up by time: idle before a begin, at rest after an end', () => {
    const early = runOf(0, [100, 110, 90]);
    const late = runOf(1, [200, 210, 230], 6 * 3_600_000);
    const { equity, ...all } = computePortfolio([early, late]);
    assert.deepEqual(
      equity.map(({ atMs, value }) => [atMs / DAY_MS, value]),
      [
        [0, 300],
        [1, 310],
        [2, 300],
        [3, 320],
      ],
    );
    assert.deepEqual([all.startEquity, all.endEquity], [300, 320]);
    assert.equal(all.maxDrawdownPercent.toFixed(6), ((10 / 310) * 100).toFixed(6));
    const [one, other] = all.members;
    assert.deepEqual([one?.profit, other?.profit], [-10, 30]);
    assert.deepEqual([one?.profitSharePercent, other?.profitSharePercent], [-50, 150]);
    const risk = (one?.riskSharePercent ?? 0) + (other?.riskSharePercent ?? 0);
    assert.equal(risk.toFixed(9), '100.000000000');
    assert.deepEqual(one?.correlations, [null, null], 'too few days');
  });

  test('days of runs that move as one correlate fully, of opposite ones inversely', () => {
    const steps = [1, -2, 3, 1, -1, 2, -3, 1, 2, -1, 1, 2];
    const walk = (sign: number): number[] =>
      steps.reduce<number[]>(
        (all, step) => [...all, (all.at(-1) ?? 0) * (1 + (sign * step) / 100)],
        [100],
      );
    const [one, same, opposite] = [runOf(0, walk(1)), runOf(0, walk(1)), runOf(0, walk(-1))];
    const { members } = computePortfolio([one, same, opposite]);
    const [first] = members;
    assert.deepEqual(
      first?.correlations.map((each) => each?.toFixed(6)),
      ['1.000000', '1.000000', '-1.000000'],
    );
  });

  test('a run alone is itself', () => {
    const all = computePortfolio([runOf(0, [100, 120, 150])]);
    assert.equal(all.members[0]?.returnPercent, 50);
    assert.equal(all.members[0]?.profitSharePercent, 100);
    assert.equal(all.members[0]?.riskSharePercent?.toFixed(9), '100.000000000');
  });
});

suite('the difference of two runs', () => {
  const walkOf = (seed: number, drift: number, days: number): RunCloses => {
    const random = seededGenerator(seed);
    const values = [1_000];
    for (let day = 0; day < days; day += 1)
      values.push((values.at(-1) ?? 0) * (1 + drift + (nextDouble(random) - 0.5) / 50));
    return runOf(0, values);
  };
  const between = (left: RunCloses, right: RunCloses) =>
    differenceOfRuns(pairedReturns(left, right));

  test('that is large against its days is seldom luck, and a small one often is', () => {
    const base = walkOf(1, 0, 200);
    const clear = between(walkOf(2, 0.004, 200), base);
    assert.ok(clear.meanPercent > 0.2);
    assert.ok((clear.test?.luckPercent ?? 100) < 1);
    assert.ok((clear.test?.lowPercent ?? 0) > 0);
    const small = between(walkOf(3, 0, 200), base);
    assert.ok((small.test?.luckPercent ?? 0) > 5);
    assert.ok((small.test?.lowPercent ?? 1) < 0 && (small.test?.highPercent ?? -1) > 0);
  });

  test('is the same whichever comes first, but for its sign', () => {
    const [one, other] = [walkOf(4, 0.001, 60), walkOf(5, 0, 60)];
    const [there, back] = [between(one, other), between(other, one)];
    assert.equal(there.meanPercent.toFixed(12), (-back.meanPercent).toFixed(12));
    assert.equal(there.test?.luckPercent, back.test?.luckPercent);
  });

  test('of equal runs: chance alone says so in one of ten at ten percent', () => {
    const luck = Array.from({ length: 100 }, (_, index) => {
      const found = between(walkOf(100 + 2 * index, 0, 90), walkOf(101 + 2 * index, 0, 90));
      return found.test?.luckPercent ?? 0;
    });
    const below = luck.filter((each) => each < 10).length;
    assert.ok(below >= 3 && below <= 22, `${below} of 100`);
  });

  test('is not judged with fewer than twenty days, or where the runs are one', () => {
    assert.equal(between(walkOf(1, 0, 19), walkOf(2, 0, 19)).test, null);
    const same = between(walkOf(1, 0, 50), walkOf(1, 0, 50));
    assert.deepEqual(same, { days: 50, meanPercent: 0, test: null });
    const apart = between(runOf(0, [1, 2]), runOf(10, [1, 2]));
    assert.deepEqual(apart, { days: 0, meanPercent: 0, test: null });
  });
});
