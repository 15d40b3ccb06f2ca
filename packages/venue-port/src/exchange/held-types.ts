// Types of orders that an exchange can hold on a type of market: those that it always holds, and
// stops whose owner chooses so.

import type { MarketType } from '#venue-port/market/market.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import type { OrderSupport } from '#venue-port/exchange/exchange.ts';

type HeldSupport = Pick<OrderSupport, 'types' | 'stops'>;

/** Types that an exchange holds on this type of market. */
export function heldTypes(
  { types, stops }: HeldSupport,
  marketType: MarketType,
): readonly OrderType[] {
  return stops === undefined ? types : [...types, ...stops[marketType]];
}
