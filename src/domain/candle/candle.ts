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
