// The outcome of a step of the single-order fast path.

/** Numbers are small integers; see VenueTrade. */
export type SingleFill = {
  readonly priceTicks: number;
  readonly lots: number;
  readonly valueUnits: number;
  readonly feeUnits: number;
  readonly isGap: boolean;
  readonly isPartial: boolean;
  readonly atMs: number;
};

export type SingleEnd = {
  readonly outcome: 'filled' | 'cancelled' | 'expired';
  readonly atMs: number;
};

export type SingleOutcome = { readonly fill: SingleFill | null; readonly end: SingleEnd | null };

/** A minute, or a longer bar, in ticks and lots. Nobody keeps it: its maker may refill it. */
export type MatchingBar = {
  readonly openTimeMs: number;
  readonly durationMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  /** Of the bar before: all that is known of volumes at the open. */
  readonly volumeBefore: number;
};

/** What an order that arrives at the open sees of its bar. */
export type ArrivalBar = Pick<MatchingBar, 'openTimeMs' | 'open' | 'volumeBefore'>;

export const NO_OUTCOME: SingleOutcome = { fill: null, end: null };
