// Requests about orders of Binance USD-M futures that wait for a price.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import type {
  NewVenueOrder,
  OrderName,
  PlacedOrder,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListedMarket, ListQuery, Query } from '#venues/dialect.ts';
import { usdmRequest } from '#venues/dialects/binance-usdm/requests.ts';
import {
  algoIdOf,
  readWaitingOrder,
  readWaitingOrders,
} from '#venues/dialects/binance-usdm/read-waiting-order.ts';
import { usdmVerdict } from '#venues/dialects/binance-usdm/verdict.ts';
import { plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** The side says which way the price comes. */
const TYPES: { readonly [type in OrderType]?: string } = {
  stop_limit: 'STOP',
  stop_market: 'STOP_MARKET',
  take_profit_limit: 'TAKE_PROFIT',
  take_profit_market: 'TAKE_PROFIT_MARKET',
};

/** Types that the exchange holds as waiting orders. */
export function isWaitingType(type: OrderType): boolean {
  return TYPES[type] !== undefined;
}

/** Placement of a waiting order. */
export function placeWaiting(
  order: NewVenueOrder,
  listed: ListedMarket,
  context: AccountContext,
): Query<PlacedOrder> {
  const name = { clientOrderId: order.clientOrderId, venueOrderId: null };
  return {
    call: placeRequest(order, listed),
    read: (outcome) =>
      usdmVerdict('place', outcome, (body) => readWaitingOrder(body, context, name)),
  };
}

/** By the last traded price, as the service watches for it. */
function placeRequest(order: NewVenueOrder, { symbol }: ListedMarket): VenueCall {
  const { type, price, terms } = order;
  const { triggerPrice, isPostOnly, isReduceOnly, expiresAtMs } = terms;
  const word = TYPES[type];
  assert(word !== undefined && triggerPrice !== null, 'it waits for one price');
  assert(!isPostOnly && expiresAtMs === null, 'the terms are ones of the venue');
  return usdmRequest('placeWaiting', {
    algoType: 'CONDITIONAL',
    symbol,
    side: order.side === 'buy' ? 'BUY' : 'SELL',
    type: word,
    ...(isLimitType(type) ? { timeInForce: 'GTC', price: formatDecimal(price) } : {}),
    triggerPrice: formatDecimal(triggerPrice),
    workingType: 'CONTRACT_PRICE',
    quantity: formatDecimal(order.amount),
    ...(isReduceOnly ? { reduceOnly: 'true' } : {}),
    clientAlgoId: plainOrderName(order.clientOrderId),
  });
}

/** The reply says only that it was taken. */
export function cancelWaiting(name: OrderName): Query<VenueOrder | null> {
  return {
    call: usdmRequest('cancelWaiting', namedWaiting(name)),
    read: (outcome) => usdmVerdict('cancel', outcome, () => null),
  };
}

/** Look-up of a waiting order by its name. */
export function findWaiting(name: OrderName, context: AccountContext): Query<VenueOrder> {
  return {
    call: usdmRequest('findWaiting', namedWaiting(name)),
    read: (outcome) =>
      usdmVerdict('look_up', outcome, (body) => readWaitingOrder(body, context, name)),
  };
}

/** List of the orders that wait, in one page. */
export function openWaiting(context: AccountContext): ListQuery<VenueOrder> {
  return {
    call: usdmRequest('openWaiting'),
    read: (outcome) =>
      usdmVerdict('read', outcome, (body) => ({
        ...readWaitingOrders(body, context),
        next: null,
      })),
  };
}

function namedWaiting({ clientOrderId, venueOrderId }: OrderName): VenueCall['parameters'] {
  const algoId = algoIdOf(venueOrderId);
  return algoId === null ? { clientAlgoId: plainOrderName(clientOrderId) } : { algoId };
}
