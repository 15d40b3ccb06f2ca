// A list of trades against a backtest's: what is equal, what differs, and why.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, ZERO } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { barEndMs, barStartMs } from '#domain/candle/interval.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { rowOf } from '#domain/candle/candle-columns.ts';
import { saysPine } from '#domain/script/says-pine.ts';
import { marketGrid } from '#venue-port/market/market-grid.ts';
import type { Comparison, TradePair } from '#domain/trade-list/compare-trades.ts';
import { compareTrades } from '#domain/trade-list/compare-trades.ts';
import type { BarPrices, Cause, Surroundings } from '#domain/trade-list/explain-difference.ts';
import { explainDifference } from '#domain/trade-list/explain-difference.ts';
import { findChartInterval } from '#domain/trade-list/find-chart-interval.ts';
import { findSession } from '#domain/trade-list/find-session.ts';
import { findShift } from '#domain/trade-list/find-shift.ts';
import type { ListedTrade, TradeList } from '#domain/trade-list/listed-trade.ts';
import type { BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { tradesOfReport } from '#services/backtests/trades-of-report.ts';

export type ComparedReport = {
  readonly comparison: Comparison;
  /** Minutes by which the whole list is later than the run; 0: it is not. */
  readonly shiftMinutes: number;
  readonly causeOf: (pair: TradePair) => Cause;
  readonly barAt: (atMs: number) => BarPrices | null;
};

/** A Pine strategy whose exits close their own entries. */
const CLOSES_OWN = /\bclose_entries_rule\s*=\s*["']ANY["']/;

/** Trades of the list that entered outside of the run's window count as missing ones. */
export function compareWithReport(
  list: TradeList,
  input: BacktestInput,
  report: BacktestReport,
): ComparedReport {
  const [trade] = input.markets;
  if (trade === undefined) throw new TypeError('a backtest has a market');
  const { market, candles } = trade;
  const { priceStep, amountStep, shape } = marketGrid(market);
  const { intervalMinutes, startMs, endMs } = input;
  const { marketTag } = market;
  const closesOwn = CLOSES_OWN.test(input.script.source);
  const barOf = (atMs: number): BarPrices | null =>
    barAt(candles, priceStep, intervalMinutes, atMs);
  const ours = tradesOfReport(report, {
    marketTag,
    isLinear: shape === 'linear',
    closesOwn,
    ...(showsCloses(input) ? { closeAt: (atMs) => barOf(atMs)?.close ?? null } : {}),
  });
  const comparison = compareTrades(list, ours, intervalMinutes);
  const shiftMinutes = findShift(list.trades, ours, intervalMinutes);
  const around: Surroundings = {
    comparison,
    priceStep,
    amountStep,
    intervalMinutes,
    fromMs: startMs,
    toMs: endMs,
    barAt: barOf,
    shiftMinutes,
    chartMinutes: findChartInterval(comparison, intervalMinutes),
    session: findSession(comparison, intervalMinutes),
    equityAt: shape === 'linear' ? equityOf(input, market.quote, ours) : () => null,
  };
  const causeOf = (pair: TradePair): Cause => explainDifference(pair, around);
  return { comparison, shiftMinutes, causeOf, barAt: around.barAt };
}

const FILLS_AT_CLOSE = /\bprocess_orders_on_close\s*=\s*true\b/;

/** Whether what fills at a close is a Pine strategy's closing at once, and nothing else. */
function showsCloses({ script, settings }: BacktestInput): boolean {
  const { rules, execution } = settings;
  if (rules !== 'tradingview' || !saysPine(script.source)) return false;
  return execution?.fillsAtClose !== true && !FILLS_AT_CLOSE.test(script.source);
}

/** What the wallet began with, and the profits of the trades that had ended by then. */
function equityOf(
  { wallet }: BacktestInput,
  quote: string,
  ours: readonly ListedTrade[],
): (atMs: number) => Decimal | null {
  const began = wallet.find(({ currency }) => currency === quote)?.amount ?? ZERO;
  return (atMs) => {
    let equity = began;
    for (const { exitMs, profit } of ours)
      if (exitMs !== null && exitMs <= atMs) equity = addDecimal(equity, profit ?? ZERO);
    return equity;
  };
}

/** The bar of the chart that holds the instant; null where the history has nothing of it. */
function barAt(
  columns: CandleColumns,
  priceStep: Decimal,
  intervalMinutes: number,
  atMs: number,
): BarPrices | null {
  const from = Math.max(0, rowOf(columns, barStartMs(intervalMinutes, atMs)));
  const to = Math.min(columns.rowCount, rowOf(columns, barEndMs(intervalMinutes, atMs)));
  let bar: { open: number; high: number; low: number; close: number } | null = null;
  for (let row = from; row < to; row += 1) {
    if (columns.isMissing[row] !== 0) continue;
    const [open, high] = [columns.open[row] as number, columns.high[row] as number];
    const [low, close] = [columns.low[row] as number, columns.close[row] as number];
    bar ??= { open, high, low, close };
    bar.high = Math.max(bar.high, high);
    bar.low = Math.min(bar.low, low);
    bar.close = close;
  }
  if (bar === null || atMs < columns.firstOpenMs - intervalMinutes * MINUTE_MS) return null;
  const price = (ticks: number): Decimal => (BigInt(ticks) * priceStep) as Decimal;
  const { open, high, low, close } = bar;
  return { open: price(open), high: price(high), low: price(low), close: price(close) };
}
