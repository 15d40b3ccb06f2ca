// Brings one running bot up to date: what its exchange did is told to it, it runs for the minutes
// that closed and for what was sent to it, the step is written down, and only then are its orders
// sent. Whatever may fail comes before the run is touched, or can be done again: so a run in memory
// is never ahead of what is stored by more than one step, which it keeps until it is written.

import { ticksOf } from '#domain/market/market-grid.ts';
import type { Order } from '#domain/order/order.ts';
import { isWorking } from '#domain/order/order.ts';
import type { MomentPrice, OrderToPlace } from '#engine/run/run-event.ts';
import { findMarket } from '#engine/run/run.ts';
import type { BotRunStep, CommitStepOutcome, FencedStep } from '#ports/bot-run-store.ts';
import type { SentOrders, VenueSight } from '#services/bot-runs/absorb-venue.ts';
import { absorbVenue, findSentOrders, lookAtVenue } from '#services/bot-runs/absorb-venue.ts';
import { noteOrdersSent } from '#services/bot-runs/note-look-due.ts';
import type { BotRunDeps } from '#services/bot-runs/bot-run-deps.ts';
import { checkMarkets, haveMarketsChanged } from '#services/bot-runs/check-markets.ts';
import { checkPositions } from '#services/bot-runs/check-positions.ts';
import { forgetOldOrders } from '#services/bot-runs/forgotten-orders.ts';
import type { LiveBot, LiveEvent } from '#services/bot-runs/live-bot.ts';
import { applyEvent, runRowsOf } from '#services/bot-runs/live-bot.ts';
import { makeLiveStep } from '#services/bot-runs/make-live-step.ts';
import { endOfWindow } from '#services/bot-runs/market-window.ts';
import { isBehind, isResting, knownRow } from '#services/bot-runs/is-behind.ts';
import type { IsHeld } from '#services/bot-runs/send-bot-orders.ts';
import {
  cancelBotOrders,
  intentOf,
  resumeBotOrders,
  sendBotOrders,
  sendOrdersSetOff,
} from '#services/bot-runs/send-bot-orders.ts';
import type { VenueRound } from '#services/bot-runs/venue-round.ts';
import { venueRound } from '#services/bot-runs/venue-round.ts';

export type UpdateDeps = BotRunDeps & {
  /** Writes one step, together with those of other bots. Throws Failure and OutcomeUnknown. */
  commitStep(this: void, step: FencedStep): Promise<CommitStepOutcome>;
};

/** `lost`: somebody else runs the bot now, or nobody; what is in memory is not to be used. */
export type UpdateOutcome = 'goes_on' | 'over' | 'lost';

/** Whether there is something for the bot to do. */
export function isDue(live: LiveBot): boolean {
  const isTold = live.look !== null || haveMarketsChanged(live);
  const isAsked = live.mustArrive || live.inbox.length > 0 || isTold;
  return live.pending !== null || isAsked || isBehind(live) || mustLookAfter(live);
}

/** Whether a minute has closed in which orders of a resting bot may have filled. */
function mustLookAfter(live: LiveBot): boolean {
  const { run, waiting, lookedRow } = live;
  const hasOrders = run.orders.open.length > waiting.length;
  return isResting(live) && hasOrders && lookedRow < knownRow(live);
}

/** Throws Failure and OutcomeUnknown; it may then be called again as if nothing had been. */
export async function updateBot(
  deps: UpdateDeps,
  live: LiveBot,
  shared: VenueRound,
  isHeld: IsHeld,
): Promise<UpdateOutcome> {
  let round = shared;
  for (;;) {
    if (live.pending === null) {
      const orders = await prepare(deps, live, round, isHeld);
      const sight = await lookAtVenue(deps, live, round, orders);
      if (!isHeld()) return 'goes_on';
      advance(deps, live, sight);
    }
    const done = await finishStep(deps, live, isHeld);
    if (done !== 'goes_on' || !isDue(live) || !isHeld()) return done;
    // What was sent just now may have changed the account.
    round = venueRound(deps);
  }
}

/**
 * What is to be done at the exchange before it is looked at. Answers the open orders as they are
 * stored then.
 */
