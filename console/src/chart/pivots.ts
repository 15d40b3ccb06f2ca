// Candles that stand out: higher, or lower, than so many before and after them.

import type { Bar } from './bars.ts';

export type Pivot = { readonly bar: Bar; readonly isHigh: boolean };

/** Oldest first. Candles at either end, which have too few neighbours, are none. */
export function pivotsOf(bars: readonly Bar[], before: number, after: number): readonly Pivot[] {
  return bars.flatMap((bar, at) => {
    if (at < before || at + after >= bars.length) return [];
    const beside = [...bars.slice(at - before, at), ...bars.slice(at + 1, at + 1 + after)];
    return [
      ...(beside.every(({ high }) => high < bar.high) ? [{ bar, isHigh: true }] : []),
      ...(beside.every(({ low }) => low > bar.low) ? [{ bar, isHigh: false }] : []),
    ];
  });
}
