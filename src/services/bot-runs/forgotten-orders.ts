// A run lets go of orders that no script sees any more. An exchange may still show a fill of one:
// which order that was, and how much of it the run has booked, is then found in what is stored.

import type { Lots } from '#domain/market/market-grid.ts';
import { lotsOf } from '#domain/market/market-grid.ts';
import { findKept, findOrder } from '#engine/run/bot-orders.ts';
import { forgetUnseen } from '#engine/run/forget-unseen.ts';
import { findMarket } from '#engine/run/run.ts';
import type { Order } from '#domain/order/order.ts';
import type { VenueFill } from '#ports/exchange.ts';
import { fromStoredForm } from '#services/backtests/stored-form.ts';
import type { BotRunDeps } from '#services/bot-runs/bot-run-deps.ts';
import type { LiveBot, LiveEvent } from '#services/bot-runs/live-bot.ts';
import { storedIdentity } from '#services/bot-runs/live-bot.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';

const TOLD_FILLS_MAX = 5_000;

/** An order that no script sees, by the run's name, and what of it may still be booked. */
export type ForgottenOrder = { readonly orderId: string; leftLots: Lots };

/** By stored name. */
export type ForgottenOrders = ReadonlyMap<string, ForgottenOrder>;

/** Lets go of what no script of the run sees, and of the names of it. */
export function forgetOldOrders({ run, orderIds, toldFills }: LiveBot): void {
  const surplus = toldFills.size - TOLD_FILLS_MAX;
  for (const fillId of [...toldFills].slice(0, Math.max(0, surplus))) toldFills.delete(fillId);
  if (!forgetUnseen(run)) return;
  for (const [storedId, orderId] of orderIds)
    if (findKept(run.orders, orderId) === null) orderIds.delete(storedId);
}

/** Orders of this run that are among the fills and that it no longer knows. Throws Failure. */
export async function findForgotten(
  { runs, digest }: BotRunDeps,
  live: LiveBot,
  fills: readonly VenueFill[],
): Promise<ForgottenOrders> {
  const { run, bot, placedCount } = live;
  if (run.orders.all.length === run.orders.placedCount) return NONE;
  const ids = fills.flatMap(({ clientOrderId }) => {
    const storedId = clientOrderId === null ? null : orderIdOfClientOrderId(clientOrderId);
    return storedId === null || live.orderIds.has(storedId) ? [] : [storedId];
  });
  if (ids.length === 0) return NONE;
  const stored = await runs.findBotOrders(bot.botId, [...new Set(ids)]);
  if (stored.length === 0) return NONE;
  const wanted = new Map(stored.map((order) => [order.orderId, order]));
  const found = new Map<string, ForgottenOrder>();
  // Orders of an earlier activation have other names.
  for (let number = 1; number <= run.orders.placedCount; number += 1) {
    const orderId = `o${number}`;
    const order = wanted.get(storedIdentity(digest, bot, orderId).orderId);
    if (order !== undefined) found.set(order.orderId, { orderId, leftLots: lotsIn(live, order) });
  }
  if (found.size === 0 || placedCount === 0) return NONE;
  const byName = new Map([...found.values()].map((each) => [each.orderId, each]));
  for (const text of await runs.listEvents(bot.botId, bot.activation)) {
    const { event } = fromStoredForm(text) as LiveEvent;
    const order = event.kind === 'filled' ? byName.get(event.fill.orderId) : undefined;
    if (event.kind === 'filled' && order !== undefined)
      order.leftLots = (order.leftLots - event.fill.lots) as Lots;
  }
  return found;
}

const NONE: ForgottenOrders = new Map();

function lotsIn({ run }: LiveBot, { marketTag, amount }: Order): Lots {
  const market = findMarket(run, marketTag);
  return market === null ? (0n as Lots) : lotsOf(market.terms.grid, amount, 'floor');
}

/** The order that a fill is of, when no script sees it any more. */
export function unseenOrder(
  { run, orderIds }: LiveBot,
  forgotten: ForgottenOrders,
  storedId: string,
): ForgottenOrder | null {
  const orderId = orderIds.get(storedId);
  if (orderId === undefined) return forgotten.get(storedId) ?? null;
  const kept = findOrder(run.orders, orderId) === null ? findKept(run.orders, orderId) : null;
  if (kept === null) return null;
  return { orderId, leftLots: (kept.lots - kept.filledLots) as Lots };
}
