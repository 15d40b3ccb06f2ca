// The candles of a market in a chart interval, out of the minutes that are known of it. Only those
// that have ended, and that lie wholly within what is known.

import type { Decimal } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { barOfMinute, firstMinuteOfBar, isBuiltFrom } from '#domain/candle/interval.ts';
import type { MarketTag } from '#domain/market/market.ts';
import type { Lots, MarketGrid, Ticks } from '#domain/market/market-grid.ts';
import { amountOf, marketGrid, priceOf } from '#domain/market/market-grid.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { Coverage, MarketAtExchange } from '#services/history/history-coverage.ts';
import {
  candleSourceOf,
  findMarketAnywhere,
  historyCoverage,
} from '#services/history/history-coverage.ts';

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

export type CandleQuery = {
  readonly marketTag: MarketTag;
  readonly intervalMinutes: number;
  /** Null: so that the page ends with the newest candle. */
  readonly fromMs: number | null;
  /** Null: up to the newest candle. */
  readonly toMs: number | null;
  readonly after: string | null;
  readonly limit: number;
};

export type ListCandlesRejection =
  | { readonly code: 'market_not_found' }
  /** What is stored are longer candles, which the interval would cut. */
  | { readonly code: 'interval_unfit'; readonly candleMinutes: number }
  /** The exchange changed the market's steps since its history was stored. */
  | { readonly code: 'steps_changed' };

type Deps = Omit<HistoryDeps, 'archiveCode'>;

/** Bars by their numbers, the last one left out. */
type Bars = { readonly from: number; readonly to: number };

/**
 * Oldest first. Bars without a candle are left out, so a page may have fewer than there are bars.
 * Throws Failure.
 */
export async function listCandles(
  deps: Deps,
  query: CandleQuery,
): Promise<Result<CandlePage, ListCandlesRejection>> {
  const { intervalMinutes, marketTag } = query;
  const found = await findMarketAnywhere(deps, marketTag);
  if (found === null) return rejected({ code: 'market_not_found' });
  const covered = await historyCoverage(deps, found.market);
  if (covered === 'steps_changed') return rejected({ code: 'steps_changed' });
  if (covered === null) return accepted({ candles: [], lastKey: null });
  const { candleMinutes } = covered;
  if (!isBuiltFrom(intervalMinutes, candleMinutes))
    return rejected({ code: 'interval_unfit', candleMinutes });
  const requested = barsRequested(query, covered);
  const bars = {
    from: requested.from,
    to: Math.min(requested.to, requested.from + barsMax(query)),
  };
  if (bars.to <= bars.from) return accepted({ candles: [], lastKey: null });
  const columns = await loadMinutes(deps, found, minutesOf(query, bars));
  const candles = columns === null ? [] : candlesOf(query, bars, columns, marketGrid(found.market));
  return accepted({ candles, lastKey: bars.to < requested.to ? String(bars.to - 1) : null });
}

/** As many as were requested, and no more minutes than one request may read. */
function barsMax({ intervalMinutes, limit }: CandleQuery): number {
  const readable = Math.floor(LIMITS.candleMinutesPerPageMax / intervalMinutes);
  return Math.max(1, Math.min(limit, readable));
}

function barsRequested(query: CandleQuery, covered: Coverage): Bars {
  const { intervalMinutes, fromMs, toMs, after } = query;
  const to = barOfMinute(
    intervalMinutes,
    Math.floor(Math.min(toMs ?? covered.toMs, covered.toMs) / MINUTE_MS),
  );
  const first = firstBarFrom(intervalMinutes, covered.fromMs);
  if (after !== null) return { from: Math.max(first, Number(after) + 1), to };
  const from = fromMs === null ? to - barsMax(query) : firstBarFrom(intervalMinutes, fromMs);
  return { from: Math.max(first, from), to };
}

/** The first bar that begins at the instant or after it. */
function firstBarFrom(intervalMinutes: number, atMs: number): number {
  const minute = Math.ceil(atMs / MINUTE_MS);
  const bar = barOfMinute(intervalMinutes, minute);
  return firstMinuteOfBar(intervalMinutes, bar) === minute ? bar : bar + 1;
}

function minutesOf({ intervalMinutes }: CandleQuery, { from, to }: Bars): MinuteWindow {
  const startMs = (bar: number): number => firstMinuteOfBar(intervalMinutes, bar) * MINUTE_MS;
  return { fromMs: startMs(from), toMs: startMs(to) };
}

async function loadMinutes(
  deps: Deps,
  { market, exchange }: MarketAtExchange,
  window: MinuteWindow,
): Promise<CandleColumns | null> {
  const source = candleSourceOf(deps, exchange.code);
  return source === null
    ? deps.history.loadCandles(market.marketTag, window, 'own')
    : source.computeCandles(market.marketTag, window, 'own');
}

function candlesOf(
  { intervalMinutes }: CandleQuery,
  { from, to }: Bars,
  columns: CandleColumns,
  grid: MarketGrid,
): readonly ListedCandle[] {
  const candles: ListedCandle[] = [];
  const firstMinute = columns.firstOpenMs / MINUTE_MS;
  for (let bar = from; bar < to; bar += 1) {
    const minute = firstMinuteOfBar(intervalMinutes, bar);
    const rows = [minute, firstMinuteOfBar(intervalMinutes, bar + 1)] as const;
    const candle = candleOf(columns, rows[0] - firstMinute, rows[1] - firstMinute, grid);
    if (candle !== null) candles.push({ startMs: minute * MINUTE_MS, ...candle });
  }
  return candles;
}

/** Null when none of the rows has a candle. */
function candleOf(
  columns: CandleColumns,
  fromRow: number,
  toRow: number,
  grid: MarketGrid,
): Omit<ListedCandle, 'startMs'> | null {
  let [open, close, volume, high, low] = [0, 0, 0, -Infinity, Infinity];
  for (let row = fromRow; row < toRow; row += 1) {
    if (columns.isMissing[row] === 1) continue;
    if (high === -Infinity) open = columns.open[row] as number;
    high = Math.max(high, columns.high[row] as number);
    low = Math.min(low, columns.low[row] as number);
    close = columns.close[row] as number;
    volume += columns.volume[row] as number;
  }
  if (high === -Infinity) return null;
  const price = (ticks: number): Decimal => priceOf(grid, BigInt(ticks) as Ticks);
  return {
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    volume: amountOf(grid, BigInt(volume) as Lots),
  };
}
