// A market's prices as a function of seed, market and time: knots every five seconds, straight
// lines between them, rounded to price steps. A minute's candle is read off the same knots, so
// candles and prices at an instant cannot disagree.

import { DAY_MS, MINUTE_MS, minuteStartMs } from '#lib/time.ts';
import { assert } from '#lib/assert.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Bridge } from '#adapters/sim/bridge.ts';
import { bridgeValue, fillBridge, KNOT_MS } from '#adapters/sim/bridge.ts';
import { exponential } from '#adapters/sim/exponential.ts';
import { hashText, uniformDraw } from '#adapters/sim/hash.ts';

/** 2020-01-01: the first instant with a price. */
export const HISTORY_START_MS = Date.UTC(2020, 0, 1);
const KNOTS_PER_MINUTE = MINUTE_MS / KNOT_MS;
/** Minutes that a window is made in at a time, so that memory does not grow with the window. */
const CHUNK_MINUTES = 8_192;

/** Trading by hour of the UTC day, in hundredths of the average. */
const HOUR_SHAPE = [
  88, 84, 78, 74, 72, 74, 78, 86, 96, 100, 98, 96, 104, 128, 152, 148, 134, 122, 112, 104, 98, 96,
  92, 90,
] as const;

/** A market's price in steps is `baseTicks` times e to the weighted sum of its walks. */
export type PricePath = {
  readonly baseTicks: number;
  readonly walks: readonly { readonly bridge: Bridge; readonly weight: number }[];
  readonly volume: VolumeShape;
};

/**
 * `valuePerMinute` on an average day, in the settlement currency; a lot at price p is worth
 * `lotValue * p^lotPower`.
 */
export type VolumeShape = {
  readonly key: number;
  readonly valuePerMinute: number;
  readonly lotValue: number;
  readonly lotPower: 1 | -1;
  /** High minus low of an average minute, as a share of the price. */
  readonly typicalRange: number;
};

/** The key that a market's volumes are drawn with. */
export function volumeKey(seed: string, marketTag: string): number {
  return hashText(`${seed} volume ${marketTag}`);
}

/** The price in ticks at an instant; asserts that it is not before 2020. */
export function ticksAt(path: PricePath, instantMs: number): number {
  assert(instantMs >= HISTORY_START_MS, 'prices begin in 2020');
  const sinceStartMs = instantMs - HISTORY_START_MS;
  const offsetMs = sinceStartMs % KNOT_MS;
  const knot = (sinceStartMs - offsetMs) / KNOT_MS;
  const left = knotTicks(path, knot);
  return offsetMs === 0 ? left : between(left, knotTicks(path, knot + 1), offsetMs);
}

/**
 * The candle of the minute that begins at `openTimeMs`; asserts that it is a minute from 2020 on.
 */
export function minuteCandle(path: PricePath, openTimeMs: number): Candle {
  assert(openTimeMs >= HISTORY_START_MS && openTimeMs % MINUTE_MS === 0, 'a minute from 2020 on');
  const firstKnot = (openTimeMs - HISTORY_START_MS) / KNOT_MS;
  const ticks = new Float64Array(KNOTS_PER_MINUTE + 1);
  fillTicks(path, firstKnot, ticks);
  return candleFrom(path, openTimeMs, ticks, 0);
}

/**
 * The candle of the minute that has the instant, as far as it has formed by then: after its last
 * millisecond it is that of the minute. Asserts that it is not before 2020.
 */
export function formingCandle(path: PricePath, instantMs: number): Candle {
  assert(instantMs >= HISTORY_START_MS, 'prices begin in 2020');
  const openTimeMs = minuteStartMs(instantMs);
  const offsetMs = instantMs - openTimeMs;
  const firstKnot = (openTimeMs - HISTORY_START_MS) / KNOT_MS;
  const seen = Array.from({ length: Math.floor(offsetMs / KNOT_MS) + 1 }, (_, knot) =>
    knotTicks(path, firstKnot + knot),
  );
  const open = seen[0] as number;
  const close = ticksAt(path, instantMs);
  const [high, low] = [Math.max(...seen, close), Math.min(...seen, close)];
  const lots = minuteLots(path.volume, openTimeMs, high, low);
  return {
    openTimeMs,
    open: BigInt(open),
    high: BigInt(high),
    low: BigInt(low),
    close: BigInt(close),
    volume: BigInt(Math.ceil((lots * (offsetMs + 1)) / MINUTE_MS)),
  };
}

/** Candles of all minutes with `fromMs <= openTimeMs < toMs`, oldest first; none before 2020. */
export function* minuteCandles(
  path: PricePath,
  fromMs: number,
  toMs: number,
): Generator<Candle, undefined> {
  const firstMs = Math.max(HISTORY_START_MS, Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS);
  for (let chunkMs = firstMs; chunkMs < toMs; chunkMs += CHUNK_MINUTES * MINUTE_MS) {
    const minutes = Math.min(CHUNK_MINUTES, Math.ceil((toMs - chunkMs) / MINUTE_MS));
    const ticks = new Float64Array(minutes * KNOTS_PER_MINUTE + 1);
    fillTicks(path, (chunkMs - HISTORY_START_MS) / KNOT_MS, ticks);
    for (let minute = 0; minute < minutes; minute += 1)
      yield candleFrom(path, chunkMs + minute * MINUTE_MS, ticks, minute * KNOTS_PER_MINUTE);
  }
}

