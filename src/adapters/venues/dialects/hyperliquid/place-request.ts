// The actions that place and cancel an order at Hyperliquid. No builder is named: its fee would be
// paid by the account.

import { assert, present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder, OrderName } from '#ports/exchange/exchange.ts';
import type { ListedMarket, PlaceContext } from '#adapters/venues/dialect.ts';
import { actionRequest } from '#adapters/venues/dialects/hyperliquid/requests.ts';
import { hexOrderName } from '#adapters/venues/dialects/reply/uuid-order-name.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

/** By which actions name a market. */
export function assetOf({ number }: ListedMarket): number {
  return present(number, 'a market is listed with its place');
}

/** Whoever calls this has compared the order with `orderSupport`. */
export function placeRequest(
  order: NewVenueOrder,
  listed: ListedMarket,
  { protectionPrice }: Pick<PlaceContext, 'protectionPrice'>,
): VenueCall {
  const { type, terms } = order;
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null, 'the terms are ones of the venue');
  const price = type === 'limit' ? order.price : protectionPrice;
  const wire = {
    a: assetOf(listed),
    b: order.side === 'buy',
    p: formatDecimal(present(price, 'a market order has a worst price')),
    s: formatDecimal(order.amount),
    r: terms.isReduceOnly,
    t: { limit: { tif: tifOf(order) } },
    c: hexOrderName(order.clientOrderId),
  };
  return actionRequest('order', { orders: [wire], grouping: 'na' }, 'order');
}

function tifOf({ type, terms }: NewVenueOrder): string {
  if (type === 'market') return 'Ioc';
  return terms.isPostOnly ? 'Alo' : 'Gtc';
}

export function cancelRequest(
  { clientOrderId, venueOrderId }: OrderName,
  listed: ListedMarket,
): VenueCall {
  const asset = assetOf(listed);
  return venueOrderId === null
    ? actionRequest(
        'cancelByCloid',
        { cancels: [{ asset, cloid: hexOrderName(clientOrderId) }] },
        'cancel',
      )
    : actionRequest('cancel', { cancels: [{ a: asset, o: orderNumber(venueOrderId) }] }, 'cancel');
}

/** With all of its digits, of which a double may not hold some. */
export function orderNumber(venueOrderId: string): number | bigint {
  assert(/^\d{1,20}$/.test(venueOrderId), 'an id of the venue is a whole number');
  const number = Number(venueOrderId);
  return Number.isSafeInteger(number) ? number : BigInt(venueOrderId);
}
