// Turns what an exchange says of an order into a guarded change of our record of it.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Order, OrderState } from '#venue-port/order/order.ts';
import type { OrderEvent } from '#domain/order/order-state.ts';
import { nextOrderState, sourcesOf } from '#domain/order/order-state.ts';
import type { PlacedOrder } from '#venue-port/exchange/exchange.ts';
import type { OrderTransition } from '#ports/stores/order-store.ts';

const EVENT_OF_VENUE_STATE = {
  acknowledged: 'acknowledged',
  open: 'found_working',
  filled: 'filled',
  cancelled: 'cancelled',
  rejected: 'rejected',
  expired: 'expired',
} as const satisfies { readonly [state in PlacedOrder['state']]: OrderEvent };

/** Some venues make an order smaller that would more than close a position, and fill the rest. */
const MADE_SMALLER = 'The exchange made the order smaller than it was placed.';

/**
 * The change that brings our record to what the venue says, or null when it already says so or may
 * not change.
 */
export function venueTransition(
  order: Pick<Order, 'orderId' | 'state' | 'amount' | 'filledAmount' | 'venueOrderId'>,
  venue: PlacedOrder,
  atMs: number,
): OrderTransition | null {
  const isSmaller = venue.state === 'filled' && venue.filledAmount < order.amount;
  const event = isSmaller ? 'cancelled' : eventOf(venue);
  const next = nextOrderState(order.state, event);
  if (next === null) return null;
  const isNamed = order.venueOrderId === venue.venueOrderId;
  if (next === order.state && venue.filledAmount === order.filledAmount && isNamed) return null;
  return {
    orderId: order.orderId,
    from: sourcesOf(event),
    to: next,
    filledAmount: venue.filledAmount,
    venueOrderId: venue.venueOrderId,
    reason: isSmaller ? (venue.reason ?? MADE_SMALLER) : venue.reason,
    atMs,
  };
}

/** Some venues call an order rejected whose rest they cancelled; what filled stays ours. */
function eventOf({ state, filledAmount }: PlacedOrder): OrderEvent {
  const isEndedRest = state === 'rejected' && filledAmount > ZERO;
  return isEndedRest ? 'cancelled' : EVENT_OF_VENUE_STATE[state];
}

/**
 * The change for an event that the venue has not reported on. Null when the order's state does not
 * allow it. It follows from the record as it was read, so it is refused when another process has
 * written it since, as one that sends the order again does; only a doubt may always be noted.
 */
export function eventTransition(
  order: Order,
  event: OrderEvent,
  reason: string | null,
  atMs: number,
): OrderTransition | null {
  const to: OrderState | null = nextOrderState(order.state, event);
  if (to === null) return null;
  const filledAmount: Decimal = order.filledAmount;
  return {
    orderId: order.orderId,
    from: [order.state],
    ...(event === 'outcome_unknown' ? {} : { ifUpdatedAtMs: order.updatedAtMs }),
    to,
    filledAmount,
    venueOrderId: order.venueOrderId,
    reason,
    atMs,
  };
}
