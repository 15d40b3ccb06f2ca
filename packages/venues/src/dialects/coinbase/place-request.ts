// The call that places an order at Coinbase.

import { assert, present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, PlaceContext } from '#venues/dialect.ts';
import { coinbaseRequest } from '#venues/dialects/coinbase/requests.ts';
import { uuidOrderName } from '#venues/dialects/reply/uuid-order-name.ts';
import type { CallValue, VenueCall } from '#venues/wire/venue-wire.ts';

/** Whoever calls this has compared the order with `orderSupport`. */
export function placeRequest(
  order: NewVenueOrder,
  { market, symbol }: ListedMarket,
  context: Pick<PlaceContext, 'protectionPrice'>,
): VenueCall {
  const { type, terms } = order;
  const isSent = type === 'limit' || type === 'market' || type === 'stop_limit';
  assert(isSent, 'only limit and market orders, and stops with limits, are sent');
  assert(terms.expiresAtMs === null && !terms.isReduceOnly, 'the terms are ones of the venue');
  assert(market.marketType === 'spot', 'only spot is traded');
  return coinbaseRequest('placeOrder', {
    client_order_id: uuidOrderName(order.clientOrderId),
    product_id: symbol,
    side: order.side === 'buy' ? 'BUY' : 'SELL',
    order_configuration: configurationOf(order, context),
  });
}

/**
 * A market buy is documented by an amount of quote alone, so it is a limit order that ends at once,
 * at the worst price that it may get.
 */
function configurationOf(
  { type, side, price, amount, terms }: NewVenueOrder,
  { protectionPrice }: Pick<PlaceContext, 'protectionPrice'>,
): CallValue {
  const base_size = formatDecimal(amount);
  if (type === 'limit')
    return {
      limit_limit_gtc: {
        base_size,
        limit_price: formatDecimal(price),
        post_only: terms.isPostOnly,
      },
    };
  if (type === 'stop_limit') {
    const trigger = present(terms.triggerPrice, 'it waits for one price');
    return {
      stop_limit_stop_limit_gtc: {
        base_size,
        limit_price: formatDecimal(price),
        stop_price: formatDecimal(trigger),
        stop_direction: side === 'buy' ? 'STOP_DIRECTION_STOP_UP' : 'STOP_DIRECTION_STOP_DOWN',
      },
    };
  }
  if (side === 'sell') return { market_market_ioc: { base_size } };
  const worst = present(protectionPrice, 'a market buy has a price that protects it');
  return { sor_limit_ioc: { base_size, limit_price: formatDecimal(worst) } };
}
