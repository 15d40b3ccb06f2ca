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
  readonly time: number;
  readonly kind: 'long' | 'short' | 'exit';
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
    equity: curve(report.equity, (value) => value),
    drawdown: drawdownOf(report.equity),
    marks: marksOf(report, barSeconds),
  };
}

type Points = BacktestReport['equity'];

/** One point a second, the last one of each; times must grow. */
function curve(points: Points, valueOf: (value: number) => number): [number, number][] {
  const bySecond = new Map<number, number>();
  for (const { atMs, value } of points) {
    bySecond.set(Math.floor(atMs / 1_000), rounded(valueOf(value)));
  }
  return [...bySecond].sort(([left], [right]) => left - right);
}

function drawdownOf(points: Points): [number, number][] {
  let highest = 0;
  return curve(points, (value) => {
    highest = Math.max(highest, value);
    return highest > 0 ? (100 * (value - highest)) / highest : 0;
  });
}

function marksOf(report: BacktestReport, barSeconds: number): readonly ChartMark[] {
  const barOf = (atMs: number): number => Math.floor(atMs / 1_000 / barSeconds) * barSeconds;
  const marks: ChartMark[] = [];
  for (const position of report.positions.slice(0, MARKED_POSITIONS_MAX)) {
    marks.push({ time: barOf(position.openedAtMs), kind: position.direction, text: '' });
    if (position.closedAtMs === null) continue;
    const text = formatDecimal(position.realizedProfit);
    marks.push({ time: barOf(position.closedAtMs), kind: 'exit', text });
  }
  return marks.sort((left, right) => left.time - right.time);
}
