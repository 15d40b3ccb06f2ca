// What is asked of a bot's exchange and of our records before its run goes on.

import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { SentOrders } from '#services/live/orders/send-bot-orders.ts';
import { findForgotten } from '#services/live/orders/find-forgotten.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import type { SeenFills, SeenMarginEvents } from '#services/live/venue/read-fills.ts';
import type { ForgottenOrders, LastPrice, SeenWallet } from '#services/live/state/run-messages.ts';
import type { VenueRound } from '#services/live/venue/venue-round.ts';

/** What the exchange and our records show of a bot now; the run knows nothing of it yet. */
export type FetchedVenueSnapshot = SeenWallet &
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
): Promise<FetchedVenueSnapshot> {
  const { at } = live.identity;
  const tags = live.schedule.poll === 'prices' ? live.run.setup.marketTags : [];
  const [wallet, happened, prices] = await Promise.all([
    round.wallet(at),
    fetchHappened(deps, live, round),
    round.prices(at, tags),
  ]);
  return { ...wallet, ...happened, orders, prices };
}

type Happened = Omit<FetchedVenueSnapshot, keyof SeenWallet | 'orders' | 'prices'>;

async function fetchHappened(
  deps: LiveRunDeps,
  live: Pick<LiveRun, 'identity' | 'run' | 'orders'>,
  round: VenueRound,
): Promise<Happened> {
  const { at } = live.identity;
  const { record, view } = live.run;
  const { placedCount } = view;
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
