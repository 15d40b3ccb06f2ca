// Results of matching: executions in the order in which they happened, and the orders as they then
// are.

import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';

export type Execution = {
  readonly orderId: string;
  readonly priceTicks: Ticks;
  /** Above zero. */
  readonly lots: Lots;
  readonly isMaker: boolean;
  /** Ticks that the price had travelled since the open; see candle-path.ts. Zero for an arrival. */
  readonly pathTicks: bigint;
  readonly atMs: number;
  /**
   * A stop and a target of the position both lay inside the candle, which does not tell which came
   * first.
   */
  readonly isAmbiguous: boolean;
  /** The price jumped past the order's limit or trigger and filled it at the candle's open. */
  readonly isGap: boolean;
  /** Some of the order is left. */
  readonly isPartial: boolean;
};

/** How much of a minute's volume is there, and how much of it was taken before. */
export type Liquidity = {
  /** The minute's volume. */
  readonly volumeLots: Lots;
  /** What earlier calls for the same minute (and run, or account) have filled. */
  readonly usedLots: Lots;
};

export type MinuteOutcome = {
  /** In the order of the price's path, then of placement. At most one per order. */
  readonly executions: readonly Execution[];
  /** Orders that changed (partly filled, triggered, trailed on) and still work, by sequence. */
  readonly changed: readonly RestingOrder[];
  /**
   * Orders whose time ended before this candle did, with something left, as they ended; by
   * sequence.
   */
  readonly expired: readonly RestingOrder[];
  /** `usedLots` of the context and what this call filled. */
  readonly usedLots: Lots;
};

export type ArrivalOutcome =
  /** A post-only order that would have taken. */
  | { readonly kind: 'cancelled'; readonly reason: 'would_take' }
  | { readonly kind: 'filled'; readonly execution: Execution }
  /** It rests from now on, in whole or what is left of it; `order` is the order as it now is. */
  | {
      readonly kind: 'resting';
      readonly execution: Execution | null;
      readonly order: RestingOrder;
    };
