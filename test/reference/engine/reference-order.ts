// Orders of the reference engine: what a program asks for, and what came of it.

import type { Fraction } from './fraction.ts';

export type Side = 'buy' | 'sell';

/** What a program asks for in an update. */
export type Wish = {
  readonly action: 'buy' | 'sell' | 'go_long' | 'exit_long' | 'go_short' | 'exit_short';
  readonly type:
    | 'market'
    | 'limit'
    | 'maker_or_cancel'
    | 'stop_market'
    | 'stop_limit'
    | 'take_profit_market'
    | 'take_profit_limit'
    | 'trailing_stop_market';
  /** Null: what the share of the equity comes to. */
  readonly amount: Fraction | null;
  /** Zero on market orders. */
  readonly price: Fraction;
  /** Null on orders that wait for no price. */
  readonly trigger: Fraction | null;
  readonly trail: TrailWish | null;
  readonly positionId: string | null;
  readonly timeoutMinutes: number | null;
  readonly isReduceOnly: boolean;
  readonly oca: OcaWish | null;
  /** A market order that is to fill at the close of the candle whose update asks for it. */
  readonly isImmediate: boolean;
};

/** The group of orders that one of them cancels, or reduces, as it fills. */
export type OcaWish = { readonly name: string; readonly kind: 'cancel' | 'reduce' };

export type TrailWish = {
  readonly offset: Fraction;
  readonly activationPrice: Fraction | null;
  readonly activationDistance: Fraction | null;
};

export function isStopType(type: Wish['type']): boolean {
  return type === 'stop_market' || type === 'stop_limit';
}

/** In the update of a row: place an order, or cancel the one that was placed as the n-th. */
export type Act =
  | { readonly row: number; readonly kind: 'place'; readonly wish: Wish }
  | { readonly row: number; readonly kind: 'cancel'; readonly index: number };

export type ReferenceOrder = {
  /** How many orders were placed before it. */
  readonly index: number;
  readonly wish: Wish;
  readonly side: Side;
  readonly positionId: string;
  readonly isExit: boolean;
  readonly isReduceOnly: boolean;
  readonly role: 'stop' | 'target' | null;
  /** Rounded to the market's steps; null where it has none. */
  readonly limit: Fraction | null;
  readonly trigger: Fraction | null;
  readonly trail: Fraction | null;
  activation: Fraction | null;
  readonly activationDistance: Fraction | null;
  readonly requestedRow: number;
  /** How many orders arrived before it; a target that waited for its entry arrives late. */
  arrival: number;
  amount: Fraction;
  filled: Fraction;
  /** Sum of price times amount. */
  paid: Fraction;
  /** What its fills are worth, not rounded. */
  worthExact: Fraction;
  /** What it has opened, as booked. */
  opened: Fraction;
  /** Its fees as an exact sum, and as whole units. */
  feeExact: Fraction;
  fee: Fraction;
  state: 'asked' | 'open' | 'filled' | 'cancelled' | 'failed' | 'refused';
  /** Whether another order of its group has left nothing of it. */
  isTaken: boolean;
  /** Whether its trigger was met: a stop that is left over trades as what it became. */
  isTriggered: boolean;
  /** A trailing stop that counts from an entry which has not filled. */
  isDistant: boolean;
  /** Of a trailing stop that follows: the best price so far. */
  best: Fraction | null;
};
