// Carries a run in its thread on by one event, or by minutes that closed, which are those since it
// was run last, unless it rests.

import { bytesToHex } from '#lib/bytes-to-hex.ts';
import type { Json } from '#lib/json.ts';
import { placedMessage } from '#script/placed-message.ts';
import { advanceRun } from '#engine/run/advance-run.ts';
import { markEquity } from '#engine/run/positions/equity-curve.ts';
import type { OrderToPlace, OutsideEvent, RunEffects, RunStep } from '#engine/run/run-event.ts';
import { instantOfRow } from '#engine/run/run.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import type { Digest } from '#ports/world/digest.ts';
import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';
import {
  emulateOrder,
  stopEmulating,
  watchEmulated,
  takeArrivals,
} from '#services/live/orders/waiting-orders.ts';
import { isEmulated, storedIdentity } from '#services/live/orders/order-form.ts';
import type { HostedRun, LiveEvent } from '#services/live/state/hosted-run.ts';
import { knownRow, rowsCut } from '#services/live/state/market-window.ts';

/** Tells the run what happened; returns the orders to place. */
export function applyEvent(
  live: HostedRun,
  digest: Digest,
  { event }: LiveEvent,
): readonly OrderToPlace[] {
  const { run, brain } = live;
  switch (event.kind) {
    case 'wallet':
      live.wallet = event.wallet;
      return [];
    case 'skipped':
      passOver(live, event.toRow);
      return [];
    case 'input':
      live.decidedAtMs = event.atMs;
      for (const outside of outsideEvents(live, event.input, event.atMs))
        takeOver(live, advanceRun(run, brain, outside).effects);
      return arrive(live, digest);
    case 'moment':
      live.decidedAtMs = event.atMs;
      return endUpdate(live, digest, advanceRun(run, brain, { ...event, row: live.doneRow - 1 }));
    case 'arrivals':
      return arrive(live, digest);
    case 'filled':
    case 'ended':
    case 'funded':
    case 'liquidated':
      takeOver(live, advanceRun(run, brain, event).effects);
      if (event.kind === 'ended') forget(live, event.orderId);
      return [];
  }
}

/** Minutes for which nothing is run; what waits with us is watched in them all the same. */
function passOver(live: HostedRun, toRow: number): void {
  for (let row = live.doneRow; row < toRow && live.emulated.size > 0; row += 1)
    watchEmulated(live, row);
  live.doneRow = toRow;
  live.run.stage.row = toRow - 1;
  markEquity(live.run.equity, live.run.positions, live.run.markets, toRow);
}

function forget(live: HostedRun, orderId: string): void {
  const { cancelsWanted, triggered, unresolvedOrderIds } = live;
  unresolvedOrderIds.delete(orderId);
  cancelsWanted.delete(orderId);
  stopEmulating(live, orderId);
  triggered.delete(orderId);
}

/** A script may ask for a signal's action or for all that came with it. */
function outsideEvents(
  { brain }: HostedRun,
  input: BotInput,
  atMs: number,
): readonly OutsideEvent[] {
  if (input.kind === 'edited') {
    const config = JSON.parse(input.config) as Readonly<Record<string, Json>>;
    return [{ kind: 'edited', config, atMs }];
  }
  const { name: id, action, payload, signalAtMs } = input;
  const signal = { kind: 'remote', id, signal: action, receivedAtMs: signalAtMs } as const;
  const told = { kind: 'signal', signal, atMs } as const;
  if (brain.tell !== null) return [told];
  const whole = { kind: 'web_hook', id, payload: payload ?? { action } } as const;
  return [told, { kind: 'signal', signal: whole, atMs }];
}

/** Runs on to before `toRow`, or until something was asked for; returns the orders to place. */
export function runRowsOf(live: HostedRun, digest: Digest, toRow: number): readonly OrderToPlace[] {
  const { run, brain } = live;
  // What waits is looked at after each row.
  const isWatched = live.waiting.length > 0 || live.emulated.size > 0;
  const untilRow = isWatched ? Math.min(toRow, live.doneRow + 1) : toRow;
  if (isWatched) watchEmulated(live, live.doneRow);
  const minutes = { kind: 'minutes', fromRow: live.doneRow, toRow: untilRow } as const;
  const step = advanceRun(run, brain, minutes);
  // A row that failed counts as run: it would fail again.
  live.doneRow = step.failure === null ? step.row : Math.min(untilRow, step.row + 1);
  live.decidedAtMs = instantOfRow(run.setup, live.doneRow - 1);
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
  live.ending = { reason: placedMessage(failure), isFault: true };
  return [];
}

