// Which orders fills are of that the run has let go of, from what is stored.

import type { Lots } from '#domain/market/market-grid.ts';
import { lotsOf, marketGrid } from '#domain/market/market-grid.ts';
import type { Order } from '#domain/order/order.ts';
import type { VenueFill } from '#ports/exchange.ts';
import { fromStoredForm } from '#services/backtests/stored-form.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { ForgottenOrder, ForgottenOrders } from '#services/live/state/run-messages.ts';
import type { MarketWindow } from '#services/live/state/market-window.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import type { LiveEvent } from '#services/live/state/hosted-run.ts';
import { closingName, storedIdentity } from '#services/live/orders/stored-identity.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';

/** Orders of this run that are among the fills and that it no longer knows. Throws Failure. */
export async function findForgotten(
  { runs, digest }: LiveRunDeps,
  { identity, run, orders }: Pick<LiveRun, 'identity' | 'run' | 'orders'>,
  fills: readonly VenueFill[],
): Promise<ForgottenOrders> {
  const { bot, isFollowed } = identity;
  const { view, window, setup } = run;
  // What closed a stopped bot's positions was not asked for by its run.
  const isSearched = view.hasForgotten || isFollowed;
  if (!isSearched || fills.length === 0) return NONE;
  const ids = fills.flatMap(({ clientOrderId }) => {
    const storedId = clientOrderId === null ? null : orderIdOfClientOrderId(clientOrderId);
    return storedId === null || orders.names.has(storedId) ? [] : [storedId];
  });
  if (ids.length === 0) return NONE;
  const stored = await runs.findBotOrders(bot.botId, [...new Set(ids)]);
  if (stored.length === 0) return NONE;
  const wanted = new Map(stored.map((order) => [order.orderId, order]));
  const found = new Map<string, ForgottenOrder>();
  // Orders of an earlier activation have other names.
  for (let number = 1; number <= view.askedCount; number += 1) {
    const orderId = `o${number}`;
    const order = wanted.get(storedIdentity(digest, bot, orderId).orderId);
    if (order !== undefined) found.set(order.orderId, { orderId, leftLots: lotsIn(window, order) });
  }
  if (isFollowed)
    for (const marketTag of setup.marketTags) {
      const orderId = closingName(view.placedCount, marketTag);
      const order = wanted.get(storedIdentity(digest, bot, orderId).orderId);
      if (order !== undefined)
        found.set(order.orderId, { orderId, leftLots: lotsIn(window, order) });
    }
  if (found.size === 0 || view.placedCount === 0) return NONE;
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

function lotsIn({ markets }: MarketWindow, { marketTag, amount }: Order): Lots {
  const market = markets.find((each) => each.marketTag === marketTag);
  return market === undefined ? (0n as Lots) : lotsOf(marketGrid(market), amount, 'floor');
}
