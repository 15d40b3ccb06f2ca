// Windows of minutes for the tests of series: walks of prices in whole steps, made from a seed,
// with minutes in which nothing was traded.

import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { HeldSeriesApi } from '#engine/series/make-series-api.ts';
import { makeSeriesApi } from '#engine/series/make-series-api.ts';
import { makeColumnStore } from '#engine/series/column-store.ts';
import type { ColumnStore, ColumnStoreLimits } from '#engine/series/column-store.ts';
import { sliceColumns } from '#domain/candle/candle-columns.ts';
import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { BYTES, STEPS, meter } from '#lua/runtime/meter.ts';

export type Window = {
  readonly market: Pick<Market, 'marketTag' | 'priceStep' | 'amountStep'>;
  readonly candles: CandleColumns;
};

function chances(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** `missing` is the share of minutes without a trade. */
export function walkWindow(
  seed: number,
  rowCount: number,
  { marketTag = 'sim:A', firstOpenMs = Date.UTC(2024, 0, 1), missing = 0.02 } = {},
): Window {
  const chance = chances(seed);
  const column = (): Float64Array => new Float64Array(rowCount);
  const [open, high, low, close, volume] = [column(), column(), column(), column(), column()];
  const isMissing = new Uint8Array(rowCount);
  let price = 10_000;
  for (let row = 0; row < rowCount; row += 1) {
    const isEmpty = chance() < missing;
    const next = isEmpty ? price : Math.max(10, price + Math.round((chance() - 0.5) * 60));
    isMissing[row] = isEmpty ? 1 : 0;
    open[row] = price;
    close[row] = next;
    high[row] = Math.max(price, next) + (isEmpty ? 0 : Math.floor(chance() * 8));
    low[row] = Math.min(price, next) - (isEmpty ? 0 : Math.floor(chance() * 8));
    volume[row] = isEmpty ? 0 : Math.floor(chance() * 900);
    price = next;
  }
  return {
    market: { marketTag, priceStep: decimal('0.01'), amountStep: decimal('0.001') },
    candles: { firstOpenMs, rowCount, open, high, low, close, volume, isMissing },
  };
}

/** The window as it was after its first `rows` rows. */
export function cutWindow({ market, candles }: Window, rows: number): Window {
  return { market, candles: sliceColumns(candles, 0, rows) };
}

export type Stand = {
  readonly store: ColumnStore;
  readonly api: HeldSeriesApi;
  readonly cursor: { row: number };
};

/** A run over the windows, on its first row; scripts' budgets are full. */
export function standOn(
  windows: readonly Window[],
  intervalMinutes = 1,
  limits: Partial<ColumnStoreLimits> = {},
): Stand {
  meter[STEPS] = 2 ** 30;
  meter[BYTES] = 2 ** 30;
  const store = makeColumnStore(windows, limits);
  const cursor = { row: 0 };
  const marketTag = windows[0]?.market.marketTag ?? '';
  const api = makeSeriesApi({ store, cursor, marketTag, intervalMinutes });
  return { store, api, cursor };
}

/** Minutes in hourly steps of a time long ago, for windows that begin in the middle of a bar. */
export function laterBy(minutes: number): number {
  return Date.UTC(2024, 0, 1) + minutes * MINUTE_MS;
}
