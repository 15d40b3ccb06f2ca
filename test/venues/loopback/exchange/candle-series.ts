// Minute candles of one market, and those of longer intervals made of them.

import type { Amount } from '../amount.ts';
import { times } from '../amount.ts';

export type Candle = {
  readonly startMs: number;
  open: Amount;
  high: Amount;
  low: Amount;
  close: Amount;
  volume: Amount;
  quoteVolume: Amount;
  trades: number;
};

export type CandleSeries = { readonly minutes: Map<number, Candle>; lastClose: Amount | null };

const MINUTE_MS = 60_000;

export function createCandleSeries(): CandleSeries {
  return { minutes: new Map(), lastClose: null };
}

/** A price, with what was traded at it. */
export function addPrice(
  series: CandleSeries,
  atMs: number,
  price: Amount,
  volume: Amount,
): Candle {
  const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  const open = series.lastClose ?? price;
  const candle = series.minutes.get(startMs) ?? {
    startMs,
    open,
    high: open,
    low: open,
    close: open,
    volume: 0n,
    quoteVolume: 0n,
    trades: 0,
  };
  series.minutes.set(startMs, candle);
  candle.high = price > candle.high ? price : candle.high;
  candle.low = price < candle.low ? price : candle.low;
  candle.close = price;
  candle.volume += volume;
  candle.quoteVolume += times(volume, price);
  candle.trades += volume === 0n ? 0 : 1;
  series.lastClose = price;
  return candle;
}

/** Recorded candles of the past, as they are. */
export function loadCandles(series: CandleSeries, candles: readonly Candle[]): void {
  for (const candle of candles) series.minutes.set(candle.startMs, { ...candle });
}

/** Ascending, from `fromMs` to `toMs` inclusive by start; minutes without a price are left out. */
export function candlesOf(
  series: CandleSeries,
  intervalMs: number,
  fromMs: number,
  toMs: number,
): readonly Candle[] {
  const merged = new Map<number, Candle>();
  for (const minute of startsOf(series, fromMs - intervalMs, toMs + intervalMs)) {
    const startMs = Math.floor(minute / intervalMs) * intervalMs;
    const next = series.minutes.get(minute);
    if (startMs < fromMs || startMs > toMs || next === undefined) continue;
    const candle = merged.get(startMs);
    merged.set(startMs, candle === undefined ? { ...next, startMs } : joined(candle, next));
  }
  return [...merged.values()];
}

/** Whichever is less: the minutes of the window, or those that there are. */
function startsOf({ minutes }: CandleSeries, fromMs: number, toMs: number): readonly number[] {
  const firstMs = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS;
  const count = Math.floor((toMs - firstMs) / MINUTE_MS) + 1;
  if (count < minutes.size)
    return Array.from({ length: Math.max(0, count) }, (_, row) => firstMs + row * MINUTE_MS);
  const isWanted = (minute: number): boolean => minute >= fromMs && minute <= toMs;
  return [...minutes.keys()].filter(isWanted).sort((a, b) => a - b);
}

/** The candle of this start; null if there was no price. */
export function candleAt(series: CandleSeries, intervalMs: number, startMs: number): Candle | null {
  return candlesOf(series, intervalMs, startMs, startMs)[0] ?? null;
}

function joined(earlier: Candle, later: Candle): Candle {
  return {
    startMs: earlier.startMs,
    open: earlier.open,
    high: later.high > earlier.high ? later.high : earlier.high,
    low: later.low < earlier.low ? later.low : earlier.low,
    close: later.close,
    volume: earlier.volume + later.volume,
    quoteVolume: earlier.quoteVolume + later.quoteVolume,
    trades: earlier.trades + later.trades,
  };
}
