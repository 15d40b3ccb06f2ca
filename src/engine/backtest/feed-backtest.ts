// Feeds a run with history: minute after minute, the venue answering. What the script asks for in a
// minute reaches the venue at the open of the next one that was traded, or at its own close where
// that was chosen.

import type { ScriptFailure } from '#script/run-script.ts';
import { placedMessage } from '#script/placed-message.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { addOne } from '#lib/add-one.ts';
import type { Candle } from '#domain/candle/candle.ts';
import type { OpenOf } from '#domain/matching/exit-budgets.ts';
import { advanceMinute } from '#domain/venue/advance-minute.ts';
import { cancelOrder } from '#domain/venue/cancel-order.ts';
import type { MarketMinute } from '#domain/venue/market-minute.ts';
import type { Ticks } from '#domain/market/market-grid.ts';
import { fundPositions } from '#domain/venue/settle-margin.ts';
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import { arrivalOrder } from '#engine/backtest/arrival-order.ts';
import type { BacktestFailure } from '#engine/backtest/backtest.ts';
import type { BacktestSide, BacktestVenue, Touched } from '#engine/backtest/backtest-venue.ts';
import {
  candleOf,
  knownCandleOf,
  concernedAt,
  fundingDue,
  hasFew,
  leaveLone,
  takeOver,
} from '#engine/backtest/backtest-venue.ts';
import type { MarginPercents } from '#engine/backtest/call-margin.ts';
import { callMargin } from '#engine/backtest/call-margin.ts';
import { marginLegs } from '#engine/backtest/margin-legs.ts';
import type { FeedCounts } from '#engine/backtest/feed-counts.ts';
import {
  durationMsOfStep,
  openMsOfStep,
  rowOfStep,
  updateStepFrom,
} from '#engine/backtest/frames.ts';
import { isBusy, nextBusyStep } from '#engine/backtest/next-busy-step.ts';
import { cancelAlone, passAlone, placeAlone } from '#engine/backtest/lone-steps.ts';
import type { ArrivalMoment } from '#engine/backtest/place-at-venue.ts';
import { placeAtVenue } from '#engine/backtest/place-at-venue.ts';
import { eventsOf } from '#engine/backtest/venue-events.ts';
import { advanceRun } from '#engine/run/advance-run.ts';
import { findOpenOrder } from '#engine/run/bot-orders.ts';
import { markEquity } from '#engine/run/equity-curve.ts';
import type { RunBrain } from '#engine/run/run-brain.ts';
import type { OrderToPlace, RunEffects, RunEvent } from '#engine/run/run-event.ts';
import type { Run } from '#engine/run/run.ts';
import { instantOfRow } from '#engine/run/run.ts';
import type { HeldSeriesDesk } from '#engine/series/make-series-desk.ts';
import { writeLine } from '#engine/run/run-log.ts';
import { arrivalOf, openPartOf } from '#engine/run/take-effects.ts';

export type Feed = {
  readonly run: Run;
  readonly brain: RunBrain;
  readonly venue: BacktestVenue;
  readonly counts: FeedCounts;
  /** What an update asks for is tried at the close of its own candle. */
  readonly fillsAtClose: boolean;
  /** Null: there are no margin calls. */
  readonly margin: MarginPercents | null;
  /** Asked for, and not yet at the venue. */
  queue: readonly QueuedOrder[];
  /** The step that is being passed. */
  step: number;
  /** Fills inside candles that are longer than a minute for want of minutes. */
  unwalkedFills: number;
  /** What says which history the script's series take. */
  readonly series: Pick<HeldSeriesDesk, 'readyRow' | 'lackingRow'>;
};

export type QueuedOrder = { readonly order: OrderToPlace; readonly askedAtMs: number };

/** Steps that are looked ahead: few after something was asked for, more while it is quiet. */
const STEPS_AHEAD_MIN = 64;
const STEPS_AHEAD_MAX = 1_024;

type OnProgress = (share: number) => boolean;

/**
 * Runs to the end of the window, or until the script stops or fails. With `waits` it ends with
 * `short_history` once the script has asked for a series that has no value yet.
 */
