// Candles for a picture: minutes gathered into bars that are few enough to draw.

import type { Decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { INTERVALS_MINUTES, MONTH_MINUTES } from '#domain/candle/interval.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { StepScale } from '#engine/run/step-scale.ts';
import { fromSteps, stepScale } from '#engine/run/step-scale.ts';

/** Open time in seconds, open, high, low, close, volume; prices and amounts as floats. */
export type ChartBar = readonly [number, number, number, number, number, number];

const WEEK_MINUTES = 10_080;

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

type Steps = { readonly priceStep: Decimal; readonly amountStep: Decimal };

/** Bars from `startMs` up to `endMs`; the steps are what a tick and a lot are worth. */
export function chartBarsOf(
  candles: CandleColumns,
  startMs: number,
  endMs: number,
  barMinutes: number,
  { priceStep, amountStep }: Steps,
): readonly ChartBar[] {
  const barMs = barMinutes * MINUTE_MS;
  const [price, amount] = [stepScale(priceStep), stepScale(amountStep)];
  const bars: ChartBar[] = [];
  const { firstOpenMs, rowCount } = candles;
  const from = Math.max(0, Math.floor((startMs - firstOpenMs) / MINUTE_MS));
  const to = Math.min(rowCount, Math.ceil((endMs - firstOpenMs) / MINUTE_MS));
  let row = from;
  while (row < to) {
    const openMs = firstOpenMs + row * MINUTE_MS;
    const barOpenMs = Math.floor(openMs / barMs) * barMs;
    const next = Math.min(to, row + (barOpenMs + barMs - openMs) / MINUTE_MS);
    bars.push(barOf(candles, row, next, barOpenMs / 1_000, price, amount));
    row = next;
  }
  return bars;
}

/** Of rows `from` up to, not including, `to`. */
function barOf(
  candles: CandleColumns,
  from: number,
  to: number,
  seconds: number,
  price: StepScale,
  amount: StepScale,
): ChartBar {
  const { high: highs, low: lows, volume: volumes } = candles;
  let high = highs[from] as number;
  let low = lows[from] as number;
  let volume = 0;
  for (let row = from; row < to; row += 1) {
    const [top, bottom] = [highs[row] as number, lows[row] as number];
    if (top > high) high = top;
    if (bottom < low) low = bottom;
    volume += volumes[row] as number;
  }
  return [
    seconds,
    fromSteps(price, candles.open[from] as number),
    fromSteps(price, high),
    fromSteps(price, low),
    fromSteps(price, candles.close[to - 1] as number),
    fromSteps(amount, volume),
  ];
}
