// Carries a run on by what its exchange did, by the minutes that closed and by what was sent to it.
// Nothing in here waits or fails; what came of it is a step to be written.

import { LIMITS } from '#lib/limits.ts';
import { ticksOf } from '#venue-port/market/market-grid.ts';
import type { IntrabarPrice, OrderToPlace } from '#engine/run/run-event.ts';
import { writeLine } from '#engine/run/run-log.ts';
import { findMarket } from '#engine/run/run.ts';
import type { Digest } from '#ports/world/digest.ts';
import { applyVenueSnapshot } from '#services/live/run/apply-venue-snapshot.ts';
import { checkMarkets, knownRow } from '#services/live/state/market-window.ts';
import { followShared } from '#services/live/state/run-series.ts';
import { checkPositions } from '#services/live/venue/account-view.ts';
import { forgetOldOrders, intentOf } from '#services/live/orders/order-form.ts';
import {
  isBehind,
  isReadOnceMore,
  isResting,
  mustPollIdle,
  applyEvent,
  runRowsOf,
} from '#services/live/run/apply-event.ts';
import type {
  HostedEngine,
  HostedRun,
  LiveEvent,
  SeenVenue,
} from '#services/live/state/hosted-run.ts';
import { makeLiveStep } from '#services/live/run/make-live-step.ts';
import type { AdvanceRequest, StepMessage, StepCause } from '#services/live/state/run-messages.ts';

export type AdvanceDeps = {
  readonly digest: Digest;
  /** Milliseconds of a clock that is never set. */
  readonly monotonicMs: () => number;
};

export type AdvanceResult = {
  /** Null when nothing has happened. */
  readonly made: StepMessage | null;
  /** Whether the poll, or what waited to arrive, is done with. */
  readonly isPolled: boolean;
  readonly hasArrived: boolean;
};

/** Carries the run on; whatever the script requested is in the step. */
export function advanceHostedRun(
  deps: AdvanceDeps,
  live: HostedRun,
  requested: AdvanceRequest,
): AdvanceResult {
  const { identity, engine, venue, orders, progress } = live;
  const beganAtMs = deps.monotonicMs();
  takeRequest(live, requested);
  // The step of a stopped bot may be its last, so it waits for a reading that has everything.
  if (identity.isFollowed && !requested.venueSnapshot.isComplete && progress.ending === null) {
    progress.polledRow = knownRow(engine);
    return { made: null, isPolled: true, hasArrived: requested.isArrivalDue };
  }
  const { doneRow: fromRow } = progress;
  const wanted = new Set(orders.cancelsWanted);
  const events = [
    ...tellKnown(deps, live, requested),
    ...applyVenueSnapshot(deps.digest, live, requested.venueSnapshot),
  ];
  const wallet = {
    row: progress.doneRow,
    event: { kind: 'wallet', wallet: venue.wallet },
  } as const;
  const isNews = requested.standing !== null;
  if (requested.standing !== null) checkMarkets(live, requested.standing);
  const problem = checkPositions(live, isBehind(live));
  if (problem !== null) progress.ending = { reason: problem, isFault: true, by: 'exchange' };
  // Orders that a fill has made superfluous are cancelled before the script looks again.
  const isSuperfluous = [...orders.cancelsWanted].some((orderId) => !wanted.has(orderId));
  const isFilled = events.some(({ event }) => event.kind === 'filled' || event.kind === 'ended');
  const mayRun = progress.ending === null && !isSuperfluous;
  const done = mayRun ? runOn(deps, live, requested, isFilled) : NOTHING_DONE;
  const { isArrivalDue } = requested;
  const ran = { isPolled: mayRun && !isArrivalDue, hasArrived: mayRun && isArrivalDue };
  const isQuiet = events.length === 0 && done === NOTHING_DONE && progress.ending === null;
  if (isQuiet && !isNews) return { made: null, ...ran };
  const walletEvents = deliverWallet(venue, isNews) ? [wallet] : [];
  const intents = done.places.map((order) => intentOf(deps.digest, live, order, requested.nowMs));
  const news = {
    events: [...walletEvents, ...events, ...done.events],
    taken: done.taken,
    orders: intents,
    fillCursor: requested.venueSnapshot.cursor,
    marginCursor: requested.venueSnapshot.margin.cursor,
    staysFollowed: staysFollowed(live, requested),
    stoppedAtMs: requested.stoppedAtMs,
  };
  const hasMoved = progress.doneRow > fromRow || news.events.length > 0 || intents.length > 0;
  if (!hasMoved && progress.ending === null) return { made: null, ...ran };
  noteSlowness(engine, deps.monotonicMs() - beganAtMs);
  const step = makeLiveStep(deps.digest, live, news, requested.nowMs);
  live.written.progress = step.progress;
  forgetOldOrders(live);
  return { made: { step, orders: intents, cause: done.cause }, ...ran };
}