export function feedBacktest(
  feed: Feed,
  onProgress: OnProgress,
  waits = false,
): Result<null, BacktestFailure> {
  const { run, brain, venue } = feed;
  const { frames } = venue;
  const { firstStep, lastStep } = frames;
  let step = firstStep;
  let ahead = STEPS_AHEAD_MIN;
  let reportedStep = firstStep;
  while (step <= lastStep) {
    feed.step = step;
    openStep(feed, step);
    if (isBusy(venue, step)) passStep(feed, step);
    const updateStep = updateStepFrom(frames, step);
    if (updateStep > step) {
      step = feed.queue.length > 0 ? step + 1 : nextBusyStep(venue, step + 1, updateStep);
      continue;
    }
    const fromRow = rowOfStep(frames, step);
    const canRunOn = frames.isMinutes && !frames.isMagnified && feed.queue.length === 0;
    const until = Math.min(step + ahead, lastStep + 1);
    const toRow = canRunOn ? nextBusyStep(venue, step + 1, until) : fromRow + 1;
    const done = advanceRun(run, brain, { kind: 'minutes', fromRow, toRow });
    if (waits && feed.series.lackingRow() > 0) return rejected(shortHistory(feed));
    if (done.failure !== null) return rejected(failureOf(run, done.failure));
    step = frames.isMinutes && !frames.isMagnified ? done.row : step + 1;
    feed.step = step - 1;
    if (carryOut(feed, done.effects, instantOfRow(run.setup, done.row - 1))) break;
    if (feed.queue.length > 0) arriveAtClose(feed);
    ahead = done.row < toRow ? STEPS_AHEAD_MIN : Math.min(ahead * 2, STEPS_AHEAD_MAX);
    if (step - reportedStep < STEPS_AHEAD_MAX) continue;
    reportedStep = step;
    if (!onProgress((step - firstStep) / (lastStep + 1 - firstStep)))
      return rejected({ kind: 'cancelled', message: 'the backtest was cancelled', line: null });
  }
  return accepted(null);
}

function failureOf(run: Run, failure: ScriptFailure): BacktestFailure {
  return { kind: failureKind(run), message: placedMessage(failure), line: failure.line };
}

function failureKind(run: Run): BacktestFailure['kind'] {
  return run.inputFault === null ? 'script_error' : 'invalid_input';
}

function shortHistory({ run, series }: Feed): BacktestFailure {
  const missingMinutes = series.lackingRow() - run.setup.firstRow;
  const message = `${missingMinutes} more minutes before the window would be needed`;
  return { kind: 'short_history', message, line: null, missingMinutes };
}

const NO_QUEUE: readonly QueuedOrder[] = [];

/** What was asked for after the last update becomes live; funding comes before it. */
function openStep(feed: Feed, step: number): void {
  const { venue } = feed;
  if (venue.state.positions.length > 0) fund(feed, step);
  if (feed.queue.length > 0) arriveWaiting(feed, momentOf(feed, false));
}

function momentOf({ venue: { frames }, step }: Feed, isAtClose: boolean): ArrivalMoment {
  const openMs = openMsOfStep(frames, step);
  const atMs = isAtClose ? openMs + durationMsOfStep(frames, step) - 1 : openMs;
  return { step, openMs, atMs, isAtClose };
}

/**
 * What does not wait for the next open, and counts in the equity from the next minute on: all
 * orders where that was chosen, or those that ask it.
 */
function arriveAtClose(feed: Feed): void {
  if (!feed.fillsAtClose && !hasImmediate(feed.queue)) return;
  const { equity, positions, markets, stage } = feed.run;
  markEquity(equity, positions, markets, stage.row + 1);
  if (feed.fillsAtClose) arriveWaiting(feed, momentOf(feed, true));
  else arriveImmediate(feed);
}

// A loop, because it runs after each update that asked for something, and a closure is an object.
function hasImmediate(queue: readonly QueuedOrder[]): boolean {
  for (const { order } of queue) if (order.isImmediate) return true;
  return false;
}

function arriveImmediate(feed: Feed): void {
  const waiting = feed.queue;
  feed.queue = waiting.filter(({ order }) => order.isImmediate);
  arriveWaiting(feed, momentOf(feed, true));
  // In their order: what could not arrive in a missing minute does so with the others.
  const left = new Set(feed.queue);
  feed.queue = waiting.filter((queued) => !queued.order.isImmediate || left.has(queued));
}

function arriveWaiting(feed: Feed, moment: ArrivalMoment): void {
  const waiting = feed.queue.length === 1 ? feed.queue : inTurn(feed, moment);
  feed.queue = NO_QUEUE;
  const isOnly = waiting.length === 1;
  for (const queued of waiting) arrive(feed, queued, moment, isOnly, false);
  if (feed.queue.length === 0) return;
  // Exits whose entry did not fill as it arrived.
  const left = feed.queue;
  feed.queue = NO_QUEUE;
  for (const queued of left) arrive(feed, queued, moment, isOnly, true);
}

function inTurn(feed: Feed, moment: ArrivalMoment): readonly QueuedOrder[] {
  return arrivalOrder(feed.queue, (order) => passedAt(feed, order, moment));
}

/** The price that a new order meets, where opposite stops are looked at; else null. */
function passedAt(
  { venue }: Feed,
  { marketTag }: OrderToPlace,
  moment: ArrivalMoment,
): Ticks | null {
  const { columns, venueMarket } = sideOf(venue, marketTag);
  if (!venueMarket.rules.passedStopsFirst) return null;
  const prices = moment.isAtClose ? columns.close : columns.open;
  return BigInt(prices[moment.step + columns.offset] ?? 0) as Ticks;
}

