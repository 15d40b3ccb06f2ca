// The table of conventions in the documentation, made of figures over a real series: how far each
// convention lies from our default, from which row both have values, and when they have come
// together; and how far the default lies from TA-Lib's own code.

import { present } from '#lib/assert.ts';
import { planOf } from '#indicators/candles.fixture.ts';
import { computeColumns } from '#indicators/fold.ts';
import type { Indicator } from '#indicators/indicator.ts';
import { findIndicator } from '#indicators/registry.ts';
import { talibFunction } from '../support/talib-functions.ts';
import { callTalib } from '../support/talib-oracle.ts';
import type { loadTalib } from '../support/talib-oracle.ts';
import { readReference } from '../support/reference-data.ts';
import type { Bars } from './convention-formulas.ts';

/** Candles that join, and candles with gaps between them. */
export const SERIES = [
  { file: 'candles/BTCUSDT_60m.csv.gz' },
  { file: 'indicators/skender/quotes/default.csv.gz' },
] as const;
/** Of the range of the default's values: nearer than this counts as equal. */
const EQUAL_SHARE = 1e-4;

type Talib = Awaited<ReturnType<typeof loadTalib>>;

export function realBars(file: string): Bars {
  const [, ...lines] = readReference(file).trim().split('\n');
  const rows = lines.map((line) => line.split(',').map(Number));
  const column = (field: number): readonly number[] => rows.map((row) => row[field] ?? Number.NaN);
  return {
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
    volume: column(5),
  };
}

export function inputsOn({ inputs }: Indicator, bars: Bars): readonly Float64Array[] {
  return inputs.map((name) =>
    Float64Array.from(name in bars ? bars[name as keyof Bars] : bars.close),
  );
}

export function columnsOf(name: string, bars: Bars): readonly Float64Array[] {
  const indicator = present(findIndicator(name), `"${name}" is an indicator`);
  return computeColumns(planOf(indicator), inputsOn(indicator, bars));
}

/** The largest difference over all outputs, and the first row from which on there is none. */
function apart(
  ours: readonly Float64Array[],
  theirs: readonly Float64Array[],
): { readonly largest: number; readonly settled: number | null } {
  let largest = 0;
  let settled = 0;
  for (const [index, column] of ours.entries()) {
    const values = column.filter((value) => Number.isFinite(value));
    const range = values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
    for (const [row, value] of column.entries()) {
      const difference = Math.abs(value - (theirs[index]?.[row] ?? Number.NaN));
      if (!Number.isFinite(difference)) continue;
      largest = Math.max(largest, difference);
      if (difference > range * EQUAL_SHARE) settled = Math.max(settled, row + 1);
    }
  }
  return { largest, settled: settled === ours[0]?.length ? null : settled };
}

const firstRow = (columns: readonly Float64Array[]): number =>
  Math.max(...columns.map((column) => column.findIndex((value) => !Number.isNaN(value))));

function talibDeviation(talib: Talib, usual: Indicator, bars: Bars): string {
  const given = usual.parameters.map(({ initial }) => initial);
  const called = talibFunction(usual, given);
  if (called === null) return 'has none';
  const kinds = usual.outputs.map(() => 'real' as const);
  const inputs = inputsOn(usual, bars);
  const theirs = callTalib(talib, called.name, inputs, called.options(given), kinds);
  const ours = computeColumns(planOf(usual), inputs);
  let largest = 0;
  for (const [index, values] of theirs.columns.entries()) {
    for (const [row, value] of Array.from(values).entries()) {
      const own = ours[index]?.[theirs.begin + row] ?? Number.NaN;
      largest = Math.max(largest, Math.abs(own - value) / Math.max(1, Math.abs(value)));
    }
  }
  return largest < 1e-9 ? 'equal' : figure(largest);
}

/** The largest difference and from where on there is none, on each of the series. */
function figuresOn(base: string, name: string, file: string): readonly string[] {
  const bars = realBars(file);
  const { largest, settled } = apart(columnsOf(base, bars), columnsOf(name, bars));
  if (largest === 0) return ['0', ''];
  return [figure(largest), settled === null ? 'never' : String(settled)];
}

function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function lineOf(talib: Talib, name: string): string {
  const [base = '', convention = ''] = name.split(':');
  const usual = present(findIndicator(base), `"${base}" is an indicator`);
  const other = present(findIndicator(name), `"${name}" is an indicator`);
  const given = usual.parameters.map(({ initial }) => initial).join(', ');
  const bars = realBars(SERIES[0].file);
  const cells = [
    given === '' ? `\`${base}\`` : `\`${base}\` ${given}`,
    `\`${convention}\``,
    other.source,
    `${firstRow(columnsOf(base, bars))} / ${firstRow(columnsOf(name, bars))}`,
    ...SERIES.flatMap(({ file }) => figuresOn(base, name, file)),
    talibDeviation(talib, usual, bars),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The rows of the table, one for each convention. */
export function conventionRows(talib: Talib, names: readonly string[]): readonly string[] {
  return names.toSorted().map((name) => lineOf(talib, name));
}