/** Of each data series what was known when the minutes closed that are run next. */
function tellKnown(
  { digest }: AdvanceDeps,
  live: HostedRun,
  { known }: AdvanceRequest,
): readonly LiveEvent[] {
  return (known?.series ?? []).map((points) => {
    const delivered = { row: live.progress.doneRow, event: { kind: 'points', points } } as const;
    applyEvent(live, digest, delivered);
    return delivered;
  });
}

/** Whether the exchange may not list yet what it booked before the bot's end. */
function staysFollowed(live: HostedRun, { stoppedAtMs, venueSnapshot }: AdvanceRequest): boolean {
  const { completeUntilMs, closedAtMs } = venueSnapshot;
  if (!live.identity.isFollowed) return false;
  if (completeUntilMs <= closedAtMs) return true;
  if (!isReadOnceMore(live)) return false;
  const filledAtMs = live.venue.heldChanges.map(({ atMs }) => atMs);
  return completeUntilMs <= Math.max(stoppedAtMs, ...filledAtMs);
}

function takeRequest(
  live: HostedRun,
  { notes, ending, venueSnapshot, known }: AdvanceRequest,
): void {
  const { engine, venue, progress } = live;
  const { run, window } = engine;
  followShared(engine, known?.untilMs ?? (isResting(live) ? Infinity : 0));
  for (const market of run.markets)
    market.candles = window.columns.get(market.market.marketTag) ?? market.candles;
  for (const { atMs, message } of notes) writeLine(run.log, atMs, 'warning', message);
  progress.ending ??= ending;
  if (venueSnapshot.wallet === null) return;
  venue.wallet = venueSnapshot.wallet.wallet;
  venue.walletText = venueSnapshot.wallet.text;
}

/** Whether the wallet is an input of this step: one that the run did not read is none of it. */
function deliverWallet(venue: SeenVenue, isNews: boolean): boolean {
  const isInput = isNews || (venue.hasReadWallet && venue.deliveredWallet !== venue.walletText);
  if (isInput) venue.deliveredWallet = venue.walletText;
  venue.hasReadWallet = false;
  return isInput;
}

/** Before an update takes so long that it ends its thread, the bot's owner is notified. */
function noteSlowness({ run, window }: HostedEngine, tookMs: number): void {
  const { botUpdateSlowMs, botUpdateWallMsMax } = LIMITS;
  if (tookMs < botUpdateSlowMs) return;
  const [took, most] = [tookMs, botUpdateWallMsMax].map((ms) => (ms / 1_000).toFixed(1));
  const text = `this update took ${took} s; one that takes longer than ${most} s is ended`;
  writeLine(run.log, window.endMs, 'warning', text);
}

type StepWork = {
  readonly cause: StepCause;
  readonly places: readonly OrderToPlace[];
  readonly events: readonly LiveEvent[];
  readonly taken: readonly number[];
};

const NOTHING_DONE: StepWork = { cause: 'venue', places: [], events: [], taken: [] };

/**
 * What waited for an order that was sent just now comes first, then minutes that closed, then what
 * was sent since. The minute's own update sees what has filled.
 */
function runOn(
  deps: AdvanceDeps,
  live: HostedRun,
  requested: AdvanceRequest,
  isFilled: boolean,
): StepWork {
  const { waiting, takenOver } = live.orders;
  const isUnwatched = waiting.some(({ orderId }) => takenOver.has(orderId));
  if (requested.isArrivalDue || isUnwatched) return takeWaiting(deps, live);
  if (isBehind(live)) {
    const events = passToNewest(deps, live, requested.startedRow);
    return { ...NOTHING_DONE, cause: 'minutes', events, places: runMinutes(deps, live) };
  }
  const isWithoutMinute = requested.poll === 'idle';
  if (mustPollIdle(live) || isWithoutMinute) return pollIdle(deps, live, isWithoutMinute);
  const intrabar = intrabarUpdateOf(live, requested, isFilled);
  return requested.inputs.length > 0 || intrabar !== null
    ? takeInputs(deps, live, requested, intrabar)
    : NOTHING_DONE;
}

/** An update that the script requested beside those at closes; null without. */
type IntrabarUpdate = { readonly prices: readonly IntrabarPrice[] };

