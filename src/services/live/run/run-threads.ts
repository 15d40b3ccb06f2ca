// The threads that runs live in, as the supervisor uses them: what each has loaded, and how one is
// called. Whatever a thread has lost is loaded into it anew. The reserved thread, where runs take
// long, is at work for each owner once at a time, so that owners there have their turn in between.

import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BotRunRecord } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';
import type { TracedVisual } from '#domain/visual/traced-visual.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { OrderSupport } from '#venue-port/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import type { StatefulThread, StatefulThreads, ThreadFault } from '#ports/work/stateful-threads.ts';
import type { MissingHistory } from '#services/backtests/warm-up-wish.ts';
import type { RunPlace } from '#services/live/state/live-run.ts';
import type { RetainedMemory } from '#services/live/state/live-setup.ts';
import type { PlacedBot, RunPlacement } from '#services/live/run/run-placement.ts';
import {
  isLimitedOn,
  isReserved,
  noteCost,
  noteOverShare,
  runPlacement,
  threadOf,
} from '#services/live/run/run-placement.ts';
import type { MarketWindow } from '#services/live/state/market-window.ts';
import type {
  NamesOfOrders,
  RunId,
  RunReply,
  RunRequest,
  RunView,
  WindowColumns,
} from '#services/live/state/run-messages.ts';
import type { SnapshotFigures } from '#services/live/state/snapshot-figures.ts';
import { snapshotFigures } from '#services/live/state/snapshot-figures.ts';

export type RunThreads = {
  readonly port: StatefulThreads<RunRequest, RunReply>;
  readonly placement: RunPlacement;
  /** By thread. */
  readonly held: Map<number, HeldByThread>;
  loadsCount: number;
  /** Bots whose runs have to be loaded with all minutes of their lives. */
  readonly wholeWanted: Set<string>;
  /** How runs were loaded, and what came of snapshots. */
  readonly snapshots: SnapshotFigures;
  /** By owner: the last request on the reserved thread. */
  readonly turns: Map<string, Promise<unknown>>;
};

/** The windows that a thread of this generation has. */
type HeldByThread = {
  readonly generation: number;
  readonly windows: Map<string, { columns: WindowColumns; readonly runs: Set<RunId> }>;
};

/** Whether somebody still waits for the response. */
export type IsWanted = () => boolean;

/** Threads with nothing loaded. */
export function runThreads(port: StatefulThreads<RunRequest, RunReply>): RunThreads {
  const placement = runPlacement(port.threads.length);
  return {
    port,
    placement,
    held: new Map(),
    loadsCount: 0,
    wholeWanted: new Set(),
    snapshots: snapshotFigures(),
    turns: new Map(),
  };
}

export type RunToLoad = {
  readonly bot: Bot;
  readonly record: BotRunRecord;
  /** Where it is loaded from; null: from its beginning. */
  readonly snapshot: BotSnapshot | null;
  /** Since then. */
  readonly events: readonly string[];
  readonly window: MarketWindow;
  /** Open time of the window's first minute. */
  readonly startMs: number;
  readonly orderSupport: OrderSupport;
  readonly isFollowed: boolean;
};

export type LoadedRun = {
  readonly place: RunPlace;
  readonly view: RunView;
  readonly names: NamesOfOrders;
};

/**
 * `unfit`: its snapshot is of no use; `refused`: it cannot run, or came to other orders;
 * `needs_earlier`: it reads minutes from before its window.
 */
export type LoadRejection = {
  readonly kind: 'unfit' | 'refused' | 'needs_earlier';
  readonly reason: string;
};

/** Loads a run as it is stored. Throws RunFault. */
export async function loadRun(
  threads: RunThreads,
  { window, ...given }: RunToLoad,
  isWanted: IsWanted,
): Promise<Result<LoadedRun, LoadRejection>> {
  const { botId, activation, accountId } = given.bot;
  const place = placeRun(threads, given.bot);
  const { runId } = place;
  const bot = { botId, activation, accountId };
  hold(threads, place, window);
  let isLoaded = false;
  try {
    let reply = await askThread(
      threads,
      place,
      { ...given, kind: 'load', runId, bot, windowKey: window.key },
      isWanted,
    );
    while (reply.kind === 'loading')
      reply = await askThread(threads, place, { kind: 'go_on', runId }, isWanted);
    if (reply.kind === 'refused' || reply.kind === 'unfit')
      return rejected({ kind: reply.kind, reason: reply.reason });
    if (reply.kind === 'needs_earlier')
      return rejected({ kind: reply.kind, reason: 'it reads minutes from before its window' });
    assert(reply.kind === 'loaded', 'a run is loaded or refused');
    isLoaded = true;
    return accepted({ place, view: reply.view, names: reply.names });
  } finally {
    if (!isLoaded) releaseRun(threads, place, window);
  }
}

