// Carries a run in its thread on by one event, or by minutes that closed, which are those since it
// was run last, unless it rests.

import { bytesToHex } from '#lib/bytes-to-hex.ts';
import { formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import { attachedName } from '#venue-port/order/attached-name.ts';
import { placedMessage } from '#lua/placed-message.ts';
import { findOpenOrder } from '#engine/run/orders/bot-orders.ts';
import { orderToPlace } from '#engine/run/orders/take-effects.ts';
import { writeLine } from '#engine/run/run-log.ts';
import { advanceRun } from '#engine/run/advance-run.ts';
import { markEquity } from '#engine/run/positions/equity-curve.ts';
import type { RunBrain } from '#engine/run/run-brain.ts';
import type {
  OrderFill,
  OrderToPlace,
  OutsideEvent,
  RunEffects,
  RunEvent,
  RunStep,
} from '#engine/run/run-event.ts';
import { instantOfRow } from '#engine/run/run.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import type { Digest } from '#ports/world/digest.ts';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';
import {
  emulateOrder,
  sentCount,
  stopEmulating,
  watchEmulated,
  takeArrivals,
} from '#services/live/orders/waiting-orders.ts';
import { attachedStanding } from '#services/live/orders/attached-stops.ts';
import { identityOf } from '#services/live/orders/order-form.ts';
import type {
  HostedOrders,
  HostedRun,
  LiveEvent,
  WrittenTally,
} from '#services/live/state/hosted-run.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import { computeRows, tellRun } from '#services/live/state/run-series.ts';
import { knownRow, rowsCut } from '#services/live/state/market-window.ts';
import type { FillPiece } from '#services/live/state/fill-pieces.ts';
import { NO_PIECE } from '#services/live/state/fill-pieces.ts';
import type { VenueInstant } from '#services/live/venue/held-changes.ts';
import { noteHeldChange } from '#services/live/venue/held-changes.ts';

/** Tells the run what happened; returns the orders to place. */
export function applyEvent(
  live: HostedRun,
  digest: Digest,
  { event, filledAtMs, fillSequence, piece = NO_PIECE }: LiveEvent,
): readonly OrderToPlace[] {
  const { engine, venue, progress } = live;
  const { run, brain } = engine;
  switch (event.kind) {
    case 'wallet':
      venue.wallet = event.wallet;
      return [];
    case 'skipped':
      passOver(live, event.toRow);
      return [];
    case 'input':
      progress.decidedAtMs = event.atMs;
      if (event.input.kind === 'switched') {
        run.settings.isPaused = event.input.isPaused;
        return [];
      }
      for (const outside of outsideEvents(brain, event.input, event))
        takeOver(live, advanceRun(run, brain, outside).effects);
      return arrive(live, digest);
    case 'moment':
      progress.decidedAtMs = event.atMs;
      return endUpdate(
        live,
        digest,
        advanceRun(run, brain, { ...event, row: progress.doneRow - 1 }),
      );
    case 'arrivals':
      return arrive(live, digest);
    case 'filled':
      noteHeldChange(live, instantOf(event.fill, filledAtMs, fillSequence), () =>
        applyOutside(live, event),
      );
      notePiece(live.orders, event.fill.orderId, piece);
      letFormerGoOn(live.orders, event.fill.orderId);
      return [];
    case 'piece':
      notePiece(live.orders, event.orderId, event.piece);
      letFormerGoOn(live.orders, event.orderId);
      return [];
    case 'liquidated':
      noteHeldChange(live, { atMs: event.liquidation.atMs }, () => applyOutside(live, event));
      return [];
    case 'ended':
      tellLeftPiece(live, event);
      applyOutside(live, event);
      forget(live, event.orderId);
      return [];
    case 'funded':
      applyOutside(live, event);
      return [];
    case 'taken_over':
      takeOverStop(live, event);
      return [];
    case 'points':
      tellRun(engine, event.points, progress.doneRow);
      return [];
  }
}

function instantOf(
  { atMs }: OrderFill,
  filledAtMs: LiveEvent['filledAtMs'],
  sequence: LiveEvent['fillSequence'],
): VenueInstant {
  return { atMs: filledAtMs ?? atMs, ...(sequence === undefined ? {} : { sequence }) };
}

function applyOutside(live: HostedRun, event: RunEvent): void {
  const { run, brain } = live.engine;
  takeOver(live, advanceRun(run, brain, event).effects);
}

/** Minutes for which nothing is run; what waits with us is watched in them all the same. */
function passOver(live: HostedRun, toRow: number): void {
  const { engine, orders, progress } = live;
  const { run } = engine;
  for (let row = progress.doneRow; row < toRow && orders.emulated.size > 0; row += 1)
    watchEmulated(live, row);
  progress.doneRow = toRow;
  computeRows(engine, toRow);
  run.stage.row = toRow - 1;
  markEquity(run.equity, run.positions, run.markets, toRow);
}

function notePiece({ pieces }: HostedOrders, orderId: string, piece: FillPiece): void {
  if (piece.amount === ZERO) pieces.delete(orderId);
  else pieces.set(orderId, piece);
}

/** Says in the bot's log that an order filled a part of a step, which its position is without. */
function tellLeftPiece(
  { engine, orders }: HostedRun,
  { orderId, atMs }: { readonly orderId: string; readonly atMs: number },
): void {
  const piece = orders.pieces.get(orderId);
  if (piece === undefined) return;
  const text = `order ${orderId} filled ${formatDecimal(piece.amount)} beside whole steps of its market: so much is in the account, and not in the bot's position`;
  writeLine(engine.run.log, atMs, 'warning', text);
}

function forget({ orders, venue }: HostedRun, orderId: string): void {
  const { cancelsWanted, triggered, pieces } = orders;
  pieces.delete(orderId);
  venue.unresolvedOrderIds.delete(orderId);
  cancelsWanted.delete(orderId);
  stopEmulating(orders, orderId);
  triggered.delete(orderId);
}

/**
 * The exchange does not hold a stop that it was asked to: it stays open and is watched here, under
 * another stored name, because the exchange may know the first one.
 */
function takeOverStop(
  { engine, orders }: HostedRun,
  { orderId, message, atMs }: Extract<LiveEvent['event'], { kind: 'taken_over' }>,
): void {
  const { run } = engine;
  const tracked = findOpenOrder(run.orders, orderId);
  if (tracked === null) return;
  orders.takenOver.add(orderId);
  orders.waiting.push(orderToPlace(run, tracked));
  const text =
    `order ${orderId} is not held by its exchange (${message}); ` +
    'Tidemill watches for its price from now on, and not while Tidemill is down';
  writeLine(run.log, atMs, 'warning', text);
}

/** A fill of an order that waits here is one of its exchange, which held it after all. */
function letFormerGoOn(orders: HostedOrders, orderId: string): void {
  if (!orders.takenOver.has(orderId) || !orders.emulated.has(orderId)) return;
  stopEmulating(orders, orderId);
  orders.cancelsWanted.add(orderId);
}

/** A script may ask for a signal's action or for all that came with it. */
function outsideEvents(
  brain: RunBrain,
  input: Exclude<BotInput, { readonly kind: 'switched' }>,
  { atMs, sequence }: { readonly atMs: number; readonly sequence?: number },
): readonly OutsideEvent[] {
  if (input.kind === 'edited') {
    const config = JSON.parse(input.config) as Readonly<Record<string, Json>>;
    return [{ kind: 'edited', config, atMs }];
  }
  const { name: id, action, payload, signalAtMs, part } = input;
  const said = { kind: 'remote', id, signal: action, receivedAtMs: signalAtMs } as const;
  const signal = {
    ...said,
    ...(part === undefined ? {} : { part }),
    ...(sequence === undefined ? {} : { signalId: String(sequence) }),
  };
  const delivered = { kind: 'signal', signal, atMs } as const;
  if (brain.tell !== null) return [delivered];
  const whole = { kind: 'web_hook', id, payload: payload ?? { action } } as const;
  return [delivered, { kind: 'signal', signal: whole, atMs }];
}

/** Runs on to before `toRow`, or until something was requested; returns the orders to place. */
export function runRowsOf(live: HostedRun, digest: Digest, toRow: number): readonly OrderToPlace[] {
  const { engine, orders, progress } = live;
  const { run, brain } = engine;
  // What waits is looked at after each row.
  const isWatched = orders.waiting.length > 0 || orders.emulated.size > 0;
  const isStepped = isWatched || engine.dataSeries !== null;
  const untilRow = isStepped ? Math.min(toRow, progress.doneRow + 1) : toRow;
  if (isWatched) watchEmulated(live, progress.doneRow);
  computeRows(engine, untilRow);
  const minutes = { kind: 'minutes', fromRow: progress.doneRow, toRow: untilRow } as const;
  const step = advanceRun(run, brain, minutes);
  // A row that failed counts as run: it would fail again.
  progress.doneRow = step.failure === null ? step.row : Math.min(untilRow, step.row + 1);
  const closedAtMs = instantOfRow(run.setup, progress.doneRow - 1);
  progress.decidedAtMs = Math.max(closedAtMs, engine.setup.beganAtMs ?? 0);
  return endUpdate(live, digest, step);
}

function endUpdate(
  live: HostedRun,
  digest: Digest,
  { failure, effects }: RunStep,
): readonly OrderToPlace[] {
  if (failure === null) {
    takeOver(live, effects);
    return arrive(live, digest);
  }
  live.progress.ending = { reason: placedMessage(failure), isFault: true, by: 'script' };
  return [];
}

function takeOver(live: HostedRun, effects: RunEffects): void {
  const { orders, progress } = live;
  for (const orderId of effects.cancels) {
    const isWaiting = orders.waiting.some((order) => order.orderId === orderId);
    // One that its entry brings is cancelled at the exchange once it is there.
    const isComing = (attachedStanding(live, orderId)?.kind ?? 'void') !== 'void';
    if (isWaiting && !isComing) dropWaiting(live, orderId);
    else orders.cancelsWanted.add(orderId);
  }
  if (effects.stop !== null)
    progress.ending = { reason: stopText(effects.stop.reason), isFault: false, by: 'script' };
  else orders.waiting.push(...effects.places);
}

/** The event as it is stored: rows are counted over the run's whole life. */
export function storedEvent(setup: LiveSetup, delivered: LiveEvent): string {
  return toStoredForm(movedEvent(delivered, rowsCut(setup)));
}

/** Event of a stored text, its rows moved by what was cut off the window. */
export function eventFromStored(setup: LiveSetup, text: string): LiveEvent {
  return movedEvent(fromStoredForm(text) as LiveEvent, -rowsCut(setup));
}

function movedEvent({ row, event, ...rest }: LiveEvent, byRows: number): LiveEvent {
  if (event.kind !== 'skipped') return { row: row + byRows, event, ...rest };
  return { row: row + byRows, event: { ...event, toRow: event.toRow + byRows } };
}

/** Adds an event's text to the digest of what was delivered to the run. */
export function noteDelivered(written: WrittenTally, digest: Digest, text: string): void {
  written.inputsDigest = bytesToHex(digest.sha256(`${written.inputsDigest}|${text}`));
}

/** What was never placed ends at once. */
function dropWaiting(live: HostedRun, orderId: string): void {
  const { engine, orders, progress } = live;
  orders.waiting = orders.waiting.filter((order) => order.orderId !== orderId);
  const { decidedAtMs: atMs } = progress;
  const ended = { kind: 'ended', orderId, state: 'cancelled', message: '', atMs } as const;
  takeOver(live, advanceRun(engine.run, engine.brain, ended).effects);
}

/** The orders whose time to be placed has come. */
function arrive(live: HostedRun, digest: Digest): readonly OrderToPlace[] {
  const { orders, progress } = live;
  if (progress.ending !== null) return [];
  const places = takeArrivals(live);
  for (const order of places) {
    register(live, digest, order);
    if (order.heldBy === 'service') emulateOrder(orders, order, progress.decidedAtMs);
  }
  return places;
}

function stopText(reason: string): string {
  return reason === '' ? 'Its script deactivated it.' : `Its script deactivated it: ${reason}`;
}

/** Adds the order to the digest by which a run that is made again is compared. */
function register(live: HostedRun, digest: Digest, order: OrderToPlace): void {
  const { engine, orders, progress, written } = live;
  const { orderId } = identityOf(digest, live, order.orderId);
  noteName(orders, orderId, order.orderId);
  for (const [stopId, entryId] of orders.attached)
    if (entryId === order.orderId) noteName(orders, attachedName(orderId), stopId);
  written.placedCount += 1;
  const { marketTag, side, type } = order;
  const { triggerTicks, trailTicks, activationTicks, isPostOnly } = order;
  const isPlain = triggerTicks === null && trailTicks === null && !isPostOnly;
  const rest = isPlain ? [] : [triggerTicks ?? '', trailTicks ?? '', isPostOnly];
  if (activationTicks !== null) rest.push(activationTicks);
  if (order.oca !== null) rest.push(order.oca.kind, order.oca.name);
  const row = progress.doneRow + rowsCut(engine.setup);
  const numbers = [order.lots, order.limitTicks ?? '', row, ...rest];
  const line = [written.placedDigest, orderId, marketTag, side, type, ...numbers].join('|');
  written.placedDigest = bytesToHex(digest.sha256(line));
}

function noteName({ orderIds, namesAdded }: HostedOrders, storedId: string, orderId: string): void {
  if (orderIds.get(storedId) === orderId) return;
  orderIds.set(storedId, orderId);
  namesAdded.push([storedId, orderId]);
}

/** Whether the bot is not run: it was paused, or stopped. */
export function isResting({ identity, engine }: HostedRun): boolean {
  return identity.isFollowed || engine.run.settings.isPaused;
}

/** Whether there are minutes that the bot has to run for. */
export function isBehind(live: HostedRun): boolean {
  return live.progress.doneRow < knownRow(live.engine) && !isResting(live);
}

/** Whether a minute has closed in which orders of a resting bot may have filled. */
export function mustPollIdle(live: HostedRun): boolean {
  const { progress } = live;
  const isWatched = sentCount(live) > 0 || isReadOnceMore(live);
  return isResting(live) && isWatched && progress.polledRow < knownRow(live.engine);
}

/**
 * Whether the bot was stopped with no order left at its exchange, and what that booked on its
 * positions is read until its lists have all of it: the step of that reading is its last.
 */
export function isReadOnceMore(live: HostedRun): boolean {
  const { identity, engine, written } = live;
  const isContract = engine.run.markets[0]?.market.contract !== null;
  const hasTraded = isContract && written.placedCount > 0;
  return identity.isFollowed && hasTraded && sentCount(live) === 0;
}
