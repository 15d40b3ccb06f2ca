// Content of a report's chart, placed on its bars. Everything that happened within a bar, or at its
// end, stands on that bar.

import type {
  BacktestBar,
  BacktestDrawing,
  BacktestEquityPoint,
  BacktestObject,
  BacktestPlot,
  BacktestPosition,
} from '@tidemill/client';
import type { Bar } from '../chart/bars.ts';
import { barIndexAt } from '../chart/bars.ts';
import type { PlotPoint } from '../chart/plot-point.ts';
import type { ScriptParts } from '../chart/script-parts.ts';
import { BEFORE, onBars, scriptParts, secondsOf } from '../chart/script-parts.ts';

export type Point = PlotPoint;

export type TradeMark = {
  readonly trade: BacktestPosition;
  readonly what: 'entry' | 'exit';
  /** Of the bar on which it stands. */
  readonly time: number;
};

export type ReportContent = ScriptParts & {
  readonly bars: readonly Bar[];
  readonly marks: readonly TradeMark[];
  /** Percent of the starting equity, and what the market gained. */
  readonly gain: readonly Point[];
  readonly hold: readonly Point[];
};

export type ReportParts = {
  readonly bars: readonly BacktestBar[];
  readonly trades: readonly BacktestPosition[];
  readonly plots: readonly BacktestPlot[];
  readonly drawings: readonly BacktestDrawing[];
  readonly objects: readonly BacktestObject[];
  readonly equity: readonly BacktestEquityPoint[];
  readonly startEquity: number;
  /** Whether orders fill at the close of the candle that requested them. */
  readonly fillsAtClose: boolean;
};

/** Content of the chart from the lists of the API. */
export function reportContent(parts: ReportParts): ReportContent {
  const bars = parts.bars.map((of) => ({
    time: secondsOf(of.start_at),
    open: Number(of.open),
    high: Number(of.high),
    low: Number(of.low),
    close: Number(of.close),
    volume: Number(of.volume),
  }));
  const timeAt = (seconds: number): number | null =>
    bars[Math.max(0, barIndexAt(bars, seconds))]?.time ?? null;
  return {
    ...scriptParts(parts, bars),
    bars,
    marks: marksOf(parts, timeAt),
    gain: gainOf(parts, bars),
    hold: holdOf(bars),
  };
}

type TimeAt = (seconds: number) => number | null;

/** A fill at an open has the instant of that open, one within a bar an instant within it. */
function marksOf({ trades, fillsAtClose }: ReportParts, timeAt: TimeAt): readonly TradeMark[] {
  const at = (instant: string | null): number | null =>
    instant === null ? null : timeAt(secondsOf(instant) - (fillsAtClose ? BEFORE : 0));
  const marks = trades.flatMap((trade): TradeMark[] => {
    const [entry, exit] = [at(trade.opened_at), trade.is_closed ? at(trade.closed_at) : null];
    return [
      ...(entry === null ? [] : [{ trade, what: 'entry' as const, time: entry }]),
      ...(exit === null ? [] : [{ trade, what: 'exit' as const, time: exit }]),
    ];
  });
  return marks.sort((left, right) => left.time - right.time);
}

function gainOf({ equity, startEquity }: ReportParts, bars: readonly Bar[]): readonly Point[] {
  if (startEquity <= 0) return [];
  return onBars(
    equity.map((of) => [of.timestamp, (Number(of.equity) / startEquity - 1) * 100]),
    bars,
  );
}

function holdOf(bars: readonly Bar[]): readonly Point[] {
  const open = bars[0]?.open ?? 0;
  if (open <= 0) return [];
  return bars.map(({ time, close }) => ({ time, value: (close / open - 1) * 100 }));
}
