// Carries out what a step of a run requested, after it was written down: by the same path as orders
// that people place.

import { LIMITS } from '#lib/limits.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isUnresolved, isWorking } from '#venue-port/order/order.ts';
import { isEmulated } from '#domain/order/is-emulated.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { cancelAtVenue } from '#services/orders/cancel-order.ts';
import { resumeOrder } from '#services/orders/resume-order.ts';
import {
  giveUpOrder,
  sendAfterWait,
  sendOrder,
  sendTriggered,
} from '#services/orders/send-order.ts';

/** Whether this process may still act for the bots of its shards. */
export type IsHeld = () => boolean;

/**
 * Sends orders whose intents are written, in their order. Returns whether all were sent, as far as
 * is known.
 */
export async function sendBotOrders(
  deps: LiveRunDeps,
  at: AccountAtExchange,
  orders: readonly Order[],
  isHeld: IsHeld,
): Promise<boolean> {
  let areAllSent = true;
  for (const order of orders) {
    // Whoever holds the bot next finds the intent and carries it on.
    // What we keep ourselves is sent once it is triggered.
    if (isEmulated(order)) continue;
    const isDone =
      isHeld() && (await attempt(deps, order, () => sendInTurn(deps, at, order, isHeld)));
    if (!isDone) areAllSent = false;
  }
  return areAllSent;
}

/** Sends an order whose turn it is, unless nobody wants it any more. */
async function sendInTurn(
  deps: LiveRunDeps,
  at: AccountAtExchange,
  order: Order,
  isHeld: IsHeld,
): Promise<unknown> {
  const nowMs = deps.clock.nowMs();
  const outdated = whyOutdated(order, nowMs);
  if (outdated !== null) return giveUpOrder(deps, order, outdated);
  const waitedMs = nowMs - order.updatedAtMs;
  // Long before reconciliation would take it for an order that nobody sends.
  const hasWaited = waitedMs > LIMITS.exchangeRequestTimeoutMs / 2;
  if (hasWaited) return sendAfterWait(deps, at, order, isHeld);
  return sendOrder(deps, at, order, null);
}

/**
 * Why an order comes too late to be sent at all; null when it does not. A process may be late with
 * what it decided for a close, and the order is wanted all the same; what was decided long ago is
 * not: the bot has decided again since, or does so at once.
 */
function whyOutdated({ placedAtMs, terms }: Order, nowMs: number): string | null {
  // It came with its entry: nothing is sent.
  if (terms.isAttached === true) return null;
  const ageMs = nowMs - (placedAtMs ?? 0);
  if (ageMs > LIMITS.botDecisionMsMax) return 'it was decided too long ago to be sent';
  // One that comes in time is the exchange's to end.
  const isLate = ageMs > LIMITS.exchangeRequestTimeoutMs;
  const isOver = isLate && terms.expiresAtMs !== null && terms.expiresAtMs <= nowMs;
  return isOver ? 'its time was over before it could be sent' : null;
}

type RunWithOrders = Pick<LiveRun, 'identity' | 'run' | 'orders'>;

/** A bot's open orders as they are stored, by the run's names. */
export type SentOrders = ReadonlyMap<string, Order>;

/** Stored orders of a run that were sent, by the names that its script knows them by. */
export async function findSentOrders(
  { runs }: Pick<LiveRunDeps, 'runs'>,
  { identity, run, orders }: RunWithOrders,
): Promise<SentOrders> {
  const { sent } = run.view;
  if (sent.length === 0) return new Map();
  const ids = sent.map(({ storedId }) => storedId);
  const found = await runs.findBotOrders(identity.bot.botId, ids);
  return new Map(found.map((order) => [orders.names.get(order.orderId) ?? '', order]));
}

/**
 * Sends what waited with us for a price that has come. What has to end before it was cancelled, and
 * has ended without fills that the run is yet to learn of: those may end the order as well.
 */
