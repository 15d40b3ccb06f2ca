// Minute candles of one market, and those of longer intervals made of them.

import type { Amount } from '#loopback/amount.ts';
import { times } from '#loopback/amount.ts';

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

/** By minutes since 1970, which are found twice as fast as milliseconds. */
export type CandleSeries = { readonly minutes: Map<number, Candle>; lastClose: Amount | null };

const MINUTE_MS = 60_000;

/** Series without candles. */
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
  const minute = Math.floor(atMs / MINUTE_MS);
  const startMs = minute * MINUTE_MS;
  const open = series.lastClose ?? price;
  const candle = series.minutes.get(minute) ?? {
    startMs,
    open,
    high: open,
    low: open,
    close: open,
    volume: 0n,
    quoteVolume: 0n,
    trades: 0,
  };
  series.minutes.set(minute, candle);
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
  for (const candle of candles)
    series.minutes.set(Math.floor(candle.startMs / MINUTE_MS), { ...candle });
}

/**
 * Ascending, from `fromMs` to `toMs` inclusive by start; minutes without a price are left out. They
 * are to be read at once, because the last one goes on forming.
 */
export function candlesOf(
  series: CandleSeries,
  intervalMs: number,
  fromMs: number,
  toMs: number,
): readonly Candle[] {
  const found: Candle[] = [];
  for (const minute of minutesOf(series, fromMs - intervalMs, toMs + intervalMs)) {
    const next = series.minutes.get(minute);
    if (next === undefined) continue;
    const startMs = Math.floor(next.startMs / intervalMs) * intervalMs;
    if (startMs < fromMs || startMs > toMs) continue;
    const last = found.at(-1);
    if (last === undefined || last.startMs !== startMs)
      found.push(startMs === next.startMs ? next : { ...next, startMs });
    else found[found.length - 1] = joined(last, next);
  }
  return found;
}

/** Whichever is less: the minutes of the window, or those that there are. */
function minutesOf({ minutes }: CandleSeries, fromMs: number, toMs: number): readonly number[] {
  const first = Math.ceil(fromMs / MINUTE_MS);
  const last = Math.floor(toMs / MINUTE_MS);
  const count = last - first + 1;
  if (count < minutes.size)
    return Array.from({ length: Math.max(0, count) }, (_, row) => first + row);
  const isWanted = (minute: number): boolean => minute >= first && minute <= last;
  return [...minutes.keys()].filter(isWanted).sort((a, b) => a - b);
}

/** The candle of this start; null if there was no price. */
export function candleAt(series: CandleSeries, intervalMs: number, startMs: number): Candle | null {
  const [found] = candlesOf(series, intervalMs, startMs, startMs);
  // It goes on forming, and who asked may show it later.
  return found === undefined ? null : { ...found };
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
