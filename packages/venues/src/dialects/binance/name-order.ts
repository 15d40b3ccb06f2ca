// Names one order in a request to Binance.

import type { OrderName } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { plainOrderName } from '#venues/dialects/reply/own-order-name.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

/** By the venue's id where it is known: a name may have been used twice, an id was not. */
export function namedOrder(
  { clientOrderId, venueOrderId }: OrderName,
  { symbol }: ListedMarket,
): VenueCall['parameters'] {
  return venueOrderId === null
    ? { symbol, origClientOrderId: plainOrderName(clientOrderId) }
    : { symbol, orderId: venueOrderId };
}
