// What a step of a lone venue comes to.

/** Numbers are small integers; see VenueTrade. */
export type LoneFill = {
  readonly priceTicks: number;
  readonly lots: number;
  readonly valueUnits: number;
  readonly feeUnits: number;
  readonly isGap: boolean;
  readonly isPartial: boolean;
  readonly atMs: number;
};

export type LoneEnd = {
  readonly outcome: 'filled' | 'cancelled' | 'expired';
  readonly atMs: number;
};

export type LoneOutcome = { readonly fill: LoneFill | null; readonly end: LoneEnd | null };

/** A minute, or a longer candle, in ticks and lots. Kept by nobody: its maker may fill it anew. */
export type LoneCandle = {
  readonly openTimeMs: number;
  readonly durationMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
};

export const NO_OUTCOME: LoneOutcome = { fill: null, end: null };
