// The call that places an order at Bybit.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#ports/exchange/exchange.ts';
import type { ListedMarket } from '#adapters/venues/dialect.ts';
import { bybitRequest, categoryOf } from '#adapters/venues/dialects/bybit/requests.ts';
import { plainOrderName } from '#adapters/venues/dialects/reply/own-order-name.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

/**
 * Market orders are sent in base, on both sides: an amount of quote would be another order. Nothing
 * is ever borrowed for an order. Whoever calls this has compared the order with `orderSupport`.
 */
export function placeRequest(order: NewVenueOrder, { market, symbol }: ListedMarket): VenueCall {
  const { type, terms } = order;
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null, 'the terms are ones of the venue');
  const isSpot = market.marketType === 'spot';
  assert(!isSpot || !terms.isReduceOnly, 'spot has no orders that only reduce');
  return bybitRequest('placeOrder', {
    category: categoryOf(market.marketType),
    symbol,
    side: order.side === 'buy' ? 'Buy' : 'Sell',
    ...(type === 'market' ? { orderType: 'Market' } : limitParameters(order)),
    ...(type === 'market' && isSpot ? { marketUnit: 'baseCoin' } : {}),
    qty: formatDecimal(order.amount),
    orderLinkId: plainOrderName(order.clientOrderId),
    ...(isSpot ? { isLeverage: 0 } : { positionIdx: 0, reduceOnly: terms.isReduceOnly }),
  });
}

function limitParameters({ price, terms }: NewVenueOrder): VenueCall['parameters'] {
  const timeInForce = terms.isPostOnly ? 'PostOnly' : 'GTC';
  return { orderType: 'Limit', timeInForce, price: formatDecimal(price) };
}
