// Terms of an exchange's futures besides fees, for simulations of them.

import type { Decimal } from '#lib/decimal.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { MinuteWindow } from '#ports/world/history.ts';

export type FuturesTerms = {
  /** Null: the exchange does not tell them. */
  readonly tiers: LeverageTiers | null;
  /** Of a liquidated position's value. */
  readonly liquidationFeePercent: Decimal;
  /** By time: what longs pay shorts at an instant, as a share of the value. */
  readonly funding: readonly { readonly atMs: number; readonly rate: Decimal }[];
};

export type FuturesTermsSource = {
  /** The exchange's code. */
  readonly code: string;
  /**
   * Funding within the window, at whole minutes; null on markets that are no futures of this
   * exchange. Throws Failure where the exchange does not respond.
   */
  findTerms(market: Market, window: MinuteWindow): Promise<FuturesTerms | null>;
};
