// Indicators against TA-Lib's own code, over parameters and candles at random, and candle patterns
// over candles with gaps and, where the folder of reference data is present, real ones.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { gappyCandles, inputsOf, planOf, walkCandles } from '#indicators/candles.fixture.ts';
import { computeColumns } from '#indicators/fold.ts';
import type { Indicator, Parameter } from '#indicators/indicator.ts';
import { INDICATOR_REGISTRY } from '#indicators/registry.ts';
import { assertNear } from '../support/assert-near.ts';
import { readReference, skipWithout } from '../support/reference-data.ts';
import { talibFunction } from '../support/talib-functions.ts';
import { callTalib, loadTalib } from '../support/talib-oracle.ts';
import '../support/property-seed.ts';
import { someOf } from '../support/share-of-cases.ts';

const talib = await loadTalib();

const PERIOD_MAX = 40;
/**
 * TA-Lib's running sums cancel in these: compared with exact arithmetic, ours are the nearer ones.
 */
const TOLERANCES: { readonly [name: string]: number } = {
  BBANDS: 2e-6,
  STDDEV: 2e-6,
  VAR: 2e-6,
  CORREL: 1e-6,
  BETA: 1e-6,
};
/**
 * The adaptive averages turn noise of the last bit into another value where nothing moves, and
 * MAMA's bands are shifted in TA-Lib when they start before the deviation. MA itself is compared
 * with both.
 */
const ADAPTIVE = [6, 7];
const PLAIN_AVERAGES = new Set(['STOCHRSI', 'STOCHF', 'STOCH', 'BBANDS']);

function anyValue({ kind, initial, least, most }: Parameter): fc.Arbitrary<number> {
  if (kind === 'whole') {
    return fc.integer({ min: Math.max(least, Math.min(2, most)), max: Math.min(most, PERIOD_MAX) });
  }
  if (kind === 'average') return fc.integer({ min: 0, max: 8 });
  return fc
    .double({ min: 0.5, max: 1.4, noNaN: true })
    .map((share) => Math.min(most, Math.max(least, initial * share)));
}

function isAdaptive({ parameters }: Indicator, given: readonly number[]): boolean {
  return parameters.some(
    ({ kind }, index) => kind === 'average' && ADAPTIVE.includes(given[index] ?? 0),
  );
}

function assertTalib(
  indicator: Indicator,
  inputs: readonly Float64Array[],
  given: readonly number[],
) {
  const called = talibFunction(indicator, given);
  assert.ok(called !== null);
  const kinds = indicator.outputs.map(() => (called.isWhole ? 'whole' : 'real'));
  const theirs = callTalib(talib, called.name, inputs, called.options(given), kinds);
  const plan = planOf(indicator, given);
  const ours = computeColumns(plan, inputs);
  for (const [index, values] of theirs.columns.entries()) {
    if (values.length === 0) continue;
    assert.equal(theirs.begin, plan.lookback, `${indicator.name} of ${given.join(', ')}`);
    const column = ours[index]?.slice(theirs.begin) ?? new Float64Array();
    const rows = indicator.name.endsWith('INDEX')
      ? column.map((age, row) => theirs.begin + row - age)
      : column;
    assertNear(rows, values, TOLERANCES[indicator.name]);
  }
}

const measured = INDICATOR_REGISTRY.filter(
  (indicator) => talibFunction(indicator, []) !== null && indicator.family !== 'arithmetic',
);

suite('at random parameters', () => {
  for (const indicator of measured.filter(({ family }) => family !== 'pattern')) {
    test(`${indicator.name} is TA-Lib's`, () => {
      const anyParameters = fc
        .tuple(...indicator.parameters.map(anyValue))
        .filter((given) => !PLAIN_AVERAGES.has(indicator.name) || !isAdaptive(indicator, given))
        .map((given) => (indicator.name === 'KAMA' ? [given[0] ?? 2, 2, 30] : given))
        .filter(([least = 0, most = 0]) => indicator.name !== 'MAVP' || least <= most);
      fc.assert(
        fc.property(fc.nat(), anyParameters, (seed, given) => {
          assertTalib(indicator, inputsOf(indicator, walkCandles(seed, 300)), given);
        }),
        { numRuns: someOf(30) },
      );
    });
  }
});

suite('candle patterns', () => {
  const patterns = measured.filter(({ family }) => family === 'pattern');
  test('are the 61 of TA-Lib', () => {
    assert.equal(patterns.length, 61);
  });

  const walk = walkCandles(5, 10_000, 200, 0.5);
  const walked = [walk.open, walk.high, walk.low, walk.close];
  const gappy = gappyCandles(9, 10_000);
  for (const indicator of patterns) {
    test(`${indicator.name} is found in the same candles`, () => {
      const given = indicator.parameters.map(({ initial }) => initial);
      for (const candles of [gappy, walked]) assertTalib(indicator, candles, given);
    });
  }

  const skip = skipWithout('candles');
  test('are found in the same real candles', { skip }, () => {
    for (const file of ['BTCUSDT_60m', 'ETHUSDT_15m', 'SOLUSDT_15m']) {
      const candles = readCandles(file);
      for (const indicator of patterns) {
        assertTalib(
          indicator,
          candles,
          indicator.parameters.map(({ initial }) => initial),
        );
      }
    }
    assert.ok(patterns.length > 0);
  });
});

/** Open, high, low and close. */
function readCandles(file: string): readonly Float64Array[] {
  const [, ...lines] = readReference(`candles/${file}.csv.gz`).trim().split('\n');
  const rows = lines.map((line) => line.split(',').map(Number));
  return [1, 2, 3, 4].map((field) => Float64Array.from(rows, (row) => row[field] ?? Number.NaN));
}