export async function sendTriggeredOrders(
  deps: LiveRunDeps,
  live: RunWithOrders,
  isHeld: IsHeld,
): Promise<void> {
  const { triggered } = live.run.view;
  if (triggered.length === 0) return;
  const stored = await findSentOrders(deps, live);
  for (const { orderId, after } of triggered) {
    const order = stored.get(orderId);
    if (order === undefined || !isEmulated(order) || !isHeld()) continue;
    const isFree = after.every(({ orderId: other, filledAmount }) => {
      const before = stored.get(other);
      return before !== undefined && !isWorking(before) && before.filledAmount === filledAmount;
    });
    if (!isFree) continue;
    await attempt(deps, order, () => sendTriggered(deps, live.identity.at, order, isHeld));
  }
}

/**
 * Orders that were written and perhaps not sent: after a change of hands, or after a failure
 * between the two. Returns whether none is left, as far as is known.
 */
export async function resumeBotOrders(
  deps: LiveRunDeps,
  live: RunWithOrders,
  isHeld: IsHeld,
): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  let areAllSent = true;
  for (const order of (await findSentOrders(deps, live)).values()) {
    // An order that waited with us was decided when it was triggered.
    const isEmulated = order.terms.heldBy === 'service';
    const ageMs = nowMs - (isEmulated ? order.updatedAtMs : (order.placedAtMs ?? 0));
    // One that was decided long ago is left to reconciliation, which sends nothing.
    const isLate = ageMs > LIMITS.botDecisionMsMax && order.terms.isAttached !== true;
    if (order.state !== 'pending' || isLate) continue;
    const resume = () => resumeOrder(deps, live.identity.at, order, null, isHeld);
    const isDone = isHeld() && (await attempt(deps, order, resume));
    if (!isDone) areAllSent = false;
  }
  return areAllSent;
}

/** Cancels what the script no longer wants, and what its time is over for. */
export async function cancelBotOrders(
  deps: LiveRunDeps,
  live: RunWithOrders,
  isHeld: IsHeld,
): Promise<void> {
  const { timeOuts } = live.identity.at.exchange.orderSupport;
  const endMs = live.run.window.endMs;
  const due = live.run.view.sent.filter(
    ({ isCancelWanted, openedAtMs, timeoutMs }) =>
      isCancelWanted || (timeoutMs !== null && !timeOuts && openedAtMs + timeoutMs <= endMs),
  );
  if (due.length > 0) {
    const stored = await findSentOrders(deps, live);
    const orders = due.flatMap(({ orderId }) => stored.get(orderId) ?? []);
    await cancelEach(deps, live, orders.filter(mayBeAtVenue), isHeld);
  }
  await cancelFormer(deps, live, isHeld);
}

/**
 * Cancels what the exchange holds after all of a stop that the service has taken over: of two, one
 * would be without a position.
 */
async function cancelFormer(deps: LiveRunDeps, live: RunWithOrders, isHeld: IsHeld): Promise<void> {
  const ids = live.run.view.sent.flatMap(({ formerId }) => formerId ?? []);
  if (ids.length === 0) return;
  const former = await deps.runs.findBotOrders(live.identity.bot.botId, ids);
  await cancelEach(deps, live, former.filter(mayBeAtVenue), isHeld);
}

/** Cancels what waits with us for a price, when no minutes come any more that could have it. */
export async function cancelEmulatedOrders(
  deps: LiveRunDeps,
  live: RunWithOrders,
  isHeld: IsHeld,
): Promise<void> {
  const stored = [...(await findSentOrders(deps, live)).values()];
  await cancelEach(deps, live, stored.filter(isEmulated), isHeld);
}

async function cancelEach(
  deps: LiveRunDeps,
  { identity }: RunWithOrders,
  orders: readonly Order[],
  isHeld: IsHeld,
): Promise<void> {
  for (const order of orders) {
    const { marketTag } = order;
    if (marketTag === null || !isHeld()) continue;
    await attempt(deps, order, () => cancelAtVenue(deps, identity.at, order, marketTag, null));
  }
}

function mayBeAtVenue(order: Order): boolean {
  return order.state === 'open' || isUnresolved(order);
}

/**
 * What the exchange or the store does not respond is tried again, or found out, in a later round.
 */
async function attempt(
  { log }: LiveRunDeps,
  { orderId, botId }: Order,
  act: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
    log.warn('bot.order_failing', { bot_id: botId, order_id: orderId, cause: error.message });
    return false;
  }
}
