// The bars of a market in a chart interval, summed up from the minutes that are known of it: those
// that lie wholly within what is known, and on request the one that forms.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { barOfMinute, firstMinuteOfBar, isBuiltFrom } from '#domain/candle/interval.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { MinuteWindow } from '#ports/world/history.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';
import type { Coverage, MarketAtExchange } from '#services/history/history-coverage.ts';
import {
  candleSourceOf,
  findMarketAnywhere,
  historyCoverage,
} from '#services/history/history-coverage.ts';

export type CandleQuery = {
  readonly marketTag: MarketTag;
  readonly intervalMinutes: number;
  /** Null: so that the page ends with the newest candle. */
  readonly fromMs: number | null;
  /** Null: up to the newest candle. */
  readonly toMs: number | null;
  readonly after: string | null;
  readonly limit: number;
  /** Whether the bar that has not ended is one of them, as far as its minutes have. */
  readonly isFormingWanted?: boolean;
};

export type ReadBarsRejection =
  | { readonly code: 'market_not_found' }
  /** What is stored are longer candles, which the interval would cut. */
  | { readonly code: 'interval_unfit'; readonly candleMinutes: number }
  /** The exchange changed the market's steps since its history was stored. */
  | { readonly code: 'steps_changed' };

/** A bar in whole ticks and lots; the row of its first minute names its beginning. */
export type Bar = {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

export type BarPage = {
  readonly market: Market;
  /** Oldest first; bars in which nothing is known of any minute are left out. */
  readonly bars: readonly Bar[];
  /** Where the next page begins after; null on the last one. */
  readonly lastKey: string | null;
};

type Deps = Omit<HistoryDeps, 'archiveCode'>;

/** Bars by their numbers, the last one left out. */
type BarRange = { readonly from: number; readonly to: number };

/**
 * At most `limit` bars, and no more than `minutesMax` minutes are read for them. Throws Failure.
 */
export async function readBars(
  deps: Deps,
  query: CandleQuery,
  minutesMax: number,
): Promise<Result<BarPage, ReadBarsRejection>> {
  const found = await findMarketAnywhere(deps, query.marketTag);
  if (found === null) return rejected({ code: 'market_not_found' });
  const { market } = found;
  const covered = await historyCoverage(deps, market);
  if (covered === 'steps_changed') return rejected({ code: 'steps_changed' });
  if (covered === null) return accepted({ market, bars: [], lastKey: null });
  const { candleMinutes } = covered;
  if (!isBuiltFrom(query.intervalMinutes, candleMinutes))
    return rejected({ code: 'interval_unfit', candleMinutes });
  const barsMax = barsOfPage(query, minutesMax);
  const requested = barsRequested(query, covered, barsMax);
  const range = { from: requested.from, to: Math.min(requested.to, requested.from + barsMax) };
  if (range.to <= range.from) return accepted({ market, bars: [], lastKey: null });
  const columns = await loadMinutes(deps, found, minutesOf(query, range, covered.toMs));
  const bars = columns === null ? [] : barsIn(query, range, columns);
  return accepted({ market, bars, lastKey: range.to < requested.to ? String(range.to - 1) : null });
}

/** As many as were requested, and no more minutes than one request may read. */
function barsOfPage({ intervalMinutes, limit }: CandleQuery, minutesMax: number): number {
  return Math.max(1, Math.min(limit, Math.floor(minutesMax / intervalMinutes)));
}

function barsRequested(
  { intervalMinutes, fromMs, toMs, after, isFormingWanted }: CandleQuery,
  covered: Coverage,
  barsMax: number,
): BarRange {
  const endMs = Math.min(toMs ?? covered.toMs, covered.toMs);
  const ended = barOfMinute(intervalMinutes, Math.floor(endMs / MINUTE_MS));
  const isForming = isFormingWanted === true && endMs === covered.toMs;
  const isBegun = firstMinuteOfBar(intervalMinutes, ended) * MINUTE_MS < endMs;
  const to = isForming && isBegun ? ended + 1 : ended;
  const first = firstBarFrom(intervalMinutes, covered.fromMs);
  if (after !== null) return { from: Math.max(first, Number(after) + 1), to };
  const from = fromMs === null ? to - barsMax : firstBarFrom(intervalMinutes, fromMs);
  return { from: Math.max(first, from), to };
}

/** The first bar that begins at the instant or after it. */
function firstBarFrom(intervalMinutes: number, atMs: number): number {
  const minute = Math.ceil(atMs / MINUTE_MS);
  const bar = barOfMinute(intervalMinutes, minute);
  return firstMinuteOfBar(intervalMinutes, bar) === minute ? bar : bar + 1;
}

function minutesOf(
  { intervalMinutes }: CandleQuery,
  { from, to }: BarRange,
  knownToMs: number,
): MinuteWindow {
  const startMs = (bar: number): number => firstMinuteOfBar(intervalMinutes, bar) * MINUTE_MS;
  return { fromMs: startMs(from), toMs: Math.min(startMs(to), knownToMs) };
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

function barsIn(
  { intervalMinutes }: CandleQuery,
  { from, to }: BarRange,
  columns: CandleColumns,
): readonly Bar[] {
  const bars: Bar[] = [];
  const firstMinute = columns.firstOpenMs / MINUTE_MS;
  let minute = firstMinuteOfBar(intervalMinutes, from);
  for (let number = from; number < to; number += 1) {
    const nextMinute = firstMinuteOfBar(intervalMinutes, number + 1);
    const toRow = Math.min(nextMinute - firstMinute, columns.rowCount);
    const bar = barOf(columns, minute - firstMinute, toRow, minute * MINUTE_MS);
    if (bar !== null) bars.push(bar);
    minute = nextMinute;
  }
  return bars;
}

/** Null when none of the rows has a candle. */
function barOf(
  columns: CandleColumns,
  fromRow: number,
  toRow: number,
  startMs: number,
): Bar | null {
  let [open, close, volume, high, low] = [0, 0, 0, -Infinity, Infinity];
  for (let row = fromRow; row < toRow; row += 1) {
    if (columns.isMissing[row] === 1) continue;
    if (high === -Infinity) open = columns.open[row] as number;
    high = Math.max(high, columns.high[row] as number);
    low = Math.min(low, columns.low[row] as number);
    close = columns.close[row] as number;
    volume += columns.volume[row] as number;
  }
  return high === -Infinity ? null : { startMs, open, high, low, close, volume };
}
