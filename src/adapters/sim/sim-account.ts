// Records of the simulated exchange: an account, an order and a fill.

import type { Decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { MarketTag, MarketType } from '#venue-port/market/market.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { OrderSide, OrderType } from '#venue-port/order/order.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import type { Direction, MarginMode } from '#domain/position/position.ts';
import type { VenueState } from '#domain/venue/venue-state.ts';
import type { VenueOrderState } from '#venue-port/exchange/exchange.ts';
import type { FeesIn } from '#domain/money/fees-in.ts';

export type SimAccount = {
  readonly accountId: string;
  readonly marketType: MarketType;
  /** For positions that are opened from now on. */
  readonly leverage: Decimal;
  readonly marginMode: MarginMode;
  /** On spot. */
  readonly feesIn: FeesIn;
  /** Grows by one with each change of the state; a change made from an older one is refused. */
  readonly version: number;
  /** All minutes before this one are settled, or had nothing to settle. */
  readonly settledUntilMs: number;
  /** Funding due up to this instant was paid. */
  readonly fundedUntilMs: number;
  readonly updatedAtMs: number;
  readonly state: VenueState;
};

export type SimOrder = {
  readonly venueOrderId: string;
  readonly clientOrderId: string;
  readonly marketTag: MarketTag;
  readonly side: OrderSide;
  readonly type: OrderType;
  /** Null on market orders. */
  readonly limitTicks: Ticks | null;
  readonly lots: Lots;
  readonly terms: OrderTerms;
  readonly filledLots: Lots;
  readonly averageFillPrice: Decimal;
  readonly state: VenueOrderState;
  readonly reason: string | null;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
};

export type SimFill = {
  /** Rising over the account's fills. */
  readonly sequence: number;
  readonly venueOrderId: string;
  readonly clientOrderId: string;
  readonly marketTag: MarketTag;
  readonly side: OrderSide;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly feeUnits: Units;
  /** Null: the settlement currency of the market. */
  readonly feeCurrency: string | null;
  readonly isMaker: boolean;
  readonly filledAtMs: number;
};

/** Funding that a position paid, or its liquidation. */
export type SimMarginEvent = {
  readonly marketTag: MarketTag;
  /** Of the position, as it was just before. */
  readonly direction: Direction;
  readonly lots: Lots;
  readonly atMs: number;
} & (
  | { readonly kind: 'funding'; readonly paidUnits: Units }
  | {
      readonly kind: 'liquidation';
      readonly priceTicks: Ticks;
      readonly feeUnits: Units;
      readonly insuredUnits: Units;
    }
);

/** Where an event stands among all of its account. */
export type MarginEventPlace = {
  /** The account's next sequence when the change was done that brought it. */
  readonly sequence: number;
  /** Among the events of that change, from 1. */
  readonly index: number;
};

/** When the account has to be settled next; null while it has neither orders nor positions. */
export function dueAtMs(account: Pick<SimAccount, 'settledUntilMs' | 'state'>): number | null {
  const { orders, positions } = account.state;
  const hasWork = orders.length > 0 || positions.length > 0;
  return hasWork ? account.settledUntilMs + MINUTE_MS : null;
}

/** Instant that has come; null never comes. */
export function isDue(due: number | null, nowMs: number): boolean {
  return due !== null && due <= nowMs;
}
