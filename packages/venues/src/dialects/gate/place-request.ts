// The call that places an order at Gate, and the spelling of its name.

import { assert, present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { isIdentifier } from '#lib/identifier.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, PlaceContext } from '#venues/dialect.ts';
import { walletOf } from '#venues/dialects/gate/read-account.ts';
import { gateRequest } from '#venues/dialects/gate/requests.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

const PREFIX = 'ord';
/** The venue wants the first two characters, and takes 28 more: two less than our names have. */
const VENUE_PREFIX = 't-tm';

/** Without its first letters, for which there is no room. */
export function gateOrderName(clientOrderId: string): string {
  const body = clientOrderId.slice(PREFIX.length);
  const isOurs = clientOrderId.startsWith(PREFIX) && isIdentifier(PREFIX, `${PREFIX}_${body}`);
  assert(isOurs, 'a client order id is an identifier of 16 bytes');
  return `${VENUE_PREFIX}${body}`;
}

/** Null of an order that was not placed by this service. */
export function ownGateName(venueName: string): string | null {
  const body = venueName.slice(VENUE_PREFIX.length);
  const isOurs = venueName.startsWith(VENUE_PREFIX) && isIdentifier(PREFIX, `${PREFIX}_${body}`);
  return isOurs ? `${PREFIX}${body}` : null;
}

/**
 * Market buys are by value at this venue, so one is a limit order that ends at once, at the worst
 * price that it may get. Whoever calls this has compared the order with `orderSupport`.
 */
export function placeRequest(
  order: NewVenueOrder,
  { market, symbol }: ListedMarket,
  context: Pick<PlaceContext, 'protectionPrice' | 'mode'>,
): VenueCall {
  const { protectionPrice } = context;
  const { type, side, terms } = order;
  assert(type === 'limit' || type === 'market', 'only limit and market orders are sent');
  assert(terms.expiresAtMs === null && !terms.isReduceOnly, 'the terms are ones of the venue');
  assert(market.marketType === 'spot', 'only spot is traded');
  const isMarketBuy = type === 'market' && side === 'buy';
  const price = isMarketBuy
    ? present(protectionPrice, 'a market buy has a price that protects it')
    : order.price;
  return gateRequest('placeOrder', {
    text: gateOrderName(order.clientOrderId),
    currency_pair: symbol,
    account: walletOf(context),
    side,
    amount: formatDecimal(order.amount),
    ...(type === 'market' && side === 'sell'
      ? { type: 'market', time_in_force: 'ioc' }
      : {
          type: 'limit',
          price: formatDecimal(price),
          time_in_force: isMarketBuy ? 'ioc' : terms.isPostOnly ? 'poc' : 'gtc',
        }),
  });
}
