// The call that places an order at Bitget.

import { assert, present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, PlaceContext } from '#venues/dialect.ts';
import { RECEIVE_WINDOW_MS } from '#venues/dialects/bitget/promises.ts';
import { bitgetRequest } from '#venues/dialects/bitget/requests.ts';
import { plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/**
 * Market buys are by value at this venue, so one is a limit order that ends at once, at the worst
 * price that it may get. Whoever calls this has compared the order with `orderSupport`.
 */
export function placeRequest(
  order: NewVenueOrder,
  listed: ListedMarket,
  context: Pick<PlaceContext, 'protectionPrice'>,
): VenueCall {
  const { lifetime, ...basis } = orderBasis(order, listed, context);
  return bitgetRequest('placeOrder', {
    ...basis,
    size: formatDecimal(order.amount),
    receiveWindow: String(RECEIVE_WINDOW_MS),
    ...(lifetime === null ? {} : { force: lifetime }),
  });
}

/** The same of a unified account, by the v3 interface, which documents no window of its own. */
export function unifiedPlaceRequest(
  order: NewVenueOrder,
  listed: ListedMarket,
  context: Pick<PlaceContext, 'protectionPrice'>,
): VenueCall {
  const { lifetime, ...basis } = orderBasis(order, listed, context);
  return bitgetRequest('unifiedPlace', {
    category: 'SPOT',
    ...basis,
    qty: formatDecimal(order.amount),
    ...(lifetime === null ? {} : { timeInForce: lifetime }),
  });
}

type Basis = Readonly<Record<'symbol' | 'clientOid' | 'side' | 'orderType', string>> & {
  readonly price?: string;
  readonly lifetime: string | null;
};

function orderBasis(
  { type, side, terms, price, clientOrderId }: NewVenueOrder,
  { market, symbol }: ListedMarket,
  { protectionPrice }: Pick<PlaceContext, 'protectionPrice'>,
): Basis {
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null && !terms.isReduceOnly, 'the terms are ones of the venue');
  assert(market.marketType === 'spot', 'only spot is traded');
  const isMarketBuy = type === 'market' && side === 'buy';
  const named = { symbol, clientOid: plainOrderName(clientOrderId), side };
  if (type === 'market' && !isMarketBuy) return { ...named, orderType: 'market', lifetime: null };
  const limit = isMarketBuy
    ? present(protectionPrice, 'a market buy has a price that protects it')
    : price;
  return {
    ...named,
    orderType: 'limit',
    price: formatDecimal(limit),
    lifetime: isMarketBuy ? 'ioc' : terms.isPostOnly ? 'post_only' : 'gtc',
  };
}
