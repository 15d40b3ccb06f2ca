// Sends an order whose intent is written, and writes down what the exchange replied.

import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { isLimitType } from '#venue-port/order/limit-type.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isUnresolved } from '#venue-port/order/order.ts';
import type {
  NewVenueOrder,
  PlacedOrder,
  VenueOrder,
  VenueRejection,
} from '#venue-port/exchange/exchange.ts';
import { Failure, isOfStore, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import type {
  CompletionSlot,
  OrderDeps,
  OrderPlaced,
  PlaceOrderRejection,
} from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import { noteDue } from '#services/orders/doubt-looks.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';
import { withItsFills } from '#services/orders/ended-with-fills.ts';
import { readableOrders } from '#services/orders/unreadable-orders.ts';
import { eventTransition, venueTransition } from '#services/orders/venue-transition.ts';

type Slot = CompletionSlot<OrderPlaced> | null;

/** Whether this process still has the right to send, asked right before it does. */
export type MayAct = () => boolean;

/**
 * Sends the order for the first time. Throws Failure when certainly nothing reached the exchange;
 * the order is then `unplaced`, or `pending` when our own store failed under a bot, and the same
 * request may be tried again. An unknown outcome is a response: the order's id and its state
 * `unknown`.
 */
export async function sendOrder(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  slot: Slot,
): Promise<Result<OrderPlaced, PlaceOrderRejection>> {
  let response: Result<PlacedOrder, VenueRejection>;
  try {
    refuseWhenStale(deps, order);
    response = await callVenue(at, order);
  } catch (cause) {
    if (cause instanceof OutcomeUnknown) return recordUnknown(deps, at, order, slot);
    // It says nothing of the order. One of a bot stays `pending`, to be resumed with the bot; of
    // others the same request is tried again, which sends what is `unplaced` anew.
    if (isOfStore(cause) && order.botId !== null) throw cause;
    if (cause instanceof Failure) await giveUpOrder(deps, order, cause.message);
    throw cause;
  }
  // Outside the try: a store that fails from here on leaves the order `pending`, never `unplaced`.
  return recordResponse(deps, at, order, response, slot);
}

/**
 * Sends an order for the first time whose intent was written a while ago, because others were sent
 * before it. It is noted first, which is refused when somebody has looked for it meanwhile and has
 * given it up; then, as when this process may not act any more, it throws Failure and sends
 * nothing.
 */
export async function sendAfterWait(
  deps: OrderDeps,
  at: AccountAtExchange,
  intent: Order,
  mayAct: MayAct,
): Promise<Result<OrderPlaced, PlaceOrderRejection>> {
  const order = await noteSending(deps, intent);
  if (!mayAct()) throw new Failure('conflict', 'another process acts for it now');
  return sendOrder(deps, at, order, null);
}

/** Notes that an order which nobody sent is not sent any more, and why. */
export async function giveUpOrder(deps: OrderDeps, order: Order, reason: string): Promise<void> {
  await apply(deps, eventTransition(order, 'not_sent', reason, deps.clock.nowMs()), null);
}

/**
 * Sends an order that waited with us for its price, as of now: one that comes late still protects.
 * False when it works no longer, or when an order of unknown outcome is in its way; it is then to
 * be tried again. When this process may not act any more it stays `pending`, for the next one.
 */
export async function sendTriggered(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  mayAct: MayAct,
): Promise<boolean> {
  const { orders, unreadable } = await readableOrders((onUnreadable) =>
    deps.orders.listWorkingOrders(order.accountId, onUnreadable),
  );
  const isBlocked = [...orders, ...unreadable].some(
    (each) => isUnresolved(each) && each.marketTag === order.marketTag,
  );
  if (isBlocked) return false;
  const nowMs = deps.clock.nowMs();
  const change = eventTransition(order, 'set_off', null, nowMs);
  if (!(await apply(deps, change, null))) return false;
  const sent = { ...order, state: 'pending', placedAtMs: nowMs, updatedAtMs: nowMs } as const;
  if (mayAct()) await sendOrder(deps, at, sent, null);
  return true;
}

/**
 * Sends an order again under the same name, to a venue that responds to a second order of one name
 * with the first. It is noted first, which is refused when somebody else has settled what became of
 * the order; then it throws Failure, as when it comes to the sending too late or may not act any
 * more, and nothing is sent. The earlier try may still arrive, so whatever else goes wrong leaves
 * the outcome unknown, a refusal too: it says nothing of the earlier try.
 */
export async function sendOrderAgain(
  deps: OrderDeps,
  at: AccountAtExchange,
  earlier: Order,
  slot: Slot,
  mayAct: MayAct,
): Promise<Result<OrderPlaced, PlaceOrderRejection>> {
  const noted = await noteSending(deps, earlier);
  const order = { ...noted, placedAtMs: noted.updatedAtMs };
  refuseWhenStale(deps, order);
  if (!mayAct()) throw new Failure('conflict', 'another process acts for it now');
  let response: Result<PlacedOrder, VenueRejection>;
  try {
    response = await callVenue(at, order);
  } catch (cause) {
    if (cause instanceof OutcomeUnknown || cause instanceof Failure) {
      return recordUnknown(deps, at, order, slot);
    }
    throw cause;
  }
  if (response.ok) return recordVenueOrder(deps, at, order, response.value, slot);
  const isThere = response.rejection.code === 'duplicate_name';
  return (isThere ? recordDuplicate : recordUnknown)(deps, at, order, slot);
}

/**
 * An order of this name exists, so that an earlier request arrived: what it became is looked up.
 * One that is not shown yet is acknowledged all the same, and is never given up.
 */
async function recordDuplicate(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  slot: Slot,
): Promise<Result<OrderPlaced, PlaceOrderRejection>> {
  const shown = await lookUp(at, order);
  if (shown !== null) return recordVenueOrder(deps, at, order, shown, slot);
  const change = eventTransition(order, 'acknowledged', null, deps.clock.nowMs());
  return applyPlaced(deps, at, order, change, slot);
}

async function lookUp(at: AccountAtExchange, order: Order): Promise<VenueOrder | null> {
  const marketTag = present(order.marketTag, 'an order we place is on a market');
  try {
    const seen = await at.exchange.fetchOrder(at.account, marketTag, orderNameOf(order));
    return seen.kind === 'found' ? seen.order : null;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** The order as it is once noted that it is about to be sent, again or at last. */
async function noteSending(deps: OrderDeps, order: Order): Promise<Order> {
  const nowMs = deps.clock.nowMs();
  if (await apply(deps, eventTransition(order, 'sent_again', null, nowMs), null))
    return { ...order, updatedAtMs: nowMs };
  throw new Failure('conflict', 'what became of the order was found out meanwhile');
}

async function callVenue(
  at: AccountAtExchange,
  order: Order,
): Promise<Result<PlacedOrder, VenueRejection>> {
  return at.exchange.placeOrder(at.account, {
    clientOrderId: order.clientOrderId,
    marketTag: present(order.marketTag, 'an order we place is on a market'),
    side: order.side,
    ...sentForm(order),
    price: order.price,
    amount: order.amount,
    decidedAtMs: present(order.placedAtMs, 'an order we place has an instant'),
    sendByMs: order.updatedAtMs + LIMITS.orderSendMsMax,
  });
}

/** What we keep ourselves is sent as what it is once triggered. */
function sentForm({ type, terms }: Order): Pick<NewVenueOrder, 'type' | 'terms'> {
  if (terms.heldBy === 'exchange') return { type, terms };
  const plain = {
    triggerPrice: null,
    trailDistance: null,
    trailActivationPrice: null,
    heldBy: 'exchange',
  } as const;
  return { type: isLimitType(type) ? 'limit' : 'market', terms: { ...terms, ...plain } };
}

async function recordResponse(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  response: Result<PlacedOrder, VenueRejection>,
  slot: Slot,
): Promise<Result<OrderPlaced, PlaceOrderRejection>> {
  if (response.ok) return recordVenueOrder(deps, at, order, response.value, slot);
  const { code, detail } = response.rejection;
  if (code === 'duplicate_name') return recordDuplicate(deps, at, order, slot);
  const change = eventTransition(order, 'rejected', detail, deps.clock.nowMs());
  if (await apply(deps, change, null)) return rejected({ code, detail });
  // Another try has sent it since, or knows more: this refusal says nothing of that sending.
  return recordUnknown(deps, at, order, slot);
}

/** Writes what the exchange says of the order, and the request's outcome with it. */
export async function recordVenueOrder(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  venue: PlacedOrder,
  slot: Slot,
): Promise<Result<OrderPlaced, PlaceOrderRejection>> {
  const shown = await withItsFills(at, order, venue);
  const change = venueTransition(order, shown, deps.clock.nowMs());
  return applyPlaced(deps, at, order, change, slot);
}

/**
 * Writes a change with the outcome of its request, which says what the order is then.
 * Reconciliation may have been quicker: the order stands, as it is by now.
 */
async function applyPlaced(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  change: ReturnType<typeof eventTransition>,
  slot: Slot,
): Promise<Result<OrderPlaced, PlaceOrderRejection>> {
  const { orderId } = order;
  if (change !== null) {
    const placed = { orderId, state: change.to };
    const completion = completionWith(slot, placed);
    try {
      if (await applyReplied(deps, change, completion)) return accepted(placed);
    } catch (cause) {
      // The reply named an order that is another one of ours: it says nothing of this one.
      if (!isConflict(cause) || isOfStore(cause)) throw cause;
      return recordUnknown(deps, at, order, slot);
    }
  }
  const now = await deps.orders.findOrder(at.account.userId, orderId);
  return completePlaced(deps, { orderId, state: now?.state ?? order.state }, slot);
}

/** Of an order that is written already. */
export async function completePlaced(
  { idempotency }: OrderDeps,
  placed: OrderPlaced,
  slot: Slot,
): Promise<Result<OrderPlaced, PlaceOrderRejection>> {
  const completion = completionWith(slot, placed);
  if (completion !== null) await idempotency.complete(completion);
  return accepted(placed);
}

/**
 * Responds to a request whose order may be at the exchange: reconciliation will find out. Another
 * try of the request may have been given by now that the exchange refuses it.
 */
export async function recordUnknown(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  slot: Slot,
): Promise<Result<OrderPlaced, PlaceOrderRejection>> {
  const { account } = at;
  const { orderId } = order;
  // It may be there already.
  noteDue(at, deps.clock.nowMs());
  const unknown = { orderId, state: 'unknown' } as const;
  deps.log.warn('order.outcome_unknown', { order_id: orderId, account_id: order.accountId });
  const change = eventTransition(order, 'outcome_unknown', null, deps.clock.nowMs());
  if (await apply(deps, change, completionWith(slot, unknown))) return accepted(unknown);
  const now = await deps.orders.findOrder(account.userId, orderId);
  if (now?.state === 'rejected') return rejected(refusalOf(now));
  return completePlaced(deps, { orderId, state: now?.state ?? order.state }, slot);
}

/** What is reported again of an order that the exchange has refused. */
export function refusalOf({ reason }: Order): PlaceOrderRejection {
  return { code: 'order_rejected', detail: reason ?? 'The exchange refused it.' };
}

// A process that was frozen between intent and call must not send what reconciliation has given up
// by now. What counts is when the store last heard that it is about to be sent, as it does there:
// how long ago it was decided is another matter, and its owner's.
function refuseWhenStale(deps: OrderDeps, order: Order): void {
  const waitedMs = deps.clock.nowMs() - order.updatedAtMs;
  if (waitedMs <= LIMITS.exchangeRequestTimeoutMs) return;
  throw new Failure('timeout', 'the order was not sent in time and is given up');
}

/**
 * Writes what the exchange has replied, once more where the store undid it for others: nothing was
 * done then, and the reply would be lost with it.
 */
async function applyReplied(...change: Parameters<typeof apply>): Promise<boolean> {
  try {
    return await apply(...change);
  } catch (cause) {
    if (!isConflict(cause) || !isOfStore(cause)) throw cause;
    return apply(...change);
  }
}

function isConflict(cause: unknown): boolean {
  return cause instanceof Failure && cause.code === 'conflict';
}

async function apply(
  deps: OrderDeps,
  change: ReturnType<typeof eventTransition>,
  completion: Parameters<OrderDeps['orders']['transition']>[1],
): Promise<boolean> {
  return change !== null && deps.orders.transition(change, completion);
}
