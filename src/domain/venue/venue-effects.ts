// Effects of a step of the venue, besides the new state: everything that a store has to keep, a
// report has to count, and a script may be notified of.

import type { Transfer } from '#domain/ledger/transfer.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { Lots, Ticks } from '#venue-port/market/market-grid.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { Direction, Position } from '#domain/position/position.ts';
import type { VenueState, WorkingOrder } from '#domain/venue/venue-state.ts';

export type Booking = Transfer & { readonly sequence: number; readonly atMs: number };

/**
 * An execution with its money. Units are of the settlement currency, those of the fee of
 * `feeCurrency`; the fee is negative as a rebate.
 */
export type VenueTrade = {
  readonly sequence: number;
  readonly orderId: string;
  readonly marketTag: MarketTag;
  readonly side: OrderSide;
  readonly priceTicks: Ticks;
  readonly lots: Lots;
  readonly isMaker: boolean;
  readonly atMs: number;
  readonly valueUnits: Units;
  readonly feeUnits: Units;
  readonly feeCurrency: string;
  /** Profit that the trade realised before its fee; zero on spot. */
  readonly grossUnits: Units;
  readonly isAmbiguous: boolean;
  readonly isGap: boolean;
  readonly isPartial: boolean;
};

export const ORDER_OUTCOMES = ['filled', 'cancelled', 'expired'] as const;
export type OrderOutcome = (typeof ORDER_OUTCOMES)[number];

export const ORDER_END_REASONS = [
  'asked_for',
  'would_take',
  'insufficient_funds',
  /** Its price came, and it was worth less than its market takes. */
  'min_value',
  'liquidation',
  'nothing_to_reduce',
  'group',
  /** Nobody knows whether it filled: the minutes are not known any more. */
  'minutes_unknown',
] as const;
export type OrderEndReason = (typeof ORDER_END_REASONS)[number];

export type OrderEnd = {
  readonly order: WorkingOrder;
  readonly outcome: OrderOutcome;
  /** Why it was cancelled; null otherwise. */
  readonly reason: OrderEndReason | null;
  readonly atMs: number;
};

export type FundingPaid = {
  readonly positionId: string;
  readonly marketTag: MarketTag;
  readonly direction: Direction;
  /** Of the position. */
  readonly lots: Lots;
  /** Paid by the account; received when below zero. */
  readonly units: Units;
  readonly atMs: number;
};

export type Liquidation = {
  /** As it ended. */
  readonly position: Position;
  /** What was open of it. */
  readonly lots: Lots;
  /** What the insurance bore of this loss. */
  readonly insuredUnits: Units;
  readonly priceTicks: Ticks;
  readonly atMs: number;
};

export type VenueEffects = {
  readonly bookings: readonly Booking[];
  readonly trades: readonly VenueTrade[];
  readonly ends: readonly OrderEnd[];
  /** Positions that closed, as they ended. */
  readonly closed: readonly Position[];
  readonly funding: readonly FundingPaid[];
  readonly liquidations: readonly Liquidation[];
};

export type VenueStep = { readonly state: VenueState; readonly effects: VenueEffects };

export const NO_EFFECTS: VenueEffects = {
  bookings: [],
  trades: [],
  ends: [],
  closed: [],
  funding: [],
  liquidations: [],
};

/** Both, one after the other. */
export function joinEffects(first: VenueEffects, second: VenueEffects): VenueEffects {
  return {
    bookings: [...first.bookings, ...second.bookings],
    trades: [...first.trades, ...second.trades],
    ends: [...first.ends, ...second.ends],
    closed: [...first.closed, ...second.closed],
    funding: [...first.funding, ...second.funding],
    liquidations: [...first.liquidations, ...second.liquidations],
  };
}
