// Indicators under the conventions of other programs, against the formulas that these publish; and
// the table of the documentation, against the figures that it states. The figures need the folder
// of reference data; they are skipped where it is absent.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { walkCandles } from '#indicators/candles.fixture.ts';
import { planOf } from '#indicators/candles.fixture.ts';
import { computeColumns } from '#indicators/fold.ts';
import { CONVENTION_INDICATORS } from '#indicators/catalogue/convention-indicators.ts';
import { assertNear } from '../support/assert-near.ts';
import { skipWithout } from '../support/reference-data.ts';
import { loadTalib } from '../support/talib-oracle.ts';
import type { Bars } from './convention-formulas.ts';
import { FORMULAS } from './convention-formulas.ts';
import { conventionRows, inputsOn, realBars, SERIES } from './convention-table.ts';

const PAGE = fileURLToPath(new URL('../../docs/indicator-conventions.md', import.meta.url));
const NAMES = CONVENTION_INDICATORS.map(({ name }) => name);
const skip = SERIES.map(({ file }) => skipWithout(file)).find((each) => each !== false) ?? false;
/** Rows of averages of averages, whose sums are taken in another order. */
const TOLERANCE = 1e-8;

function walkedBars(seed: number, step: number): Bars {
  const { open, high, low, close, volume } = walkCandles(seed, 400, 100, step);
  return {
    open: [...open],
    high: [...high],
    low: [...low],
    close: [...close],
    volume: [...volume],
  };
}

/** From the first row on in which all outputs have a value; before it ours have none. */
function assertFormula(indicator: (typeof CONVENTION_INDICATORS)[number], bars: Bars): void {
  const plan = planOf(indicator);
  const parameters = indicator.parameters.map(({ initial }) => initial);
  const ours = computeColumns(plan, inputsOn(indicator, bars));
  const theirs = FORMULAS[indicator.name]?.(bars, parameters) ?? [];
  assert.equal(theirs.length, ours.length);
  const first = Math.max(...theirs.map((row) => row.findIndex((value) => !Number.isNaN(value))));
  // Where nothing has moved yet, a quotient has no value.
  assert.ok(plan.lookback === first || (first < 5 && plan.lookback < first), 'the first value');
  for (const [index, column] of ours.entries()) {
    assert.ok(column.subarray(0, first).every(Number.isNaN));
    assertNear(column.subarray(first), (theirs[index] ?? []).slice(first), TOLERANCE);
  }
}

suite('a convention', () => {
  test('has a published formula here, each of them', () => {
    assert.deepEqual(Object.keys(FORMULAS).toSorted(), NAMES.toSorted());
  });

  for (const indicator of CONVENTION_INDICATORS) {
    test(`${indicator.name} is what the formula gives`, () => {
      for (const seed of [1, 2, 3]) assertFormula(indicator, walkedBars(seed, 0.01));
    });
    test(`${indicator.name} is what the formula gives for real candles`, { skip }, () => {
      for (const { file } of SERIES) assertFormula(indicator, realBars(file));
    });
  }
});

test('the table of conventions states what the indicators give', { skip }, async () => {
  const rows = conventionRows(await loadTalib(), NAMES);
  const page = readFileSync(PAGE, 'utf8');
  const stated = page
    .split('\n')
    .filter((line) => /^\| `\w+`[^|]*\| `(?:tradingview|lean)`/.test(line));
  assert.deepEqual(stated, rows);
});
