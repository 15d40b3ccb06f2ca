// The call that places an order at OKX, and the spelling of its name.

import { assert, present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, PlaceContext } from '#venues/dialect.ts';
import { isSpotOnMargin } from '#venues/dialects/okx/account-mode.ts';
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
  context: PlaceContext,
): VenueCall {
  const { type, terms } = order;
  const isOnMargin = isSpotOnMargin(context);
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null, 'the terms are ones of the venue');
  const isSpot = market.contract === null;
  return okxRequest('placeOrder', {
    instId: symbol,
    ...(isSpot ? spotParameters(order, isOnMargin) : swapBasis(order, context.marginMode)),
    clOrdId: okxOrderName(order.clientOrderId),
    side: order.side,
    ...(type === 'market' ? atMarket(order, isOnMargin, context) : limitParameters(order)),
    sz: formatDecimal(order.amount),
  });
}

/** On margin a purchase is a limit that ends at once: its unit would not be documented. */
function atMarket(
  { side }: NewVenueOrder,
  isOnMargin: boolean,
  { protectionPrice }: PlaceContext,
): VenueCall['parameters'] {
  if (!isOnMargin || side === 'sell') return { ordType: 'market' };
  const worst = present(protectionPrice, 'a market buy has a price that protects it');
  return { ordType: 'ioc', px: formatDecimal(worst) };
}

/**
 * Market orders are sent in base, on both sides: a buy is in quote otherwise. `banAmend`: without
 * it the venue makes an order smaller that the balance does not cover. Nothing is borrowed in the
 * mode `cash`, nor on margin while the account does not borrow by itself.
 */
function spotParameters(
  { type, terms }: NewVenueOrder,
  isOnMargin: boolean,
): VenueCall['parameters'] {
  assert(!terms.isReduceOnly, 'spot has no orders that only reduce');
  if (isOnMargin) return { tdMode: 'cross' };
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
