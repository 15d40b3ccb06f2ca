// The call that places an order at OKX, and the spelling of its name.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, PlaceContext } from '#venues/dialect.ts';
import { okxRequest } from '#venues/dialects/okx/requests.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const NAME = /^[A-Za-z0-9]{1,32}$/;

/** Letters and digits alone. */
export function okxOrderName(clientOrderId: string): string {
  assert(NAME.test(clientOrderId), 'a client order id has at most 32 letters and digits');
  return clientOrderId;
}

/** Whoever calls this has compared the order with `orderSupport`. */
export function placeRequest(
  order: NewVenueOrder,
  { market, symbol }: ListedMarket,
  { marginMode }: Pick<PlaceContext, 'marginMode'>,
): VenueCall {
  const { type, terms } = order;
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null, 'the terms are ones of the venue');
  const isSpot = market.contract === null;
  return okxRequest('placeOrder', {
    instId: symbol,
    ...(isSpot ? spotParameters(order) : swapBasis(order, marginMode)),
    clOrdId: okxOrderName(order.clientOrderId),
    side: order.side,
    ...(type === 'market' ? { ordType: 'market' } : limitParameters(order)),
    sz: formatDecimal(order.amount),
  });
}

/**
 * Market orders are sent in base, on both sides: a buy is in quote otherwise. `banAmend`: without
 * it the venue makes an order smaller that the balance does not cover. Nothing is borrowed in the
 * mode `cash`.
 */
function spotParameters({ type, terms }: NewVenueOrder): VenueCall['parameters'] {
  assert(!terms.isReduceOnly, 'spot has no orders that only reduce');
  return {
    tdMode: 'cash',
    ...(type === 'market' ? { tgtCcy: 'base_ccy', banAmend: true } : {}),
  };
}

/** `net` is refused in hedge mode, where an order without a side would be of either position. */
export function swapBasis(
  { terms }: NewVenueOrder,
  marginMode: PlaceContext['marginMode'],
): VenueCall['parameters'] {
  assert(marginMode !== null, 'the margin mode of an order of a swap is known');
  return { tdMode: marginMode, posSide: 'net', reduceOnly: terms.isReduceOnly };
}

function limitParameters({ price, terms }: NewVenueOrder): VenueCall['parameters'] {
  return { ordType: terms.isPostOnly ? 'post_only' : 'limit', px: formatDecimal(price) };
}
