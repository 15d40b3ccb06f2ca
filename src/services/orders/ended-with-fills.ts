// An end is written together with its fills: an order that its exchange shows as ended stays open
// for us until the fills that it lists add up to what the order says of them.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, ZERO } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { PlacedOrder, VenueFill } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';

/** Sum of the fills' amounts. */
export function filledBy(fills: readonly VenueFill[]): Decimal {
  return fills.reduce((sum, { amount }) => addDecimal(sum, amount), ZERO);
}

/**
 * What may be written of the order. Where nothing is hidden for a while, order and fills agree, and
 * nothing is queried. Fills that cannot be read leave the order open.
 */
export async function withItsFills(
  at: AccountAtExchange,
  order: Order,
  venue: PlacedOrder,
): Promise<PlacedOrder> {
  const isOver = venue.state !== 'open' && venue.state !== 'acknowledged';
  if (!isOver || at.exchange.promises.visibilityLagMs === 0) return venue;
  const filled = await listedAmount(at, order, venue);
  if (filled === venue.filledAmount) return venue;
  const isMore = filled !== null && filled > order.filledAmount;
  return { ...venue, state: 'open', filledAmount: isMore ? filled : order.filledAmount };
}

async function listedAmount(
  { account, exchange }: AccountAtExchange,
  order: Order,
  { marketTag, venueOrderId }: PlacedOrder,
): Promise<Decimal | null> {
  try {
    const name = { ...orderNameOf(order), venueOrderId };
    return filledBy(await exchange.fetchOrderFills(account, marketTag, name));
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
