// A candle: one minute of trading on one market, in whole price and amount steps.

/**
 * `openTimeMs` is the first millisecond of the minute. Prices are ticks, volume is lots of base.
 */
export type Candle = {
  readonly openTimeMs: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: bigint;
};

const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Whether both have the same figures, or are none. */
export function isSameCandle(one: Candle | null, other: Candle | null): boolean {
  if (one === null || other === null) return one === other;
  return FIGURES.every((name) => one[name] === other[name]);
}
