// Takes an order into our records that the exchange shows and we did not know as working: an open
// one that was placed elsewhere on the same account, or one of ours that was given up and landed
// after all or that it had refused, in whatever state it is by then. One of a bot that works
// although its run was notified of its end is cancelled.

import { identifierFromBytes } from '#lib/identifier.ts';
import { attachedName } from '#venue-port/order/attached-name.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isWorking } from '#venue-port/order/order.ts';
import type { PlacedOrder, VenueOrder } from '#venue-port/exchange/exchange.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { UnreadableOrder } from '#ports/stores/order-store.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { withItsFills } from '#services/orders/ended-with-fills.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { orderIdOfClientOrderId, orderNameOf } from '#services/orders/order-identity.ts';
import { mayBeSameOrder } from '#services/orders/same-order.ts';
import { readableOrders } from '#services/orders/unreadable-orders.ts';
import { eventTransition, venueTransition } from '#services/orders/venue-transition.ts';

/** Null: the exchange does not confirm it now. Throws Failure. */
export type ConfirmForeign = (venue: VenueOrder) => Promise<VenueOrder | null>;

/**
 * Confirmation of rows of a list by the exchange's own look-up: a list may be that of another
 * account, and what is recorded of it would be missing for ever. At most so many are asked about;
 * the others wait for the next round.
 */
export function confirmForeign(
  { account, exchange }: AccountAtExchange,
  requestsMax: number,
): ConfirmForeign {
  let requests = 0;
  return async (venue) => {
    if (requests >= requestsMax) return null;
    requests += 1;
    const { marketTag, venueOrderId, placedAtMs } = venue;
    const clientOrderId = venue.clientOrderId ?? venueOrderId;
    const name = { clientOrderId, venueOrderId, placedAtMs };
    const seen = await exchange.fetchOrder(account, marketTag, name);
    return seen.kind === 'found' ? seen.order : null;
  };
}

/** Whether our records changed. Throws Failure. */
export async function adoptVenueOrder(
  deps: OrderDeps,
  at: AccountAtExchange,
  venue: VenueOrder,
  confirm: ConfirmForeign,
): Promise<boolean> {
  const ours = ownIdOf(venue);
  if (ours !== null) {
    const order = await deps.orders.findOrder(at.account.userId, ours);
    if (order === null) return adoptLeftStop(deps, at, venue, ours, confirm);
    // A list that shows orders of another account of the user is not this one's.
    return order.accountId === at.account.accountId && adopt(deps, at, order, venue);
  }
  const known = (await recordOf(deps, at, venue)) ?? (await foreignRecordOf(deps, at, venue));
  if (known !== null) return adopt(deps, at, known, venue);
  // Which of the two it is, a look-up by our name says, or the next round.
  const { orders: working, unreadable } = await readableOrders((onUnreadable) =>
    deps.orders.listWorkingOrders(at.account.accountId, onUnreadable),
  );
  if (working.some((order) => mayBeSameOrder(order, venue))) return false;
  if (unreadable.some((order) => mayBeUnreadable(order, venue))) return false;
  const confirmed = await confirm(venue);
  if (confirmed === null) return false;
  if (ownIdOf(confirmed) !== null) return adoptVenueOrder(deps, at, confirmed, confirm);
  const recorded = await recordForeignOrder(deps, at, confirmed);
  return recorded !== null && adopt(deps, at, recorded, confirmed);
}

/** Of what is compared with orders that can be read, its names and side are known. */
function mayBeUnreadable(order: UnreadableOrder, venue: VenueOrder): boolean {
  const { marketTag, side, venueOrderId } = order;
  return venueOrderId === null && marketTag === venue.marketTag && side === venue.side;
}

/** After so long whoever placed the entry of a stop does not write the stop down any more. */
const LEFT_STOP_MS = 900_000;

/**
 * A stop that came with an entry of ours, whose bot ended before it had written it down: it is
 * written down as that bot's, so that its owner sees it and can cancel it.
 */
