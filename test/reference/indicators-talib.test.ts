// Every function of TA-Lib's core against the values of its own code on 1,500 real candles. Needs
// the folder of reference data; skipped where it is absent.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { computeColumns } from '#indicators/fold.ts';
import { planIndicator } from '#indicators/indicator.ts';
import { findIndicator } from '#indicators/registry.ts';
import { assertNear } from '../support/assert-near.ts';
import { readReference, skipWithout } from '../support/reference-data.ts';
import { TALIB_NAMES } from './talib-names.ts';

const FOLDER = 'indicators/talib';
const skip = skipWithout(FOLDER);

type ExpectedOutputs = {
  readonly params: { readonly [name: string]: number };
  readonly out_begin_index: number;
  readonly outputs: { readonly [name: string]: readonly (number | null)[] };
};

/** TA-Lib's running sums cancel where these take a difference of squares. */
const TOLERANCES: { readonly [name: string]: number } = {
  BBANDS: 2e-6,
  STDDEV: 2e-6,
  VAR: 2e-6,
  CORREL: 2e-9,
};

const expected = skip === false ? readJson<ExpectedOutputs>('talib_core_outputs') : {};
const candles = skip === false ? readJson<readonly number[]>('input_btcusdt_5m_first1500') : {};

suite('TA-Lib', { skip }, () => {
  test('has a hundred functions here', () => {
    assert.equal(Object.keys(expected).length, 100);
  });

  for (const [name, { params, outputs, out_begin_index: begin }] of Object.entries(expected)) {
    test(`${name} of default parameters`, () => {
      const ours = TALIB_NAMES[name] ?? { name };
      const indicator = present(findIndicator(ours.name), `"${ours.name}" is an indicator`);
      const plan = planIndicator(indicator, ours.parameters ?? Object.values(params));
      assert.ok(plan.ok);
      assert.equal(plan.value.lookback, begin);
      const inputs = indicator.inputs.map((input) => Float64Array.from(columnOf(input)));
      const columns = computeColumns(plan.value, inputs);
      for (const [index, values] of Object.values(outputs).entries()) {
        const column = present(columns[index], 'as many outputs as TA-Lib').slice(begin);
        const rows = name.endsWith('INDEX') ? column.map((age, row) => begin + row - age) : column;
        assertNear(rows, values, TOLERANCES[name]);
      }
    });
  }
});

/** The two-series functions were run on close and open. */
function columnOf(input: string): readonly number[] {
  const names: { readonly [input: string]: string } = {
    series: 'close',
    series2: 'open',
    periods: 'inPeriods',
  };
  return candles[names[input] ?? input] ?? [];
}

function readJson<T>(name: string): { readonly [name: string]: T } {
  return JSON.parse(readReference(`${FOLDER}/${name}.json.gz`)) as { readonly [name: string]: T };
}