function placeRun(threads: RunThreads, bot: Bot): RunPlace {
  threads.loadsCount += 1;
  const runId = `${bot.botId}/${bot.activation}/${threads.loadsCount}`;
  const thread = threadOf(threads.placement, bot);
  const generation = threadAt(threads, thread).generation();
  return { runId, ownerId: bot.userId, thread, generation };
}

export type RunToRehearse = Omit<RunToLoad, 'snapshot' | 'events' | 'isFollowed'>;

/** Minutes before those of its window that the series of a run lack. Throws RunFault. */
export async function askMissing(
  threads: RunThreads,
  { window, ...given }: RunToRehearse,
  isWanted: IsWanted,
): Promise<MissingHistory> {
  const { botId, activation, accountId } = given.bot;
  const place = placeRun(threads, given.bot);
  const { runId } = place;
  const bot = { botId, activation, accountId };
  hold(threads, place, window);
  try {
    const about = { ...given, runId, bot, windowKey: window.key, isFollowed: false };
    let reply = await askThread(threads, place, { ...about, kind: 'rehearse' }, isWanted);
    while (reply.kind === 'loading')
      reply = await askThread(threads, place, { kind: 'go_on', runId }, isWanted);
    assert(reply.kind === 'rehearsed', 'a run that is rehearsed says what it lacks');
    const { missingMinutes, wishedBars } = reply;
    return { missingMinutes, wishedBars };
  } finally {
    releaseRun(threads, place, window);
  }
}

/** What the script of a run has saved. Throws RunFault. */
export async function askMemory(
  threads: RunThreads,
  place: RunPlace,
  isWanted: IsWanted,
): Promise<RetainedMemory> {
  const reply = await askThread(threads, place, { kind: 'memory', runId: place.runId }, isWanted);
  assert(reply.kind === 'memory', 'a run has a memory');
  return reply.memory;
}

/**
 * The run as it stands after its newest step. The rejection says what of it cannot be stored.
 * Throws RunFault.
 */
export async function askSnapshot(
  threads: RunThreads,
  place: RunPlace,
  isWanted: IsWanted,
): Promise<Result<BotSnapshot, string>> {
  const reply = await askThread(threads, place, { kind: 'snapshot', runId: place.runId }, isWanted);
  assert(reply.kind === 'snapshot', 'a run has a snapshot or a reason');
  return reply.snapshot;
}

/**
 * Has the next updates of the run record what the blocks of its script give; null: not any more.
 * Returns whether they do. Throws RunFault.
 */
export async function askTrace(
  threads: RunThreads,
  { runId, ...place }: RunPlace,
  traced: TracedVisual | null,
  isWanted: IsWanted,
): Promise<boolean> {
  const request = { kind: 'trace', runId, traced } as const;
  const reply = await askThread(threads, { runId, ...place }, request, isWanted);
  assert(reply.kind === 'traced', 'a run tells its values or not');
  return reply.isTraced;
}

/** Whether the run is where it belongs, and still there. */
export function isLoadedWell(threads: RunThreads, bot: PlacedBot, place: RunPlace): boolean {
  const isThere = threadAt(threads, place.thread).generation() === place.generation;
  return isThere && threadOf(threads.placement, bot) === place.thread;
}

/** Asks about a run, after whatever minutes its thread lacks. Throws RunFault. */
export async function askRun(
  threads: RunThreads,
  place: RunPlace,
  window: MarketWindow,
  request: RunRequest,
  isWanted: IsWanted,
): Promise<RunReply> {
  sendWindow(threads, place, window);
  return askThread(threads, place, request, isWanted);
}

async function askThread(
  threads: RunThreads,
  place: RunPlace,
  request: RunRequest,
  isWanted: IsWanted,
): Promise<RunReply> {
  if (!isReserved(threads.placement, place.thread))
    return askNow(threads, place, request, isWanted);
  return inTurn(threads.turns, place.ownerId, async () => {
    if (!isWanted()) throw lost();
    return askNow(threads, place, request, isWanted);
  });
}

