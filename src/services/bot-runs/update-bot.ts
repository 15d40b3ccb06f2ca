// Brings one running bot up to the last minute that is known: what its exchange did is told to it,
// its script runs, the step is written down, and only then are its orders sent.

import { amountOf, lotsOf } from '#domain/market/market-grid.ts';
import type { Order } from '#domain/order/order.ts';
import type { OrderToPlace } from '#engine/run/run-event.ts';
import { netLots } from '#engine/run/position-book.ts';
import type { Absorbed } from '#services/bot-runs/absorb-venue.ts';
import { absorbVenue } from '#services/bot-runs/absorb-venue.ts';
import type { BotRunDeps } from '#services/bot-runs/bot-run-deps.ts';
import { commitLiveStep } from '#services/bot-runs/commit-live-step.ts';
import type { LiveBot } from '#services/bot-runs/live-bot.ts';
import { runRowsOf } from '#services/bot-runs/live-bot.ts';
import { endOfWindow } from '#services/bot-runs/market-window.ts';
import { rowAt } from '#services/bot-runs/open-live-bot.ts';
import type { IsHeld } from '#services/bot-runs/send-bot-orders.ts';
import { cancelBotOrders, intentOf, sendBotOrders } from '#services/bot-runs/send-bot-orders.ts';
import type { VenueRound } from '#services/bot-runs/venue-round.ts';
import { venueRound } from '#services/bot-runs/venue-round.ts';
import { formatDecimal } from '#lib/decimal.ts';

/** `lost`: somebody else runs the bot now, or nobody; what is in memory is not to be used. */
export type UpdateOutcome = 'goes_on' | 'over' | 'lost';

/** Whether there are minutes that the bot has not run for. */
export function isBehind(live: LiveBot): boolean {
  return live.doneRow < knownRow(live);
}

/** Throws Failure and OutcomeUnknown; the run is then to be made again from what is stored. */
export async function updateBot(
  deps: BotRunDeps,
  live: LiveBot,
  shared: VenueRound,
  isHeld: IsHeld,
): Promise<UpdateOutcome> {
  let round = shared;
  for (;;) {
    takeMinutes(live);
    const absorbed = await absorb(deps, live, round, isHeld);
    const places = live.over === null ? runOn(deps, live) : [];
    const done = await finishStep(deps, live, absorbed, places, isHeld);
    if (done !== 'goes_on') return done;
    if (live.run.settings.isPaused || !isBehind(live)) return 'goes_on';
    // What was sent just now may have changed the account.
    round = venueRound(deps);
  }
}

function takeMinutes({ run, window }: LiveBot): void {
  for (const market of run.markets)
    market.candles = window.columns.get(market.market.marketTag) ?? market.candles;
}

async function absorb(
  deps: BotRunDeps,
  live: LiveBot,
  round: VenueRound,
  isHeld: IsHeld,
): Promise<Absorbed> {
  await cancelBotOrders(deps, live, isHeld);
  const hasOpen = live.run.orders.open.size > 0;
  if (hasOpen) await round.reconcile(live.at);
  const absorbed = await absorbVenue(deps, live, await round.wallet(live.at));
  const problem = uncovered(live);
  if (problem !== null) live.over = { reason: problem, isFault: true };
  return absorbed;
}

/** Row by row, because a script that pauses its bot is not run again. */
function runOn(deps: BotRunDeps, live: LiveBot): readonly OrderToPlace[] {
  const until = knownRow(live);
  const wanted = live.cancelsWanted.size;
  while (live.doneRow < until && !live.run.settings.isPaused) {
    const places = runRowsOf(live, deps.digest, live.doneRow + 1);
    if (places.length > 0 || live.over !== null || live.cancelsWanted.size > wanted) return places;
  }
  return [];
}

async function finishStep(
  deps: BotRunDeps,
  live: LiveBot,
  absorbed: Absorbed,
  places: readonly OrderToPlace[],
  isHeld: IsHeld,
): Promise<UpdateOutcome> {
  // What a bot leaves behind is cancelled while it still runs: should this process end meanwhile,
  // the next one comes to the same decision.
  if (live.over !== null) await cancelBotOrders(deps, live, isHeld);
  const orders = places.map((order): Order => intentOf(deps, live, order));
  const outcome = await commitLiveStep(deps, live, absorbed, orders);
  if (outcome.kind !== 'committed') return 'lost';
  if (live.over !== null) return 'over';
  const written = orders.filter(({ orderId }) => !outcome.refused.includes(orderId));
  await sendBotOrders(deps, live, written, isHeld);
  await cancelBotOrders(deps, live, isHeld);
  return 'goes_on';
}

function knownRow({ setup, window }: LiveBot): number {
  return rowAt(setup, endOfWindow(window));
}

/** So often in a row the account may show less than the bot holds: a fill may be on its way. */
const UNCOVERED_ROUNDS_MAX = 3;

/**
 * On futures the exchange nets all of an account: when it shows less than the bot holds, somebody
 * else closed it or it was liquidated, and an exit would open a position instead.
 */
function uncovered(live: LiveBot): string | null {
  const [market] = live.run.markets;
  if (market === undefined || market.market.contract === null) return null;
  const { grid } = market.terms;
  const { marketTag } = market.market;
  const net = netLots(live.run.positions, market);
  const held = live.wallet.positions.find((position) => position.marketTag === marketTag);
  const lots = held === undefined ? 0n : lotsOf(grid, held.amount, 'floor');
  const signed = held?.direction === 'short' ? -lots : lots;
  const isCovered = net >= 0n ? signed >= net : signed <= net;
  live.uncoveredRounds = isCovered ? 0 : live.uncoveredRounds + 1;
  if (live.uncoveredRounds < UNCOVERED_ROUNDS_MAX) return null;
  const shown = formatDecimal(amountOf(grid, lots as Parameters<typeof amountOf>[1]));
  return `Its account holds ${shown} on "${marketTag}", less than the bot does.`;
}