function intrabarUpdateOf(
  live: HostedRun,
  { poll, venueSnapshot }: AdvanceRequest,
  isFilled: boolean,
): IntrabarUpdate | null {
  const isRequested = poll === 'prices' || (poll === 'fills' && isFilled);
  if (!isRequested || isResting(live)) return null;
  return {
    prices: venueSnapshot.prices.flatMap(({ marketTag, price }) => {
      const market = findMarket(live.engine.run, marketTag);
      if (market === null) return [];
      return [{ marketTag, priceTicks: ticksOf(market.terms.grid, price, 'half_even') }];
    }),
  };
}

function takeWaiting({ digest }: AdvanceDeps, live: HostedRun): StepWork {
  const delivered = { row: live.progress.doneRow, event: { kind: 'arrivals' } } as const;
  const places = applyEvent(live, digest, delivered);
  return { ...NOTHING_DONE, cause: 'arrivals', places, events: [delivered] };
}

/** Passes the minutes over, when something happened in them, is watched for or has its end. */
function pollIdle({ digest }: AdvanceDeps, live: HostedRun, isWithoutMinute: boolean): StepWork {
  const { engine, orders, progress } = live;
  const toRow = knownRow(engine);
  progress.polledRow = toRow;
  const isReading = isReadOnceMore(live);
  const isNoted = orders.emulated.size > 0 || isReading;
  // A reading is written although no minute has closed: it may be the last.
  const isNews = progress.doneRow < toRow || (isReading && isWithoutMinute);
  if (!isNoted || !isNews) return NOTHING_DONE;
  const delivered = { row: progress.doneRow, event: { kind: 'skipped', toRow } } as const;
  const places = applyEvent(live, digest, delivered);
  return { ...NOTHING_DONE, cause: 'idle_minutes', places, events: [delivered] };
}

/**
 * A bot that was started begins, or goes on, with the last minute that has closed when its turn
 * comes, not with older ones.
 */
function passToNewest(
  { digest }: AdvanceDeps,
  live: HostedRun,
  startedRow: number,
): readonly LiveEvent[] {
  const { engine, progress } = live;
  const toRow = knownRow(engine) - 1;
  const hasBegun = progress.doneRow > Math.max(engine.setup.firstRow, startedRow);
  if (hasBegun || progress.doneRow >= toRow) return [];
  const delivered = { row: progress.doneRow, event: { kind: 'skipped', toRow } } as const;
  applyEvent(live, digest, delivered);
  return [delivered];
}

/**
 * Row by row, because a script that pauses its bot is not run again; of a bot that is far behind so
 * many that others have their turn, and its own deadline is not missed.
 */
function runMinutes(
  { digest, monotonicMs }: AdvanceDeps,
  live: HostedRun,
): readonly OrderToPlace[] {
  const { orders, progress } = live;
  const wanted = orders.cancelsWanted.size;
  const untilMs = monotonicMs() + LIMITS.botRunSliceMs;
  while (isBehind(live)) {
    const places = runRowsOf(live, digest, progress.doneRow + 1);
    const isRequested =
      places.length > 0 || orders.triggered.size > 0 || orders.cancelsWanted.size > wanted;
    if (isRequested || progress.ending !== null || monotonicMs() >= untilMs) return places;
  }
  return [];
}

/** Delivers what was sent to the bot; a script is updated with it and last prices at once. */
function takeInputs(
  { digest }: AdvanceDeps,
  live: HostedRun,
  { inputs, nowMs }: AdvanceRequest,
  intrabar: IntrabarUpdate | null,
): StepWork {
  const { engine, progress } = live;
  const atMs = Math.max(nowMs, engine.window.endMs);
  const events: LiveEvent[] = [];
  const places: OrderToPlace[] = [];
  const tell = (event: LiveEvent['event']): void => {
    const delivered = { row: progress.doneRow, event };
    places.push(...applyEvent(live, digest, delivered));
    events.push(delivered);
  };
  // While a bot is paused its minutes are passed over.
  if (progress.doneRow < knownRow(engine)) tell({ kind: 'skipped', toRow: knownRow(engine) });
  for (const { input, sequence } of inputs) tell({ kind: 'input', input, atMs, sequence });
  const { prices } = intrabar ?? { prices: [] };
  const hasNews = intrabar !== null || inputs.some(({ input }) => input.kind !== 'switched');
  // A strategy has acted on its inputs as they were delivered.
  const isNews = engine.brain.tell === null ? hasNews : intrabar !== null;
  const isUpdated = isNews && progress.doneRow > 0;
  if (isUpdated) tell({ kind: 'moment', atMs, prices });
  const cause = isUpdated ? 'intrabar_update' : 'inputs';
  return { cause, places, events, taken: inputs.map(({ sequence }) => sequence) };
}
