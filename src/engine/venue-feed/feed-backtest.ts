// Feeds a run with history: minute after minute, the venue filling orders. What the script asks for
// in a minute reaches the venue at the open of the next one that was traded, or at its own close
// where that was chosen.

import type { ScriptFailure } from '#lua/run-script.ts';
import { placedMessage } from '#lua/placed-message.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { append } from '#lib/append.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { arrivalOrder, pineArrivalOrder } from '#engine/venue-feed/arrival-order.ts';
import type { BacktestVenue } from '#engine/venue-feed/backtest-venue.ts';
import { bookOn } from '#engine/venue-feed/backtest-venue.ts';
import type { MarginPercents } from '#engine/venue-feed/call-margin.ts';
import { callMargin } from '#engine/venue-feed/call-margin.ts';
import type { MarginLeg } from '#engine/venue-feed/margin-legs.ts';
import { PIECES, marginLegs, walkedRange } from '#engine/venue-feed/margin-legs.ts';
import { leaveFastPath } from '#engine/venue-feed/exact-steps.ts';
import type { MatchingBars } from '#engine/venue-feed/matching-bars.ts';
import {
  durationMsOfBar,
  openMsOfBar,
  rowOfBar,
  updateBarFrom,
} from '#engine/venue-feed/matching-bars.ts';
import { isBusy, nextBusyBar } from '#engine/venue-feed/next-busy-bar.ts';
import type { Arrival, QueuedOrder } from '#engine/venue-feed/arrival.ts';
import type { VenueMarketBook } from '#engine/venue-feed/venue-market-book.ts';
import { candleAt, isMissingAt } from '#engine/venue-feed/venue-market-book.ts';
import {
  cancelAtVenue,
  changeFees,
  passBar,
  passLeg,
  payFunding,
  placeAtVenue,
} from '#engine/venue-feed/venue-steps.ts';
import { advanceRun } from '#engine/run/advance-run.ts';
import { findOpenOrder } from '#engine/run/orders/bot-orders.ts';
import { sizeAtPrice, sizeByTurning } from '#engine/run/orders/size-at-price.ts';
import { markEquity } from '#engine/run/positions/equity-curve.ts';
import type { RunBrain } from '#engine/run/run-brain.ts';
import type { OrderToPlace, RunEffects, RunEvent } from '#engine/run/run-event.ts';
import type { Run } from '#engine/run/run.ts';
import { instantOfRow } from '#engine/run/run.ts';
import type { HeldSeriesApi } from '#engine/series/make-series-api.ts';
import { writeLine } from '#engine/run/run-log.ts';
import type { ExitFit } from '#engine/run/orders/take-effects.ts';
import { arrivalOf, orderToPlace } from '#engine/run/orders/take-effects.ts';
import { passedOrders, turnsAt } from '#engine/venue-feed/withdraw-passed.ts';

export type Feed = {
  readonly run: Run;
  readonly brain: RunBrain;
  readonly venue: BacktestVenue;
  /** What an update asks for is tried at the close of its own candle. */
  readonly fillsAtClose: boolean;
  /** Null: there are no margin calls. */
  readonly margin: MarginPercents | null;
  /** Requested, and not yet at the venue. */
  queue: readonly QueuedOrder[];
  /** What says which history the script's series take. */
  readonly series: Pick<HeldSeriesApi, 'readyRow' | 'lackingRow' | 'wished'>;
  /** Whether more history may be given; else what is wished for stays out. */
  readonly asksForHistory: boolean;
  /**
   * Whether an open that passes exits and entries meets them as TradingView's does those of a Pine
   * script. Other scripts have no entries that turn a position: theirs arrive as requested.
   */
  readonly emulatesBroker?: boolean;
  /** Whether a script that wants it runs again after the fills of each leg of a bar's path. */
  readonly recalculates?: boolean;
  /** Fills of the run, and those of them that the script has seen or will at the next close. */
  fillCount?: number;
  seenFills?: number;
  /** Of a run within a bar. */
  failure?: ScriptFailure;
};

/** Bars that the script runs ahead: few after it requested something, more while it does not. */
const BARS_AHEAD_MIN = 64;
const BARS_AHEAD_MAX = 1_024;

