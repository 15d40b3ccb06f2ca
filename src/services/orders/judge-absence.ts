// Judges the absence of an order of ours at an exchange. One look proves nothing: a request may
// still be on its way, and what exists may be hidden for a while. So an order counts as absent only
// when the exchange denied it twice, after the last instant at which it could arrive.

import { LIMITS } from '#lib/limits.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { Exchange, VenueFill, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { OrderTransition } from '#ports/stores/order-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type { Evidence, TradedOrders } from '#services/orders/absence-evidence.ts';
import { findEvidence, isExplained, NO_EVIDENCE } from '#services/orders/absence-evidence.ts';
import { filledBy } from '#services/orders/ended-with-fills.ts';
import { noteDue } from '#services/orders/doubt-looks.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';
import { eventTransition } from '#services/orders/venue-transition.ts';

export const GIVEN_UP = 'It never reached the exchange.';

/** Neither the look-up nor the list of open orders shows the order. */
export type Absence = {
  /** By the exchange's clock; null: it is older than the exchange retains. */
  readonly asOfMs: number | null;
  /** What the exchange lists as open. */
  readonly openOrders: readonly VenueOrder[];
  readonly nowMs: number;
};

type Denial = {
  /** Of our record: one that was written since is another matter. */
  readonly updatedAtMs: number;
  readonly asOfMs: number;
  readonly evidence: Evidence;
};

// In memory, because losing it is safe: the next two looks decide then. Keyed by the driver, which
// lives as long as its process.
const denials = new WeakMap<Exchange, Map<string, Denial>>();
const DENIALS_MAX = 10_000;

/** Null when nothing follows yet. Throws Failure. */
export async function judgeAbsence(
  orders: TradedOrders,
  at: AccountAtExchange,
  order: Order,
  absence: Absence,
): Promise<OrderTransition | null> {
  const { account, exchange } = at;
  const { nowMs } = absence;
  const name = orderNameOf(order);
  const fills = await exchange.fetchOrderFills(account, order.marketTag ?? '', name);
  const filledAmount = filledBy(fills);
  if (filledAmount > order.filledAmount) return changeByFills(order, fills, nowMs);
  if (order.state === 'lost') return null;
  const wasAcknowledged = isAcknowledged(order);
  const { asOfMs } = absence;
  if (asOfMs === null) return wasAcknowledged ? eventTransition(order, 'lost', null, nowMs) : null;
  const arrivalMs = latestArrivalMs(order, exchange);
  const isLate = wasAcknowledged || asOfMs > arrivalMs;
  if (!isLate) noteDue(at, nowMs + arrivalMs - asOfMs + 1);
  const isAbsent = isLate && (await isDeniedTwice(orders, at, order, { ...absence, asOfMs }));
  if (isAbsent && wasAcknowledged) return eventTransition(order, 'lost', null, nowMs);
  if (isAbsent) return eventTransition(order, 'found_absent', GIVEN_UP, nowMs);
  // From here on no other order is sent on its market.
  return order.state === 'pending' ? eventTransition(order, 'outcome_unknown', null, nowMs) : null;
}

/**
 * Fills of an order that is not shown prove it, name it, and may be all of it. What came of one
 * that waited has another name than that one.
 */
function changeByFills(
  order: Order,
  fills: readonly VenueFill[],
  nowMs: number,
): OrderTransition | null {
  const filledAmount = filledBy(fills);
  const isWhole = filledAmount >= order.amount;
  const event = isWhole ? 'filled' : order.state === 'lost' ? 'lost' : 'partially_filled';
  const change = eventTransition(order, event, null, nowMs);
  const venueOrderId = fills[0]?.venueOrderId ?? order.venueOrderId;
  return change === null ? null : { ...change, filledAmount, venueOrderId };
}

/** The last instant, by the exchange's clock, at which a request for the order may take effect. */
export function latestArrivalMs(order: Order, exchange: Exchange): number {
  const skewMs = exchange.clockSkewMs();
  if (skewMs === null) return Infinity;
  // One that is pending may have been sent as late as its sender allows itself. Who noted the
  // outcome as unknown may be another process than the one that sends it.
  const waitedMsMax = order.state === 'pending' ? LIMITS.exchangeRequestTimeoutMs : 0;
  const notedMs = Math.max(order.placedAtMs ?? 0, order.updatedAtMs + waitedMsMax);
  const sentMs = notedMs + LIMITS.orderSendMsMax;
  return sentMs + exchange.promises.requestHorizonMs + skewMs;
}

async function isDeniedTwice(
  orders: TradedOrders,
  at: AccountAtExchange,
  order: Order,
  { asOfMs, openOrders, nowMs }: Absence & { readonly asOfMs: number },
): Promise<boolean> {
  const { exchange } = at;
  const { visibilityLagMs } = exchange.promises;
  // Where nothing is ever hidden, one look is as good as two.
  if (visibilityLagMs === 0) return true;
  const known = denials.get(exchange) ?? new Map<string, Denial>();
  denials.set(exchange, known);
  if (known.size > DENIALS_MAX) known.clear();
  const { orderId, updatedAtMs } = order;
  const first = known.get(orderId);
  const isSame = first?.updatedAtMs === updatedAtMs;
  if (isSame && asOfMs - first.asOfMs < visibilityLagMs) {
    noteDue(at, nowMs + first.asOfMs + visibilityLagMs - asOfMs);
    return false;
  }
  // One that was acknowledged is not given up by this: it is followed, lost or not.
  const evidence = isAcknowledged(order)
    ? NO_EVIDENCE
    : await findEvidence(orders, at, order, openOrders);
  if (isSame && !evidence.isHidden && isExplained(first.evidence, evidence)) {
    known.delete(orderId);
    return true;
  }
  known.set(orderId, { updatedAtMs, asOfMs, evidence });
  noteDue(at, nowMs + visibilityLagMs);
  return false;
}

function isAcknowledged({ state, venueOrderId }: Order): boolean {
  return state === 'open' || venueOrderId !== null;
}
