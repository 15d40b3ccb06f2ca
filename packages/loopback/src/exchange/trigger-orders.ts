// Orders whose trigger the last price has reached: hidden from the book until then, they are
// carried out as any other order that has come to the engine, the oldest of an account first.

import { isReached, isUntriggered } from '#loopback/book/trigger.ts';
import type { Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import { carryOut } from '#loopback/exchange/match-order.ts';

/** Carries out every order of the market whose trigger the last price has reached. */
export function triggerOrders(exchange: Exchange, market: MarketState): void {
  for (const account of exchange.accounts.values())
    for (const order of account.working) {
      const isOf = order.marketKey === market.terms.key && order.state === 'open';
      if (isOf && isUntriggered(order) && isReached(order.trigger, market.last))
        carryOut(exchange, market, order);
    }
}