/** Why a run was not fed to its end. */
export type FeedFailure = {
  readonly kind: 'invalid_input' | 'script_error' | 'cancelled' | 'short_history';
  readonly message: string;
  /** 1-based line of the script; null when there is none. */
  readonly line: number | null;
  /** Of `short_history`: minutes that lack before the window. */
  readonly missingMinutes?: number;
  /** Of `short_history`: bars that are wished for; 0: the series say what lacks. */
  readonly wishedBars?: number;
};

type OnProgress = (share: number) => boolean;

/**
 * Runs to the end of the window, or until the script stops or fails. With `waits` it ends with
 * `short_history` once the script has requested a series that has no value yet.
 */
export function feedBacktest(
  feed: Feed,
  onProgress: OnProgress,
  waits = false,
): Result<null, FeedFailure> {
  const { run, brain, venue } = feed;
  const { bars } = venue;
  const { firstBar, lastBar } = bars;
  let barIndex = firstBar;
  let ahead = BARS_AHEAD_MIN;
  let reportedBar = firstBar;
  while (barIndex <= lastBar) {
    venue.barIndex = barIndex;
    openBar(feed);
    if (isBusy(venue, barIndex) || hasUnseenFills(feed)) matchBar(feed);
    if (feed.failure !== undefined) return rejected(failureOf(run, feed.failure));
    const updateBar = updateBarFrom(bars, barIndex);
    if (updateBar > barIndex) {
      barIndex = feed.queue.length > 0 ? barIndex + 1 : nextBusyBar(venue, barIndex + 1, updateBar);
      continue;
    }
    const fromRow = rowOfBar(bars, barIndex);
    const canRunOn = bars.isMinutes && !bars.isMagnified && feed.queue.length === 0;
    const until = Math.min(barIndex + ahead, lastBar + 1);
    const toRow = canRunOn ? nextBusyBar(venue, barIndex + 1, until) : fromRow + 1;
    const done = advanceRun(run, brain, { kind: 'minutes', fromRow, toRow });
    const short = waits ? shortHistoryOf(feed) : null;
    if (short !== null) return rejected(short);
    if (done.failure !== null) return rejected(failureOf(run, done.failure));
    barIndex = bars.isMinutes && !bars.isMagnified ? done.row : barIndex + 1;
    venue.barIndex = barIndex - 1;
    if (carryOut(feed, done.effects, instantOfRow(run.setup, done.row - 1))) break;
    if (feed.queue.length > 0) arriveAtClose(feed);
    feed.seenFills = feed.fillCount ?? 0;
    ahead = done.row < toRow ? BARS_AHEAD_MIN : Math.min(ahead * 2, BARS_AHEAD_MAX);
    if (barIndex - reportedBar < BARS_AHEAD_MAX) continue;
    reportedBar = barIndex;
    if (!onProgress((barIndex - firstBar) / (lastBar + 1 - firstBar)))
      return rejected({ kind: 'cancelled', message: 'the backtest was cancelled', line: null });
  }
  return accepted(null);
}

function failureOf(run: Run, failure: ScriptFailure): FeedFailure {
  return { kind: failureKind(run), message: placedMessage(failure), line: failure.line };
}

function failureKind(run: Run): FeedFailure['kind'] {
  return run.inputFault === null ? 'script_error' : 'invalid_input';
}

function shortHistoryOf({ run, series, asksForHistory }: Feed): FeedFailure | null {
  const lackingRow = series.lackingRow();
  const wished = asksForHistory ? series.wished() : null;
  if (lackingRow === 0 && wished === null) return null;
  const missing = lackingRow === 0 ? 0 : lackingRow - run.setup.firstRow;
  return shortHistory(Math.max(missing, wished?.minutes ?? 0), wished?.bars);
}

/** The failure of a run before whose window so many minutes lack. */
export function shortHistory(missingMinutes: number, wishedBars = 0): FeedFailure {
  const message = `${missingMinutes} more minutes before the window would be needed`;
  return { kind: 'short_history', message, line: null, missingMinutes, wishedBars };
}

const NO_QUEUE: readonly QueuedOrder[] = [];

/** What was requested after the last update becomes live; funding comes before it. */
function openBar(feed: Feed): void {
  tellAll(feed, payFunding(feed.venue));
  const { venue, emulatesBroker } = feed;
  if (emulatesBroker === true && isBusy(venue, venue.barIndex)) gatherPassed(feed);
  if (feed.queue.length > 0) arriveWaiting(feed, arrivalAt(feed, false));
}

