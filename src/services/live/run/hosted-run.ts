// A run of a bot in its thread, as it stands. All of it can be made again from what is stored: the
// thread may be ended at any time.

import { placedMessage } from '#script/placed-message.ts';
import { bytesToHex } from '#lib/bytes-to-hex.ts';
import type { Json } from '#lib/json.ts';
import type { RestingOrder, Trail } from '#domain/matching/resting-order.ts';
import type { MarketTag } from '#domain/market/market.ts';
import { advanceRun } from '#engine/run/advance-run.ts';
import { markEquity } from '#engine/run/equity-curve.ts';
import type { RunBrain } from '#engine/run/run-brain.ts';
import type {
  MomentPrice,
  OrderToPlace,
  OutsideEvent,
  RunEffects,
  RunEvent,
  RunStep,
} from '#engine/run/run-event.ts';
import type { Run } from '#engine/run/run.ts';
import { instantOfRow } from '#engine/run/run.ts';
import type { HeldSeriesDesk } from '#engine/series/make-series-desk.ts';
import type { BotInput } from '#ports/bot-inbox.ts';
import type { Bot } from '#ports/bot-store.ts';
import type { Digest } from '#ports/digest.ts';
import type { OrderSupport } from '#ports/exchange.ts';
import { keepOrder, leaveKept, watchKept } from '#services/live/orders/emulated-orders.ts';
import type { MarketStanding } from '#services/live/state/market-window.ts';
import type { RunWindow } from '#services/live/state/run-window.ts';
import type { Ending, RunProgress } from '#services/live/state/run-messages.ts';
import { fromStoredForm, toStoredForm } from '#services/backtests/stored-form.ts';
import { rowsCut } from '#services/live/state/live-setup.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import { takeArrivals } from '#services/live/orders/order-arrivals.ts';
import { isKeptHere } from '#services/live/orders/order-form.ts';
import type { VenueWallet } from '#services/live/state/venue-wallet.ts';
import { storedIdentity } from '#services/live/orders/stored-identity.ts';

/** What happened to the run beside minutes, after so many rows were run. */
export type LiveEvent = {
  readonly row: number;
  readonly event:
    | Extract<RunEvent, { kind: 'filled' | 'ended' | 'funded' | 'liquidated' }>
    /** Rows before this one were passed over, because the bot was paused. */
    | { readonly kind: 'skipped'; readonly toRow: number }
    /** Out of the inbox; `atMs` is when the run took it in. */
    | { readonly kind: 'input'; readonly input: BotInput; readonly atMs: number }
    /** An update between closes. */
    | { readonly kind: 'moment'; readonly atMs: number; readonly prices: readonly MomentPrice[] }
    /** Orders that waited for what was sent before them were looked at again. */
    | { readonly kind: 'arrivals' }
    | { readonly kind: 'wallet'; readonly wallet: VenueWallet };
};

export type HostedRun = {
  readonly bot: RunOwner;
  /** What its exchange keeps of orders. */
  readonly orderSupport: OrderSupport;
  readonly setup: LiveSetup;
  readonly window: RunWindow;
  readonly run: Run;
  readonly brain: RunBrain;
  readonly series: HeldSeriesDesk;
  /** The bot was stopped: nothing is run, and what its orders do is still told to it. */
  readonly isFollowed: boolean;
  /** Up to which row its orders were looked after without running. */
  lookedRow: number;
  /** After the newest step. */
  progress: RunProgress;
  /** Rows before this one were run. */
  doneRow: number;
  /** As its exchange showed it last. */
  wallet: VenueWallet;
  walletText: string;
  /** The wallet that the events of the run tell of last, and whether the run looked since. */
  toldWallet: string;
  hasLooked: boolean;
  placedCount: number;
  /** How many closed positions and filled orders of the run are in its steps. */
  closedCount: number;
  filledCount: number;
  placedDigest: string;
  /** Of all events that it was told, in their order. */
  inputsDigest: string;
  /** The run's name of an order by the stored one, and what has changed in them since a reply. */
  readonly orderIds: Map<string, string>;
  readonly namesAdded: (readonly [storedId: string, orderId: string])[];
  readonly namesRemoved: string[];
  /** Orders that the script no longer wants, by the run's names, until they have ended. */
  readonly cancelsWanted: Set<string>;
  /** Asked for and not placed yet: exits that wait for what they are to reduce. */
  waiting: OrderToPlace[];
  /** Orders that wait for their price with us, by the run's names. */
  readonly kept: Map<string, RestingOrder>;
  /** Trails of kept orders that ended and go on as others, by the run's names of the ended. */
  readonly leftTrails: Map<string, Trail>;
  /** Those that it has come to, until they have ended. */
  readonly setOff: Set<string>;
  /** How its markets stand, as far as its log tells. */
  standing: ReadonlyMap<MarketTag, MarketStanding>;
  /** Fills that it was told of, as far as this thread knows: an exchange may show one twice. */
  readonly toldFills: Set<string>;
  /** Orders that its log says the exchange has not told of, by the run's names. */
  readonly untold: Set<string>;
  /** Rounds in a row in which the account showed less than the bot holds. */
  uncoveredRounds: number;
  /** The instant for which the newest update decided. */
  decidedAtMs: number;
  /** Why the run is over; null while it goes on. */
  over: Ending | null;
};

export type RunOwner = Pick<Bot, 'botId' | 'activation' | 'accountId'>;

/** Tells the run what happened; answers the orders to place. */
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
  for (let row = live.doneRow; row < toRow && live.kept.size > 0; row += 1) watchKept(live, row);
  live.doneRow = toRow;
  live.run.stage.row = toRow - 1;
  markEquity(live.run.equity, live.run.positions, live.run.markets, toRow);
}

function forget(live: HostedRun, orderId: string): void {
  const { cancelsWanted, setOff, untold } = live;
  untold.delete(orderId);
  cancelsWanted.delete(orderId);
  leaveKept(live, orderId);
  setOff.delete(orderId);
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

/** Runs on to before `toRow`, or until something was asked for; answers the orders to place. */
export function runRowsOf(live: HostedRun, digest: Digest, toRow: number): readonly OrderToPlace[] {
  const { run, brain } = live;
  // What waits is looked at after each row.
  const isWatched = live.waiting.length > 0 || live.kept.size > 0;
  const untilRow = isWatched ? Math.min(toRow, live.doneRow + 1) : toRow;
  if (isWatched) watchKept(live, live.doneRow);
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
  live.over = { reason: placedMessage(failure), isFault: true };
  return [];
}

function takeOver(live: HostedRun, effects: RunEffects): void {
  for (const orderId of effects.cancels) {
    const isWaiting = live.waiting.some((order) => order.orderId === orderId);
    if (isWaiting) dropWaiting(live, orderId);
    else live.cancelsWanted.add(orderId);
  }
  if (effects.stop !== null) live.over = { reason: stopText(effects.stop.reason), isFault: false };
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
export function noteTold(live: HostedRun, digest: Digest, text: string): void {
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
  if (live.over !== null) return [];
  const places = takeArrivals(live);
  for (const order of places) {
    register(live, digest, order);
    if (isKeptHere(live, order)) keepOrder(live, order);
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
