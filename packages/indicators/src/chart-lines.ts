// Indicators as lines on a chart of candles: those that candles alone suffice for, the choice as a
// text such as "SMA:20,BBANDS:20:2:2", and whether a line runs where the prices do.

import { computeColumns } from '#indicators/fold.ts';
import type { Indicator, InputName, Parameter } from '#indicators/indicator.ts';
import { planIndicator } from '#indicators/indicator.ts';
import { findIndicator, INDICATOR_REGISTRY } from '#indicators/registry.ts';

type PriceColumn = 'open' | 'high' | 'low' | 'close' | 'volume';

/** Oldest first. */
export type ChartBars = readonly { readonly [column in PriceColumn]: number }[];

/** Parameters in the order of the indicator's facts. */
export type ChosenIndicator = { readonly indicator: Indicator; readonly given: readonly number[] };

/** One value for each bar; NaN where there is none. */
export type ChartLine = {
  readonly name: string;
  /** Of the indicator among those that are chosen. */
  readonly index: number;
  readonly isOnPrices: boolean;
  readonly values: Float64Array;
};

/** More lines cannot be distinguished. */
export const CHART_INDICATORS_MAX = 6;

const COLUMN_OF: { readonly [input in InputName]: PriceColumn | null } = {
  open: 'open',
  high: 'high',
  low: 'low',
  close: 'close',
  volume: 'volume',
  // Scripts choose it; of a chart it is that of the closes.
  series: 'close',
  series2: null,
  periods: null,
};

/** Those that are computed of candles alone; patterns and arithmetic are for scripts. */
export const CHART_INDICATORS: readonly Indicator[] = INDICATOR_REGISTRY.filter(
  ({ family, inputs, name }) =>
    family !== 'arithmetic' &&
    family !== 'pattern' &&
    !name.includes(':') &&
    inputs.every((input) => COLUMN_OF[input] !== null),
);

/** Initial values stand where none is given; what is unknown or out of range is left out. */
export function readChosenIndicators(text: string): readonly ChosenIndicator[] {
  return text
    .split(',')
    .flatMap((one) => {
      const [name = '', ...values] = one.split(':');
      const indicator = findIndicator(name);
      if (indicator === undefined || !CHART_INDICATORS.includes(indicator)) return [];
      const given = indicator.parameters.map(({ initial }, at) =>
        values[at] === undefined ? initial : Number(values[at]),
      );
      return planIndicator(indicator, given).ok ? [{ indicator, given }] : [];
    })
    .slice(0, CHART_INDICATORS_MAX);
}

/** Text of a choice, which reads back to it. */
export function chosenIndicatorsText(chosen: readonly ChosenIndicator[]): string {
  return chosen.map(({ indicator, given }) => [indicator.name, ...given].join(':')).join(',');
}

/** Whether a value is one that the indicator takes. */
export function isParameter({ kind, least, most }: Parameter, value: number): boolean {
  return value >= least && value <= most && (kind === 'number' || Number.isInteger(value));
}

/**
 * Lines of the chosen indicators, in the order of the choice; NaN before an indicator has values.
 */
export function chartLines(
  bars: ChartBars,
  chosen: readonly ChosenIndicator[],
): readonly ChartLine[] {
  return chosen.flatMap((one, index) => linesOf(bars, one, index));
}

/** Of an indicator that has a line on the prices, what does not run there is left out. */
function linesOf(
  bars: ChartBars,
  { indicator, given }: ChosenIndicator,
  index: number,
): readonly ChartLine[] {
  const plan = planIndicator(indicator, given);
  if (!plan.ok) return [];
  const inputs = indicator.inputs.map((input) => {
    const column = COLUMN_OF[input] ?? 'close';
    return Float64Array.from(bars, (bar) => bar[column]);
  });
  const close = bars.at(-1)?.close ?? Number.NaN;
  const lines = computeColumns(plan.value, inputs).map((values, at) => ({
    output: indicator.outputs[at] ?? '',
    index,
    values,
    isOnPrices: isOnPrices(indicator, values.at(-1) ?? Number.NaN, close),
  }));
  const onPrices = lines.filter((line) => line.isOnPrices);
  const drawn = onPrices.length === 0 ? lines : onPrices;
  const name = [indicator.name, ...given].join(' ');
  return drawn.map(({ output, ...line }) => ({
    ...line,
    name: drawn.length === 1 ? name : `${name} ${output}`,
  }));
}

/** A direction or a range is measured in prices too, and would press the candles flat. */
function isOnPrices({ unit }: Indicator, value: number, close: number): boolean {
  if (unit !== 'price' && unit !== 'series') return false;
  return value > close / 2 && value < close * 2;
}
