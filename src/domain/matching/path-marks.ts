// Turns of a candle's path, and where the price is on it when, for the single-order fast path and
// the exact venue alike (candle-path.ts says what the path is). Positions are ticks travelled since
// the open.

import type { Integer, Integers } from '#lib/integers.ts';

/** The positions of both extremes and of the close. */
export type PathMarks<N extends Integer> = {
  readonly isHighFirst: boolean;
  readonly first: N;
  readonly second: N;
  readonly end: N;
};

export type PathPrices<N extends Integer> = {
  readonly open: N;
  readonly high: N;
  readonly low: N;
  readonly close: N;
};

/** Whether there is a price above zero, and open and close lie between low and high. */
export function isWholeCandle<N extends Integer>(
  of: Integers<N>,
  { open, high, low, close }: PathPrices<N>,
): boolean {
  return of.zero < low && low <= open && low <= close && open <= high && close <= high;
}

/** Whether the high is the first extreme: the one nearer to the open, the low when both are. */
export function isHighFirst<N extends Integer>(
  of: Integers<N>,
  { open, high, low }: Omit<PathPrices<N>, 'close'>,
): boolean {
  return of.difference(high, open) < of.difference(open, low);
}

/** Turning points and end of a candle's path, in ticks travelled since the open. */
export function pathMarks<N extends Integer>(
  of: Integers<N>,
  { open, high, low, close }: PathPrices<N>,
  isUpFirst: boolean,
): PathMarks<N> {
  const first = isUpFirst ? of.difference(high, open) : of.difference(open, low);
  const second = of.sum(first, of.difference(high, low));
  const last = isUpFirst ? of.difference(close, low) : of.difference(high, close);
  return { isHighFirst: isUpFirst, first, second, end: of.sum(second, last) };
}

/**
 * The position at which the path first comes to a level that its open does not reach, and its high
 * (`isAbove`) or low passes by `beyondTicks`.
 */
export function firstReached<N extends Integer>(
  of: Integers<N>,
  marks: PathMarks<N>,
  isAbove: boolean,
  beyondTicks: N,
): N {
  return of.difference(isAbove === marks.isHighFirst ? marks.first : marks.second, beyondTicks);
}

/** Milliseconds after the open; the close belongs to the candle's last millisecond. */
export function elapsedMsAt<N extends Integer>(
  of: Integers<N>,
  position: N,
  length: N,
  durationMs: N,
): N {
  const elapsedMs = of.floorQuotient(of.product(position, durationMs), length);
  return of.lesser(elapsedMs, of.difference(durationMs, of.one));
}

/** The first position at or after so many milliseconds. */
export function positionAfter<N extends Integer>(
  of: Integers<N>,
  elapsedMs: N,
  length: N,
  durationMs: N,
): N {
  return of.ceilQuotient(of.product(elapsedMs, length), durationMs);
}

/** The last position before an instant at `position`; the open is always before it. */
export function lastBefore<N extends Integer>(of: Integers<N>, position: N): N {
  return of.greater(of.zero, of.difference(position, of.one));
}
