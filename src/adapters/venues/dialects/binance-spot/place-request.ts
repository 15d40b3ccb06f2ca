// The call that places an order at Binance spot.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#ports/exchange/exchange.ts';
import type { ListedMarket } from '#adapters/venues/dialect.ts';
import { spotRequest } from '#adapters/venues/dialects/binance-spot/requests.ts';
import { plainOrderName } from '#adapters/venues/dialects/reply/own-order-name.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

/**
 * Market orders are sent in base, on both sides: an amount of quote would be another order. Whoever
 * calls this has compared the order with `orderSupport`.
 */
export function spotPlaceRequest(order: NewVenueOrder, { symbol }: ListedMarket): VenueCall {
  const { type, terms } = order;
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(!terms.isReduceOnly && terms.expiresAtMs === null, 'the terms are ones of the venue');
  return spotRequest('placeOrder', {
    symbol,
    side: order.side === 'buy' ? 'BUY' : 'SELL',
    ...(type === 'market' ? { type: 'MARKET' } : limitParameters(order)),
    quantity: formatDecimal(order.amount),
    newClientOrderId: plainOrderName(order.clientOrderId),
    // Without this a post-only order is only acknowledged.
    newOrderRespType: 'RESULT',
  });
}

/** A post-only order is a type of its own, which takes no time in force. */
function limitParameters({ price, terms }: NewVenueOrder): VenueCall['parameters'] {
  const limit = { price: formatDecimal(price) };
  return terms.isPostOnly
    ? { type: 'LIMIT_MAKER', ...limit }
    : { type: 'LIMIT', ...limit, timeInForce: 'GTC' };
}
