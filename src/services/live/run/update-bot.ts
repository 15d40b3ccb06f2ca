// Brings one running bot up to date: what its exchange did is told to it, it runs for the minutes
// that closed and for what was sent to it, the step is written down, and only then are its orders
// sent. Whatever may fail comes before the run is touched, or can be done again: so a run in memory
// is never ahead of what is stored by more than one step, which is kept until it is written.

import { assert } from '#lib/assert.ts';
import { minuteStartMs } from '#lib/time.ts';
import type { Order } from '#domain/order/order.ts';
import { isWorking } from '#domain/order/order.ts';
import type { BotRunStep, CommitStepOutcome, FencedStep } from '#ports/bot-run-store.ts';
import type { VenueFill } from '#ports/exchange.ts';
import { isBotBehind, isDue, mustLookAfterBot } from '#services/live/run/bot-is-due.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import { haveMarketsChanged } from '#services/live/venue/check-markets.ts';
import type { LiveRun, PendingStep } from '#services/live/state/live-run.ts';
import { rowAt } from '#services/live/state/live-setup.ts';
import { noteNames } from '#services/live/state/live-run.ts';
import type { SentOrders, VenueSight } from '#services/live/venue/fetch-venue-snapshot.ts';
import { findSentOrders, fetchVenueSnapshot } from '#services/live/venue/fetch-venue-snapshot.ts';
import { noteOrdersSent } from '#services/live/venue/schedule-poll.ts';
import { reloadBot } from '#services/live/run/load-bot.ts';
import type {
  AdvanceRequest,
  ForgottenOrders,
  RunReply,
} from '#services/live/state/run-messages.ts';
import { noteCost } from '#services/live/run/run-placement.ts';
import type { RunThreads } from '#services/live/run/run-threads.ts';
import { askRun, isLoadedWell } from '#services/live/run/run-threads.ts';
import type { IsHeld } from '#services/live/orders/send-bot-orders.ts';
import {
  cancelBotOrders,
  resumeBotOrders,
  sendBotOrders,
  sendOrdersSetOff,
} from '#services/live/orders/send-bot-orders.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';
import { assessOrders } from '#services/risk/assess-orders.ts';
import type { VenueRound } from '#services/live/venue/venue-round.ts';
import { venueRound } from '#services/live/venue/venue-round.ts';

export type UpdateDeps = LiveRunDeps & {
  readonly threads: RunThreads;
  /** Writes one step, together with those of other bots. Throws Failure and OutcomeUnknown. */
  commitStep(this: void, step: FencedStep): Promise<CommitStepOutcome>;
};

/** `lost`: somebody else runs the bot now, or nobody; what is in memory is not to be used. */
export type UpdateOutcome = 'goes_on' | 'over' | 'lost';

/**
 * Throws Failure, OutcomeUnknown and RunFault; it may then be called again as if nothing had been.
 */
