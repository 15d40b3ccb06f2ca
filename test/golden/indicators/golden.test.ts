// Indicators against committed values: TA-Lib's where it has the function, and our own, checked
// elsewhere against other libraries, where it has not.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { inputsOf, planOf } from '#indicators/candles.fixture.ts';
import { computeColumns } from '#indicators/fold.ts';
import { findIndicator, INDICATOR_REGISTRY } from '#indicators/registry.ts';
import { assertNear } from '../../support/assert-near.ts';
import { GOLDEN_CANDLES, PATTERNS_FILE, VALUES_FILE } from './golden-inputs.ts';
import type { GoldenPatterns, GoldenValues } from './golden-inputs.ts';

const VALUES = JSON.parse(readFileSync(VALUES_FILE, 'utf8')) as GoldenValues;
const PATTERNS = JSON.parse(readFileSync(PATTERNS_FILE, 'utf8')) as GoldenPatterns;

test('every indicator that is not mere arithmetic has golden values', () => {
  const names = INDICATOR_REGISTRY.filter(({ family }) => family !== 'arithmetic').map(
    ({ name }) => name,
  );
  assert.deepEqual([...Object.keys(VALUES), ...Object.keys(PATTERNS)].toSorted(), names.toSorted());
});

suite('values', () => {
  for (const [name, { by, rows }] of Object.entries(VALUES)) {
    test(`${name} gives the values of ${by === 'own' ? 'before' : by}`, () => {
      const indicator = present(findIndicator(name), `"${name}" is an indicator`);
      const columns = computeColumns(planOf(indicator), inputsOf(indicator, GOLDEN_CANDLES));
      for (const [index, column] of columns.entries()) {
        const at = Object.keys(rows).map(Number);
        const ours = Float64Array.from(at, (row) => column[row] ?? Number.NaN);
        assertNear(
          ours,
          at.map((row) => rows[row]?.[index] ?? Number.NaN),
        );
      }
    });
  }
});

suite('patterns', () => {
  for (const [name, examples] of Object.entries(PATTERNS)) {
    test(`${name} is found where TA-Lib finds it`, () => {
      const plan = planOf(present(findIndicator(name), `"${name}" is an indicator`));
      assert.ok(examples.length > 0);
      for (const { value, candles } of examples) {
        const inputs = [0, 1, 2, 3].map((field) =>
          Float64Array.from(candles, (candle) => candle[field] ?? Number.NaN),
        );
        assert.equal(computeColumns(plan, inputs)[0]?.at(-1), value);
      }
    });
  }
});
