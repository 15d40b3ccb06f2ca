// What a script drew, placed on the bars of a chart. Everything that was drawn within a bar, or at
// its end, stands on that bar.

import type { BacktestDrawing, BacktestPlot } from '@tidemill/client';
import type { Bar } from './bars.ts';
import { barIndexAt } from './bars.ts';
import type { DrawnPlot, PlotPoint } from './drawn-plots.ts';

export type DrawnShape = BacktestDrawing & { readonly time: number };

/** A vertical line; with an end, a vertical zone. */
export type DrawnInstant = DrawnShape & { readonly endTime: number | null };

export type ScriptParts = {
  readonly plots: readonly DrawnPlot[];
  readonly shapes: readonly DrawnShape[];
  readonly levels: readonly BacktestDrawing[];
  readonly bands: readonly BacktestDrawing[];
  readonly instants: readonly DrawnInstant[];
  readonly signals: readonly DrawnShape[];
  /** Times of bars that the script marked. */
  readonly markedBars: ReadonlySet<number>;
};

export const NO_PARTS: ScriptParts = {
  plots: [],
  shapes: [],
  levels: [],
  bands: [],
  instants: [],
  signals: [],
  markedBars: new Set(),
};

export const secondsOf = (instant: string): number => Date.parse(instant) / 1_000;
/** So that the end of a bar is of it, and not of the next one. */
export const BEFORE = 0.001;

export function scriptParts(
  plots: readonly BacktestPlot[],
  drawings: readonly BacktestDrawing[],
  bars: readonly Bar[],
): ScriptParts {
  const atBars = (wanted: BacktestDrawing['kind']): readonly DrawnShape[] =>
    drawings.flatMap((of) => {
      if (of.kind !== wanted || of.timestamp === null) return [];
      const time = bars[barIndexAt(bars, secondsOf(of.timestamp) - BEFORE)]?.time;
      return time === undefined ? [] : [{ ...of, time }];
    });
  return {
    plots: plots.map((plot) => ({
      ...plot,
      base: plot.base === null ? null : Number(plot.base),
      points: onBars(
        plot.points.map(({ timestamp, value }) => [timestamp, Number(value)]),
        bars,
      ),
    })),
    shapes: atBars('shape'),
    levels: drawings.filter(({ kind }) => kind === 'level' || kind === 'zone'),
    bands: drawings.filter(({ kind }) => kind === 'band'),
    instants: instantsOf(drawings, bars),
    signals: atBars('signal'),
    markedBars: new Set(atBars('marked_candle').map(({ time }) => time)),
  };
}

/** The last value in each bar; what is before the first counts to it. */
export function onBars(
  points: readonly (readonly [instant: string, value: number])[],
  bars: readonly Bar[],
): readonly PlotPoint[] {
  const byTime = new Map<number, number>();
  for (const [instant, value] of points) {
    const time = bars[Math.max(0, barIndexAt(bars, secondsOf(instant) - BEFORE))]?.time;
    if (time !== undefined) byTime.set(time, value);
  }
  return [...byTime].map(([time, value]) => ({ time, value }));
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
