// Invariants of every indicator.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { inputsOf, planOf, walkCandles } from '#indicators/candles.fixture.ts';
import { advanceFold, computeColumns, startFold } from '#indicators/fold.ts';
import type { Fold } from '#indicators/fold.ts';
import type { Columns } from '#indicators/kernel.ts';
import { INDICATOR_REGISTRY } from '#indicators/registry.ts';

const ROWS_MAX = 400;

const anyWalk = fc
  .record({ seed: fc.integer(), rows: fc.integer({ min: 0, max: ROWS_MAX }) })
  .map(({ seed, rows }) => walkCandles(seed, rows));
const anyIndicator = fc.constantFrom(...INDICATOR_REGISTRY);

/** Each indicator comes up several times. */
const RUNS = { numRuns: propertyRuns(4) * INDICATOR_REGISTRY.length };

function emptyLike(fold: Fold, rows: number): readonly Float64Array[] {
  return fold.plan.outputs.map(() => new Float64Array(rows));
}

/**
 * Compares value by value, zeros with their sign, and not byte by byte: a NaN has many bit
 * patterns, and which one arithmetic leaves depends on how the loop was compiled.
 */
function assertSameValues(actual: Columnar, expected: Columnar, name = ''): void {
  assert.deepEqual(valuesOf(actual), valuesOf(expected), name);
}

type Columnar = Float64Array | readonly (Float64Array | number | undefined)[];

function valuesOf(columns: Columnar): readonly unknown[] {
  return Array.from(columns, (item) => (item instanceof Float64Array ? Array.from(item) : item));
}

function rowsOf(inputs: Columns): number {
  return inputs[0]?.length ?? 0;
}

test('stepping through rows gives the bits of the vectorised pass', () => {
  fc.assert(
    fc.property(anyIndicator, anyWalk, (indicator, candles) => {
      const inputs = inputsOf(indicator, candles);
      const plan = planOf(indicator);
      const fold = startFold(plan);
      const stepped = emptyLike(fold, rowsOf(inputs));
      for (let row = 0; row < rowsOf(inputs); row += 1) {
        advanceFold(fold, inputs, stepped, row, row + 1);
      }
      assertSameValues(stepped, computeColumns(plan, inputs), indicator.name);
    }),
    RUNS,
  );
});

test('no value depends on a later row', () => {
  fc.assert(
    fc.property(anyIndicator, anyWalk, fc.nat(ROWS_MAX), (indicator, candles, cut) => {
      const inputs = inputsOf(indicator, candles);
      const until = Math.min(cut, rowsOf(inputs));
      const plan = planOf(indicator);
      const whole = computeColumns(plan, inputs);
      const start = computeColumns(
        plan,
        inputs.map((column) => column.slice(0, until)),
      );
      assertSameValues(
        whole.map((column) => column.slice(0, until)),
        start,
        indicator.name,
      );
    }),
    RUNS,
  );
});

test('rows that are no numbers are passed over, as if they were not there', () => {
  fc.assert(
    fc.property(
      anyIndicator,
      anyWalk,
      fc.array(fc.nat(ROWS_MAX)),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY),
      (indicator, candles, holes, hole) => {
        const inputs = inputsOf(indicator, candles);
        const broken = new Set(holes.filter((row) => row < rowsOf(inputs)));
        const withHoles = inputs.map((column) =>
          column.map((value, row) => (broken.has(row) ? hole : value)),
        );
        const plan = planOf(indicator);
        const outputs = computeColumns(plan, withHoles);
        const isWhole = (_value: number, row: number): boolean => !broken.has(row);
        const expected = computeColumns(
          plan,
          inputs.map((column) => column.filter(isWhole)),
        );
        assertSameValues(
          outputs.map((column) => column.filter(isWhole)),
          expected,
          indicator.name,
        );
        for (const row of broken) {
          for (const column of outputs) assert.ok(Number.isNaN(column[row]), indicator.name);
        }
      },
    ),
    RUNS,
  );
});
