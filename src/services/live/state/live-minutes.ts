// The newest minutes of markets that are followed, as their feeds report them: windows grow by them
// without reading the store.

import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { columnsFromCandles } from '#domain/candle/columns-from-candles.ts';
import { fillMissing } from '#domain/candle/fill-missing.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { FeedNews } from '#venue-port/exchange/market-feed.ts';

/** By market; absent: its feed reports nothing now. */
export type LiveMinutes = Map<MarketTag, RecentMinutes>;

type RecentMinutes = {
  readonly fromMs: number;
  /** All minutes before are stored that are known at all. */
  readonly toMs: number;
  readonly candles: readonly Candle[];
};

/** Appends closed minutes of a market; a gap begins a new stretch, and a lost feed removes it. */
export function noteFeedNews(live: LiveMinutes, marketTag: MarketTag, news: FeedNews): void {
  if (news.kind === 'lost') {
    live.delete(marketTag);
    return;
  }
  const before = live.get(marketTag);
  if (news.kind === 'known') {
    const { untilMs } = news;
    if (before?.toMs !== untilMs)
      live.set(marketTag, { fromMs: untilMs, toMs: untilMs, candles: [] });
    return;
  }
  const { closed } = news;
  const isNext = before !== undefined && before.toMs === closed.fromMs;
  const { fromMs, candles } = isNext ? before : { ...closed, candles: [] };
  const retainedMs = Math.max(fromMs, closed.toMs - LIMITS.liveMinutesRetained * MINUTE_MS);
  const all = [...candles, ...closed.candles];
  live.set(marketTag, {
    fromMs: retainedMs,
    toMs: closed.toMs,
    candles: all.filter(({ openTimeMs }) => openTimeMs >= retainedMs),
  });
}

/**
 * From this minute on; `none`: there is nothing new. Null: the store has to be read. Rows that are
 * missing at the beginning hold zeros.
 */
export function liveColumns(
  live: LiveMinutes | undefined,
  marketTag: MarketTag,
  fromMs: number,
): CandleColumns | 'none' | null {
  const recent = live?.get(marketTag);
  if (recent === undefined || fromMs < recent.fromMs) return null;
  if (fromMs >= recent.toMs) return 'none';
  const candles = recent.candles.filter(({ openTimeMs }) => openTimeMs >= fromMs);
  const columns = columnsFromCandles(candles, fromMs, recent.toMs);
  fillMissing(columns);
  return columns;
}
