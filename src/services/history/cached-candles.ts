// Minutes that were read lately, retained in shared memory within a bound: runs over the same
// window, or a part of it, read the same arrays. What was read from the store is trusted for a
// while only, because an import may replace it.

import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { endOfColumns, rowOf, sliceColumns } from '#domain/candle/candle-columns.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { CandleSource, HistoryStore, MinuteWindow } from '#ports/world/history.ts';
import type { HistoryDeps } from '#services/history/history-deps.ts';

export type CandleCacheBounds = {
  readonly bytesMax: number;
  /** How long what came from the store may be read again without asking. */
  readonly ageMsMax: number;
};

/** Bytes of one row of columns. */
const ROW_BYTES = 41;

type Entry = {
  readonly marketTag: MarketTag;
  readonly columns: CandleColumns;
  /** Infinity: it can never be otherwise. */
  readonly freshUntilMs: number;
};

/** The same dependencies, reading columns in shared memory through one cache. */
export function cachedCandles<Deps extends HistoryDeps>(
  deps: Deps,
  bounds: CandleCacheBounds,
): Deps {
  const cache = candleCache(bounds);
  const history: HistoryStore = {
    ...deps.history,
    async loadCandles(marketTag, window, memory) {
      const load = () => deps.history.loadCandles(marketTag, window, memory);
      if (memory === 'own') return load();
      const nowMs = deps.clock.nowMs();
      const found = cache.find(marketTag, window, nowMs);
      if (found !== null) return found;
      const columns = await load();
      cache.keep({ marketTag, columns, freshUntilMs: nowMs + bounds.ageMsMax });
      return columns;
    },
  };
  const candleSources = deps.candleSources.map((source): CandleSource => ({
    ...source,
    async computeCandles(marketTag, window, memory) {
      if (memory === 'own') return source.computeCandles(marketTag, window, memory);
      const found = cache.find(marketTag, window, deps.clock.nowMs());
      if (found !== null) return found;
      const columns = await source.computeCandles(marketTag, window, memory);
      if (columns !== null) cache.keep({ marketTag, columns, freshUntilMs: Infinity });
      return columns;
    },
  }));
  return { ...deps, history, candleSources };
}

type CandleCache = {
  find(marketTag: MarketTag, window: MinuteWindow, nowMs: number): CandleColumns | null;
  keep(entry: Entry): void;
};

/** The entry that was not used for longest makes room. */
function candleCache({ bytesMax, ageMsMax }: CandleCacheBounds): CandleCache {
  /** Least lately used first. */
  const entries = new Set<Entry>();

  function isFresh({ freshUntilMs }: Entry, nowMs: number): boolean {
    // A clock that was set back must not make an entry live longer.
    return nowMs < freshUntilMs && (freshUntilMs === Infinity || freshUntilMs - nowMs <= ageMsMax);
  }

  function makeRoom(bytes: number): void {
    let retained = [...entries].reduce((sum, entry) => sum + bytesOf(entry), bytes);
    for (const entry of entries) {
      if (retained <= bytesMax) return;
      entries.delete(entry);
      retained -= bytesOf(entry);
    }
  }

  return {
    find(marketTag, { fromMs, toMs }, nowMs) {
      for (const entry of entries) {
        const { columns } = entry;
        if (entry.marketTag !== marketTag) continue;
        if (!isFresh(entry, nowMs)) entries.delete(entry);
        else if (columns.firstOpenMs <= fromMs && endOfColumns(columns) >= toMs) {
          entries.delete(entry);
          entries.add(entry);
          return sliceColumns(columns, rowOf(columns, fromMs), rowOf(columns, toMs));
        }
      }
      return null;
    },
    keep(entry) {
      if (bytesOf(entry) > bytesMax) return;
      makeRoom(bytesOf(entry));
      entries.add(entry);
    },
  };
}

function bytesOf({ columns }: Entry): number {
  return columns.rowCount * ROW_BYTES;
}
