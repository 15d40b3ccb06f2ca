// Source of statistics, as a report has it and as a stored result has it.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { DAY_MS } from '#lib/time.ts';
import type { BacktestPosition, BacktestReport, DayClose } from '#backtesting/backtest.ts';
import type { StatisticsSource, Trade } from '#backtesting/statistics/statistics.ts';

type Figures = Pick<
  BacktestReport,
  | 'seed'
  | 'realizedProfit'
  | 'priceChangePercent'
  | 'maxDrawdown'
  | 'maxDrawdownPercent'
  | 'falls'
  | 'startEquity'
  | 'pairs'
>;

type Lists = {
  readonly equity: BacktestReport['equity'];
  readonly days: readonly DayClose[];
  readonly trades: readonly Trade[];
};

type Window = { readonly startMs: number; readonly endMs: number };

/** Source of statistics; days are taken from the curve where a result has none of its own. */
export function statisticsSource(
  { startMs, endMs }: Window,
  figures: Figures,
  { equity, days, trades }: Lists,
): StatisticsSource {
  const known = days.length > 0 ? days : daysFromCurve(equity);
  return {
    startMs,
    endMs,
    seed: figures.seed,
    startEquity:
      figures.startEquity === undefined ? (equity[0]?.value ?? 0) : numberOf(figures.startEquity),
    endEquity: equity.at(-1)?.value ?? 0,
    realizedProfit: numberOf(figures.realizedProfit),
    priceChangePercent: numberOf(figures.priceChangePercent),
    maxDrawdown: numberOf(figures.maxDrawdown),
    maxDrawdownPercent: numberOf(figures.maxDrawdownPercent),
    falls: figures.falls ?? null,
    days: known,
    trades,
    pairs: figures.pairs ?? null,
  };
}

/** Position as statistics count it: floats, and `closedAtMs` null while it is open. */
export function tradeOf(position: BacktestPosition): Trade {
  const { excursion } = position;
  return {
    direction: position.direction,
    openedAtMs: position.openedAtMs,
    closedAtMs: position.isClosed ? position.closedAtMs : null,
    profit: numberOf(position.realizedProfit),
    returnPercent: numberOf(position.roiPercent),
    margin: numberOf(position.margin),
    fees: numberOf(position.fees),
    favorablePercent: excursion?.favorablePercent ?? null,
    adversePercent: excursion?.adversePercent ?? null,
  };
}

function numberOf(value: Decimal): number {
  return Number(formatDecimal(value));
}

/** Of a result of before closes of days were retained: the last point up to each midnight. */
function daysFromCurve(equity: BacktestReport['equity']): readonly DayClose[] {
  const closes = new Map<number, DayClose>();
  for (const [index, { atMs, value }] of equity.entries()) {
    const isEnd = index === 0 || index === equity.length - 1;
    const midnightMs = isEnd ? atMs : Math.ceil(atMs / DAY_MS) * DAY_MS;
    closes.set(midnightMs, { atMs: midnightMs, value, price: null });
  }
  return [...closes.values()].sort((left, right) => left.atMs - right.atMs);
}
