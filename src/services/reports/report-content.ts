// What the page's charts show, as the data that is written into it.

import { ZERO } from '#lib/decimal.ts';
import { marketGrid } from '#domain/market/market-grid.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import type { ChartBar } from '#backtesting/chart-bars.ts';
import { shortDecimal, shownDecimals, signedDecimal } from '#services/reports/shown-decimals.ts';
import { barMinutesFor, chartBarsOf } from '#backtesting/chart-bars.ts';

/** Times are seconds; the arrays keep the page small. */
export type ChartContent = {
  readonly bars: readonly ChartBar[];
  readonly barSeconds: number;
  readonly priceDecimals: number;
  /** What the script drew; those of chart 0 stand on the price. */
  readonly plots: readonly ChartPlot[];
  readonly equity: ChartPoints;
  /** Percent of the starting equity that was gained, and what the market gained. */
  readonly gain: ChartPoints;
  readonly hold: ChartPoints;
  /** Percent below the highest value so far, zero or less. */
  readonly drawdown: ChartPoints;
  readonly marks: readonly ChartMark[];
  /** What the script drew on the price at candles. */
  readonly shapes: readonly ChartShape[];
  /** Levels that it drew, and the two ends of its zones. */
  readonly levels: readonly ChartLevel[];
};

export type ChartShape = {
  readonly time: number;
  /** The number of its constant in scripts. */
  readonly shape: string | null;
  readonly color: string | null;
  readonly isAbove: boolean;
  readonly text: string;
};

export type ChartLevel = {
  readonly chart: number;
  readonly name: string;
  readonly color: string | null;
  readonly value: number;
};

type ChartPoints = readonly (readonly [time: number, value: number])[];

export type ChartPlot = {
  readonly chart: number;
  readonly name: string;
  /** Null: any. */
  readonly color: string | null;
  readonly points: ChartPoints;
};

export type ChartMark = {
  /** Of the bar on which it stands. */
  readonly time: number;
  readonly kind: 'long' | 'short' | 'win' | 'loss';
  /** Shown while the mark is pointed at. */
  readonly text: string;
};

const BARS_MAX = 12_000;
const MARKED_POSITIONS_MAX = 4_000;
const PLOTS_MAX = 30;
/** A curve that is compared needs no more. */
const HOLD_POINTS_MAX = 1_000;

export function chartContent(input: BacktestInput, report: BacktestReport): ChartContent {
  const { startMs, endMs } = input;
  const barMinutes = barMinutesFor(startMs, endMs, BARS_MAX);
  const barSeconds = barMinutes * 60;
  const market = input.markets[0];
  const bars = market === undefined ? [] : barsOf(market, input, barMinutes);
  const start = report.equity[0]?.value ?? 0;
  const percent = (value: number): number => (start > 0 ? (100 * (value - start)) / start : 0);
  return {
    bars,
    barSeconds,
    priceDecimals: market === undefined ? 0 : shownDecimals(market.market).price,
    plots: report.plots.slice(0, PLOTS_MAX).map(({ chart, name, color, points }) => {
      return { chart, name, color, points: curve(points, startMs, barSeconds, (value) => value) };
    }),
    equity: curve(report.equity, startMs, barSeconds, (value) => value),
    gain: curve(report.equity, startMs, barSeconds, percent),
    hold: holdOf(bars),
    drawdown: drawdownOf(report.equity, startMs, barSeconds),
    marks: marksOf(input, report, barSeconds),
    shapes: shapesOf(report, startMs, barSeconds),
    levels: levelsOf(report),
  };
}

type ReportMarket = BacktestInput['markets'][number];

function barsOf(
  { candles, market }: ReportMarket,
  { startMs, endMs }: BacktestInput,
  barMinutes: number,
): readonly ChartBar[] {
  return chartBarsOf(candles, startMs, endMs, barMinutes, marketGrid(market));
}

/** What buying at the first open has gained at the close of each bar, in percent. */
function holdOf(bars: readonly ChartBar[]): ChartPoints {
  const open = bars[0]?.[1] ?? 0;
  if (open <= 0) return [];
  const stride = Math.ceil(bars.length / HOLD_POINTS_MAX);
  return bars
    .filter((_, index) => (bars.length - 1 - index) % stride === 0)
    .map(([time, , , , close]) => [time, rounded(100 * (close / open - 1))]);
}

type Points = BacktestReport['equity'];

/**
 * One point a bar, the last one of each; times must grow. The chart has one axis of time for all of
 * its series: a time that is no bar's would push the bars, and what is marked on them, apart.
 */
function curve(
  points: Points,
  startMs: number,
  barSeconds: number,
  valueOf: (value: number) => number,
): [number, number][] {
  const byBar = new Map<number, number>();
  for (const { atMs, value } of points) {
    // What is known at the end of a bar is known in it.
    const knownMs = Math.max(startMs, atMs - 1);
    const time = Math.floor(knownMs / 1_000 / barSeconds) * barSeconds;
    byBar.set(time, rounded(valueOf(value)));
  }
  return [...byBar].sort(([left], [right]) => left - right);
}

function drawdownOf(points: Points, startMs: number, barSeconds: number): [number, number][] {
  let highest = 0;
  return curve(points, startMs, barSeconds, (value) => {
    highest = Math.max(highest, value);
    return highest > 0 ? (100 * (value - highest)) / highest : 0;
  });
}

function shapesOf(
  { drawings = [] }: BacktestReport,
  startMs: number,
  barSeconds: number,
): readonly ChartShape[] {
  return drawings.flatMap(({ kind, chart, atMs, shape, color, isAbove, name }) => {
    if (kind !== 'shape' || chart !== 0 || atMs === null) return [];
    const knownMs = Math.max(startMs, atMs - 1);
    const time = Math.floor(knownMs / 1_000 / barSeconds) * barSeconds;
    return [{ time, shape, color, isAbove, text: name }];
  });
}

function levelsOf({ drawings = [] }: BacktestReport): readonly ChartLevel[] {
  return drawings.flatMap(({ kind, chart, name, color, value, end }) => {
    if (kind === 'shape') return [];
    const values = [value, end].filter((each) => each !== null);
    return values.map((each) => ({ chart, name, color, value: each }));
  });
}

function marksOf(
  { markets }: BacktestInput,
  report: BacktestReport,
  barSeconds: number,
): readonly ChartMark[] {
  const barOf = (atMs: number): number => Math.floor(atMs / 1_000 / barSeconds) * barSeconds;
  const marks: ChartMark[] = [];
  for (const position of report.positions.slice(0, MARKED_POSITIONS_MAX)) {
    const { closedAtMs, direction, marketTag, openedAtMs, realizedProfit } = position;
    const market = markets.find((each) => each.market.marketTag === marketTag)?.market ?? null;
    // The chart shows the first market: of another one nothing stands on its bars.
    if (market === null || market !== markets[0]?.market) continue;
    const { price, money } = shownDecimals(market, report.profitCurrency);
    const opened = `${direction} ${shortDecimal(position.averagePrice, price)}`;
    marks.push({ time: barOf(openedAtMs), kind: direction, text: opened });
    if (closedAtMs === null) continue;
    const text = `${signedDecimal(realizedProfit, money)} ${report.profitCurrency}`;
    const kind = realizedProfit < ZERO ? 'loss' : 'win';
    marks.push({ time: barOf(closedAtMs), kind, text });
  }
  return marks.sort((left, right) => left.time - right.time);
}

/** Twelve digits are enough for a picture, and keep the page small. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