async function prepare(
  deps: UpdateDeps,
  live: LiveBot,
  round: VenueRound,
  isHeld: IsHeld,
): Promise<SentOrders> {
  if (live.mustResume) {
    live.mustResume = false;
    // A stopped bot places nothing more; what was not sent is left to reconciliation.
    if (!live.isFollowed) await resumeBotOrders(deps, live, isHeld);
  }
  // What is sent between closes is acted on at once, with what is known of the orders.
  if (!isBehind(live) && live.look === null && !mustLookAfter(live))
    return findSentOrders(deps, live);
  await cancelBotOrders(deps, live, isHeld);
  const orders = await findSentOrders(deps, live);
  // Of what is stored as ended, as most of what fills at once is, the exchange tells no more.
  if (![...orders.values()].some(mayChange)) return orders;
  const { changed } = await round.reconcile(live.at);
  return changed === 0 ? orders : findSentOrders(deps, live);
}

/** What is stored as unplaced may turn out to be at the exchange after all. */
function mayChange(order: Order): boolean {
  return isWorking(order) || order.state === 'unplaced';
}

/** Runs on; nothing in here waits or fails. What came of it is kept as the step to be written. */
function advance(deps: UpdateDeps, live: LiveBot, sight: VenueSight): void {
  for (const market of live.run.markets)
    market.candles = live.window.columns.get(market.market.marketTag) ?? market.candles;
  const { doneRow: fromRow } = live;
  const wanted = new Set(live.cancelsWanted);
  const events = absorbVenue(deps, live, sight);
  const before = { row: live.doneRow, event: { kind: 'wallet', wallet: sight.wallet } } as const;
  const isNews = haveMarketsChanged(live);
  if (live.isFollowed) live.standing = live.window.standing;
  else if (isNews) checkMarkets(live);
  const problem = checkPositions(live, isBehind(live));
  if (problem !== null) live.over = { reason: problem, isFault: true };
  // Orders that a fill has made superfluous are cancelled before the script looks again.
  const isSuperfluous = [...live.cancelsWanted].some((orderId) => !wanted.has(orderId));
  const isFilled = events.some(({ event }) => event.kind === 'filled' || event.kind === 'ended');
  const moment = momentOf(live, sight, isFilled);
  const mayRun = live.over === null && !isSuperfluous;
  const done = mayRun ? runOn(deps, live, moment) : NOTHING_DONE;
  const isQuiet = events.length === 0 && done === NOTHING_DONE && live.over === null;
  if (isQuiet && !isNews) return;
  // A wallet that the run did not look at is no input of it.
  const isInput = isNews || (live.hasLooked && live.toldWallet !== sight.text);
  if (isInput) live.toldWallet = sight.text;
  live.hasLooked = false;
  const news = {
    events: [...(isInput ? [before] : []), ...events, ...done.events],
    taken: done.taken,
    orders: done.places.map((order): Order => intentOf(deps, live, order)),
    fillCursor: sight.cursor,
    marginCursor: sight.margin.cursor,
  };
  const hasMoved = live.doneRow > fromRow || news.events.length > 0 || news.orders.length > 0;
  if (!hasMoved && live.over === null) return;
  live.pending = {
    step: makeLiveStep(deps.digest, live, news, deps.clock.nowMs()),
    orders: news.orders,
  };
  forgetOldOrders(live);
}

type Done = {
  readonly places: readonly OrderToPlace[];
  readonly events: readonly LiveEvent[];
  readonly taken: readonly number[];
};

const NOTHING_DONE: Done = { places: [], events: [], taken: [] };

/**
 * What waited for an order that was sent just now comes first, then minutes that closed, then what
 * was sent since.
 */
function runOn(deps: UpdateDeps, live: LiveBot, moment: Moment | null): Done {
  if (live.mustArrive) return takeWaiting(deps, live);
  if (isBehind(live)) {
    // The minute's own update sees what has filled.
    live.look = null;
    const events = passToNewest(deps, live);
    return { ...NOTHING_DONE, events, places: runMinutes(deps, live) };
  }
  live.look = null;
  if (mustLookAfter(live)) return lookAfter(deps, live);
  return live.inbox.length > 0 || moment !== null ? takeInputs(deps, live, moment) : NOTHING_DONE;
}

/** An update that the script asked for beside those at closes; null without. */
type Moment = { readonly prices: readonly MomentPrice[] };

function momentOf(live: LiveBot, { prices }: VenueSight, isFilled: boolean): Moment | null {
  const isAsked = live.look === 'prices' || (live.look === 'fills' && isFilled);
  if (!isAsked || isResting(live)) return null;
  return {
    prices: prices.flatMap(({ marketTag, price }) => {
      const market = findMarket(live.run, marketTag);
      if (market === null) return [];
      return [{ marketTag, priceTicks: ticksOf(market.terms.grid, price, 'half_even') }];
    }),
  };
}

