// Indicators that TA-Lib lacks, and some that it has, against the results of Skender's
// Stock.Indicators on 502 daily bars. Needs the folder of reference data; skipped where it is
// absent.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { planOf } from '#indicators/candles.fixture.ts';
import { computeColumns } from '#indicators/fold.ts';
import { findIndicator } from '#indicators/registry.ts';
import { assertNear } from '../support/assert-near.ts';
import { readReference, skipWithout } from '../support/reference-data.ts';

const FOLDER = 'indicators/skender';
const skip = skipWithout(FOLDER);

type Row = { readonly [field: string]: number | null };

type Case = {
  readonly name: string;
  readonly parameters: readonly number[];
  readonly file: string;
  readonly fields: readonly string[];
  /** Rows by which theirs come later than ours. */
  readonly later?: number;
  /** Rows after the start in which another way to start still shows. */
  readonly settling?: number;
};

const CASES: readonly Case[] = [
  {
    name: 'KELTNER',
    parameters: [20, 10, 2],
    file: 'keltner',
    fields: ['upperBand', 'centerline', 'lowerBand'],
  },
  { name: 'SUPERTREND', parameters: [10, 3], file: 'supertrend', fields: ['superTrend'] },
  { name: 'TSI', parameters: [25, 13], file: 'tsi', fields: ['tsi'] },
  { name: 'CRSI', parameters: [3, 2, 100], file: 'crsi', fields: ['connorsRsi'] },
  { name: 'HMA', parameters: [14], file: 'hma', fields: ['hma'] },
  // Their channel leaves the newest bar out.
  {
    name: 'DONCHIAN',
    parameters: [20],
    file: 'donchian',
    fields: ['upperBand', 'centerline', 'lowerBand'],
    later: 1,
  },
  { name: 'CHOP', parameters: [14], file: 'chop', fields: ['chop'] },
  {
    name: 'ChandelierExitLong',
    parameters: [22, 3],
    file: 'chexit',
    fields: ['chandelierExit'],
  },
  { name: 'WiMA', parameters: [20], file: 'smma', fields: ['smma'] },
  {
    name: 'HEIKINASHI',
    parameters: [],
    file: 'heikinashi',
    fields: ['open', 'high', 'low', 'close'],
  },
  { name: 'VWMA', parameters: [14], file: 'vwma', fields: ['vwma'] },
  { name: 'CMF', parameters: [20], file: 'cmf', fields: ['cmf'] },
  { name: 'VWAP', parameters: [], file: 'vwap', fields: ['vwap'] },
  { name: 'FORCE', parameters: [2], file: 'force', fields: ['forceIndex'] },
  { name: 'RSI', parameters: [14], file: 'rsi', fields: ['rsi'] },
  { name: 'ATR', parameters: [14], file: 'atr', fields: ['atr'] },
  { name: 'CCI', parameters: [20], file: 'cci', fields: ['cci'] },
  { name: 'MFI', parameters: [14], file: 'mfi', fields: ['mfi'] },
  { name: 'KAMA', parameters: [10, 2, 30], file: 'kama', fields: ['kama'], settling: 1 },
  { name: 'ULTOSC', parameters: [7, 14, 28], file: 'uo', fields: ['ultimate'] },
  { name: 'WILLR', parameters: [14], file: 'willr', fields: ['williamsR'] },
  {
    name: 'BBANDS',
    parameters: [20, 2, 2, 0],
    file: 'bb',
    fields: ['upperBand', 'sma', 'lowerBand'],
  },
  // Their fast average starts before the slow one, and their stop in another direction.
  {
    name: 'MACD',
    parameters: [12, 26, 9],
    file: 'macd',
    fields: ['macd', 'signal', 'histogram'],
    settling: 300,
  },
  { name: 'SAR', parameters: [0.02, 0.2], file: 'psar', fields: ['sar'], settling: 250 },
];

suite("Skender's Stock.Indicators", { skip }, () => {
  const quotes = skip === false ? readQuotes() : {};
  for (const { name, parameters, file, fields, later = 0, settling = 0 } of CASES) {
    test(`${name} of ${parameters.join(', ')}`, () => {
      const indicator = present(findIndicator(name), `"${name}" is an indicator`);
      const plan = planOf(indicator, parameters);
      const inputs = indicator.inputs.map((input) => present(quotes[input], input));
      const columns = computeColumns(plan, inputs);
      const results = readResults(file);
      const begin = plan.lookback + later;
      assert.ok(results[begin + settling]?.[fields[0] ?? ''] !== null);
      for (const [index, field] of fields.entries()) {
        const theirs = results.slice(begin + settling).map((row) => row[field] ?? null);
        const ours = present(columns[index], field).slice(plan.lookback + settling);
        assertNear(ours.slice(0, theirs.length), theirs);
      }
    });
  }
});

function readQuotes(): { readonly [input: string]: Float64Array } {
  const [, ...lines] = readReference(`${FOLDER}/quotes/default.csv.gz`).trim().split('\n');
  const rows = lines.map((line) => line.split(',').map(Number));
  const names = ['date', 'open', 'high', 'low', 'close', 'volume'];
  const columns = names.map((name, field) => [
    name,
    Float64Array.from(rows, (row) => row[field] ?? Number.NaN),
  ]);
  const quotes = Object.fromEntries(columns) as { readonly [input: string]: Float64Array };
  return { ...quotes, series: present(quotes['close'], 'close') };
}

function readResults(file: string): readonly Row[] {
  const text = readReference(`${FOLDER}/results/${file}.standard.json.gz`);
  return JSON.parse(text) as readonly Row[];
}
