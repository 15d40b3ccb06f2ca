// Writes the golden values anew: TA-Lib's own where it has the function, else ours as they are now.
// Run with: node test/golden/indicators/write-golden.ts, and read the difference before it is
// retained.

import { writeFileSync } from 'node:fs';
import { present } from '#lib/assert.ts';
import { gappyCandles, inputsOf, planOf } from '#indicators/candles.fixture.ts';
import { computeColumns } from '#indicators/fold.ts';
import type { Indicator } from '#indicators/indicator.ts';
import { INDICATOR_REGISTRY } from '#indicators/registry.ts';
import { talibFunction } from '../../support/talib-functions.ts';
import { callTalib, loadTalib } from '../../support/talib-oracle.ts';
import { GOLDEN_CANDLES, PATTERNS_FILE, VALUES_FILE } from './golden-inputs.ts';

const ROWS_APART = 41;
const EXAMPLES = 2;
const EXAMPLE_ROWS = 17;
const SEARCHED_ROWS = 200_000;

const talib = await loadTalib();

function columnsOf(indicator: Indicator, inputs: readonly Float64Array[]) {
  const parameters = indicator.parameters.map(({ initial }) => initial);
  const called = talibFunction(indicator, parameters);
  const plan = planOf(indicator);
  if (called === null) return { by: 'own', begin: 0, columns: computeColumns(plan, inputs) };
  const kinds = indicator.outputs.map(() => (called.isWhole ? 'whole' : 'real'));
  const options = called.options(parameters);
  return { by: 'TA-Lib', ...callTalib(talib, called.name, inputs, options, kinds) };
}

function valuesOf(indicator: Indicator): object {
  const { by, begin, columns } = columnsOf(indicator, inputsOf(indicator, GOLDEN_CANDLES));
  const { lookback } = planOf(indicator);
  const rows: { [row: string]: readonly number[] } = {};
  const last = GOLDEN_CANDLES.close.length - 1;
  for (let row = lookback; row <= last; row += row === lookback ? 1 : ROWS_APART) {
    const values = columns.map((column) => present(column[row - begin], `a value at ${row}`));
    // TA-Lib counts rows from the first, we from the newest.
    const isIndex = by === 'TA-Lib' && indicator.name.endsWith('INDEX');
    rows[row] = isIndex ? values.map((value) => row - value) : values;
  }
  return { by, rows };
}

function examplesOf(indicator: Indicator): readonly object[] {
  const candles = gappyCandles(2, SEARCHED_ROWS);
  const { begin, columns } = columnsOf(indicator, candles);
  const [values = new Float64Array()] = columns;
  const found = [...values.entries()].filter(
    ([index, value]) => value !== 0 && begin + index >= EXAMPLE_ROWS,
  );
  return found.slice(0, EXAMPLES).map(([index, value]) => {
    const end = begin + index + 1;
    const rows = candles.map((column) => Array.from(column.subarray(end - EXAMPLE_ROWS, end)));
    return { value, candles: present(rows[0], 'opens').map((_, row) => rows.map((c) => c[row])) };
  });
}

function write(file: string, entries: readonly (readonly [string, object])[]): void {
  const lines = entries.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

const measured = INDICATOR_REGISTRY.filter(({ family }) => family !== 'arithmetic');
write(
  VALUES_FILE,
  measured
    .filter(({ family }) => family !== 'pattern')
    .map((indicator) => [indicator.name, valuesOf(indicator)]),
);
write(
  PATTERNS_FILE,
  measured
    .filter(({ family }) => family === 'pattern')
    .map((indicator) => [indicator.name, examplesOf(indicator)]),
);
