// A bar of minutes that a run has not come to yet, for rules whose history knows it: TradingView's
// `lookahead_on`. The audit for look-ahead finds whoever decides by it.

import { MINUTE_MS } from '#lib/time.ts';
import type { PriceBar } from '#engine/run-api/series-api.ts';
import type { ColumnStore, StoredMarket } from '#engine/series/column-store.ts';
import { scaled } from '#engine/series/price-scale.ts';

/** Null where the market has none of these minutes. */
export function laterBar(
  { firstMinute, rowCount }: ColumnStore,
  { candles, priceScale, amountScale }: StoredMarket,
  fromMs: number,
  toMs: number,
): PriceBar | null {
  const from = Math.max(0, fromMs / MINUTE_MS - firstMinute);
  const to = Math.min(rowCount, toMs / MINUTE_MS - firstMinute);
  const first = candles.isMissing.indexOf(0);
  if (first < 0 || Math.max(from, first) >= to) return null;
  const start = Math.max(from, first);
  let [high, low, volume] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  for (let row = start; row < to; row += 1) {
    high = Math.max(high, candles.high[row] ?? Number.NaN);
    low = Math.min(low, candles.low[row] ?? Number.NaN);
    volume += candles.volume[row] ?? 0;
  }
  return {
    open: scaled(priceScale, candles.open[start] ?? Number.NaN),
    high: scaled(priceScale, high),
    low: scaled(priceScale, low),
    close: scaled(priceScale, candles.close[to - 1] ?? Number.NaN),
    volume: scaled(amountScale, volume),
  };
}