export async function updateBot(
  deps: UpdateDeps,
  live: LiveRun,
  shared: VenueRound,
  isHeld: IsHeld,
): Promise<UpdateOutcome> {
  let round = shared;
  for (;;) {
    if (live.pending === null) {
      const isThere = isLoadedWell(deps.threads, live.bot, live.place);
      if (!isThere && !(await reloadBot(deps, live, isHeld))) return 'lost';
      const orders = await prepare(deps, live, round, isHeld);
      const sight = await fetchVenueSnapshot(deps, live, round, orders);
      if (!isHeld()) return 'goes_on';
      if (!(await advance(deps, live, sight, isHeld))) return 'lost';
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
  live: LiveRun,
  round: VenueRound,
  isHeld: IsHeld,
): Promise<SentOrders> {
  if (live.mustResume) {
    live.mustResume = false;
    // A stopped bot places nothing more; what was not sent is left to reconciliation.
    if (!live.isFollowed) await resumeBotOrders(deps, live, isHeld);
  }
  // What is sent between closes is acted on at once, with what is known of the orders.
  if (!isBotBehind(live) && live.look === null && !mustLookAfterBot(live))
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

/**
 * Has its thread run it on. What came of it is kept as the step to be written. Answers false when
 * the run has to be taken up anew, with earlier minutes.
 */
async function advance(
  deps: UpdateDeps,
  live: LiveRun,
  sight: VenueSight,
  isHeld: IsHeld,
): Promise<boolean> {
  const { standing } = live.window;
  const request = requestOf(deps, live, sight);
  const reply = await askRun(deps.threads, live.place, live.window, request, isHeld);
  if (reply.kind === 'needs_earlier') {
    deps.threads.wholeWanted.add(live.bot.botId);
    return false;
  }
  assert(reply.kind === 'advanced', 'a run that is carried on shows how it stands');
  noteCost(deps.threads.placement, live.bot.userId, reply.tookMs);
  live.toldWallet = sight.text;
  live.standing = standing;
  takeIn(live, reply, request);
  return true;
}

function requestOf({ clock }: UpdateDeps, live: LiveRun, sight: VenueSight): AdvanceRequest {
  const { wallet, text, fills, cursor, margin, forgotten, orders, prices } = sight;
  return {
    kind: 'advance',
    runId: live.place.runId,
    nowMs: clock.nowMs(),
    startedRow: rowAt(live.setup, minuteStartMs(live.bot.activatedAtMs ?? 0)),
    sight: {
      wallet: text === live.toldWallet ? null : { wallet, text },
      fills: fills.filter((fill) => isOwnFill(live, forgotten, fill)),
      cursor,
      margin,
      forgotten,
      orders,
      prices,
    },
    standing: haveMarketsChanged(live) ? live.window.standing : null,
    look: live.look,
    mustArrive: live.mustArrive,
    // One for each step: what a signal led to is at the exchange before the next one is told.
    inputs: live.inbox.slice(0, 1),
    over: live.over,
    notes: live.notes.splice(0),
  };
}

/** Others trade on the account too. */
function isOwnFill(
  { orderIds }: LiveRun,
  forgotten: ForgottenOrders,
  { clientOrderId }: VenueFill,
): boolean {
  const storedId = clientOrderId === null ? null : orderIdOfClientOrderId(clientOrderId);
  return storedId !== null && (orderIds.has(storedId) || forgotten.has(storedId));
}

function takeIn(
  live: LiveRun,
  { made, over, view, names, isLooked, hasArrived }: Extract<RunReply, { kind: 'advanced' }>,
  asked: AdvanceRequest,
): void {
  live.view = view;
  live.over = over;
  noteNames(live, names);
  if (hasArrived) live.mustArrive = false;
  // Another one may have come to be due meanwhile.
  if (isLooked && live.look === asked.look) live.look = null;
  if (made === null) return;
  const { progress, ...rest } = made.step;
  const step: BotRunStep = { ...rest, record: { ...live.record, ...progress } };
  for (const sequence of step.taken) live.taken.add(sequence);
  if (step.taken.length > 0)
    live.inbox = live.inbox.filter(({ sequence }) => !step.taken.includes(sequence));
  live.pending = { step, orders: made.orders };
}

async function finishStep(deps: UpdateDeps, live: LiveRun, isHeld: IsHeld): Promise<UpdateOutcome> {
  const { pending } = live;
  if (pending === null) return 'goes_on';
  // What a bot leaves behind is cancelled while it still runs: should this process end meanwhile,
  // the next one comes to the same decision.
  if (live.over !== null) await cancelBotOrders(deps, live, isHeld);
  const outcome = await commitWithinLimits(deps, live, pending);
  if (outcome.kind === 'limited') {
    deps.log.warn('bot.limited', { bot_id: live.bot.botId, reason: outcome.reason });
    return 'lost';
  }
  if (outcome.kind !== 'committed') return 'lost';
  live.record = pending.step.record;
  live.pending = null;
  if (live.over !== null) return 'over';
  const written = pending.orders.filter(({ orderId }) => !outcome.refused.includes(orderId));
  // As at a venue: what is cancelled gives back what it held before new orders need it.
  await cancelBotOrders(deps, live, isHeld);
  await sendOrdersSetOff(deps, live, isHeld);
  await sendBotOrders(deps, live, written, isHeld);
  live.mustArrive = live.view.waitingCount > 0 && written.length > 0;
  if (written.length > 0 && isOfClose(pending.step)) noteOrdersSent(live);
  // What they led to is looked at soon, whatever the step was of.
  if (written.length > 0) live.hasActed = true;
  return 'goes_on';
}

/** What an account with limits is judged by is found out when the store asks for it. */
async function commitWithinLimits(
  deps: UpdateDeps,
  { fence, at }: LiveRun,
  { step }: PendingStep,
): Promise<CommitStepOutcome> {
  const outcome = await deps.commitStep({ fence, step });
  if (outcome.kind !== 'limits_unknown') return outcome;
  const risks = await assessOrders(deps, at, step.orders);
  return deps.commitStep({ fence, step, risks });
}

/** Whether the step is of minutes that closed; one between closes does not set off the next. */
function isOfClose({ events }: BotRunStep): boolean {
  return !events.some((text) => text.includes('"kind":"moment"'));
}