/** What rests and is to arrive again at this open, behind what arrives anyway. */
function gatherPassed(feed: Feed): void {
  const { run, venue, queue } = feed;
  const at = arrivalAt(feed, false);
  const openOf = (marketTag: string): Ticks | null => {
    const on = bookOn(venue, marketTag);
    const { passedStopsFirst } = on.venueMarket.rules;
    return passedStopsFirst && !isMissingAt(on, at.barIndex) ? priceAt(on, at) : null;
  };
  for (const order of passedOrders(run, queue, openOf)) {
    if (cancelAtVenue(venue, order.orderId, at.atMs) === null) continue;
    const requestedAtMs = order.openedAtMs;
    feed.queue = append(feed.queue, { order: orderToPlace(run, order), requestedAtMs });
  }
}

/** Of what waits. */
function arrivalAt({ venue, queue }: Feed, isAtClose: boolean): Arrival {
  const { bars, barIndex } = venue;
  const openMs = openMsOfBar(bars, barIndex);
  const atMs = isAtClose ? openMs + durationMsOfBar(bars, barIndex) - 1 : openMs;
  return { barIndex, openMs, atMs, isAtClose, isOnly: queue.length === 1 };
}

/**
 * What does not wait for the next open, and counts in the equity from the next minute on: all
 * orders where that was chosen, or those that ask it.
 */
function arriveAtClose(feed: Feed): void {
  if (!feed.fillsAtClose && !hasImmediate(feed.queue)) return;
  const { equity, positions, markets, stage } = feed.run;
  markEquity(equity, positions, markets, stage.row + 1);
  if (feed.fillsAtClose) arriveWaiting(feed, arrivalAt(feed, true));
  else arriveImmediate(feed);
}

// A loop, because it runs after each update that requested something, and a closure is an object.
function hasImmediate(queue: readonly QueuedOrder[]): boolean {
  for (const { order } of queue) if (order.isImmediate) return true;
  return false;
}

function arriveImmediate(feed: Feed): void {
  const waiting = feed.queue;
  feed.queue = waiting.filter(({ order }) => order.isImmediate);
  arriveWaiting(feed, arrivalAt(feed, true));
  // In their order: what could not arrive in a missing minute does so with the others.
  const left = new Set(feed.queue);
  feed.queue = waiting.filter((queued) => !queued.order.isImmediate || left.has(queued));
}

function arriveWaiting(feed: Feed, at: Arrival): void {
  const waiting = at.isOnly ? feed.queue : inTurn(feed, at);
  feed.queue = NO_QUEUE;
  for (const queued of waiting) arrive(feed, queued, at, false);
  if (feed.queue.length === 0) return;
  // Exits whose entry did not fill as it arrived.
  const left = feed.queue;
  feed.queue = NO_QUEUE;
  for (const queued of left) arrive(feed, queued, at, true);
}

function inTurn(feed: Feed, at: Arrival): readonly QueuedOrder[] {
  const priceOf = (order: OrderToPlace): Ticks | null => passedAt(feed, order, at);
  if (feed.emulatesBroker !== true) return arrivalOrder(feed.queue, priceOf);
  // An open alone meets exits beside what turns their position.
  const isOpen = !at.isAtClose && at.priceTicks === undefined;
  const turns = (order: OrderToPlace): boolean => isOpen && turnsAt(feed.run, order);
  return pineArrivalOrder(feed.queue, priceOf, turns);
}

/** The price that a new order meets, where opposite stops are looked at; else null. */
function passedAt({ venue }: Feed, { marketTag }: OrderToPlace, at: Arrival): Ticks | null {
  const on = bookOn(venue, marketTag);
  return on.venueMarket.rules.passedStopsFirst ? priceAt(on, at) : null;
}

function priceAt(
  { columns }: VenueMarketBook,
  { isAtClose, barIndex, priceTicks }: Arrival,
): Ticks {
  if (priceTicks !== undefined) return priceTicks;
  const prices = isAtClose ? columns.close : columns.open;
  return BigInt(prices[barIndex + columns.offset] ?? 0) as Ticks;
}

