// Triggers of orders: whether the last price is there, and whether an order still waits.

import type { Amount } from '#loopback/amount.ts';
import type { Order, Trigger } from '#loopback/book/order.ts';

/** Whether the last price is there already. */
export function isReached({ price, rises }: Trigger, last: Amount): boolean {
  return rises ? last >= price : last <= price;
}

/** Type guard for an order that still waits for its trigger. */
export function isUntriggered(order: Order): order is Order & { readonly trigger: Trigger } {
  return order.trigger !== undefined && order.triggeredAtMs === null;
}
