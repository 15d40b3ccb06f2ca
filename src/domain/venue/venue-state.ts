// A simulated venue as one account sees it: its money, its working orders and its positions, as
// plain data. The simulated exchange retains it in a database, a backtest in memory; both change it
// only by place-order.ts, cancel-order.ts and advance-minute.ts.

import type { Decimal } from '#lib/decimal.ts';
import type { Ledger } from '#domain/ledger/ledger.ts';
import type { LeverageTiers } from '#domain/margin/leverage-tier.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { Lots } from '#venue-port/market/market-grid.ts';
import type { MatchingRules } from '#domain/matching/matching-rules.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import type { OrderHold } from '#domain/position/order-hold.ts';
import type { MarginMode, Position } from '#domain/position/position.ts';
import type { TradingTerms } from '#domain/position/trading-terms.ts';

/** A market with the rules by which this account trades on it. */
export type VenueMarket = {
  readonly terms: TradingTerms;
  readonly rules: MatchingRules;
  /** Null on spot. */
  readonly tiers: LeverageTiers | null;
  /** Of a liquidated position's value, in percent. */
  readonly liquidationFeePercent: Decimal;
  /**
   * In quote: what an order on spot is worth at least that goes to market when its price comes, and
   * is refused then if it is less. Zero: nothing is refused.
   */
  readonly triggeredValueMin: Decimal;
};

/** An order that works: how matching sees it, and what it has locked and traded. */
export type WorkingOrder = {
  readonly marketTag: MarketTag;
  /** As placed; what is left is `resting.remainingLots`. */
  readonly lots: Lots;
  readonly resting: RestingOrder;
  readonly hold: OrderHold;
  /** Never opens or enlarges a position. */
  readonly isReduceOnly: boolean;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
};

/** How much of a market's running minute the account has taken. */
export type MinuteUse = {
  readonly marketTag: MarketTag;
  readonly openTimeMs: number;
  readonly usedLots: Lots;
};

/** With the currency that it settles in, which cross positions share. */
export type OpenPosition = Position & { readonly currency: string };

export type VenueState = {
  readonly ledger: Ledger;
  /** By sequence. */
  readonly orders: readonly WorkingOrder[];
  /** Open ones; at most one per market. */
  readonly positions: readonly OpenPosition[];
  readonly minuteUse: readonly MinuteUse[];
  /** Numbers orders, trades, positions and bookings in the order in which they came about. */
  readonly nextSequence: number;
};

/** What a contract order is placed with. */
export type LeverageSetting = { readonly leverage: Decimal; readonly marginMode: MarginMode };

/** An account that nothing happened to yet. */
export function emptyVenue(ledger: Ledger): VenueState {
  return { ledger, orders: [], positions: [], minuteUse: [], nextSequence: 1 };
}

/** What was taken of the minute so far. */
export function usedLotsOf(state: VenueState, marketTag: MarketTag, openTimeMs: number): Lots {
  const use = state.minuteUse.find((item) => item.marketTag === marketTag);
  return (use?.openTimeMs === openTimeMs ? use.usedLots : 0n) as Lots;
}
