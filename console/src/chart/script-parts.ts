// Drawings of a script, placed on the bars of a chart. Everything that was drawn within a bar, or
// at its end, stands on that bar.

import type { BacktestDrawing, BacktestObject, BacktestPlot } from '@tidemill/client';
import type { Bar } from './bars.ts';
import { barIndexAt } from './bars.ts';
import { pivotsOf } from './pivots.ts';
import type { PlacedObject } from './placed-objects.ts';
import { placedObjects } from './placed-objects.ts';
import type { DrawnPlot } from './drawn-plots.ts';
import type { PlotPoint } from './plot-point.ts';
import { CHART } from '../words/chart.ts';

export type DrawnShape = BacktestDrawing & { readonly time: number };

/** A vertical line; with an end, a vertical zone. */
export type DrawnInstant = DrawnShape & { readonly endTime: number | null };

/** Without bars: those of the chart itself. */
export type DrawnPrices = Omit<BacktestDrawing, 'bars'> & { readonly bars: readonly Bar[] };

export type ScriptParts = {
  readonly plots: readonly DrawnPlot[];
  readonly shapes: readonly DrawnShape[];
  readonly levels: readonly BacktestDrawing[];
  readonly bands: readonly BacktestDrawing[];
  readonly instants: readonly DrawnInstant[];
  readonly signals: readonly DrawnShape[];
  readonly prices: readonly DrawnPrices[];
  readonly volumes: readonly BacktestDrawing[];
  /** What it set of its charts. */
  readonly axes: readonly BacktestDrawing[];
  readonly labels: readonly BacktestDrawing[];
  readonly charts: readonly BacktestDrawing[];
  readonly objects: readonly PlacedObject[];
  /** Times of bars that the script marked, by chart. */
  readonly markedBars: ReadonlyMap<number, ReadonlySet<number>>;
};

export const NO_PARTS: ScriptParts = {
  plots: [],
  shapes: [],
  levels: [],
  bands: [],
  instants: [],
  signals: [],
  prices: [],
  volumes: [],
  axes: [],
  labels: [],
  charts: [],
  objects: [],
  markedBars: new Map(),
};

export const secondsOf = (instant: string): number => Date.parse(instant) / 1_000;
/** So that the end of a bar is of it, and not of the next one. */
export const BEFORE = 0.001;

export type WhatIsDrawn = {
  readonly plots: readonly BacktestPlot[];
  readonly drawings: readonly BacktestDrawing[];
  readonly objects: readonly BacktestObject[];
};

/**
 * Drawings of a script by kind, each on the bar that it belongs to; those before the first bar are
 * left out.
 */
export function scriptParts(
  { plots, drawings, objects }: WhatIsDrawn,
  bars: readonly Bar[],
): ScriptParts {
  const atBars = (wanted: BacktestDrawing['kind']): readonly DrawnShape[] =>
    drawings.flatMap((of) => {
      if (of.kind !== wanted || of.timestamp === null) return [];
      const time = bars[barIndexAt(bars, secondsOf(of.timestamp) - BEFORE)]?.time;
      return time === undefined ? [] : [{ ...of, time }];
    });
  const ofKind = (wanted: BacktestDrawing['kind']) =>
    drawings.filter(({ kind }) => kind === wanted);
  return {
    plots: plots.map((plot) => ({
      ...plot,
      base: plot.base === null ? null : Number(plot.base),
      points: onBars(
        plot.points.map(({ timestamp, value }) => [timestamp, Number(value)]),
        bars,
        plot.offset,
      ),
    })),
    shapes: [...atBars('shape'), ...pivotShapes(drawings, bars)],
    levels: drawings.filter(({ kind }) => kind === 'level' || kind === 'zone'),
    bands: drawings.filter(({ kind }) => kind === 'band'),
    instants: instantsOf(drawings, bars),
    signals: atBars('signal'),
    prices: ofKind('prices').map((of) => ({ ...of, bars: placedBars(of.bars, bars) })),
    volumes: ofKind('volume'),
    axes: ofKind('axis'),
    labels: ofKind('axis_label'),
    charts: ofKind('chart'),
    objects: placedObjects(objects, bars),
    markedBars: markedOf(atBars('marked_candle')),
  };
}

