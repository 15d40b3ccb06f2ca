// The minutes of a window as one thread reads them, with the columns of indicators over them, which
// its runs on the same minutes share.

import type { Market, MarketTag } from '#domain/market/market.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { ColumnStore } from '#engine/series/column-store.ts';
import { extendColumnStore, makeColumnStore } from '#engine/series/column-store.ts';
import type { WindowColumns } from '#services/live/state/run-messages.ts';

export type RunWindow = {
  /** The trade market first. */
  readonly markets: readonly Market[];
  /** By market; all have the same rows. Replaced by longer ones. */
  columns: WindowColumns;
  readonly store: ColumnStore;
};

/** `isCut`: its runs began before its minutes do. */
export function openRunWindow(
  markets: readonly Market[],
  columns: WindowColumns,
  isCut = false,
): RunWindow {
  const store = makeColumnStore(
    markets.map((market) => ({ market, candles: columnsOf(columns, market) })),
    { runBytesMax: LIMITS.botColumnsBytesMax },
    isCut,
  );
  return { markets, columns, store };
}

function columnsOf(columns: WindowColumns, { marketTag }: { marketTag: MarketTag }): CandleColumns {
  const found = columns.get(marketTag);
  assert(found !== undefined, 'a window has the minutes of its markets');
  return found;
}

/** Takes in minutes that have closed since; `columns` hold the earlier ones as they were. */
export function growRunWindow(window: RunWindow, columns: WindowColumns): void {
  extendColumnStore(window.store, columns);
  window.columns = columns;
}
