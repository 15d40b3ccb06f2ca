// Orders as the venue shows them: nothing of an order that is still hidden or at the surface, and,
// if a list is stale, an order as it was some time ago.

import type { Amount } from '#loopback/amount.ts';
import type { Fill, Order, OrderState } from '#loopback/book/order.ts';
import type { Account, Exchange } from '#loopback/exchange/exchange.ts';

export type ShownOrder = {
  readonly order: Order;
  readonly state: OrderState;
  readonly filled: Amount;
  readonly filledQuote: Amount;
};

/** The orders of an account as a look-up at `asOfMs` would have shown them, oldest first. */
export function shownOrders(
  exchange: Exchange,
  account: Account,
  asOfMs: number,
): readonly ShownOrder[] {
  return account.orders
    .filter((order) => isShown(exchange, order) && order.createdAtMs <= asOfMs)
    .map((order) => orderAsOf(account, order, asOfMs));
}

/** Fills that the venue shows as of an instant; those of hidden orders are not among them. */
export function shownFills(exchange: Exchange, account: Account, asOfMs: number): readonly Fill[] {
  return account.fills.filter(
    (fill) => fill.atMs <= asOfMs && (fill.order === null || isShown(exchange, fill.order)),
  );
}

/** Order that the venue shows by now. */
export function isShown(exchange: Exchange, order: Order): boolean {
  return order.state !== 'accepted' && order.visibleFromMs <= exchange.clock.nowMs();
}

/** Order as it stands now, without the staleness of a list. */
export function asItIs(order: Order): ShownOrder {
  return { order, state: order.state, filled: order.filled, filledQuote: order.filledQuote };
}

function orderAsOf(account: Account, order: Order, asOfMs: number): ShownOrder {
  if (order.updatedAtMs <= asOfMs) return asItIs(order);
  const fills = account.fills.filter((fill) => fill.order === order && fill.atMs <= asOfMs);
  return {
    order,
    state: 'open',
    filled: fills.reduce((sum, fill) => sum + fill.quantity, 0n),
    filledQuote: fills.reduce((sum, fill) => sum + fill.quote, 0n),
  };
}
