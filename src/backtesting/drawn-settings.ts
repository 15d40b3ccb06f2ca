// Chart settings of a script, and what it drew there of prices and volume: titles and heights, axes
// and labels on them, candles of a market, volume, and pivots.

import type { BacktestDrawing } from '#backtesting/backtest.ts';
import { colorOf, NOTHING, numberOf, textOf } from '#backtesting/drawn-values.ts';
import type { Value } from '#backtesting/drawn-values.ts';
import type { ChartCall } from '#engine/run-api/chart-api.ts';

const LEFT_AXIS = 7;
const PERCENTAGE_AXIS = 12;

/** By the numbers of their constants; of others candles are drawn. */
const STYLES: { readonly [style: string]: NonNullable<BacktestDrawing['style']> } = {
  2: 'line',
  5: 'heikin_ashi',
  6: 'bars',
  8: 'line',
  10: 'area',
  11: 'bars',
};

/** Null for what is none of these. */
export function drawnSetting({ command, values }: ChartCall): BacktestDrawing | null {
  const [chart, first, second, third, fourth, fifth] = values;
  const at = { ...NOTHING, chart: numberOf(chart) ?? 0, name: '', color: null };
  switch (command) {
    case 'ChartAddAxisLabel': {
      const look = { color: colorOf(fourth), secondColor: colorOf(fifth), side: sideOf(first) };
      const value = numberOf(third);
      return value === null
        ? null
        : { ...at, ...look, kind: 'axis_label', name: textOf(second), value };
    }
    case 'ChartSetAxisOptions': {
      const range = { value: numberOf(second), end: numberOf(third) };
      const scale = fifth === PERCENTAGE_AXIS ? ('percentage' as const) : ('linear' as const);
      return {
        ...at,
        ...range,
        kind: 'axis',
        side: sideOf(first),
        isShown: fourth !== false,
        scale,
      };
    }
    case 'ChartSetOptions':
      return {
        ...at,
        kind: 'chart',
        name: textOf(first),
        size: positiveOf(second),
        style: styleOf(third),
      };
    case 'PlotPivot':
      return { ...at, chart: 0, kind: 'pivot', value: numberOf(chart), end: numberOf(first) };
    case 'PlotPrice': {
      const look = { color: colorOf(fourth), secondColor: colorOf(values[6]) };
      const minutes = positiveOf(second);
      const of = { name: textOf(first), style: styleOf(third), size: minutes };
      const fills = {
        ...(values[5] === false ? { isRiseFilled: false as const } : {}),
        ...(values[7] === false ? { isFallFilled: false as const } : {}),
        ...(values[9] === false ? { isMarkFilled: false as const } : {}),
      };
      const markColor = colorOf(values[8]);
      const mark = markColor === null ? {} : { markColor };
      return { ...at, ...of, ...look, ...mark, ...fills, kind: 'prices' };
    }
    case 'PlotVolume': {
      const look = { color: colorOf(first), secondColor: colorOf(second), side: sideOf(fifth) };
      const fills = {
        ...(third === false ? { isRiseFilled: false as const } : {}),
        ...(fourth === false ? { isFallFilled: false as const } : {}),
      };
      return { ...at, ...look, ...fills, kind: 'volume' };
    }
    default:
      return null;
  }
}

const sideOf = (value: Value): 'left' | 'right' => (value === LEFT_AXIS ? 'left' : 'right');

const styleOf = (value: Value): NonNullable<BacktestDrawing['style']> =>
  STYLES[String(value)] ?? 'candles';

function positiveOf(value: Value): number | null {
  const number = numberOf(value);
  return number === null || number <= 0 ? null : number;
}
