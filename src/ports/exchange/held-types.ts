// Types of orders that an exchange can hold on a type of market: those that it always holds, and
// stops whose owner chooses so.

import type { MarketType } from '#domain/market/market.ts';
import type { OrderType } from '#domain/order/order.ts';
import type { OrderSupport } from '#ports/exchange/exchange.ts';

type HeldSupport = Pick<OrderSupport, 'types' | 'stops'>;

export function heldTypes(
  { types, stops }: HeldSupport,
  marketType: MarketType,
): readonly OrderType[] {
  return stops === undefined ? types : [...types, ...stops[marketType]];
}
