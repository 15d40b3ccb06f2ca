// The one function by which a run goes on: an event goes in, what the script asks for comes out.
// Whatever feeds it (a backtest over history, a live bot on the exchange's word) carries that out
// and returns further events.

import { assert } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import {
  countRejection,
  endOrder,
  findOrder,
  showFinished,
} from '#engine/run/orders/bot-orders.ts';
import { dropExits, noteFill } from '#engine/run/orders/note-fill.ts';
import { noteRemainderOf } from '#engine/run/orders/remainder-left.ts';
import { markEquity } from '#engine/run/positions/equity-curve.ts';
import { fundBot, liquidateBot } from '#engine/run/positions/liquidate-bot.ts';
import { positionsOn } from '#engine/run/positions/position-book.ts';
import type { RunBrain } from '#engine/run/run-brain.ts';
import type { OutsideEvent, RunEffects, RunEvent, RunStep } from '#engine/run/run-event.ts';
import { NO_RUN_EFFECTS } from '#engine/run/run-event.ts';
import { hasRoom, whileFollowing, writeLine, writeLineOf } from '#engine/run/run-log.ts';
import type { Run, RunSignalAt } from '#engine/run/run.ts';
import { findMarket } from '#engine/run/run.ts';
import { fromSteps } from '#engine/run/step-scale.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import { askForRest, GROUP_FILLED } from '#engine/run/orders/take-from-group.ts';
import { idleExits, takeEffects } from '#engine/run/orders/take-effects.ts';
import type { ScriptFailure } from '#lua/run-script.ts';

/** Advances the run by one event. */
export function advanceRun(run: Run, brain: RunBrain, event: RunEvent): RunStep {
  if (event.kind === 'minutes') return update(run, brain, event.fromRow, event.toRow);
  if (event.kind === 'moment') return updateWithinBar(run, brain, event);
  if (event.kind === 'recalculation') return recalculate(run, brain, event);
  if (event.kind === 'signal' || event.kind === 'edited') return tell(run, brain, event);
  markEquity(run.equity, run.positions, run.markets, rowBefore(run, instantOf(event)));
  switch (event.kind) {
    case 'filled':
      noteFill(run, event.fill);
      if (run.orders.cancels.length > 0) return { ...quietStep(run), effects: takeEffects(run) };
      break;
    case 'ended':
      end(run, event);
      if (run.orders.cancels.length > 0 || run.orders.places.length > 0)
        return { ...quietStep(run), effects: takeEffects(run) };
      break;
    case 'funded': {
      const market = findMarket(run, event.marketTag);
      assert(market !== null, 'funding is paid on a market of the run');
      fundBot(run.positions, market, event.units);
      break;
    }
    case 'liquidated':
      liquidate(run, event);
      if (run.orders.cancels.length > 0) return { ...quietStep(run), effects: takeEffects(run) };
      break;
  }
  return quietStep(run);
}

type VenueEvent = Exclude<
  RunEvent,
  OutsideEvent | { kind: 'minutes' | 'moment' | 'recalculation' }
>;

function instantOf(event: VenueEvent): number {
  if (event.kind === 'filled') return event.fill.atMs;
  return event.kind === 'liquidated' ? event.liquidation.atMs : event.atMs;
}

/** The row of the minute that an instant lies in: its close comes after what happens in it. */
function rowBefore({ setup }: Run, atMs: number): number {
  return Math.floor((atMs - setup.firstOpenMs) / MINUTE_MS);
}

function quietStep(run: Run): RunStep {
  return { row: run.stage.row, effects: NO_RUN_EFFECTS, failure: null };
}

/** A strategy may ask for something in response; a script sees the signal in its next update. */
function tell(run: Run, brain: RunBrain, event: OutsideEvent): RunStep {
  if (brain.tell === null) {
    if (event.kind === 'signal') run.signals.push({ ...event.signal, atMs: event.atMs });
    return quietStep(run);
  }
  run.intrabarMs = event.atMs;
  brain.tell(event);
  run.intrabarMs = null;
  if (!run.stage.hasRequests) return quietStep(run);
  run.stage.hasRequests = false;
  return { ...quietStep(run), effects: takeEffects(run) };
}

function signalIdOf(signal: RunSignalAt | undefined): string | null {
  return signal?.kind === 'remote' ? (signal.signalId ?? null) : null;
}

/** A script has heard the signals that it requested in this update; the others are gone. */
function noteReceptions(run: Run): void {
  const { log, signals } = run;
  for (const signal of signals) {
    const signalId = signalIdOf(signal);
    if (signalId === null || signal.kind !== 'remote') continue;
    const isHeard = log.requestedIds.has(signal.id);
    log.receptions.set(signalId, isHeard ? 'heard' : 'unheard');
    if (isHeard) continue;
    const what = `signal "${signal.id}" (${signal.signal}) was not heard`;
    const text = `${what}: this update of the script requested no such signal`;
    writeLineOf(log, signalId, signal.atMs, 'warning', text);
  }
  // Setting the length of an array costs V8 a call, also where it is zero.
  signals.length = 0;
}