/**
 * Writes the figures of all minutes of the columns, the same as `minuteCandles` gives; asserts that
 * they are from 2020 on.
 */
export function fillCandles(path: PricePath, columns: CandleColumns): void {
  const { firstOpenMs, rowCount, open, high, low, close, volume, isMissing } = columns;
  assert(firstOpenMs >= HISTORY_START_MS, 'minutes from 2020 on');
  const figures: MinuteFigures = { open: 0, high: 0, low: 0, close: 0, volume: 0 };
  for (let start = 0; start < rowCount; start += CHUNK_MINUTES) {
    const minutes = Math.min(CHUNK_MINUTES, rowCount - start);
    const chunkMs = firstOpenMs + start * MINUTE_MS;
    const ticks = new Float64Array(minutes * KNOTS_PER_MINUTE + 1);
    fillTicks(path, (chunkMs - HISTORY_START_MS) / KNOT_MS, ticks);
    for (let minute = 0; minute < minutes; minute += 1) {
      const row = start + minute;
      const openTimeMs = firstOpenMs + row * MINUTE_MS;
      readMinute(figures, path, openTimeMs, ticks, minute * KNOTS_PER_MINUTE);
      open[row] = figures.open;
      high[row] = figures.high;
      low[row] = figures.low;
      close[row] = figures.close;
      volume[row] = figures.volume;
      isMissing[row] = 0;
    }
  }
}

function knotTicks(path: PricePath, knot: number): number {
  let displacement = 0;
  for (const { bridge, weight } of path.walks) displacement += weight * bridgeValue(bridge, knot);
  return ticksFromDisplacement(path, displacement);
}

function fillTicks(path: PricePath, firstKnot: number, ticks: Float64Array): void {
  for (const { bridge, weight } of path.walks) fillBridge(bridge, weight, firstKnot, ticks);
  for (let place = 0; place < ticks.length; place += 1)
    ticks[place] = ticksFromDisplacement(path, ticks[place] as number);
}

function ticksFromDisplacement(path: PricePath, displacement: number): number {
  return Math.max(1, Math.round(path.baseTicks * exponential(displacement)));
}

function between(left: number, right: number, offsetMs: number): number {
  return Math.round(left + ((right - left) * offsetMs) / KNOT_MS);
}

function candleFrom(
  path: PricePath,
  openTimeMs: number,
  ticks: Float64Array,
  place: number,
): Candle {
  const figures: MinuteFigures = { open: 0, high: 0, low: 0, close: 0, volume: 0 };
  readMinute(figures, path, openTimeMs, ticks, place);
  return {
    openTimeMs,
    open: BigInt(figures.open),
    high: BigInt(figures.high),
    low: BigInt(figures.low),
    close: BigInt(figures.close),
    volume: BigInt(figures.volume),
  };
}

type MinuteFigures = { open: number; high: number; low: number; close: number; volume: number };

/**
 * The close is the price at the minute's last millisecond, so the next minute may open a step away
 * from it.
 */
function readMinute(
  figures: MinuteFigures,
  path: PricePath,
  openTimeMs: number,
  ticks: Float64Array,
  place: number,
): void {
  const open = ticks[place] as number;
  const end = place + KNOTS_PER_MINUTE;
  const close = between(ticks[end - 1] as number, ticks[end] as number, KNOT_MS - 1);
  let high = Math.max(open, close);
  let low = Math.min(open, close);
  for (let knot = place + 1; knot < end; knot += 1) {
    const price = ticks[knot] as number;
    if (price > high) high = price;
    if (price < low) low = price;
  }
  figures.open = open;
  figures.high = high;
  figures.low = low;
  figures.close = close;
  figures.volume = minuteLots(path.volume, openTimeMs, high, low);
}

/** More is traded in the afternoon, when the price moves, and by chance; at least one lot. */
function minuteLots(shape: VolumeShape, openTimeMs: number, high: number, low: number): number {
  const middle = (high + low) / 2;
  const hour = Math.floor((openTimeMs % DAY_MS) / (60 * MINUTE_MS));
  const season = (HOUR_SHAPE[hour] as number) / 100;
  const liveliness = 0.3 + (0.7 * (high - low)) / (middle * shape.typicalRange);
  const chance = uniformDraw(shape.key, (openTimeMs - HISTORY_START_MS) / MINUTE_MS);
  // The cube gives many quiet minutes and a few that are ten times busier; its mean with these
  // factors is 1.
  const burst = 0.3 + 2.8 * chance * chance * chance;
  const lotWorth = shape.lotPower === 1 ? shape.lotValue * middle : shape.lotValue / middle;
  const lots = (shape.valuePerMinute * season * liveliness * burst) / lotWorth;
  return Math.max(1, Math.floor(lots));
}