async function adoptLeftStop(
  deps: OrderDeps,
  at: AccountAtExchange,
  venue: VenueOrder,
  stopId: string,
  confirm: ConfirmForeign,
): Promise<boolean> {
  const { userId, accountId } = at.account;
  const entry = await deps.orders.findOrder(userId, attachedName(stopId));
  const hasBrought = entry?.accountId === accountId && entry.terms.attachedStop !== undefined;
  if (!hasBrought || isWorking(entry)) return false;
  if (deps.clock.nowMs() - entry.updatedAtMs < LEFT_STOP_MS) return false;
  const confirmed = await confirm(venue);
  if (confirmed === null || ownIdOf(confirmed) !== stopId) return false;
  const { botId, terms } = entry;
  const own = { orderId: stopId, botId, terms: { ...confirmed.terms, margin: terms.margin } };
  const recorded = await record(deps, at, confirmed, own);
  return recorded !== null && bringTo(deps, at, recorded, confirmed);
}

function ownIdOf({ clientOrderId }: VenueOrder): string | null {
  return clientOrderId === null ? null : orderIdOfClientOrderId(clientOrderId);
}

async function adopt(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  venue: VenueOrder,
): Promise<boolean> {
  const isOurs = orderIdOfClientOrderId(order.clientOrderId) !== null;
  // One at work is in the hands of the request that sends it, or of the next reconciliation.
  if (isOurs && isWorking(order)) return false;
  if (order.state !== 'unplaced' && order.state !== 'pending') return adoptEnded(deps, at, order);
  const wanted = await withoutUnwanted(deps, at, order, venue);
  return wanted !== null && bringTo(deps, at, order, wanted);
}

function isAtWork({ state }: PlacedOrder): boolean {
  return state === 'open' || state === 'acknowledged';
}

/**
 * The run of a bot was notified that its order has ended, and has decided by that since: one that
 * works all the same is wanted by nobody, and is cancelled. Null: whether it was is not known yet.
 */
async function withoutUnwanted(
  { log }: OrderDeps,
  { account, exchange }: AccountAtExchange,
  order: Order,
  shown: PlacedOrder,
): Promise<PlacedOrder | null> {
  const { orderId, accountId, botId, marketTag } = order;
  if (botId === null || marketTag === null || !isAtWork(shown)) return shown;
  const { venueOrderId } = shown;
  log.error('order.unwanted', { order_id: orderId, account_id: accountId, was: order.state });
  try {
    const response = await exchange.cancelOrder(account, marketTag, {
      ...orderNameOf(order),
      venueOrderId,
    });
    return response.ok ? response.value : null;
  } catch (error) {
    if (error instanceof OutcomeUnknown) return null;
    throw error;
  }
}

/** Brings our record to what the exchange shows. */
async function bringTo(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  venue: PlacedOrder,
): Promise<boolean> {
  const shown = await withItsFills(at, order, venue);
  const change = venueTransition(order, shown, deps.clock.nowMs());
  if (change === null || !(await deps.orders.transition(change, null))) return false;
  await tellRun(deps, at, order);
  deps.log.warn('order.adopted', { order_id: order.orderId, account_id: order.accountId });
  return true;
}

/**
 * An order that we have as ended is at work again, or has filled more than we knew, only when its
 * exchange still says so now, some time after it ended for us, and with no less filled: a list may
 * be older than our record.
 */
