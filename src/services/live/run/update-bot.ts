// Brings one running bot up to date: what its exchange did is delivered to it, it runs for the
// minutes that closed and for what was sent to it, the step is written, and only then are its
// orders sent. Whatever may fail comes before the run is touched, or can be done again: so a run in
// memory is ahead of what is stored by one step at most, which is retained until it is written.

import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import { minuteStartMs } from '#lib/time.ts';
import type { Order } from '#venue-port/order/order.ts';
import { isWorking } from '#venue-port/order/order.ts';
import type { BotRunStep, CommitStepOutcome, FencedStep } from '#ports/stores/bot-run-store.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import {
  isBotBehind,
  isDue,
  mustPollIdleBot,
  noteFillsRead,
  noteOrdersSent,
} from '#services/live/run/run-schedule.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import { haveMarketsChanged, rowAt } from '#services/live/state/market-window.ts';
import type { LiveRun, OrdersState, PendingStep } from '#services/live/state/live-run.ts';
import { noteNames } from '#services/live/orders/order-form.ts';
import type {
  FetchedVenueSnapshot,
  VenueRound,
} from '#services/live/venue/fetch-venue-snapshot.ts';
import { fetchKnown } from '#services/live/run/fetch-known.ts';
import { fetchVenueSnapshot, venueRound } from '#services/live/venue/fetch-venue-snapshot.ts';
import {
  noteFencedOut,
  noteStepMade,
  noteStepWritten,
} from '#services/live/state/run-lifecycle.ts';
import { tellValues } from '#services/live/run/tell-values.ts';
import { reloadBot } from '#services/live/run/load-bot.ts';
import type {
  AdvanceRequest,
  ForgottenOrders,
  KnownUntil,
  RunReply,
} from '#services/live/state/run-messages.ts';
import { isAboveShare, isReserved } from '#services/live/run/run-placement.ts';
import { askRun, isLoadedWell } from '#services/live/run/run-threads.ts';
import type { RunThreads } from '#services/live/run/run-threads.ts';
import type { IsHeld, SentOrders } from '#services/live/orders/send-bot-orders.ts';
import {
  cancelBotOrders,
  cancelEmulatedOrders,
  findSentOrders,
  resumeBotOrders,
  sendBotOrders,
  sendTriggeredOrders,
} from '#services/live/orders/send-bot-orders.ts';
import { orderIdOfClientOrderId } from '#services/orders/order-identity.ts';
import type { SpanStart } from '#venue-port/world/tracer.ts';
import { traceWork } from '#venue-port/world/tracer.ts';
import { assessOrders } from '#services/orders/assess-orders.ts';

export type UpdateDeps = LiveRunDeps & {
  readonly threads: RunThreads;
  /** Writes one step, together with those of other bots. Throws Failure and OutcomeUnknown. */
  commitStep(this: void, step: FencedStep): Promise<CommitStepOutcome>;
};

/** `fenced_out`: what is in memory is not to be used any more. */
export type UpdateOutcome = 'continue' | 'ended' | 'fenced_out';

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
    let done: UpdateOutcome;
    if (live.pending === null) {
      const { identity, run } = live;
      const isThere = isLoadedWell(deps.threads, identity.bot, run.place);
      if (!isThere) noteMove(deps, live);
      if (!isThere && !(await reloadBot(deps, live, isHeld))) return fencedOut(live);
      const newsCount = live.news.count;
      const orders = await prepare(deps, live, round, isHeld);
      const known = await fetchKnown(deps, live);
      const snapshot = await fetchVenueSnapshot(deps, live, round, orders);
      if (!isHeld()) return 'continue';
      const isAdvanced = () => advance(deps, live, { ...snapshot, newsCount, known }, isHeld);
      done = await traceWork(deps.tracer, spanOfStep(live), async () =>
        (await isAdvanced()) ? finishStep(deps, live, isHeld) : fencedOut(live),
      );
    } else done = await finishStep(deps, live, isHeld);
    if (done === 'continue') await tellValues(deps, live);
    if (done !== 'continue' || !isDue(live) || !isHeld()) return done;
    // What was sent just now may have changed the account.
    round = venueRound(deps);
  }
}

/** In the trace of the one input that a step takes, which may have come since the update began. */
function spanOfStep({ identity, schedule }: LiveRun): SpanStart {
  const { botId } = identity.bot;
  const parent = schedule.inbox[0]?.traceParent;
  return { name: 'bot step', kind: 'consumes', fields: { 'tidemill.bot_id': botId }, parent };
}

