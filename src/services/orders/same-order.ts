// An order that its exchange shows without a name may be one of ours whose name came back empty.

import type { Order } from '#venue-port/order/order.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';

/** Of the instants at which it was sent and at which the exchange says that it was placed. */
const APART_MS_MAX = 600_000;

/**
 * Whether an order of ours whose name at the exchange we do not know may be this one: equal in
 * market, side, amount and price, and placed at about the same time. It may be another one all the
 * same.
 */
export function mayBeSameOrder(
  order: Pick<
    Order,
    'venueOrderId' | 'marketTag' | 'side' | 'type' | 'price' | 'amount' | 'placedAtMs'
  >,
  venue: VenueOrder,
): boolean {
  if (order.venueOrderId !== null || venue.clientOrderId !== null) return false;
  const apartMs = Math.abs(venue.placedAtMs - (order.placedAtMs ?? venue.placedAtMs));
  return (
    order.marketTag === venue.marketTag &&
    order.side === venue.side &&
    order.amount === venue.amount &&
    // A market order may be shown with the price that protects it.
    (order.type === 'market' || order.price === venue.price) &&
    apartMs <= APART_MS_MAX
  );
}
