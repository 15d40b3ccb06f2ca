// The call that places an order at OKX, and the spelling of its name.

import { assert } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#ports/exchange/exchange.ts';
import type { ListedMarket } from '#adapters/venues/dialect.ts';
import { okxRequest } from '#adapters/venues/dialects/okx/requests.ts';
import type { VenueCall } from '#adapters/venues/wire/venue-wire.ts';

const NAME = /^[A-Za-z0-9]{1,32}$/;

/** Letters and digits alone. */
export function okxOrderName(clientOrderId: string): string {
  assert(NAME.test(clientOrderId), 'a client order id has at most 32 letters and digits');
  return clientOrderId;
}

/**
 * Market orders are sent in base, on both sides: a buy is in quote otherwise. `banAmend`: without
 * it the venue makes an order smaller that the balance does not cover. Nothing is borrowed in the
 * mode `cash`. Whoever calls this has compared the order with `orderSupport`.
 */
export function placeRequest(order: NewVenueOrder, { market, symbol }: ListedMarket): VenueCall {
  const { type, terms } = order;
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null && !terms.isReduceOnly, 'the terms are ones of the venue');
  assert(market.marketType === 'spot', 'only spot is traded');
  return okxRequest('placeOrder', {
    instId: symbol,
    tdMode: 'cash',
    clOrdId: okxOrderName(order.clientOrderId),
    side: order.side,
    ...(type === 'market'
      ? { ordType: 'market', tgtCcy: 'base_ccy', banAmend: true }
      : {
          ordType: terms.isPostOnly ? 'post_only' : 'limit',
          px: formatDecimal(order.price),
        }),
    sz: formatDecimal(order.amount),
  });
}
