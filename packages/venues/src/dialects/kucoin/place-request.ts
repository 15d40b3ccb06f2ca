// The call that places an order at KuCoin.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { kucoinRequest } from '#venues/dialects/kucoin/requests.ts';
import { plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** Amounts are in base. Whoever calls this has compared the order with `orderSupport`. */
export function placeRequest(order: NewVenueOrder, { market, symbol }: ListedMarket): VenueCall {
  const { type, terms } = order;
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null && !terms.isReduceOnly, 'the terms are ones of the venue');
  assert(market.marketType === 'spot', 'only spot is traded');
  return kucoinRequest('placeOrder', {
    clientOid: plainOrderName(order.clientOrderId),
    symbol,
    side: order.side,
    type,
    ...(type === 'limit' ? { price: formatDecimal(order.price) } : {}),
    size: formatDecimal(order.amount),
    ...(terms.isPostOnly ? { postOnly: true } : {}),
  });
}
