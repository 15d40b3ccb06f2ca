// What is asked of a bot's exchange and of our records before its run goes on.

import type { Order } from '#domain/order/order.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import { findForgotten } from '#services/live/orders/find-forgotten.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import type { SeenFills, SeenMarginEvents } from '#services/live/venue/read-fills.ts';
import type { ForgottenOrders, LastPrice, SeenWallet } from '#services/live/state/run-messages.ts';
import type { VenueRound } from '#services/live/venue/venue-round.ts';

/** A bot's open orders as they are stored, by the run's names. */
export type SentOrders = ReadonlyMap<string, Order>;

/** What the exchange and our records show of a bot now; the run knows nothing of it yet. */
export type VenueSight = SeenWallet &
  SeenFills & {
    readonly margin: SeenMarginEvents;
    /** Orders among the fills that the run has let go of. */
    readonly forgotten: ForgottenOrders;
    readonly orders: SentOrders;
    /** The last prices of its markets, where it is to be updated on them. */
    readonly prices: readonly LastPrice[];
  };

/**
 * Asks for all that may be news, at once where nothing depends on the order. The orders were read
 * before: of one that had ended by then, all fills are there. Throws Failure.
 */
export async function fetchVenueSnapshot(
  deps: LiveRunDeps,
  live: LiveRun,
  round: VenueRound,
  orders: SentOrders,
): Promise<VenueSight> {
  const tags = live.look === 'prices' ? live.setup.marketTags : [];
  const [seen, done, prices] = await Promise.all([
    round.wallet(live.at),
    lookAtFills(deps, live, round),
    round.prices(live.at, tags),
  ]);
  return { ...seen, ...done, orders, prices };
}

async function lookAtFills(
  deps: LiveRunDeps,
  live: LiveRun,
  round: VenueRound,
): Promise<Omit<VenueSight, keyof SeenWallet | 'orders' | 'prices'>> {
  const { at, record } = live;
  const { placedCount } = live.view;
  // Before its first order nothing of it can have been filled.
  const none = { fills: [], cursor: record.fillCursor };
  const filled = placedCount === 0 ? none : await round.fills(at, record.fillCursor);
  const forgotten = await findForgotten(deps, live, filled.fills);
  const isQuiet = placedCount === 0 || at.account.marketType === 'spot';
  const margin = isQuiet
    ? { events: [], cursor: record.marginCursor }
    : await round.marginEvents(at, record.marginCursor);
  return { ...filled, forgotten, margin };
}

/** Open orders of the run as they are stored, by the run's names. */
export async function findSentOrders(
  { runs }: Pick<LiveRunDeps, 'runs'>,
  live: LiveRun,
): Promise<SentOrders> {
  const { sent } = live.view;
  if (sent.length === 0) return new Map();
  const ids = sent.map(({ storedId }) => storedId);
  const found = await runs.findBotOrders(live.bot.botId, ids);
  return new Map(found.map((order) => [live.orderIds.get(order.orderId) ?? '', order]));
}
