// The candles of a market in a chart interval, as people and programs read them: in money.

import type { Decimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { Lots, MarketGrid, Ticks } from '#venue-port/market/market-grid.ts';
import { amountOf, marketGrid, priceOf } from '#venue-port/market/market-grid.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { Bar, CandleQuery, ReadBarsRejection } from '#services/history/read-bars.ts';
import { readBars } from '#services/history/read-bars.ts';

export type ListedCandle = {
  readonly startMs: number;
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
  readonly volume: Decimal;
};

export type CandlePage = {
  readonly candles: readonly ListedCandle[];
  /** Where the next page begins after; null on the last one. */
  readonly lastKey: string | null;
};

/**
 * Oldest first. Bars without a candle are left out, so a page may have fewer than there are bars.
 * Throws Failure.
 */
export async function listCandles(
  deps: Omit<HistoryDeps, 'archiveCode'>,
  query: CandleQuery,
): Promise<Result<CandlePage, ReadBarsRejection>> {
  const read = await readBars(deps, query, LIMITS.candleMinutesPerPageMax);
  if (!read.ok) return read;
  const { market, bars, lastKey } = read.value;
  const grid = marketGrid(market);
  return accepted({ candles: bars.map((bar) => listedCandle(bar, grid)), lastKey });
}

function listedCandle({ startMs, ...bar }: Bar, grid: MarketGrid): ListedCandle {
  const price = (ticks: number): Decimal => priceOf(grid, BigInt(ticks) as Ticks);
  return {
    startMs,
    open: price(bar.open),
    high: price(bar.high),
    low: price(bar.low),
    close: price(bar.close),
    volume: amountOf(grid, BigInt(bar.volume) as Lots),
  };
}
