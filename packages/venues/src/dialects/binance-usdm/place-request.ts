// The call that places an order at Binance USD-M futures.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { usdmRequest } from '#venues/dialects/binance-usdm/requests.ts';
import { plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/**
 * Without a position side: an account in hedge mode refuses the order. Whoever calls this has
 * compared the order with `orderSupport`.
 */
export function usdmPlaceRequest(order: NewVenueOrder, { symbol }: ListedMarket): VenueCall {
  const { type, terms } = order;
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null, 'the terms are ones of the venue');
  return usdmRequest('placeOrder', {
    symbol,
    side: order.side === 'buy' ? 'BUY' : 'SELL',
    ...(type === 'market' ? { type: 'MARKET' } : limitParameters(order)),
    quantity: formatDecimal(order.amount),
    ...(terms.isReduceOnly ? { reduceOnly: 'true' } : {}),
    newClientOrderId: plainOrderName(order.clientOrderId),
    // A market order is replied to when it has ended.
    newOrderRespType: 'RESULT',
  });
}

/** A post-only order is one of a time in force of its own. */
function limitParameters({ price, terms }: NewVenueOrder): VenueCall['parameters'] {
  const timeInForce = terms.isPostOnly ? 'GTX' : 'GTC';
  return { type: 'LIMIT', timeInForce, price: formatDecimal(price) };
}
