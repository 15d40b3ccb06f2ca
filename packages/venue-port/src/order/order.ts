// An order as the service retains it: what was requested, how far it is filled, and its state.

import type { Decimal } from '#lib/decimal.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';

export const ORDER_SIDES = ['buy', 'sell'] as const;
export type OrderSide = (typeof ORDER_SIDES)[number];

export const ORDER_TYPES = [
  'limit',
  'market',
  'stop_limit',
  'stop_market',
  'take_profit_limit',
  'take_profit_market',
  'trailing_stop_limit',
  'trailing_stop_market',
] as const;
export type OrderType = (typeof ORDER_TYPES)[number];

/** States in which an order is still working; the open-orders list shows exactly these. */
export const WORKING_ORDER_STATES = ['pending', 'open', 'unknown', 'lost'] as const;
/**
 * Working states of which nobody knows whether the order is at the exchange: `unknown` was never
 * acknowledged, `lost` was and is not shown any more. No other order is sent on its market.
 */
export const UNRESOLVED_ORDER_STATES = ['unknown', 'lost'] as const;
/**
 * States of an order that works no longer. `unplaced`: it certainly never reached the exchange, so
 * the same request may be tried again under its name. Each is left when the exchange shows the
 * order at work.
 */
export const FINAL_ORDER_STATES = [
  'filled',
  'cancelled',
  'rejected',
  'expired',
  'unplaced',
] as const;
export const ORDER_STATES = [...WORKING_ORDER_STATES, ...FINAL_ORDER_STATES] as const;
export type OrderState = (typeof ORDER_STATES)[number];

export type Order = {
  readonly orderId: string;
  readonly accountId: string;
  /** Our name for the order at the exchange; the key to asking what became of it. */
  readonly clientOrderId: string;
  /** The exchange's name for it; null until acknowledged. */
  readonly venueOrderId: string | null;
  /** Null when the exchange reports an order on a market we do not know. */
  readonly marketTag: MarketTag | null;
  readonly side: OrderSide;
  readonly type: OrderType;
  /** Limit price; zero on market orders. */
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly filledAmount: Decimal;
  readonly terms: OrderTerms;
  readonly state: OrderState;
  /** Why it ended, for people; null while working and after a plain fill. */
  readonly reason: string | null;
  readonly botId: string | null;
  readonly placedAtMs: number | null;
  readonly updatedAtMs: number;
};

/** Order whose outcome is not known for sure. */
export function isUnresolved({ state }: Pick<Order, 'state'>): boolean {
  return UNRESOLVED_ORDER_STATES.some((unresolved) => unresolved === state);
}

/** Order that may still fill. */
export function isWorking({ state }: Pick<Order, 'state'>): boolean {
  return WORKING_ORDER_STATES.some((working) => working === state);
}