/** `isLast`: all others that arrive there have arrived. */
function arrive(feed: Feed, queued: QueuedOrder, at: Arrival, isLast: boolean): void {
  const { venue, run } = feed;
  const { orderId, marketTag } = queued.order;
  const on = bookOn(venue, marketTag);
  // Nothing fills in a missing minute, so nothing arrives in one either.
  if (isMissingAt(on, at.barIndex)) {
    feed.queue = append(feed.queue, queued);
    return;
  }
  const tracked = findOpenOrder(run.orders, orderId);
  if (tracked === null) return;
  const { exitsRestWithEntry, trailsSeeClose } = on.venueMarket.rules;
  // What an entry closes is met before the entry.
  const isTurned = queued.order.oca?.kind === 'turned';
  const restsWithEntry = exitsRestWithEntry && (isLast || isTurned);
  // A price becomes an integer only for an order that it sizes: each is a new object.
  const isSized = tracked.sizing !== undefined;
  const sized = isSized ? sizeAtPrice(run, queued.order, priceAt(on, at)) : queued.order;
  const wanted = isTurned ? sizeByTurning(run, sized) : sized;
  const arrival = arrivalOf(run, wanted, restsWithEntry, trailsSeeClose);
  if (arrival.kind === 'wait') {
    feed.queue = append(feed.queue, queued);
    return;
  }
  if (arrival.kind === 'refuse') {
    refuse(feed, orderId, arrival.problem, at.atMs);
    return;
  }
  const isSame = arrival.order === queued.order;
  const fitted = isSame ? queued : { order: arrival.order, requestedAtMs: queued.requestedAtMs };
  place(feed, fitted, arrival.fit, at);
}

function place(feed: Feed, queued: QueuedOrder, fit: ExitFit | null, at: Arrival): void {
  const placed = placeAtVenue(feed.venue, queued, fit, at);
  if (placed.ok) {
    tellAll(feed, placed.value);
    return;
  }
  const { order } = queued;
  refuse(feed, order.orderId, placed.rejection, at.atMs);
  if (order.margin !== undefined && order.positionGroup !== null)
    endExits(feed, order.positionGroup, at.atMs);
}

/**
 * Where the equity refuses what turns a position, the exits of that end with it, until they are
 * requested anew: PineForge reports so of exported lists (its change 150).
 */
function endExits(feed: Feed, positionGroup: string, atMs: number): void {
  const exits = feed.run.orders.open.filter(
    ({ isEnter, positionId, type }) =>
      !isEnter && positionId === positionGroup && type !== 'market',
  );
  for (const { orderId } of exits) cancel(feed, orderId, atMs);
}

function refuse(feed: Feed, orderId: string, message: string, atMs: number): void {
  tell(feed, { kind: 'ended', orderId, state: 'failed', message, atMs });
}

/** The current bar against what rests and what is held. */
function matchBar(feed: Feed): void {
  const { venue, margin } = feed;
  if (feed.recalculates === true) {
    leaveFastPath(venue);
    for (const on of venue.markets) passLegs(feed, on, margin);
    return;
  }
  const events = passBar(venue);
  if (events !== null) tellAll(feed, events);
  else if (margin !== null) for (const on of venue.markets) passLegs(feed, on, margin);
}

/** One market's bar in pieces, with a check of the margin and runs of the script after each. */
function passLegs(feed: Feed, on: VenueMarketBook, margin: MarginPercents | null): void {
  const { venue } = feed;
  const { bars, barIndex } = venue;
  const openMs = openMsOfBar(bars, barIndex);
  const candle = candleAt(on, openMs, barIndex);
  if (candle === null) {
    tellAll(feed, passLeg(venue, on, null));
    return;
  }
  const walked: MarginLeg[] = [];
  for (const leg of marginLegs(candle, durationMsOfBar(bars, barIndex))) {
    tellAll(feed, passLeg(venue, on, leg));
    walked.push(leg);
    const { endMs: atMs, endTicks: priceTicks } = leg;
    const at: Arrival = { barIndex, openMs, atMs, isAtClose: true, isOnly: false, priceTicks };
    const orders = margin === null ? NO_ORDERS : callMargin(feed.run, venue, on, margin, leg);
    if (orders.length > 0) venue.counts.liquidations += 1;
    for (const order of orders) place(feed, { order, requestedAtMs: atMs }, null, at);
    if (hasUnseenFills(feed) && !endsChartBar(venue.bars, barIndex, walked))
      recalculate(feed, on, walked);
  }
}

const NO_ORDERS: readonly OrderToPlace[] = [];

