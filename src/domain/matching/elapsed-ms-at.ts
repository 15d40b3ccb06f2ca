// When the price is where on its path through a candle, for the single-order fast path and the
// exact venue alike (candle-path.ts). Positions are ticks travelled since the open.

import type { Integer, Integers } from '#lib/integers.ts';

/** Whether the high is the first extreme: the one nearer to the open, the low when both are. */
export function isHighFirst<N extends Integer>(of: Integers<N>, open: N, high: N, low: N): boolean {
  return of.difference(high, open) < of.difference(open, low);
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