/** Says in the bot's log why it may run later than others from now on. */
function noteMove({ threads: { placement } }: UpdateDeps, { identity, run }: LiveRun): void {
  if (isReserved(placement, run.place.thread)) return;
  if (!isAboveShare(placement, identity.bot.userId)) return;
  const seconds = LIMITS.botOwnerSharedMsPerMinute / 1_000;
  const message =
    `the scripts of your bots took more than ${seconds} s of processor time within a minute: ` +
    "they run apart from others' bots for some time, one after the other, and may be late";
  run.notes.push({ atMs: run.window.endMs, severity: 'warning', message });
}

function fencedOut(live: LiveRun): UpdateOutcome {
  noteFencedOut(live);
  return 'fenced_out';
}

/**
 * What is to be done at the exchange before it is queried. Returns the open orders as they are
 * stored then.
 */
async function prepare(
  deps: UpdateDeps,
  live: LiveRun,
  round: VenueRound,
  isHeld: IsHeld,
): Promise<SentOrders> {
  const { identity, orders } = live;
  if (orders.mayBeUnsent) {
    // A stopped bot places nothing more; what was not sent is left to reconciliation.
    const areAllSent = identity.isFollowed || (await resumeBotOrders(deps, live, isHeld));
    orders.mayBeUnsent = !areAllSent;
  }
  if (live.run.window.hasOtherSteps) await cancelEmulatedOrders(deps, live, isHeld);
  // What is sent between closes is acted on at once, with what is known of the orders.
  if (!isBotBehind(live) && live.schedule.poll === null && !mustPollIdleBot(live))
    return findSentOrders(deps, live);
  await cancelBotOrders(deps, live, isHeld);
  const sent = await findSentOrders(deps, live);
  // Of what is stored as ended, as most of what fills at once is, the exchange tells no more.
  if (![...sent.values()].some(mayChange)) return sent;
  const { changed } = await round.reconcile(identity.at);
  return changed === 0 ? sent : findSentOrders(deps, live);
}

/** What is stored as unplaced may turn out to be at the exchange after all. */
function mayChange(order: Order): boolean {
  return isWorking(order) || order.state === 'unplaced';
}

type VenueAndSeries = FetchedVenueSnapshot & {
  readonly newsCount: number;
  readonly known: KnownUntil | null;
};

/**
 * Has its thread run it on. What came of it is retained as the step to be written. Returns false
 * when the run has to be loaded anew, with earlier minutes.
 */
async function advance(
  deps: UpdateDeps,
  live: LiveRun,
  { newsCount, known, ...snapshot }: VenueAndSeries,
  isHeld: IsHeld,
): Promise<boolean> {
  const { identity, run, venue } = live;
  const { standing } = run.window;
  const request = requestOf(deps, live, snapshot, known);
  const reply = await askRun(deps.threads, run.place, run.window, request, isHeld);
  if (reply.kind === 'needs_earlier') {
    deps.threads.wholeWanted.add(identity.bot.botId);
    return false;
  }
  assert(reply.kind === 'advanced', 'a run that is carried on shows how it stands');
  venue.walletText = snapshot.text;
  venue.standing = standing;
  venue.awaitsClosing = snapshot.completeUntilMs <= snapshot.closedAtMs;
  noteFillsRead(
    live.news,
    snapshot.fills.map(({ fillId }) => fillId),
  );
  takeIn(live, reply, request, newsCount);
  return true;
}

function requestOf(
  { clock }: UpdateDeps,
  { identity, run, venue, orders, schedule }: LiveRun,
  { wallet, text, fills, ...snapshot }: FetchedVenueSnapshot,
  known: KnownUntil | null,
): AdvanceRequest {
  const { window, setup } = run;
  return {
    kind: 'advance',
    runId: run.place.runId,
    nowMs: clock.nowMs(),
    startedRow: rowAt(setup, minuteStartMs(identity.bot.activatedAtMs ?? 0)),
    stoppedAtMs: identity.stoppedAtMs,
    venueSnapshot: {
      ...snapshot,
      wallet: text === venue.walletText ? null : { wallet, text },
      fills: fills.filter((fill) => isOwnFill(orders, snapshot.forgotten, fill)),
    },
    standing: haveMarketsChanged(venue, window) ? window.standing : null,
    known,
    poll: schedule.poll,
    isArrivalDue: schedule.isArrivalDue,
    // One for each step: what a signal led to is at the exchange before the next one is delivered.
    inputs: schedule.inbox.slice(0, 1),
    ending: run.ending,
    notes: run.notes.splice(0),
  };
}