function markedOf(marks: readonly DrawnShape[]): ReadonlyMap<number, ReadonlySet<number>> {
  const byChart = new Map<number, Set<number>>();
  for (const { chart, time } of marks) {
    const times = byChart.get(chart) ?? new Set();
    byChart.set(chart, times.add(time));
  }
  return byChart;
}

/**
 * The last value in each bar; what is before the first counts to it. `offset`: bars by which all of
 * them are moved, also behind the last bar.
 */
export function onBars(
  points: readonly (readonly [instant: string, value: number])[],
  bars: readonly Bar[],
  offset = 0,
): readonly PlotPoint[] {
  const byTime = new Map<number, number>();
  for (const [instant, value] of points) {
    const index = Math.max(0, barIndexAt(bars, secondsOf(instant) - BEFORE));
    const time = timeOfBar(bars, index + offset);
    if (time !== undefined) byTime.set(time, value);
  }
  return [...byTime].map(([time, value]) => ({ time, value }));
}

/** Behind the last one time goes on in steps of a bar. */
function timeOfBar(bars: readonly Bar[], index: number): number | undefined {
  const last = bars.at(-1)?.time;
  if (index < bars.length || last === undefined) return bars[index]?.time;
  const step = last - (bars.at(-2)?.time ?? last - 60);
  return last + step * (index - bars.length + 1);
}

/** Candles that stand out, as shapes; their text is seen at the pointer. */
function pivotShapes(
  drawings: readonly BacktestDrawing[],
  bars: readonly Bar[],
): readonly DrawnShape[] {
  return drawings.flatMap((of) => {
    if (of.kind !== 'pivot') return [];
    const strength = (text: string | null): number => Math.max(1, Math.round(Number(text ?? 1)));
    return pivotsOf(bars, strength(of.value), strength(of.end)).map(({ bar, isHigh }) => ({
      ...of,
      time: bar.time,
      name: CHART.pivot(isHigh ? CHART.high(bar.high) : CHART.low(bar.low)),
      shape: isHigh ? ('triangle_down' as const) : ('triangle_up' as const),
      is_above: isHigh,
    }));
  });
}

/** Of another market, at the times of the chart's bars. */
function placedBars(own: BacktestDrawing['bars'], bars: readonly Bar[]): readonly Bar[] {
  const byTime = new Map<number, Bar>();
  for (const { start_at: startAt, ...of } of own) {
    const time = bars[barIndexAt(bars, secondsOf(startAt))]?.time;
    if (time === undefined) continue;
    const { open, high, low, close, volume } = of;
    byTime.set(time, {
      time,
      open: Number(open),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      volume: Number(volume),
    });
  }
  return [...byTime.values()];
}

/** On the bars that they are in; what is outside the window is left out, a zone is cut. */
function instantsOf(
  drawings: readonly BacktestDrawing[],
  bars: readonly Bar[],
): readonly DrawnInstant[] {
  const [first, last] = [bars[0]?.time, bars.at(-1)?.time];
  if (first === undefined || last === undefined) return [];
  const endOfBars = last + ((bars[1]?.time ?? first + 60) - first);
  const barAt = (seconds: number): number =>
    bars[Math.max(0, barIndexAt(bars, seconds))]?.time ?? first;
  return drawings.flatMap((of) => {
    if (of.kind !== 'vertical_line' && of.kind !== 'vertical_zone') return [];
    if (of.timestamp === null) return [];
    const at = secondsOf(of.timestamp);
    const other = of.end_at === null ? at : secondsOf(of.end_at);
    const [from, to] = [Math.min(at, other), Math.max(at, other)];
    if (to < first || from >= endOfBars) return [];
    return [{ ...of, time: barAt(from), endTime: of.end_at === null ? null : barAt(to) }];
  });
}
