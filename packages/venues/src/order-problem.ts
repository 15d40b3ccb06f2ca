// Rules of an exchange and of its market that an order is compared with before it is sent.

import { isOnStep, marketGrid } from '#venue-port/market/market-grid.ts';
import type { Market } from '#venue-port/market/market.ts';
import { checkOrder } from '#venue-port/order/order-check.ts';
import { describeRejection } from '#venue-port/order/order-rejection.ts';
import type { NewVenueOrder, OrderSupport } from '#venue-port/exchange/exchange.ts';
import { heldTypes } from '#venue-port/exchange/held-types.ts';
import type { ListedMarket, VenueDialect } from '#venues/dialect.ts';

/** Why the order cannot be sent as it is; null: it can. */
export function problemOf(
  { orderSupport, name }: VenueDialect,
  { market }: ListedMarket,
  order: NewVenueOrder,
): string | null {
  const { terms } = order;
  if (terms.isReduceOnly && market.contract === null) return 'spot has no reduce-only orders';
  if (!heldTypes(orderSupport, market.marketType).includes(order.type))
    return `${name} has no orders of type ${order.type}`;
  const waits = order.type !== 'limit' && order.type !== 'market';
  const { triggerPrice, trailDistance } = terms;
  if (waits !== (triggerPrice !== null || trailDistance !== null))
    return `an order of type ${order.type} has what it waits for, and no other`;
  if (triggerPrice !== null && !isOnStep(triggerPrice, marketGrid(market).priceStep))
    return OFF_STEP;
  const attachedProblem = problemOfAttached(orderSupport, name, market, order);
  if (attachedProblem !== null) return attachedProblem;
  if (terms.isPostOnly && !orderSupport.postOnly) return `${name} has no post-only orders`;
  if (terms.isReduceOnly && !orderSupport.reduceOnly) return `${name} has no reduce-only orders`;
  if (terms.expiresAtMs !== null && !orderSupport.timeOuts)
    return `${name} ends no order by itself`;
  const isExempt = terms.isReduceOnly && orderSupport.exemptsReduceOnly;
  const checked = checkOrder(market, { ...order, referencePrice: null, isExempt });
  return checked.ok ? null : describeRejection(checked.rejection);
}

function problemOfAttached(
  { attachedStops = [] }: OrderSupport,
  name: string,
  market: Market,
  { type, terms: { attachedStop } }: NewVenueOrder,
): string | null {
  if (attachedStop === undefined) return null;
  if (type !== 'market' || !attachedStops.includes(market.marketType))
    return `${name} places no stop with such an order`;
  if (!isOnStep(attachedStop, marketGrid(market).priceStep)) return OFF_STEP;
  return null;
}

const OFF_STEP = 'the price that an order waits for is on the price step of its market';
