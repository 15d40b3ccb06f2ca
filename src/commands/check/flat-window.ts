// Minutes of markets where nothing moves: every price is 100, every volume 1,000, and any market
// that is requested is such a one. Of each data series the one point is 100, known from 1970 on.

import { allocateColumns } from '#domain/candle/allocate-columns.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { DataPoints } from '#domain/data-series/data-points.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import { LIMITS } from '#lib/limits.ts';
import { decimal } from '#lib/decimal.ts';
import { makeColumnStore } from '#engine/series/column-store.ts';
import type { ColumnStore, StoredMarket } from '#engine/series/column-store.ts';

/** Prices and amounts in steps of a hundredth. */
const STEPS_PER_UNIT = 100;
export const FLAT_PRICE = 100;
const VOLUME = 1_000;
const STEP = decimal('0.01');
const FLAT_POINTS: DataPoints = {
  atMs: Float64Array.of(0),
  values: Float64Array.of(FLAT_PRICE),
};

function flatCandles(firstOpenMs: number, rowCount: number): CandleColumns {
  const candles = allocateColumns(firstOpenMs, rowCount, 'own');
  for (const column of [candles.open, candles.high, candles.low, candles.close]) {
    column.fill(FLAT_PRICE * STEPS_PER_UNIT);
  }
  candles.volume.fill(VOLUME * STEPS_PER_UNIT);
  candles.isMissing.fill(0);
  return candles;
}

/** A store that has every market, all of them alike. */
export function makeFlatStore(
  marketTag: MarketTag,
  firstOpenMs: number,
  rowCount: number,
): ColumnStore {
  const candles = flatCandles(firstOpenMs, rowCount);
  const store = makeColumnStore(
    [{ market: { marketTag, priceStep: STEP, amountStep: STEP }, candles }],
    { runBytesMax: LIMITS.scriptCheckColumnsBytesMax },
  );
  const one = store.markets.get(marketTag);
  const markets = new Map<MarketTag, StoredMarket>(store.markets);
  markets.get = (tag) => (one === undefined ? undefined : { ...one, marketTag: tag });
  const dataSeries = new Map<string, DataPoints>();
  dataSeries.get = () => FLAT_POINTS;
  return { ...store, markets, dataSeries };
}
