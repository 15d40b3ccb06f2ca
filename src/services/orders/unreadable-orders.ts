// Orders whose records cannot be read. They keep no other order back, and their names are enough to
// end them at their exchange and to write down that they have ended.

import { ZERO } from '#lib/decimal.ts';
import { isWorking } from '#venue-port/order/order.ts';
import type { Order, OrderState } from '#venue-port/order/order.ts';
import type { OrderName, PlacedOrder } from '#venue-port/exchange/exchange.ts';
import type { UnreadableOrder, UnreadableOrderListener } from '#ports/stores/order-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { venueTransition } from '#services/orders/venue-transition.ts';

export type WorkingOrders = {
  /** Newest first. */
  readonly orders: readonly Order[];
  readonly unreadable: readonly UnreadableOrder[];
};

export type ListedOrders = {
  /** Newest first, manual and bot-placed. */
  readonly orders: readonly Order[];
  /** Why an order is missing, in words; null: none is. */
  readonly unreadable: string | null;
};

/** For whoever ends orders or shows them; who concludes from their absence needs all of them. */
export async function readableOrders(
  read: (onUnreadable: UnreadableOrderListener) => Promise<readonly Order[]>,
): Promise<WorkingOrders> {
  const unreadable: UnreadableOrder[] = [];
  const orders = await read((order) => void unreadable.push(order));
  return { orders, unreadable };
}

/** Those that can be read. */
export async function shownOrders(
  read: (onUnreadable: UnreadableOrderListener) => Promise<readonly Order[]>,
): Promise<readonly Order[]> {
  return read(() => undefined);
}

/** As a sentence for the owner; null: all can be read. */
export function unreadableInWords([first, ...others]: readonly UnreadableOrder[]): string | null {
  if (first === undefined) return null;
  const more = others.length === 0 ? '' : `, nor can ${others.length} more`;
  return `The record of order "${first.orderId}" cannot be read${more}.`;
}

/** What is done although one of the records is damaged is not reported as the whole. */
export function failUnreadable(unreadable: readonly UnreadableOrder[]): void {
  const detail = unreadableInWords(unreadable);
  if (detail !== null) throw new Failure('corrupt_reply', detail, { source: 'store' });
}

/**
 * The state in which it ended, by this or before; null: it may still work. Throws Failure and
 * OutcomeUnknown of the exchange.
 */
export async function cancelUnreadable(
  deps: Pick<OrderDeps, 'clock' | 'orders'>,
  at: AccountAtExchange,
  order: UnreadableOrder,
  why: string,
): Promise<OrderState | null> {
  if (order.marketTag === null) return null;
  const response = await at.exchange.cancelOrder(at.account, order.marketTag, nameOf(order));
  if (!response.ok) return settleUnreadable(deps, at, order);
  const { reason, ...venue } = response.value;
  return record(deps, order, { ...venue, reason: reason ?? why });
}

/** Writes down that it has ended, if its exchange says so. Returns in which state. */
export async function settleUnreadable(
  deps: Pick<OrderDeps, 'clock' | 'orders'>,
  { account, exchange }: AccountAtExchange,
  order: UnreadableOrder,
): Promise<OrderState | null> {
  if (order.marketTag === null) return null;
  const seen = await exchange.fetchOrder(account, order.marketTag, nameOf(order));
  return seen.kind === 'found' ? record(deps, order, seen.order) : null;
}

function nameOf({ clientOrderId, venueOrderId, placedAtMs, updatedAtMs }: UnreadableOrder) {
  const name: OrderName = { clientOrderId, venueOrderId, placedAtMs: placedAtMs ?? updatedAtMs };
  return name;
}

async function record(
  { clock, orders }: Pick<OrderDeps, 'clock' | 'orders'>,
  order: UnreadableOrder,
  venue: PlacedOrder,
): Promise<OrderState | null> {
  const { orderId, state, venueOrderId } = order;
  const known = { orderId, state, venueOrderId, amount: ZERO, filledAmount: ZERO };
  const change = venueTransition(known, venue, clock.nowMs());
  if (change === null || isWorking({ state: change.to })) return null;
  return (await orders.transition(change, null)) ? change.to : null;
}
