// The call that places an order at Bybit.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { bybitRequest, categoryOf } from '#venues/dialects/bybit/requests.ts';
import { plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/**
 * Market orders are sent in base, on both sides: an amount of quote would be another order. Nothing
 * is ever borrowed for an order. Whoever calls this has compared the order with `orderSupport`.
 */
export function placeRequest(order: NewVenueOrder, { market, symbol }: ListedMarket): VenueCall {
  const { type, terms } = order;
  const isLimit = isLimitType(type);
  assert(terms.expiresAtMs === null, 'the terms are ones of the venue');
  const isSpot = market.marketType === 'spot';
  assert(!isSpot || !terms.isReduceOnly, 'spot has no orders that only reduce');
  assert(!isSpot || terms.triggerPrice === null, 'stops on spot are not sent');
  return bybitRequest('placeOrder', {
    category: categoryOf(market.marketType),
    symbol,
    side: order.side === 'buy' ? 'Buy' : 'Sell',
    ...(isLimit ? limitParameters(order) : { orderType: 'Market' }),
    ...triggerParameters(order),
    ...attachedParameters(order),
    ...(!isLimit && isSpot ? { marketUnit: 'baseCoin' } : {}),
    qty: formatDecimal(order.amount),
    orderLinkId: plainOrderName(order.clientOrderId),
    ...(isSpot ? { isLeverage: 0 } : { positionIdx: 0, reduceOnly: terms.isReduceOnly }),
  });
}

function limitParameters({ price, terms }: NewVenueOrder): VenueCall['parameters'] {
  const timeInForce = terms.isPostOnly ? 'PostOnly' : 'GTC';
  return { orderType: 'Limit', timeInForce, price: formatDecimal(price) };
}

/** By the last traded price, as the service watches for it. The side says which way it comes. */
function triggerParameters({ type, side, terms }: NewVenueOrder): VenueCall['parameters'] {
  const { triggerPrice } = terms;
  if (type === 'limit' || type === 'market') return {};
  assert(triggerPrice !== null && !type.startsWith('trailing_'), 'it waits for one price');
  const isStop = type.startsWith('stop_');
  const rises = isStop === (side === 'buy');
  return {
    triggerPrice: formatDecimal(triggerPrice),
    triggerDirection: rises ? 1 : 2,
    triggerBy: 'LastPrice',
  };
}

/** A stop of what this order fills, and not of the whole position: others may share that. */
function attachedParameters({ type, terms }: NewVenueOrder): VenueCall['parameters'] {
  const { attachedStop } = terms;
  if (attachedStop === undefined) return {};
  assert(type === 'market' && !terms.isReduceOnly, 'an entry at market brings a stop');
  return {
    stopLoss: formatDecimal(attachedStop),
    slTriggerBy: 'LastPrice',
    slOrderType: 'Market',
    tpslMode: 'Partial',
  };
}
