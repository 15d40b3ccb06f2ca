// Candles for a picture: minutes gathered into bars that are few enough to draw.

import { MINUTE_MS } from '#lib/time.ts';
import { INTERVALS_MINUTES, MONTH_MINUTES } from '#domain/candle/interval.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';

/** Open time in seconds, open, high, low, close, volume; prices and amounts as floats. */
export type ChartBar = readonly [number, number, number, number, number, number];

const WEEK_MINUTES = 10_080;
const BAR_MINUTES = [1, 5, 15, 30, 60, 240, 720, 1_440, 10_080] as const;

/** The smallest bar that shows the window in at most `barsMax` bars. */
export function barMinutesFor(startMs: number, endMs: number, barsMax: number): number {
  const minutes = (endMs - startMs) / MINUTE_MS;
  return BAR_MINUTES.find((each) => minutes / each <= barsMax) ?? 10_080;
}

/**
 * The smallest interval of charts that shows the window in at most `barsMax` bars and is made of
 * whole bars of `intervalMinutes`, so that what happened in one of those is in one of these.
 */
export function chartMinutesFor(
  startMs: number,
  endMs: number,
  intervalMinutes: number,
  barsMax: number,
): number {
  const minutes = (endMs - startMs) / MINUTE_MS;
  const isFit = (each: number): boolean =>
    each % intervalMinutes === 0 && each < MONTH_MINUTES && minutes / each <= barsMax;
  return INTERVALS_MINUTES.find(isFit) ?? Math.max(intervalMinutes, WEEK_MINUTES);
}

/** Bars from `startMs` up to `endMs`; the steps are what a tick and a lot are worth. */
export function chartBarsOf(
  candles: CandleColumns,
  startMs: number,
  endMs: number,
  barMinutes: number,
  { priceStep, amountStep }: { readonly priceStep: number; readonly amountStep: number },
): readonly ChartBar[] {
  const barMs = barMinutes * MINUTE_MS;
  const bars: ChartBar[] = [];
  const from = Math.max(0, Math.floor((startMs - candles.firstOpenMs) / MINUTE_MS));
  const to = Math.min(candles.rowCount, Math.ceil((endMs - candles.firstOpenMs) / MINUTE_MS));
  let row = from;
  while (row < to) {
    const openMs = candles.firstOpenMs + row * MINUTE_MS;
    const barOpenMs = Math.floor(openMs / barMs) * barMs;
    const next = Math.min(to, row + (barOpenMs + barMs - openMs) / MINUTE_MS);
    const [high, low] = extremes(candles, row, next);
    const prices = [candles.open[row] ?? 0, high, low, candles.close[next - 1] ?? 0];
    const [open, top, bottom, close] = prices.map((ticks) => rounded(ticks * priceStep)) as Four;
    const volume = rounded(volumeOf(candles, row, next) * amountStep);
    bars.push([barOpenMs / 1_000, open, top, bottom, close, volume]);
    row = next;
  }
  return bars;
}

type Four = [number, number, number, number];

function extremes(candles: CandleColumns, from: number, to: number): readonly [number, number] {
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  for (let row = from; row < to; row += 1) {
    high = Math.max(high, candles.high[row] ?? high);
    low = Math.min(low, candles.low[row] ?? low);
  }
  return [high, low];
}

function volumeOf({ volume }: CandleColumns, from: number, to: number): number {
  let sum = 0;
  for (let row = from; row < to; row += 1) sum += volume[row] ?? 0;
  return sum;
}

/** Twelve digits are enough for a picture, and keep the page small. */
export function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