/** Whether orders have filled in this bar, and the script is to run within it. */
function hasUnseenFills({ recalculates, fillCount = 0, seenFills = 0, failure }: Feed): boolean {
  return recalculates === true && fillCount > seenFills && failure === undefined;
}

/** Whether the script runs there anyway, because the bar closes. */
function endsChartBar(bars: MatchingBars, barIndex: number, walked: readonly MarginLeg[]): boolean {
  return walked.length === PIECES && updateBarFrom(bars, barIndex) === barIndex;
}

/**
 * Runs the script at the end of the leg that was walked last. What it requests arrives there: an
 * order at market fills at that price, which PyneCore measured (its `_coof_loop`).
 */
function recalculate(feed: Feed, on: VenueMarketBook, walked: readonly MarginLeg[]): void {
  const { venue, run, brain } = feed;
  const { bars, barIndex } = venue;
  const { endMs, endTicks: priceTicks } = walked.at(-1) as MarginLeg;
  // Behind what has filled there, and before the next leg.
  const atMs = walked.length === PIECES ? endMs : endMs + 1;
  const { marketTag } = on.market.market;
  const price = { marketTag, priceTicks };
  const row = rowOfBar(bars, updateBarFrom(bars, barIndex));
  feed.seenFills = feed.fillCount ?? 0;
  const range = walkedRange(walked);
  const done = advanceRun(run, brain, { kind: 'recalculation', row, atMs, price, ...range });
  if (done.failure !== null) {
    feed.failure = done.failure;
    return;
  }
  carryOut(feed, done.effects, atMs);
  if (feed.queue.length === 0) return;
  const openMs = openMsOfBar(bars, barIndex);
  arriveWaiting(feed, { barIndex, openMs, atMs, isAtClose: false, isOnly: false, priceTicks });
}

/**
 * Tells the run what happened, and carries out what it returns: cancelling what no longer has a
 * position, at once, but for what has filled later in the same candle.
 */
function tellAll(feed: Feed, events: readonly RunEvent[]): void {
  let late: readonly Cancel[] = NO_CANCELS;
  for (const event of events) {
    if (event.kind === 'filled') feed.fillCount = (feed.fillCount ?? 0) + 1;
    const { effects } = advanceRun(feed.run, feed.brain, event);
    if (effects.cancels.length === 0) continue;
    const atMs = event.kind === 'filled' ? event.fill.atMs : endOf(event);
    for (const orderId of effects.cancels)
      if (fillsAfter(events, event, orderId)) late = append(late, { orderId, atMs });
      else cancel(feed, orderId, atMs);
  }
  for (const { orderId, atMs } of late)
    if (findOpenOrder(feed.run.orders, orderId) !== null) cancel(feed, orderId, atMs);
}

type Cancel = { readonly orderId: string; readonly atMs: number };

const NO_CANCELS: readonly Cancel[] = [];

function fillsAfter(events: readonly RunEvent[], event: RunEvent, orderId: string): boolean {
  const later = events.slice(events.indexOf(event) + 1);
  return later.some((each) => each.kind === 'filled' && each.fill.orderId === orderId);
}

function tell(feed: Feed, event: RunEvent): void {
  tellAll(feed, [event]);
}

function endOf(event: RunEvent): number {
  return event.kind === 'ended' ? event.atMs : 0;
}

/** Returns whether the run is to stop. */
function carryOut(feed: Feed, effects: RunEffects, atMs: number): boolean {
  const { run } = feed;
  for (const { marketTag, percent } of effects.feeChanges)
    changeFees(feed.venue, marketTag, percent);
  for (const orderId of effects.cancels) cancel(feed, orderId, atMs);
  for (const order of effects.places)
    feed.queue = append(feed.queue, { order, requestedAtMs: atMs });
  if (effects.stop === null) return false;
  const { reason } = effects.stop;
  writeLine(run.log, atMs, 'info', `the bot was deactivated${reason === '' ? '' : `: ${reason}`}`);
  return true;
}

function cancel(feed: Feed, orderId: string, atMs: number): void {
  const events = cancelAtVenue(feed.venue, orderId, atMs);
  if (events !== null) {
    tellAll(feed, events);
    return;
  }
  // Not at the venue yet: it waits for a minute that is traded.
  feed.queue = feed.queue.filter(({ order }) => order.orderId !== orderId);
  tell(feed, { kind: 'ended', orderId, state: 'cancelled', message: '', atMs });
}
