// Candles that are smoothed by those before them.

import type { Bar } from './bars.ts';

/** Each opens in the middle of the body before it and closes at the mean of its four prices. */
export function heikinAshi(bars: readonly Bar[]): readonly Bar[] {
  let former: { open: number; close: number } | null = null;
  return bars.map((bar) => {
    const close = (bar.open + bar.high + bar.low + bar.close) / 4;
    const open: number =
      former === null ? (bar.open + bar.close) / 2 : (former.open + former.close) / 2;
    former = { open, close };
    const [high, low] = [Math.max(bar.high, open, close), Math.min(bar.low, open, close)];
    return { ...bar, open, high, low, close };
  });
}
