// An exchange that keeps nothing but plain limit and market orders, as some real ones do: what is
// more is refused, so that whoever places it has to keep it.

import { rejected } from '#lib/result.ts';
import type { Exchange, OrderSupport } from '#venue-port/exchange/exchange.ts';

const PLAIN_SUPPORT: OrderSupport = {
  types: ['limit', 'market'],
  postOnly: false,
  reduceOnly: false,
  exemptsReduceOnly: false,
  timeOuts: false,
  trailActivation: false,
};

/** The same exchange without the rest. */
export function plainExchange(exchange: Exchange): Exchange {
  return {
    ...exchange,
    orderSupport: PLAIN_SUPPORT,
    async placeOrder(account, order) {
      const { isPostOnly, isReduceOnly, expiresAtMs } = order.terms;
      const isPlain = PLAIN_SUPPORT.types.includes(order.type) && expiresAtMs === null;
      if (isPlain && !isPostOnly && !isReduceOnly) return exchange.placeOrder(account, order);
      return rejected({ code: 'order_rejected', detail: 'Only plain orders are taken here.' });
    },
  };
}
