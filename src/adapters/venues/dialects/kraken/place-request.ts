// The call that places an order at Kraken.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#ports/exchange/exchange.ts';
import type { ListedMarket } from '#adapters/venues/dialect.ts';
import { krakenRequest } from '#adapters/venues/dialects/kraken/requests.ts';
import { uuidOrderName } from '#adapters/venues/dialects/reply/uuid-order-name.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

/** The fee is paid in quote: otherwise a sale would pay it in what is sold, beside the amount. */
const FEE_IN_QUOTE = 'fciq';

/** Amounts are in base. Whoever calls this has compared the order with `orderSupport`. */
export function placeRequest(order: NewVenueOrder, { market, symbol }: ListedMarket): VenueCall {
  const { type, terms } = order;
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null && !terms.isReduceOnly, 'the terms are ones of the venue');
  assert(market.marketType === 'spot', 'only spot is traded');
  return krakenRequest('placeOrder', {
    pair: symbol,
    cl_ord_id: uuidOrderName(order.clientOrderId),
    type: order.side,
    ordertype: type,
    ...(type === 'limit' ? { price: formatDecimal(order.price) } : {}),
    volume: formatDecimal(order.amount),
    oflags: terms.isPostOnly ? `${FEE_IN_QUOTE},post` : FEE_IN_QUOTE,
  });
}
