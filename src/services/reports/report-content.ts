// What the page's charts show, as the data that is written into it.

import { formatDecimal } from '#lib/decimal.ts';
import { marketGrid } from '#domain/market/market-grid.ts';
import type { BacktestInput, BacktestReport } from '#engine/backtest/backtest.ts';
import type { ReportBar } from '#services/reports/report-bars.ts';
import { barMinutesFor, reportBars, rounded } from '#services/reports/report-bars.ts';

/** Times are seconds; the arrays keep the page small. */
export type ChartContent = {
  readonly bars: readonly ReportBar[];
  readonly barSeconds: number;
  readonly priceDecimals: number;
  readonly equity: readonly (readonly [number, number])[];
  /** Percent below the highest value so far, zero or less. */
  readonly drawdown: readonly (readonly [number, number])[];
  readonly marks: readonly ChartMark[];
};

export type ChartMark = {
  /** Of the bar on which it stands. */
  readonly time: number;
  readonly kind: 'long' | 'short' | 'exit';
  /** Shown while the mark is pointed at. */
  readonly text: string;
};

const BARS_MAX = 12_000;
const MARKED_POSITIONS_MAX = 4_000;

export function chartContent(input: BacktestInput, report: BacktestReport): ChartContent {
  const { startMs, endMs } = input;
  const barMinutes = barMinutesFor(startMs, endMs, BARS_MAX);
  const barSeconds = barMinutes * 60;
  const market = input.markets[0];
  const step = market === undefined ? '1' : formatDecimal(marketGrid(market.market).priceStep);
  const bars =
    market === undefined
      ? []
      : reportBars(market.candles, startMs, endMs, barMinutes, Number(step));
  return {
    bars,
    barSeconds,
    priceDecimals: step.split('.')[1]?.length ?? 0,
    equity: curve(report.equity, startMs, barSeconds, (value) => value),
    drawdown: drawdownOf(report.equity, startMs, barSeconds),
    marks: marksOf(report, barSeconds),
  };
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

function marksOf(report: BacktestReport, barSeconds: number): readonly ChartMark[] {
  const barOf = (atMs: number): number => Math.floor(atMs / 1_000 / barSeconds) * barSeconds;
  const marks: ChartMark[] = [];
  for (const position of report.positions.slice(0, MARKED_POSITIONS_MAX)) {
    const opened = `${position.direction} ${formatDecimal(position.averagePrice)}`;
    marks.push({ time: barOf(position.openedAtMs), kind: position.direction, text: opened });
    if (position.closedAtMs === null) continue;
    const text = `${formatDecimal(position.realizedProfit)} ${report.profitCurrency}`;
    marks.push({ time: barOf(position.closedAtMs), kind: 'exit', text });
  }
  return marks.sort((left, right) => left.time - right.time);
}