function update(run: Run, brain: RunBrain, fromRow: number, toRow: number): RunStep {
  showFinished(run.orders, fromRow);
  run.updateOffset = run.updateCount - fromRow;
  const [signal] = run.signals;
  if (signal !== undefined) run.log.requestedIds.clear();
  run.stage.isFlat = run.positions.open.length === 0;
  run.stage.closes = closesOf(run);
  const end =
    signal === undefined && run.log.followedId === null
      ? brain.runRows(fromRow, toRow)
      : runRowsOf(run, brain, signalIdOf(signal), fromRow, toRow);
  run.updateCount += end.row - fromRow;
  // A live run's minutes before a snapshot are not read again.
  if (run.setup.kind === 'live') markEquity(run.equity, run.positions, run.markets, end.row);
  if (run.signals.length > 0) noteReceptions(run);
  if (!run.stage.hasRequests && end.failure === null)
    return { row: end.row, effects: NO_RUN_EFFECTS, failure: null };
  run.stage.hasRequests = false;
  const failure = end.failure ?? callAtEnd(run, brain) ?? inputFailure(run);
  const effects: RunEffects = failure === null ? takeEffects(run) : NO_RUN_EFFECTS;
  return { row: end.row, effects, failure };
}

const NO_CLOSES = new Float64Array(0);

/** Of a market whose prices scripts see as its minutes have them. */
function closesOf({ setup, intrabarMs, markets: [market] }: Run): Float64Array {
  const isPlain = setup.kind === 'backtest' && intrabarMs === null && market?.rowOffset === 0;
  return isPlain && market.intrabarTicks === null ? market.candles.close : NO_CLOSES;
}

/** A function of its own: where there is a closure, each call makes an object for what it holds. */
function runRowsOf(
  run: Run,
  brain: RunBrain,
  signalId: string | null,
  fromRow: number,
  toRow: number,
): ReturnType<RunBrain['runRows']> {
  return whileFollowing(run.log, signalId, () => brain.runRows(fromRow, toRow));
}

/** As `update`, between closes. */
function updateWithinBar(
  run: Run,
  brain: RunBrain,
  { row, atMs, prices }: Extract<RunEvent, { kind: 'moment' }>,
): RunStep {
  for (const { marketTag, priceTicks } of prices) {
    const market = findMarket(run, marketTag);
    if (market !== null) market.intrabarTicks = Number(priceTicks);
  }
  run.intrabarMs = atMs;
  // What an earlier update on this row saw as finished is no news.
  if (run.orders.finishedRow !== null) run.orders.finishedRow = NEVER;
  const step = update(run, brain, row, row + 1);
  run.intrabarMs = null;
  for (const market of run.markets) market.intrabarTicks = null;
  return step;
}

/** Runs the script at a point of a bar's path; what it sees of the account is of there. */
function recalculate(
  run: Run,
  brain: RunBrain,
  { row, atMs, price, lowTicks, highTicks }: Extract<RunEvent, { kind: 'recalculation' }>,
): RunStep {
  const market = findMarket(run, price.marketTag);
  assert(market !== null && brain.recalculate !== undefined, 'who runs within bars says so');
  const { stage } = run;
  const rowBefore = stage.row;
  run.intrabarMs = atMs;
  market.intrabarTicks = Number(price.priceTicks);
  const steps = (of: Ticks): number => fromSteps(market.price, Number(of));
  const reached = { price: steps(price.priceTicks), high: steps(highTicks), low: steps(lowTicks) };
  const failure = brain.recalculate(row, reached) ?? inputFailure(run);
  const effects = failure === null && stage.hasRequests ? takeEffects(run) : NO_RUN_EFFECTS;
  stage.hasRequests = false;
  stage.row = rowBefore;
  run.intrabarMs = null;
  market.intrabarTicks = null;
  return { row, effects, failure };
}

/** No row. */
const NEVER = -Infinity;

function callAtEnd(run: Run, brain: RunBrain): ScriptFailure | null {
  const callbacks = run.atEnd;
  if (callbacks.length === 0) return null;
  run.atEnd = [];
  for (const callback of callbacks) {
    const failure = brain.call(callback);
    if (failure !== null) return failure;
  }
  return null;
}

function inputFailure({ inputFault }: Run): ScriptFailure | null {
  return inputFault === null
    ? null
    : { kind: 'error', message: inputFault, line: null, column: null, hint: null };
}

function end(run: Run, event: Extract<RunEvent, { kind: 'ended' }>): void {
  const { orders, log } = run;
  const order = findOrder(orders, event.orderId);
  if (order === null || order.state !== 'open') return;
  const isTaken = event.state === 'cancelled' && order.takenLots > 0n;
  const message = isTaken && event.message === '' ? GROUP_FILLED : event.message;
  endOrder(orders, order, event.state, message, event.atMs);
  if (isTaken) askForRest(run, order, event.atMs);
  if (event.state === 'failed') countRejection(orders, message);
  if (message !== '' && hasRoom(log)) {
    const severity = event.state === 'failed' ? 'error' : 'info';
    const text = `order ${order.orderId} ${event.state}: ${message}`;
    writeLineOf(log, order.signalId ?? null, event.atMs, severity, text);
  }
  if (order.isEnter) {
    // Exits that were requested with an entry go with it when it did not fill.
    if (orders.open.length === 0) return;
    for (const { orderId } of idleExits(run, order.positionId)) orders.cancels.push(orderId);
    return;
  }
  noteRemainderOf(run, order, event.atMs);
}

function liquidate(run: Run, event: Extract<RunEvent, { kind: 'liquidated' }>): void {
  const market = findMarket(run, event.marketTag);
  assert(market !== null, 'a liquidation happens on a market of the run');
  const { liquidation } = event;
  const held = positionsOn(run.positions, market);
  if (held.length > 0) liquidateBot(run.positions, market, liquidation);
  for (const position of held) if (position.exact.lots === 0n) dropExits(run, position);
  const what = liquidation.isPart === true ? 'a part of the position' : 'position';
  const text = `${what} on "${event.marketTag}" was liquidated`;
  writeLine(run.log, liquidation.atMs, 'warning', text);
}
