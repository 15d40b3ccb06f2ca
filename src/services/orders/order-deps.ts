// Dependencies of the order services, and the words they respond with.

import type { Decimal } from '#lib/decimal.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import type { Order, OrderSide, OrderType } from '#venue-port/order/order.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { Completion, IdempotencyStore } from '#ports/stores/idempotency-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { OrderStore } from '#ports/stores/order-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import type { OrderField } from '#services/orders/check-order-terms.ts';

export type OrderDeps = AccountDeps & {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly log: Log;
  readonly orders: OrderStore;
  readonly bots: Pick<BotStore, 'followBot'>;
  readonly idempotency: Pick<IdempotencyStore, 'complete'>;
};

export type { HeldClaim } from '#ports/stores/idempotency-store.ts';

/** `state` is what is known when the response is sent. */
export type OrderPlaced = Pick<Order, 'orderId' | 'state'>;

/**
 * Where an idempotent request wants its outcome; the edge encodes it, the store retains it with the
 * effect.
 */
export type CompletionSlot<T> = {
  readonly recordId: string;
  readonly ownerId: string;
  encode(result: T): Uint8Array;
};

export type PlaceOrderCommand = {
  readonly caller: Principal;
  readonly accountId: string;
  readonly marketTag: MarketTag;
  readonly side: OrderSide;
  readonly type: OrderType;
  /** Null on the types without a limit price. */
  readonly price: Decimal | null;
  readonly amount: Decimal;
  /** Plain unless given. */
  readonly terms?: OrderTerms;
  /** All ids of this request come from it; equal for every try under one Idempotency-Key. */
  readonly derivationId: string;
  /** Whether an earlier try under the same key may have got part of the way. */
  readonly isTakeover: boolean;
  readonly completion: CompletionSlot<OrderPlaced> | null;
};

export type PlaceOrderRejection = {
  readonly code:
    | 'account_not_found'
    | 'invalid_request'
    | 'insufficient_funds'
    | 'order_rejected'
    | 'forbidden'
    | 'temporarily_unavailable';
  /** The field of the command at fault, when it is one alone. */
  readonly field?: OrderField;
  readonly detail: string;
};

/** The slot filled with a result, ready for the store. */
export function completionWith<T>(slot: CompletionSlot<T> | null, result: T): Completion | null {
  if (slot === null) return null;
  return { recordId: slot.recordId, ownerId: slot.ownerId, outcome: slot.encode(result) };
}
