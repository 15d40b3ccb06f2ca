// The path that the price is assumed to take inside a candle: open, the extreme nearer to the open
// (the low when both are as near), the other extreme, close; every price between is visited. A
// position on it is the number of ticks travelled since the open, so positions are whole, ordered,
// and spread evenly over the candle's time.

import { assert } from '#lib/assert.ts';
import { BIG_INTEGERS } from '#lib/integers.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import {
  elapsedMsAt,
  isHighFirst,
  isWholeCandle,
  pathMarks,
  positionAfter,
} from '#domain/matching/path-marks.ts';

export type CandlePath = {
  readonly openTimeMs: number;
  readonly durationMs: number;
  /** Open, first extreme, second extreme, close. */
  readonly prices: readonly [Ticks, Ticks, Ticks, Ticks];
  /** Positions of those four; the first is zero, the last the length of the path. */
  readonly marks: readonly [bigint, bigint, bigint, bigint];
};

/**
 * The path of a candle that lasts `durationMs`. Asserts that open and close lie between low and
 * high.
 */
export function candlePath(candle: Candle, durationMs: number): CandlePath {
  const { open, high, low, close } = candle;
  assert(isWholeCandle(BIG_INTEGERS, candle), 'open and close lie within their candle');
  const isUpFirst = isHighFirst(BIG_INTEGERS, candle);
  const [first, second] = isUpFirst ? [high, low] : [low, high];
  const marks = pathMarks(BIG_INTEGERS, candle, isUpFirst);
  return {
    openTimeMs: candle.openTimeMs,
    durationMs,
    prices: [open, first, second, close] as unknown as CandlePath['prices'],
    marks: [0n, marks.first, marks.second, marks.end],
  };
}

/** The same candle with the other extreme first. */
export function withExtremesSwapped(path: CandlePath): CandlePath {
  const [open, first, second, close] = path.prices;
  const toFirst = distance(open, second);
  const toSecond = toFirst + distance(second, first);
  return {
    openTimeMs: path.openTimeMs,
    durationMs: path.durationMs,
    prices: [open, second, first, close],
    marks: [0n, toFirst, toSecond, toSecond + distance(first, close)],
  };
}

/** A single price at an instant. */
export function pointPath(priceTicks: Ticks, atMs: number): CandlePath {
  const prices = [priceTicks, priceTicks, priceTicks, priceTicks] as const;
  return { openTimeMs: atMs, durationMs: 1, prices, marks: [0n, 0n, 0n, 0n] };
}

/** The price at a position from zero to the path's length. */
export function priceAt(path: CandlePath, position: bigint): Ticks {
  for (const leg of LEGS) {
    if (position > path.marks[leg.end]) continue;
    const travelled = position - path.marks[leg.start];
    const [from, to] = [path.prices[leg.start], path.prices[leg.end]];
    return (from <= to ? from + travelled : from - travelled) as Ticks;
  }
  return path.prices[3];
}

/** The price that the path visits which is nearest to this one. */
export function nearestVisited(path: CandlePath, priceTicks: Ticks): Ticks {
  const [, first, second] = path.prices;
  const [low, high] = first < second ? [first, second] : [second, first];
  if (priceTicks < low) return low;
  return priceTicks > high ? high : priceTicks;
}

/** The instant of a position; the close belongs to the candle's last millisecond. */
export function instantOf(path: CandlePath, position: bigint): number {
  const length = path.marks[3];
  if (length === 0n) return path.openTimeMs;
  const durationMs = BigInt(path.durationMs);
  return path.openTimeMs + Number(elapsedMsAt(BIG_INTEGERS, position, length, durationMs));
}

/** The first position at or after an instant; zero for instants before the candle. */
export function positionAt(path: CandlePath, instantMs: number): bigint {
  if (instantMs <= path.openTimeMs) return 0n;
  const elapsedMs = BigInt(Math.min(instantMs - path.openTimeMs, path.durationMs));
  return positionAfter(BIG_INTEGERS, elapsedMs, path.marks[3], BigInt(path.durationMs));
}

/**
 * The first position from `from` to `until` at which the price is at or below the level; null if
 * there is none.
 */
export function firstAtOrBelow(
  path: CandlePath,
  level: Ticks,
  from: bigint,
  until: bigint,
): bigint | null {
  return firstReaching(path, level, from, until, false);
}

/**
 * The first position from `from` to `until` at which the price is at or above the level; null if
 * there is none.
 */
export function firstAtOrAbove(
  path: CandlePath,
  level: Ticks,
  from: bigint,
  until: bigint,
): bigint | null {
  return firstReaching(path, level, from, until, true);
}

export const LEGS = [
  { start: 0, end: 1 },
  { start: 1, end: 2 },
  { start: 2, end: 3 },
] as const;

function firstReaching(
  path: CandlePath,
  level: Ticks,
  from: bigint,
  until: bigint,
  isAbove: boolean,
): bigint | null {
  const startPrice = priceAt(path, from);
  if (isAbove ? startPrice >= level : startPrice <= level) return from <= until ? from : null;
  for (const leg of LEGS) {
    const end = path.prices[leg.end];
    const isReached = path.marks[leg.end] > from && (isAbove ? end >= level : end <= level);
    if (!isReached) continue;
    // The start price is short of the level, so this leg moves towards it and meets it exactly.
    const position = path.marks[leg.end] - distance(end, level);
    return position <= until ? position : null;
  }
  return null;
}

function distance(left: bigint, right: bigint): bigint {
  return left < right ? right - left : left - right;
}
