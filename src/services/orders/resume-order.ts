// Carries on a request whose earlier try left an order behind: nothing is sent twice.

import { present } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { rejected } from '#lib/result.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type {
  CompletionSlot,
  OrderDeps,
  OrderPlaced,
  PlaceOrderRejection,
} from '#services/orders/order-deps.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';
import type { MayAct } from '#services/orders/send-order.ts';
import {
  completePlaced,
  recordUnknown,
  recordVenueOrder,
  refusalOf,
  sendOrderAgain,
} from '#services/orders/send-order.ts';

type Slot = CompletionSlot<OrderPlaced> | null;

const ALWAYS: MayAct = () => true;

/** The order is in any state but `unplaced`. Nothing is sent once `mayAct` says no. */
export async function resumeOrder(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  slot: Slot,
  mayAct: MayAct = ALWAYS,
): Promise<Result<OrderPlaced, PlaceOrderRejection>> {
  if (order.state === 'rejected') return rejected(refusalOf(order));
  if (order.state !== 'pending')
    return completePlaced(deps, { orderId: order.orderId, state: order.state }, slot);
  return resumePending(deps, at, order, slot, mayAct);
}

// The earlier try died somewhere between its intent and the exchange's response.
async function resumePending(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  slot: Slot,
  mayAct: MayAct,
): Promise<Result<OrderPlaced, PlaceOrderRejection>> {
  const { duplicateName } = at.exchange.promises;
  const marketTag = present(order.marketTag, 'an order we place is on a market');
  const seen = await at.exchange.fetchOrder(at.account, marketTag, orderNameOf(order));
  if (seen.kind === 'found') return recordVenueOrder(deps, at, order, seen.order, slot);
  // A venue that has forgotten the order may have forgotten its name as well.
  const isSafe = seen.kind === 'absent' && duplicateName === 'first';
  if (!isSafe) return recordUnknown(deps, at, order, slot);
  return sendOrderAgain(deps, at, order, slot, mayAct);
}
