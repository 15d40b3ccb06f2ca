// Orders of an account that its exchange never named: it refused them, denied them, or was not sent
// them, as far as is known. The reply may have been that of another request, and what exists may be
// hidden for a while, so they are looked for later: one may be at work, or filled.

import { LIMITS } from '#lib/limits.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isWorking } from '#venue-port/order/order.ts';
import type { Exchange, OrderLookup } from '#venue-port/exchange/exchange.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';
import { findMarket } from '#services/markets/find-market.ts';
import type { ConfirmForeign } from '#services/orders/adopt-venue-order.ts';
import { adoptVenueOrder } from '#services/orders/adopt-venue-order.ts';
import { GIVEN_UP, latestArrivalMs } from '#services/orders/judge-absence.ts';
import type { OrderDeps } from '#services/orders/order-deps.ts';
import { orderIdOfClientOrderId, orderNameOf } from '#services/orders/order-identity.ts';
import type { RoundFailures } from '#services/orders/round-failures.ts';

type Look = {
  /** Of our record: one that was written since is another matter. */
  readonly updatedAtMs: number;
  /** Whether it was late enough for its denial to count. */
  readonly isLast: boolean;
};

// In memory, because losing it is safe: they are looked for once more. Keyed by the driver, which
// lives as long as its process.
const looks = new WeakMap<Exchange, Map<string, Look>>();
const LOOKS_MAX = 10_000;

/** Which of them are still looked for. */
export function deniedLately({ clock }: Pick<OrderDeps, 'clock'>) {
  return { afterMs: clock.nowMs() - LIMITS.deniedOrderWatchMs };
}

/**
 * How many of them became known to us. One that was given up, because nothing was heard of it, is
 * looked for in each round; another twice: soon, and once it can be there and hidden no more. A
 * failure to look for one of these is logged alone, unless it concerns the account.
 */
export async function adoptDeniedOrders(
  deps: OrderDeps,
  at: AccountAtExchange,
  failures: RoundFailures,
  confirm: ConfirmForeign,
): Promise<number> {
  const query = { ...deniedLately(deps), limit: LIMITS.deniedOrdersPerAccountMax };
  const orders = await deps.orders.listDeniedOrders(at.account.accountId, query);
  let adopted = 0;
  for (const order of orders) {
    if (!isSought(deps, at, order)) continue;
    const isAdopted = adoptDenied(deps, at, order, confirm);
    const passed = isGivenUp(order) ? isAdopted : logged(deps, order, isAdopted);
    if ((await failures.pass(passed)) === true) adopted += 1;
  }
  return adopted;
}

function isGivenUp({ state, reason }: Order): boolean {
  return state === 'unplaced' && reason === GIVEN_UP;
}

function isSought(deps: OrderDeps, at: AccountAtExchange, order: Order): boolean {
  // A record that gave way to another one of ours has the exchange's name alone.
  if (orderIdOfClientOrderId(order.clientOrderId) === null) return false;
  if (isGivenUp(order)) return true;
  const look = looks.get(at.exchange)?.get(order.orderId);
  if (look?.updatedAtMs !== order.updatedAtMs) return true;
  return !look.isLast && isLate(deps, at, order);
}

/** Whether it would have arrived by now, and be shown. */
function isLate({ clock }: OrderDeps, { exchange }: AccountAtExchange, order: Order): boolean {
  const nowMs = clock.nowMs() + (exchange.clockSkewMs() ?? 0);
  return nowMs > latestArrivalMs(order, exchange) + exchange.promises.visibilityLagMs;
}

async function adoptDenied(
  deps: OrderDeps,
  at: AccountAtExchange,
  order: Order,
  confirm: ConfirmForeign,
): Promise<boolean> {
  const isLast = isLate(deps, at, order);
  const { account, exchange } = at;
  const { marketTag } = order;
  // Nobody can ask about one whose market is gone.
  if (marketTag === null || (await findMarket(exchange, marketTag)) === null) return false;
  const seen = await exchange.fetchOrder(account, marketTag, orderNameOf(order));
  if (!saysMore(order, seen)) {
    noteLook(exchange, order, isLast);
    return false;
  }
  return seen.kind === 'found' && adoptVenueOrder(deps, at, seen.order, confirm);
}

/** Whether it says other than our record, and is to be asked again where nothing follows yet. */
function saysMore({ state, filledAmount }: Order, seen: OrderLookup): boolean {
  if (seen.kind !== 'found') return seen.kind === 'unreadable';
  const { order } = seen;
  return state === 'unplaced' || isWorking(order) || order.filledAmount > filledAmount;
}

function noteLook(exchange: Exchange, { orderId, updatedAtMs }: Order, isLast: boolean): void {
  const known = looks.get(exchange) ?? new Map<string, Look>();
  looks.set(exchange, known);
  if (known.size > LOOKS_MAX) known.clear();
  known.set(orderId, { updatedAtMs, isLast });
}

/** False where it fails in a way that concerns this order: all else is known without it. */
async function logged(
  { log }: OrderDeps,
  { orderId, accountId }: Order,
  looking: Promise<boolean>,
): Promise<boolean> {
  try {
    return await looking;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'corrupt_reply') throw error;
    const fields = { order_id: orderId, account_id: accountId, cause: error.message };
    log.warn('order.not_looked_for', fields);
    return false;
  }
}