/** `isLast`: all others of this moment have arrived. */
function arrive(
  feed: Feed,
  queued: QueuedOrder,
  moment: ArrivalMoment,
  isOnly: boolean,
  isLast: boolean,
): void {
  const { venue, run } = feed;
  const { orderId, marketTag } = queued.order;
  const side = sideOf(venue, marketTag);
  // Nothing fills in a missing minute, so nothing arrives in one either.
  if (side.columns.isMissing[moment.step + side.columns.offset] !== 0) {
    feed.queue = addOne(feed.queue, queued);
    return;
  }
  if (findOpenOrder(run.orders, orderId) === null) return;
  const restsWithEntry = isLast && side.venueMarket.rules.exitsRestWithEntry;
  const arrival = arrivalOf(run, queued.order, restsWithEntry);
  if (arrival.kind === 'wait') {
    feed.queue = addOne(feed.queue, queued);
    return;
  }
  const { step, openMs, atMs, isAtClose } = moment;
  if (arrival.kind === 'refuse') {
    refuse(feed, orderId, arrival.problem, atMs);
    return;
  }
  const isSame = arrival.order === queued.order;
  const asked = isSame ? queued : { order: arrival.order, askedAtMs: queued.askedAtMs };
  // The lone venue knows arrivals at an open alone.
  const { fit } = arrival;
  const isForLone = isOnly && !isAtClose && fit === null;
  const events = isForLone ? placeAlone(venue, asked, step, openMs, feed.counts) : null;
  if (events !== null) {
    tellAll(feed, events);
    return;
  }
  leaveLone(venue);
  const placed = placeAtVenue(venue.state, side, asked, fit, moment);
  if (placed.ok) settle(feed, placed.value, hasFew(venue) ? 'all' : new Set([orderId]));
  else refuse(feed, orderId, placed.rejection, atMs);
}

function refuse(feed: Feed, orderId: string, message: string, atMs: number): void {
  tell(feed, { kind: 'ended', orderId, state: 'failed', message, atMs });
}

function fund(feed: Feed, step: number): void {
  const { venue } = feed;
  const openMs = openMsOfStep(venue.frames, step);
  // In a step longer than a minute rates fall due that are paid when it is over.
  const isFirst = venue.frames.isMinutes || step === venue.frames.firstStep;
  const sinceMs = isFirst ? openMs - 1 : openMsOfStep(venue.frames, step - 1);
  let isDue = false;
  const minutes = venue.sides.map((side): MarketMinute => {
    const fundingRate = fundingDue(side, openMs, sinceMs);
    if (fundingRate !== null) isDue = true;
    // In a missing minute a candle holds the last price.
    const candle = fundingRate === null ? null : knownCandleOf(side, openMs, step);
    return { market: side.venueMarket, candle, fundingRate };
  });
  if (isDue) settle(feed, fundPositions(venue.state, openMs, minutes), 'none');
}

/** The step's candle against what rests and what is held. */
function passStep(feed: Feed, step: number): void {
  const { venue } = feed;
  const openMs = openMsOfStep(venue.frames, step);
  const events = passAlone(venue, step, openMs, feed.counts);
  if (events !== null) {
    noteUnwalked(feed, events);
    tellAll(feed, events);
    return;
  }
  leaveLone(venue);
  if (feed.margin === null) passExactly(feed, step, openMs);
  else for (const side of venue.sides) passLegs(feed, side, step, feed.margin);
}

// Apart from the above, where its closures would cost each step of a lone venue an object.
function passExactly(feed: Feed, step: number, openMs: number): void {
  const { venue } = feed;
  const touched = hasFew(venue) ? null : new Set<string>();
  const openOf: OpenOf = ({ orderId }) => openPartOf(feed.run, orderId);
  const minutes = venue.sides.map((side): MarketMinute => {
    const concerned = concernedAt(venue, side, step);
    if (touched !== null)
      for (const orderId of concerned ?? side.book.orders.keys()) touched.add(orderId);
    const candle = candleOf(side, openMs, step);
    const minute = { market: side.venueMarket, candle, fundingRate: null, openOf };
    return concerned === null ? minute : { ...minute, concerned };
  });
  const durationMs = durationMsOfStep(venue.frames, step);
  settle(
    feed,
    advanceMinute(venue.state, openMs, minutes, durationMs),
    touched ?? 'all',
    noteUnwalked,
  );
}

