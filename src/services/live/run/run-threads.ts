// The threads that runs live in, as the supervisor uses them: which run is on which, what each has
// loaded, and how one is called. Runs of one owner stay together, so that what one owner's scripts
// cost slows down that owner first; owners that cost much come to have a thread of their own, and
// those with a strike share the last thread. Whatever a thread has lost is loaded into it anew.

import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BotRunRecord } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { OrderSupport } from '#ports/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#ports/world/failure.ts';
import type { StatefulThread, StatefulThreads, ThreadFault } from '#ports/work/stateful-threads.ts';
import type { RunPlace } from '#services/live/state/live-run.ts';
import type { RetainedMemory } from '#services/live/state/live-setup.ts';
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

type OwnerPlace = {
  thread: number;
  /** Processor time since the costs were looked at last, and before that, fading. */
  newMs: number;
  costMs: number;
};

export type RunPlacement = {
  readonly threadsCount: number;
  readonly owners: Map<string, OwnerPlace>;
  quarantined: ReadonlySet<string>;
  balancedAtMs: number;
};

export function runPlacement(threadsCount: number): RunPlacement {
  assert(threadsCount > 0, 'scripts run on some thread');
  return { threadsCount, owners: new Map(), quarantined: new Set(), balancedAtMs: -Infinity };
}

/** Threads of owners without a strike; the last one is for those with one, unless it is alone. */
function sharedCount({ threadsCount }: RunPlacement): number {
  return Math.max(1, threadsCount - 1);
}

/** The thread for an owner's runs, from now on. */
export function threadOf(placement: RunPlacement, userId: string): number {
  if (placement.quarantined.has(userId)) return placement.threadsCount - 1;
  const known = placement.owners.get(userId);
  if (known !== undefined) return known.thread;
  const loads = loadsOf(placement);
  const thread = loads.indexOf(Math.min(...loads));
  // What it costs is not known yet; the next owner goes elsewhere.
  placement.owners.set(userId, { thread, newMs: 0, costMs: 1 });
  return thread;
}

export function noteCost({ owners }: RunPlacement, userId: string, tookMs: number): void {
  const owner = owners.get(userId);
  if (owner !== undefined) owner.newMs += tookMs;
}

function loadsOf(placement: RunPlacement): number[] {
  const loads = Array.from({ length: sharedCount(placement) }, () => 0);
  for (const [userId, { thread, costMs }] of placement.owners)
    if (!placement.quarantined.has(userId)) loads[thread] = (loads[thread] ?? 0) + costMs;
  return loads;
}

/** Of a thread's time: what is less is not worth a move, which makes runs again. */
const WORTH_A_MOVE_MS = MINUTE_MS / 10;
const FADING = 0.5;

/**
 * Each minute: when one thread has much more to do than another, the owner moves whose move evens
 * that out best.
 */
export function balanceThreads(placement: RunPlacement, nowMs: number): void {
  if (nowMs < placement.balancedAtMs + MINUTE_MS) return;
  placement.balancedAtMs = nowMs;
  for (const owner of placement.owners.values()) {
    owner.costMs = Math.max(1, owner.costMs * FADING + owner.newMs * (1 - FADING));
    owner.newMs = 0;
  }
  const loads = loadsOf(placement);
  const most = loads.indexOf(Math.max(...loads));
  const least = loads.indexOf(Math.min(...loads));
  const gap = (loads[most] ?? 0) - (loads[least] ?? 0);
  if (gap < WORTH_A_MOVE_MS) return;
  let best: OwnerPlace | null = null;
  for (const [userId, owner] of placement.owners) {
    if (owner.thread !== most || placement.quarantined.has(userId)) continue;
    const gapAfter = Math.abs(gap - 2 * owner.costMs);
    if (gapAfter < Math.abs(gap - 2 * (best?.costMs ?? 0))) best = owner;
  }
  if (best !== null) best.thread = least;
}

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
};

/** The windows that a thread of this generation has. */
type HeldByThread = {
  readonly generation: number;
  readonly windows: Map<string, { columns: WindowColumns; readonly runs: Set<RunId> }>;
};

/** Whether somebody still waits for the response. */
export type IsWanted = () => boolean;

export function runThreads(port: StatefulThreads<RunRequest, RunReply>): RunThreads {
  const placement = runPlacement(port.threads.length);
  return {
    port,
    placement,
    held: new Map(),
    loadsCount: 0,
    wholeWanted: new Set(),
    snapshots: snapshotFigures(),
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
  const { botId, activation, accountId, userId } = given.bot;
  threads.loadsCount += 1;
  const runId = `${botId}/${activation}/${threads.loadsCount}`;
  const thread = threadOf(threads.placement, userId);
  const place = { runId, thread, generation: threadAt(threads, thread).generation() };
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

/** Whether the run is where it belongs, and still there. */
export function isLoadedWell(threads: RunThreads, { userId }: Bot, place: RunPlace): boolean {
  const isThere = threadAt(threads, place.thread).generation() === place.generation;
  return isThere && threadOf(threads.placement, userId) === place.thread;
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
  { thread: index, generation }: RunPlace,
  request: RunRequest,
  isWanted: IsWanted,
): Promise<RunReply> {
  const thread = threadAt(threads, index);
  if (thread.generation() !== generation) throw lost();
  const response = await thread.ask(request, { isWanted });
  if (!response.ok) throw new RunFault(response.rejection);
  const reply = response.value;
  if (reply.kind === 'unknown') throw lost();
  if (reply.kind === 'failed') throw new Error(reply.cause);
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
