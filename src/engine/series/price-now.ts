// The candle that forms around a row, read straight from the minutes: most scripts ask for it in
// every update, and few for all of its figures as columns.

import type { PriceNow } from '#engine/run-api/series-api.ts';
import type { StoredMarket } from '#engine/series/column-store.ts';
import { scaled } from '#engine/series/price-scale.ts';
import { barOfRow, firstRowOfBar } from '#engine/series/timeline.ts';
import type { Timeline } from '#engine/series/timeline.ts';

/** Both have no prices before the market's first trade. */
export type PriceReader = {
  /** The candle at a row; fast when rows come one after the other. */
  readonly now: (row: number) => PriceNow;
  /** Its close. */
  readonly last: (row: number) => number;
};

/** Reads the prices of a market. A candle that began before the rows is taken from row 0 on. */
export function priceReader(market: StoredMarket, bars: Timeline): PriceReader {
  let first = -1;
  const isBefore = (row: number): boolean => {
    if (first < 0) first = market.candles.isMissing.indexOf(0);
    return first < 0 || row < first;
  };
  const last = (row: number): number => (isBefore(row) ? Number.NaN : closeOf(market, row));
  let bar = Number.NaN;
  let done = -1;
  let [open, high, low, volume] = [Number.NaN, Number.NaN, Number.NaN, 0];
  let response = NO_PRICE;
  let returnedRow = -1;
  let returnedCandles: StoredMarket['candles'] | null = null;
  const now = (row: number): PriceNow => {
    if (row === returnedRow && market.candles === returnedCandles) return response;
    const { candles, priceScale, amountScale } = market;
    if (isBefore(row)) return NO_PRICE;
    const current = barOfRow(bars, row);
    if (current !== bar || row < done) {
      bar = current;
      done = Math.max(first, firstRowOfBar(bars, bar)) - 1;
      open = candles.open[done + 1] ?? Number.NaN;
      [high, low, volume] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
    }
    while (done < row) {
      done += 1;
      high = Math.max(high, candles.high[done] ?? Number.NaN);
      low = Math.min(low, candles.low[done] ?? Number.NaN);
      volume += candles.volume[done] ?? 0;
    }
    const close = closeOf(market, row);
    response = {
      open: scaled(priceScale, open),
      high: scaled(priceScale, high),
      low: scaled(priceScale, low),
      close,
      volume: scaled(amountScale, volume),
      // Without a book, the last price is the best that is known of both sides.
      ask: close,
      bid: close,
    };
    returnedRow = row;
    returnedCandles = candles;
    return response;
  };
  return { now, last };
}

function closeOf({ candles, priceScale }: StoredMarket, row: number): number {
  return scaled(priceScale, candles.close[row] ?? Number.NaN);
}

const NO_PRICE: PriceNow = {
  open: Number.NaN,
  high: Number.NaN,
  low: Number.NaN,
  close: Number.NaN,
  volume: 0,
  ask: Number.NaN,
  bid: Number.NaN,
};