function takeWaiting({ digest }: UpdateDeps, live: LiveBot): Done {
  live.mustArrive = false;
  const told = { row: live.doneRow, event: { kind: 'arrivals' } } as const;
  return { ...NOTHING_DONE, places: applyEvent(live, digest, told), events: [told] };
}

/** Passes the minutes over, when something happened in them or is watched for. */
function lookAfter({ digest }: UpdateDeps, live: LiveBot): Done {
  const toRow = knownRow(live);
  live.lookedRow = toRow;
  if (live.kept.size === 0 || live.doneRow >= toRow) return NOTHING_DONE;
  const told = { row: live.doneRow, event: { kind: 'skipped', toRow } } as const;
  return { ...NOTHING_DONE, places: applyEvent(live, digest, told), events: [told] };
}

/** A bot begins with the last minute that has closed when its turn comes, not with older ones. */
function passToNewest({ digest }: UpdateDeps, live: LiveBot): readonly LiveEvent[] {
  const toRow = knownRow(live) - 1;
  const hasBegun = live.doneRow > live.setup.firstRow;
  if (hasBegun || live.doneRow >= toRow) return [];
  const told = { row: live.doneRow, event: { kind: 'skipped', toRow } } as const;
  applyEvent(live, digest, told);
  return [told];
}

/** Row by row, because a script that pauses its bot is not run again. */
function runMinutes({ digest }: UpdateDeps, live: LiveBot): readonly OrderToPlace[] {
  const wanted = live.cancelsWanted.size;
  while (isBehind(live)) {
    const places = runRowsOf(live, digest, live.doneRow + 1);
    const isAsked = places.length > 0 || live.setOff.size > 0 || live.cancelsWanted.size > wanted;
    if (isAsked || live.over !== null) return places;
  }
  return [];
}

/** Tells the run what was sent to it; a script is updated with it, and with the moment, at once. */
function takeInputs(deps: UpdateDeps, live: LiveBot, moment: Moment | null): Done {
  const atMs = Math.max(deps.clock.nowMs(), endOfWindow(live.window));
  const inputs = live.inbox.splice(0);
  const events: LiveEvent[] = [];
  const places: OrderToPlace[] = [];
  const tell = (event: LiveEvent['event']): void => {
    const told = { row: live.doneRow, event };
    places.push(...applyEvent(live, deps.digest, told));
    events.push(told);
  };
  // While a bot is paused its minutes are passed over.
  if (live.doneRow < knownRow(live)) tell({ kind: 'skipped', toRow: knownRow(live) });
  for (const { input } of inputs) tell({ kind: 'input', input, atMs });
  const { prices } = moment ?? { prices: [] };
  if (live.brain.tell === null && live.doneRow > 0) tell({ kind: 'moment', atMs, prices });
  const taken = inputs.map(({ sequence }) => sequence);
  for (const sequence of taken) live.taken.add(sequence);
  return { places, events, taken };
}

async function finishStep(deps: UpdateDeps, live: LiveBot, isHeld: IsHeld): Promise<UpdateOutcome> {
  const { pending } = live;
  if (pending === null) return 'goes_on';
  // What a bot leaves behind is cancelled while it still runs: should this process end meanwhile,
  // the next one comes to the same decision.
  if (live.over !== null) await cancelBotOrders(deps, live, isHeld);
  const outcome = await deps.commitStep({ fence: live.fence, step: pending.step });
  if (outcome.kind !== 'committed') return 'lost';
  live.record = pending.step.record;
  live.pending = null;
  if (live.over !== null) return 'over';
  const written = pending.orders.filter(({ orderId }) => !outcome.refused.includes(orderId));
  // As at a venue: what is cancelled gives back what it held before new orders need it.
  await cancelBotOrders(deps, live, isHeld);
  await sendOrdersSetOff(deps, live, isHeld);
  await sendBotOrders(deps, live, written, isHeld);
  live.mustArrive = live.waiting.length > 0 && written.length > 0;
  if (written.length > 0 && isOfClose(pending.step)) noteOrdersSent(live);
  if (written.length > 0 && pending.step.taken.length > 0) live.hasActed = true;
  return 'goes_on';
}

/** Whether the step is of minutes that closed; one between closes does not set off the next. */
function isOfClose({ events }: BotRunStep): boolean {
  return !events.some((text) => text.includes('"kind":"moment"'));
}
