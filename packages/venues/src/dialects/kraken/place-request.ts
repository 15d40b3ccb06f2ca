// The call that places an order at Kraken.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { krakenRequest } from '#venues/dialects/kraken/requests.ts';
import { uuidOrderName } from '#venues/dialects/reply/uuid-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** The fee is paid in quote: otherwise a sale would pay it in what is sold, beside the amount. */
const FEE_IN_QUOTE = 'fciq';

/** Amounts are in base. Whoever calls this has compared the order with `orderSupport`. */
export function placeRequest(order: NewVenueOrder, { market, symbol }: ListedMarket): VenueCall {
  const { terms } = order;
  assert(terms.expiresAtMs === null && !terms.isReduceOnly, 'the terms are ones of the venue');
  assert(market.marketType === 'spot', 'only spot is traded');
  return krakenRequest('placeOrder', {
    pair: symbol,
    cl_ord_id: uuidOrderName(order.clientOrderId),
    type: order.side,
    ...typeParameters(order),
    volume: formatDecimal(order.amount),
    oflags: terms.isPostOnly ? `${FEE_IN_QUOTE},post` : FEE_IN_QUOTE,
  });
}

/** Each word says which way the price comes. */
const WAITING: { readonly [type in OrderType]?: string } = {
  stop_limit: 'stop-loss-limit',
  stop_market: 'stop-loss',
  take_profit_limit: 'take-profit-limit',
  take_profit_market: 'take-profit',
};

/** By the last traded price, as the service watches for it: the limit is then the second price. */
function typeParameters({ type, price, terms }: NewVenueOrder): VenueCall['parameters'] {
  if (type === 'market') return { ordertype: type };
  if (type === 'limit') return { ordertype: type, price: formatDecimal(price) };
  const ordertype = WAITING[type];
  const { triggerPrice, isPostOnly } = terms;
  assert(ordertype !== undefined && triggerPrice !== null, 'it waits for one price');
  assert(!isPostOnly, 'it takes once it was triggered');
  return {
    ordertype,
    trigger: 'last',
    price: formatDecimal(triggerPrice),
    ...(isLimitType(type) ? { price2: formatDecimal(price) } : {}),
  };
}
