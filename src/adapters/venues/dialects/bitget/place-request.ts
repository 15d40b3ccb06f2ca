// The call that places an order at Bitget.

import { assert, present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#ports/exchange/exchange.ts';
import type { ListedMarket, PlaceContext } from '#adapters/venues/dialect.ts';
import { RECEIVE_WINDOW_MS } from '#adapters/venues/dialects/bitget/promises.ts';
import { bitgetRequest } from '#adapters/venues/dialects/bitget/requests.ts';
import { plainOrderName } from '#adapters/venues/dialects/reply/own-order-name.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

/**
 * Market buys are by value at this venue, so one is a limit order that ends at once, at the worst
 * price that it may get. Whoever calls this has compared the order with `orderSupport`.
 */
export function placeRequest(
  order: NewVenueOrder,
  { market, symbol }: ListedMarket,
  { protectionPrice }: Pick<PlaceContext, 'protectionPrice'>,
): VenueCall {
  const { type, side, terms } = order;
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null && !terms.isReduceOnly, 'the terms are ones of the venue');
  assert(market.marketType === 'spot', 'only spot is traded');
  const isMarketBuy = type === 'market' && side === 'buy';
  const price = isMarketBuy
    ? present(protectionPrice, 'a market buy has a price that protects it')
    : order.price;
  return bitgetRequest('placeOrder', {
    symbol,
    clientOid: plainOrderName(order.clientOrderId),
    side,
    size: formatDecimal(order.amount),
    receiveWindow: String(RECEIVE_WINDOW_MS),
    ...(type === 'market' && side === 'sell'
      ? { orderType: 'market' }
      : {
          orderType: 'limit',
          price: formatDecimal(price),
          force: isMarketBuy ? 'ioc' : terms.isPostOnly ? 'post_only' : 'gtc',
        }),
  });
}