/** Others trade on the account too. */
function isOwnFill(
  { names }: OrdersState,
  forgotten: ForgottenOrders,
  { clientOrderId }: VenueFill,
): boolean {
  const storedId = clientOrderId === null ? null : orderIdOfClientOrderId(clientOrderId);
  return storedId !== null && (names.has(storedId) || forgotten.has(storedId));
}

function takeIn(
  live: LiveRun,
  { made, ending, view, names, ...reply }: Extract<RunReply, { kind: 'advanced' }>,
  requested: AdvanceRequest,
  newsCount: number,
): void {
  const { run, orders, schedule, news, subscription } = live;
  const { isPolled, hasArrived } = reply;
  run.view = view;
  subscription.values = reply.values ?? subscription.values;
  noteNames(orders, names);
  if (hasArrived) schedule.isArrivalDue = false;
  // Another one may have come to be due meanwhile.
  const isSame = schedule.poll === requested.poll && news.count === newsCount;
  if (isPolled && isSame) schedule.poll = null;
  assert(made !== null || ending === null, 'a run that ends says so in a step');
  if (made === null) return;
  const { progress, ...rest } = made.step;
  const step: BotRunStep = { ...rest, record: { ...run.record, ...progress } };
  for (const sequence of step.taken) schedule.taken.add(sequence);
  if (step.taken.length > 0)
    schedule.inbox = schedule.inbox.filter(({ sequence }) => !step.taken.includes(sequence));
  noteStepMade(live, { step, orders: made.orders, cause: made.cause }, ending);
}

async function finishStep(deps: UpdateDeps, live: LiveRun, isHeld: IsHeld): Promise<UpdateOutcome> {
  const { pending, identity } = live;
  if (pending === null) return 'continue';
  const isLast = live.run.phase === 'writing_end';
  // What a bot leaves behind is cancelled while it still runs: should this process end meanwhile,
  // the next one comes to the same decision.
  if (isLast) await cancelBotOrders(deps, live, isHeld);
  const outcome = await commitWithinLimits(deps, live, pending);
  if (outcome.kind === 'limited') {
    deps.log.warn('bot.limited', { bot_id: identity.bot.botId, reason: outcome.reason });
    // The limit stops entries; what only reduces goes out all the same.
    const placed = pending.orders.filter(({ orderId }) => outcome.placed.includes(orderId));
    await sendBotOrders(deps, identity.at, placed, isHeld);
    return fencedOut(live);
  }
  if (outcome.kind !== 'committed') return fencedOut(live);
  noteStepWritten(live);
  if (isLast) return 'ended';
  const written = pending.orders.filter(({ orderId }) => !outcome.refused.includes(orderId));
  await sendWritten(deps, live, { ...pending, orders: written }, isHeld);
  return 'continue';
}

async function sendWritten(
  deps: UpdateDeps,
  live: LiveRun,
  { orders: written, cause }: PendingStep,
  isHeld: IsHeld,
): Promise<void> {
  const { identity, run, orders, schedule } = live;
  const wereAllSent = !orders.mayBeUnsent;
  // Until they are sent: should something fail before that, they are sent with the next update.
  orders.mayBeUnsent = true;
  // As at a venue: what is cancelled gives back what it held before new orders need it.
  await cancelBotOrders(deps, live, isHeld);
  await sendTriggeredOrders(deps, live, isHeld);
  const areAllSent = await sendBotOrders(deps, identity.at, written, isHeld);
  orders.mayBeUnsent = !(wereAllSent && areAllSent);
  const hasSent = written.length > 0;
  schedule.isArrivalDue = run.view.waitingCount > 0 && hasSent;
  if (!hasSent) return;
  // A step between closes does not lead to the next one.
  if (cause !== 'intrabar_update') noteOrdersSent(schedule, run.view);
  // What the orders led to is polled soon, whatever the step was for.
  schedule.hasSent = true;
}

/** What an account with limits is judged by is found out when the store asks for it. */
async function commitWithinLimits(
  deps: UpdateDeps,
  { identity, run: { fence } }: LiveRun,
  { step }: PendingStep,
): Promise<CommitStepOutcome> {
  const outcome = await deps.commitStep({ fence, step });
  if (outcome.kind !== 'limits_unknown') return outcome;
  const risks = await assessOrders(deps, identity.at, step.orders);
  return deps.commitStep({ fence, step, risks });
}
