// Cancelling: at once, or acknowledged first and carried out after what came before it.

import type { Order } from '#loopback/book/order.ts';
import { isAtWork } from '#loopback/book/order.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import { marketOf } from '#loopback/exchange/exchange.ts';
import { endOrder } from '#loopback/exchange/match-order.ts';

/** False if the order is not at work. */
export function cancelOrder(exchange: Exchange, order: Order): boolean {
  if (!isAtWork(order)) return false;
  const market = marketOf(exchange, order.marketKey);
  const { engineDelayMs } = exchange.rules;
  const end = (): void => endOrder(exchange, market, order, 'by_user');
  if (engineDelayMs === 0) end();
  else exchange.clock.schedule(engineDelayMs, end);
  return true;
}
