// Indicators that TA-Lib lacks, and many that it has, against the test vectors of Tulip Indicators,
// which are rounded to three or four places. Needs the folder of reference data; skipped where it
// is absent. Tulip starts averages with the first price: there it judges another convention.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { planOf } from '#indicators/candles.fixture.ts';
import { computeColumns } from '#indicators/fold.ts';
import { findIndicator } from '#indicators/registry.ts';
import { REFERENCE_DATA, skipWithout } from '../support/reference-data.ts';

const FOLDER = 'indicators/tulip';
const FILE = 'untest.txt';
const skip = skipWithout(`${FOLDER}/${FILE}`);

/** Tulip's name, ours, and parameters of ours that come before those of the vector. */
const NAMES: readonly (readonly [string, string, readonly number[]])[] = [
  ['dpo', 'DPO', [1]],
  ['vwma', 'VWMA', []],
  ['wilders', 'WiMA', []],
  ['wma', 'WMA', []],
  ['trima', 'TRIMA', []],
  ['sma', 'SMA', []],
  ['linreg', 'LINEARREG', []],
  ['tsf', 'TSF', []],
  ['cci', 'CCI', []],
  ['mfi', 'MFI', []],
  ['ultosc', 'ULTOSC', []],
  ['willr', 'WILLR', []],
  ['aroonosc', 'AROONOSC', []],
  ['ad', 'AD', []],
  ['bop', 'BOP', []],
  ['max', 'MAX', []],
  ['min', 'MIN', []],
  ['md', 'AVGDEV', []],
  ['mom', 'MOM', []],
  ['roc', 'ROCP', []],
  ['rocr', 'ROCR', []],
  ['rsi', 'RSI', []],
  ['stddev', 'STDDEV', []],
  ['var', 'VAR', []],
  // Their exponential averages and true ranges begin with the first row.
  ['ema', 'EMA:tradingview', []],
  ['dema', 'DEMA:tradingview', []],
  ['tema', 'TEMA:tradingview', []],
  ['tr', 'TRANGE:tradingview', []],
  ['atr', 'ATR:tradingview', []],
  ['natr', 'NATR:tradingview', []],
  ['cmo', 'CMO:tradingview', []],
];

/** Half a unit of the third place, and what such rounded inputs make of it. */
const ROUNDING = 2e-3;

suite('Tulip Indicators', { skip }, () => {
  const cases = skip === false ? readCases() : new Map<string, never>();
  for (const [theirs, ours, leading] of NAMES) {
    test(`${ours} is ${theirs}`, () => {
      const { options, columns } = present(cases.get(theirs), `a vector of "${theirs}"`);
      const indicator = present(findIndicator(ours), `"${ours}" is an indicator`);
      const inputs = columns.slice(0, indicator.inputs.length);
      const expected = columns.slice(indicator.inputs.length);
      const outputs = computeColumns(planOf(indicator, [...leading, ...options]), inputs);
      for (const [index, column] of expected.entries()) {
        const values = present(outputs[index], 'as many outputs').slice(-column.length);
        for (const [row, value] of column.entries()) {
          const difference = Math.abs((values[row] ?? Number.NaN) - value);
          assert.ok(difference <= ROUNDING * Math.max(1, Math.abs(value)), `row ${row}`);
        }
      }
    });
  }
});

type Vector = { readonly options: readonly number[]; readonly columns: readonly Float64Array[] };

/** The first vector of each name: a line "name options", then lines of numbers in braces. */
function readCases(): ReadonlyMap<string, Vector> {
  const file = path.join(REFERENCE_DATA, FOLDER, FILE);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const blocks = [...text.matchAll(/^([a-z\d]+)((?: [\d.]+)*)\s*\n((?:\{.*\}\s*\n?)+)/gm)];
  return new Map(
    blocks.toReversed().map(([, name = '', options = '', lines = '']) => [
      name,
      {
        options: options.split(' ').filter(Boolean).map(Number),
        columns: [...lines.matchAll(/\{(.*)\}/g)].map(([, list = '']) =>
          Float64Array.from(list.split(',').map(Number)),
        ),
      },
    ]),
  );
}
