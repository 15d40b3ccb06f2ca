// The call that places an order at Binance spot.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { spotRequest } from '#venues/dialects/binance-spot/requests.ts';
import { plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/**
 * Market orders are sent in base, on both sides: an amount of quote would be another order. Whoever
 * calls this has compared the order with `orderSupport`.
 */
export function spotPlaceRequest(order: NewVenueOrder, { symbol }: ListedMarket): VenueCall {
  const { terms } = order;
  assert(!terms.isReduceOnly && terms.expiresAtMs === null, 'the terms are ones of the venue');
  return spotRequest('placeOrder', {
    symbol,
    side: order.side === 'buy' ? 'BUY' : 'SELL',
    type: terms.isPostOnly ? 'LIMIT_MAKER' : typeWord(order.type),
    ...limitParameters(order),
    ...triggerParameters(order),
    quantity: formatDecimal(order.amount),
    newClientOrderId: plainOrderName(order.clientOrderId),
    // Without this a post-only order is only acknowledged.
    newOrderRespType: 'RESULT',
  });
}

/** Stops by the side of the price that they wait on: each word says which way it has to come. */
const TYPES: { readonly [type in OrderType]?: string } = {
  limit: 'LIMIT',
  market: 'MARKET',
  stop_limit: 'STOP_LOSS_LIMIT',
  stop_market: 'STOP_LOSS',
  take_profit_limit: 'TAKE_PROFIT_LIMIT',
  take_profit_market: 'TAKE_PROFIT',
};

function typeWord(type: OrderType): string {
  const word = TYPES[type];
  assert(word !== undefined, 'the type is one of the venue');
  return word;
}

/** A post-only order is a type of its own, which takes no time in force. */
function limitParameters({ type, price, terms }: NewVenueOrder): VenueCall['parameters'] {
  if (!isLimitType(type)) return {};
  const limit = { price: formatDecimal(price) };
  return terms.isPostOnly ? limit : { ...limit, timeInForce: 'GTC' };
}

/** By the last traded price, as the service watches for it. */
function triggerParameters({ type, terms }: NewVenueOrder): VenueCall['parameters'] {
  const { triggerPrice, isPostOnly } = terms;
  if (type === 'limit' || type === 'market') return {};
  assert(triggerPrice !== null && !isPostOnly, 'it waits for one price, and then takes');
  return { stopPrice: formatDecimal(triggerPrice) };
}
