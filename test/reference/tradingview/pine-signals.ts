// Signals that strategies decide by, on exact whole numbers: means are compared as sums times the
// other's length.

import type { PineBar } from './pine-order.ts';

/** A tenth of a coin. */
export const SIZE = 100n;

const closes = (bars: readonly PineBar[], index: number, count: number, back = 0): bigint =>
  bars
    .slice(index - back - count + 1, index - back + 1)
    .reduce((sum, { close }) => sum + close, 0n);

/** Whether the mean of `short` closes is above that of `long`; null before there are so many. */
export function isAbove(
  bars: readonly PineBar[],
  index: number,
  short: number,
  long: number,
  back = 0,
) {
  if (index - back < long - 1) return null;
  const [fast, slow] = [closes(bars, index, short, back), closes(bars, index, long, back)];
  const difference = fast * BigInt(long) - slow * BigInt(short);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

/** 1: the fast mean crossed over the slow one in this bar; -1: under it. */
export function crossing(
  bars: readonly PineBar[],
  index: number,
  short: number,
  long: number,
): number {
  const [now, before] = [isAbove(bars, index, short, long), isAbove(bars, index, short, long, 1)];
  if (now === null || before === null) return 0;
  if (now === 1 && before <= 0) return 1;
  return now === -1 && before >= 0 ? -1 : 0;
}

export const highest = (bars: readonly PineBar[], index: number, count: number): bigint =>
  bars.slice(index - count + 1, index + 1).reduce((top, { high }) => (high > top ? high : top), 0n);
export const lowest = (bars: readonly PineBar[], index: number, count: number): bigint =>
  bars
    .slice(index - count + 1, index + 1)
    .reduce((bottom, { low }) => (low < bottom ? low : bottom), 1n << 62n);