/** After all that was begun before under the same name. */
async function inTurn<Outcome>(
  turns: Map<string, Promise<unknown>>,
  name: string,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  const before = turns.get(name);
  const done = before === undefined ? work() : before.then(work, work);
  turns.set(name, done);
  try {
    return await done;
  } finally {
    if (turns.get(name) === done) turns.delete(name);
  }
}

async function askNow(
  threads: RunThreads,
  { thread: index, generation, ownerId }: RunPlace,
  request: RunRequest,
  isWanted: IsWanted,
): Promise<RunReply> {
  const thread = threadAt(threads, index);
  if (thread.generation() !== generation) throw lost();
  const { placement } = threads;
  const share = { ownerId, isLimited: isLimitedOn(placement, index) };
  const response = await thread.ask({ ...request, share }, { isWanted });
  if (!response.ok) throw new RunFault(response.rejection);
  const reply = response.value;
  if (reply.kind === 'unknown') throw lost();
  if (reply.kind === 'failed') throw new Error(reply.cause);
  if (reply.kind === 'over_share') {
    noteOverShare(placement, ownerId);
    throw new RunFault({ kind: 'lost', message: 'Its owner is above the share of this thread.' });
  }
  if (reply.charge !== undefined) {
    noteCost(placement, ownerId, reply.charge.tookMs, index);
    if (!reply.charge.isWithinShare) noteOverShare(placement, ownerId);
  }
  return reply;
}

function lost(): RunFault {
  return new RunFault({ kind: 'lost', message: 'Its thread has begun anew.' });
}

/** Lets the thread forget the run. */
export function releaseRun(threads: RunThreads, place: RunPlace, window: MarketWindow): void {
  const { runId, thread, generation } = place;
  if (threadAt(threads, thread).generation() !== generation) return;
  tell(threads, thread, { kind: 'release', runId });
  const { windows } = heldBy(threads, thread);
  const held = windows.get(window.key);
  held?.runs.delete(runId);
  if (held?.runs.size !== 0) return;
  windows.delete(window.key);
  tell(threads, thread, { kind: 'close_window', windowKey: window.key });
}

function hold(threads: RunThreads, place: RunPlace, window: MarketWindow): void {
  sendWindow(threads, place, window);
  heldBy(threads, place.thread).windows.get(window.key)?.runs.add(place.runId);
}

function sendWindow(threads: RunThreads, { thread }: RunPlace, window: MarketWindow): void {
  const { key, isCut, markets, columns } = window;
  const { windows } = heldBy(threads, thread);
  const known = windows.get(key);
  if (known?.columns === columns) return;
  if (known === undefined) windows.set(key, { columns, runs: new Set() });
  else known.columns = columns;
  tell(threads, thread, { kind: 'window', windowKey: key, isCut, markets, columns });
}

function heldBy(threads: RunThreads, thread: number): HeldByThread {
  const generation = threadAt(threads, thread).generation();
  const known = threads.held.get(thread);
  if (known?.generation === generation) return known;
  const held = { generation, windows: new Map() };
  threads.held.set(thread, held);
  return held;
}

/** What it returns is seen by the next request about a run. */
function tell(threads: RunThreads, thread: number, request: RunRequest): void {
  void threadAt(threads, thread).ask(request, { isWanted: () => true });
}

function threadAt({ port }: RunThreads, index: number): StatefulThread<RunRequest, RunReply> {
  const thread = port.threads[index];
  assert(thread !== undefined, 'a run is on one of the threads');
  return thread;
}

/** Calls it when the thread is stuck; the response ends that. */
export function onStuckThread(
  threads: RunThreads,
  thread: number,
  listener: () => void,
): () => void {
  return threadAt(threads, thread).onStuck(listener);
}

/** Calls it while the thread has had work without a pause for long; the response ends that. */
export function onBusyThread(
  threads: RunThreads,
  thread: number,
  listener: () => void,
): () => void {
  return threadAt(threads, thread).onBusy(listener);
}

/** Whether what the thread works on has taken so long that nobody should wait for it. */
export function isThreadStuck(threads: RunThreads, thread: number): boolean {
  return threadAt(threads, thread).runningMs() > LIMITS.botThreadStuckMs;
}

export class RunFault extends Error {
  override readonly name = 'RunFault';
  readonly kind: ThreadFault['kind'];
  constructor({ kind, message }: ThreadFault) {
    super(message);
    this.kind = kind;
  }
}

/** Whether trying again may help. */
export function isPassing(error: unknown): error is Failure | OutcomeUnknown {
  return error instanceof Failure || error instanceof OutcomeUnknown;
}