async function adoptEnded(deps: OrderDeps, at: AccountAtExchange, order: Order): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  const { visibilityLagMs } = at.exchange.promises;
  if (order.marketTag === null || nowMs - order.updatedAtMs < visibilityLagMs) return false;
  const seen = await at.exchange.fetchOrder(at.account, order.marketTag, orderNameOf(order));
  if (seen.kind !== 'found') return false;
  const wanted = await withoutUnwanted(deps, at, order, seen.order);
  if (wanted === null) return false;
  const shown = await withItsFills(at, order, wanted);
  const event = eventOfEnded(order, shown);
  const reason = event === 'found_again' ? null : foundAfter(order);
  const change = event === null ? null : eventTransition(order, event, reason, nowMs);
  if (change === null) return false;
  const { filledAmount, venueOrderId } = shown;
  if (!(await deps.orders.transition({ ...change, filledAmount, venueOrderId }, null)))
    return false;
  await tellRun(deps, at, order);
  const { orderId, accountId, state } = order;
  const fields = { order_id: orderId, account_id: accountId, was: state, is: change.to };
  deps.log.error('order.found_again', fields);
  return true;
}

/** The run of a bot that was stopped meanwhile reads once more what its orders have filled. */
async function tellRun(
  { bots }: OrderDeps,
  { account }: AccountAtExchange,
  { botId }: Order,
): Promise<void> {
  if (botId !== null) await bots.followBot(account.userId, botId);
}

/** What its exchange shows of an order that we have as ended; null: what we know, or less. */
function eventOfEnded(
  { amount, filledAmount }: Order,
  shown: PlacedOrder,
): 'found_again' | 'found_filled' | 'found_part_filled' | null {
  if (shown.filledAmount < filledAmount) return null;
  if (isAtWork(shown)) return 'found_again';
  if (shown.filledAmount === filledAmount) return null;
  return shown.filledAmount >= amount ? 'found_filled' : 'found_part_filled';
}

/** Read by the owner, to whom another end was reported. */
function foundAfter({ state }: Order): string {
  return `It had ended here as ${state}; its exchange filled it all the same.`;
}

/** Our own order of this name of the exchange: a row may leave our name of it out. */
async function recordOf(
  { orders }: OrderDeps,
  { account }: AccountAtExchange,
  { marketTag, venueOrderId }: VenueOrder,
): Promise<Order | null> {
  const { accountId, userId } = account;
  const [known] = await orders.findClientOrderIds(accountId, [{ marketTag, venueOrderId }]);
  const orderId = known === undefined ? null : orderIdOfClientOrderId(known.clientOrderId);
  return orderId === null ? null : orders.findOrder(userId, orderId);
}

/** It has one id, whoever records it. */
function foreignIdOf(
  { digest }: OrderDeps,
  { account }: AccountAtExchange,
  { marketTag, venueOrderId }: VenueOrder,
): string {
  const name = `venue-order:${account.accountId}:${marketTag}:${venueOrderId}`;
  return identifierFromBytes('ord', digest.sha256(name));
}

async function foreignRecordOf(
  deps: OrderDeps,
  at: AccountAtExchange,
  venue: VenueOrder,
): Promise<Order | null> {
  return deps.orders.findOrder(at.account.userId, foreignIdOf(deps, at, venue));
}

async function recordForeignOrder(
  deps: OrderDeps,
  at: AccountAtExchange,
  venue: VenueOrder,
): Promise<Order | null> {
  const orderId = foreignIdOf(deps, at, venue);
  return record(deps, at, venue, { orderId, botId: null, terms: venue.terms });
}

async function record(
  deps: OrderDeps,
  at: AccountAtExchange,
  venue: VenueOrder,
  own: Pick<Order, 'orderId' | 'botId' | 'terms'>,
): Promise<Order | null> {
  const order: Order = {
    ...own,
    accountId: at.account.accountId,
    clientOrderId: venue.clientOrderId ?? venue.venueOrderId,
    venueOrderId: venue.venueOrderId,
    marketTag: venue.marketTag,
    side: venue.side,
    type: venue.type,
    price: venue.price,
    amount: venue.amount,
    filledAmount: venue.filledAmount,
    state: 'pending',
    reason: null,
    placedAtMs: venue.placedAtMs,
    updatedAtMs: deps.clock.nowMs(),
  };
  const written = await deps.orders.insertIntent(order, { risk: 'exempt' });
  if (written.kind === 'exists') return written.order;
  return written.kind === 'inserted' ? order : null;
}
