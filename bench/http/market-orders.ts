// Orders that a benchmark places.

import type { Installation } from './installation.ts';
import type { LoadRequest } from './load.ts';

/**
 * A market order of its own each time, the accounts and sides in turn so that no wallet runs dry.
 */
export function marketOrders({ key, accountIds }: Installation): LoadRequest {
  let count = 0;
  return {
    method: 'POST',
    path: '/v1/orders',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    isKeyed: true,
    nextBody() {
      const accountId = accountIds[count % accountIds.length];
      const side = Math.floor(count / accountIds.length) % 2 === 0 ? 'buy' : 'sell';
      const order = { account_id: accountId, market_tag: 'SIM_BTC_USDT', side, type: 'market' };
      count += 1;
      return JSON.stringify({ ...order, amount: '0.0002' });
    },
  };
}