/** One market's candle in pieces, with a look at the margin after each. */
function passLegs(feed: Feed, side: BacktestSide, step: number, margin: MarginPercents): void {
  const { venue } = feed;
  const openMs = openMsOfStep(venue.frames, step);
  const durationMs = durationMsOfStep(venue.frames, step);
  const candle = candleOf(side, openMs, step);
  if (candle === null) {
    passPiece(feed, side, openMs, null, durationMs);
    return;
  }
  for (const leg of marginLegs(candle, durationMs)) {
    if (leg.candle !== null)
      passPiece(feed, side, leg.candle.openTimeMs, leg.candle, leg.durationMs);
    const moment = { step, openMs, atMs: leg.endMs, isAtClose: true, priceTicks: leg.endTicks };
    const orders = callMargin(feed.run, venue, side, margin, leg);
    if (orders.length > 0) feed.counts.liquidations += 1;
    for (const order of orders) {
      const placed = placeAtVenue(venue.state, side, { order, askedAtMs: leg.endMs }, null, moment);
      if (placed.ok) settle(feed, placed.value, 'all');
      else refuse(feed, order.orderId, placed.rejection, leg.endMs);
    }
  }
}

function passPiece(
  feed: Feed,
  side: BacktestSide,
  openMs: number,
  candle: Candle | null,
  durationMs: number,
): void {
  const openOf: OpenOf = ({ orderId }) => openPartOf(feed.run, orderId);
  const minute = { market: side.venueMarket, candle, fundingRate: null, openOf };
  const passed = advanceMinute(feed.venue.state, openMs, [minute], durationMs);
  settle(feed, passed, 'all', noteUnwalked);
}

function noteUnwalked(feed: Feed, events: readonly RunEvent[]): void {
  if (!feed.venue.frames.isCoarse) return;
  for (const { kind } of events) if (kind === 'filled') feed.unwalkedFills += 1;
}

function settle(
  feed: Feed,
  venueStep: VenueStep,
  touched: Touched,
  note: ((feed: Feed, events: readonly RunEvent[]) => void) | null = null,
): void {
  const { venue } = feed;
  const before = venue.state;
  const effects = takeOver(venue, venueStep, touched, feed.step);
  const events = eventsOf(before, venueStep.state, effects, feed.counts);
  note?.(feed, events);
  tellAll(feed, events);
}

/**
 * Tells the run what happened, and does what it answers: cancelling what no longer has a position,
 * at once, but for what has filled later in the same candle.
 */
function tellAll(feed: Feed, events: readonly RunEvent[]): void {
  let late: readonly Cancel[] = NO_CANCELS;
  for (const event of events) {
    const { effects } = advanceRun(feed.run, feed.brain, event);
    if (effects.cancels.length === 0) continue;
    const atMs = event.kind === 'filled' ? event.fill.atMs : endOf(event);
    for (const orderId of effects.cancels)
      if (fillsAfter(events, event, orderId)) late = addOne(late, { orderId, atMs });
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

/** Answers whether the run is to stop. */
function carryOut(feed: Feed, effects: RunEffects, atMs: number): boolean {
  const { run } = feed;
  for (const { marketTag, percent } of effects.feeChanges) setFees(feed, marketTag, percent);
  for (const orderId of effects.cancels) cancel(feed, orderId, atMs);
  for (const order of effects.places) feed.queue = addOne(feed.queue, { order, askedAtMs: atMs });
  if (effects.stop === null) return false;
  const { reason } = effects.stop;
  writeLine(run.log, atMs, 'info', `the bot was deactivated${reason === '' ? '' : `: ${reason}`}`);
  return true;
}

function cancel(feed: Feed, orderId: string, atMs: number): void {
  const { venue } = feed;
  const events = cancelAlone(venue, orderId, atMs, feed.counts);
  if (events !== null) {
    tellAll(feed, events);
    return;
  }
  leaveLone(venue);
  const done = cancelOrder(venue.state, orderId, atMs);
  if (done !== null) {
    settle(feed, done, 'none');
    return;
  }
  // Not at the venue yet: it waits for a minute that is traded.
  feed.queue = feed.queue.filter(({ order }) => order.orderId !== orderId);
  tell(feed, { kind: 'ended', orderId, state: 'cancelled', message: '', atMs });
}

function setFees(feed: Feed, marketTag: string | null, percent: BacktestFees): void {
  leaveLone(feed.venue);
  for (const side of feed.venue.sides) {
    const { market } = side;
    if (marketTag !== null && market.market.marketTag !== marketTag) continue;
    market.terms = { ...market.terms, makerFeePercent: percent, takerFeePercent: percent };
    side.venueMarket = { ...side.venueMarket, terms: market.terms };
  }
}

type BacktestFees = RunEffects['feeChanges'][number]['percent'];

function sideOf(venue: BacktestVenue, marketTag: string): BacktestSide {
  return venue.sides.find(({ market }) => market.market.marketTag === marketTag) as BacktestSide;
}