function takeOver(live: HostedRun, effects: RunEffects): void {
  for (const orderId of effects.cancels) {
    const isWaiting = live.waiting.some((order) => order.orderId === orderId);
    if (isWaiting) dropWaiting(live, orderId);
    else live.cancelsWanted.add(orderId);
  }
  if (effects.stop !== null)
    live.ending = { reason: stopText(effects.stop.reason), isFault: false };
  else live.waiting.push(...effects.places);
}

/** The event as it is stored: rows are counted over the run's whole life. */
export function storedEvent({ setup }: HostedRun, told: LiveEvent): string {
  return toStoredForm(movedEvent(told, rowsCut(setup)));
}

export function eventFromStored({ setup }: HostedRun, text: string): LiveEvent {
  return movedEvent(fromStoredForm(text) as LiveEvent, -rowsCut(setup));
}

function movedEvent({ row, event }: LiveEvent, byRows: number): LiveEvent {
  if (event.kind !== 'skipped') return { row: row + byRows, event };
  return { row: row + byRows, event: { ...event, toRow: event.toRow + byRows } };
}

/** Adds an event's text to the digest of what the run was told. */
export function noteDelivered(live: HostedRun, digest: Digest, text: string): void {
  live.inputsDigest = bytesToHex(digest.sha256(`${live.inputsDigest}|${text}`));
}

/** What was never placed ends at once. */
function dropWaiting(live: HostedRun, orderId: string): void {
  live.waiting = live.waiting.filter((order) => order.orderId !== orderId);
  const { decidedAtMs: atMs } = live;
  const ended = { kind: 'ended', orderId, state: 'cancelled', message: '', atMs } as const;
  takeOver(live, advanceRun(live.run, live.brain, ended).effects);
}

/** The orders whose time to be placed has come. */
function arrive(live: HostedRun, digest: Digest): readonly OrderToPlace[] {
  if (live.ending !== null) return [];
  const places = takeArrivals(live);
  for (const order of places) {
    register(live, digest, order);
    if (isEmulated(live, order)) emulateOrder(live, order);
  }
  return places;
}

function stopText(reason: string): string {
  return reason === '' ? 'Its script deactivated it.' : `Its script deactivated it: ${reason}`;
}

/** Adds the order to the digest by which a run that is made again is compared. */
function register(live: HostedRun, digest: Digest, order: OrderToPlace): void {
  const { orderId } = storedIdentity(digest, live.bot, order.orderId);
  live.orderIds.set(orderId, order.orderId);
  live.namesAdded.push([orderId, order.orderId]);
  live.placedCount += 1;
  const { marketTag, side, type } = order;
  const { triggerTicks, trailTicks, activationTicks, isPostOnly } = order;
  const isPlain = triggerTicks === null && trailTicks === null && !isPostOnly;
  const rest = isPlain ? [] : [triggerTicks ?? '', trailTicks ?? '', isPostOnly];
  if (activationTicks !== null) rest.push(activationTicks);
  if (order.oca !== null) rest.push(order.oca.kind, order.oca.name);
  const row = live.doneRow + rowsCut(live.setup);
  const numbers = [order.lots, order.limitTicks ?? '', row, ...rest];
  const line = [live.placedDigest, orderId, marketTag, side, type, ...numbers].join('|');
  live.placedDigest = bytesToHex(digest.sha256(line));
}

/** Whether the bot is not run: it was paused, or stopped. */
export function isResting({ run, isFollowed }: HostedRun): boolean {
  return isFollowed || run.settings.isPaused;
}

/** Whether there are minutes that the bot has to run for. */
export function isBehind(live: HostedRun): boolean {
  return live.doneRow < knownRow(live) && !isResting(live);
}

/** Whether a minute has closed in which orders of a resting bot may have filled. */
export function mustPollIdle(live: HostedRun): boolean {
  const { run, waiting, polledRow } = live;
  const hasOrders = run.orders.open.length > waiting.length;
  return isResting(live) && hasOrders && polledRow < knownRow(live);
}
