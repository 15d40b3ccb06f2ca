// Host of the runs that are loaded into a thread: loads them, carries them on, and shows how they
// stand. A run lives here alone, and can be made again from what is stored; whatever goes wrong
// with one ends that one.

import { assert } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import { amountOf } from '#venue-port/market/market-grid.ts';
import { EarlierMinutesNeeded } from '#engine/series/column-store.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';
import type { Digest } from '#ports/world/digest.ts';
import { identityOf, sentIdentity } from '#services/live/orders/order-form.ts';
import { goneBefore } from '#services/live/orders/waiting-orders.ts';
import type { AdvanceDeps } from '#services/live/run/advance-hosted-run.ts';
import { advanceHostedRun } from '#services/live/run/advance-hosted-run.ts';
import type { Replay } from '#services/live/run/build-run.ts';
import type { OwnerShare } from '#services/live/run/owner-share.ts';
import { chargeOwner, isWithinShare, ownerShare } from '#services/live/run/owner-share.ts';
import { buildRun, memoryOf, replayEvents } from '#services/live/run/build-run.ts';
import type { Rehearsal } from '#services/live/run/rehearse-run.ts';
import { rehearsalOf, rehearseRun } from '#services/live/run/rehearse-run.ts';
import { snapshotOf, restoreSnapshot } from '#services/live/run/run-snapshot.ts';
import { newestValues, traceRun } from '#services/live/run/trace-run.ts';
import type { HostedOrders, HostedRun } from '#services/live/state/hosted-run.ts';
import type {
  AdvanceRequest,
  LoadRequest,
  NamesOfOrders,
  RehearseRequest,
  RunId,
  RunReply,
  RunRequest,
  RunView,
  ShownOrder,
  TriggeredOrder,
} from '#services/live/state/run-messages.ts';
import type { RunWindow } from '#services/live/state/market-window.ts';
import { growRunWindow, openRunWindow } from '#services/live/state/market-window.ts';
import { deliveredUntil } from '#services/live/state/run-series.ts';
import { isSent } from '#services/live/run/apply-venue-snapshot.ts';

export type RunHost = {
  /** Throws when it cannot take in minutes: what it holds is not to be used any more. */
  handle(this: void, request: RunRequest): RunReply;
  /** The runs that it holds, by name. */
  readonly runs: ReadonlyMap<RunId, HostedRun>;
};

export type HostDeps = AdvanceDeps & {
  /** Milliseconds of processor time that the thread has used so far. */
  readonly processorMs: () => number;
};

/** `parts` ends with what is replied. */
type Loading = {
  readonly live: HostedRun;
  readonly parts: Generator<undefined, RunReply, number>;
  rowsMax: number;
};

type HostState = {
  readonly deps: HostDeps;
  /** By owner. */
  readonly shares: Map<string, OwnerShare>;
  /** What the request under way is charged with so far. */
  chargedMs: number;
  readonly windows: Map<string, RunWindow>;
  readonly runs: Map<RunId, HostedRun>;
  readonly loading: Map<RunId, Loading>;
};

/** Host without runs; `runs` is its own map, for reading. */
export function runHost(deps: HostDeps): RunHost {
  const state: HostState = {
    deps,
    shares: new Map(),
    chargedMs: 0,
    windows: new Map(),
    runs: new Map(),
    loading: new Map(),
  };
  return { handle: (request) => handle(state, request), runs: state.runs };
}

/**
 * Charges the owner with what the request takes. One that is above its share gets nothing done that
 * may take long: requests that were on their way together are not all served before somebody knows.
 */
function handle(state: HostState, request: RunRequest): RunReply {
  const { share } = request;
  if (share === undefined) return attempt(state, request);
  const { monotonicMs, processorMs } = state.deps;
  const owner = state.shares.get(share.ownerId) ?? ownerShare(monotonicMs());
  state.shares.set(share.ownerId, owner);
  if (share.isLimited && !isWithinShare(owner, monotonicMs())) return { kind: 'over_share' };
  const beganAtMs = processorMs();
  state.chargedMs = 0;
  const reply = attempt(state, request);
  const tookMs = processorMs() - beganAtMs;
  chargeOwner(owner, state.chargedMs, monotonicMs());
  return { ...reply, charge: { tookMs, isWithinShare: isWithinShare(owner, monotonicMs()) } };
}

/**
 * A run that is made again, or was left behind, goes through many minutes at once. It is charged
 * with what one of them took: that is what it will take of each minute from then on.
 */
function charged<Outcome>(state: HostState, { progress }: HostedRun, work: () => Outcome): Outcome {
  const { processorMs } = state.deps;
  const [beganAtMs, fromRow] = [processorMs(), progress.doneRow];
  try {
    return work();
  } finally {
    state.chargedMs += (processorMs() - beganAtMs) / Math.max(1, progress.doneRow - fromRow);
  }
}

function attempt(state: HostState, request: RunRequest): RunReply {
  try {
    return perform(state, request);
  } catch (error) {
    // All runs on the window would stand at other minutes than their supervisor believes.
    if (!('runId' in request)) throw error;
    release(state, request.runId);
    if (error instanceof EarlierMinutesNeeded) return { kind: 'needs_earlier' };
    return { kind: 'failed', cause: error instanceof Error ? (error.stack ?? '') : String(error) };
  }
}

function perform(state: HostState, request: RunRequest): RunReply {
  switch (request.kind) {
    case 'window':
      return takeWindow(state, request);
    case 'close_window':
      state.windows.delete(request.windowKey);
      return DONE;
    case 'load':
      return load(state, request);
    case 'rehearse':
      return rehearse(state, request);
    case 'go_on':
      return goOn(state, request.runId);
    case 'advance':
      return advance(state, request);
    case 'memory': {
      const live = state.runs.get(request.runId);
      return live === undefined ? UNKNOWN : { kind: 'memory', memory: memoryOf(live.engine.run) };
    }
    case 'snapshot': {
      const live = state.runs.get(request.runId);
      if (live === undefined) return UNKNOWN;
      const snapshot = charged(state, live, () => snapshotOf(state.deps.digest, live));
      return { kind: 'snapshot', snapshot };
    }
    case 'trace': {
      const live = state.runs.get(request.runId);
      if (live === undefined) return UNKNOWN;
      const isTraced = charged(state, live, () => traceRun(live, request.traced));
      return { kind: 'traced', isTraced };
    }
    case 'release':
      release(state, request.runId);
      return DONE;
  }
}

const DONE: RunReply = { kind: 'done' };
const UNKNOWN: RunReply = { kind: 'unknown' };

function takeWindow(
  { windows }: HostState,
  { windowKey, isCut, markets, columns }: Extract<RunRequest, { kind: 'window' }>,
): RunReply {
  const known = windows.get(windowKey);
  if (known === undefined) windows.set(windowKey, openRunWindow(markets, columns, isCut));
  else growRunWindow(known, columns);
  return DONE;
}

function load(state: HostState, request: LoadRequest): RunReply {
  const { runId, snapshot } = request;
  const built = build(state, request);
  if (!built.ok) return { kind: 'refused', reason: built.rejection };
  const live = built.value;
  // Should it throw, it is released as one that is being loaded.
  const parts = loadParts(state, live, request);
  state.loading.set(runId, { live, parts, rowsMax: 1 });
  const reason = snapshot === null ? null : whyUnfit(state, live, snapshot);
  if (reason !== null) {
    release(state, runId);
    return { kind: 'unfit', reason };
  }
  return goOn(state, runId);
}

function build(
  { windows }: HostState,
  request: LoadRequest | RehearseRequest,
): ReturnType<typeof buildRun> {
  const window = windows.get(request.windowKey);
  assert(window !== undefined, 'a run is loaded after its window');
  return buildRun({ ...request, window });
}

function* loadParts(state: HostState, live: HostedRun, request: LoadRequest): Loading['parts'] {
  const replayed = yield* replayOf(state, live, request);
  if (!replayed.ok) {
    live.engine.series.release();
    return { kind: 'refused', reason: replayed.rejection };
  }
  state.runs.set(request.runId, live);
  const view = viewRun(state.deps.digest, live);
  return { kind: 'loaded', view, names: takeNames(live.orders) };
}

/** A run of its own, which is gone afterwards. */
function rehearse(state: HostState, request: RehearseRequest): RunReply {
  const rehearsal = rehearsalOf(request.record);
  if (rehearsal === null) return NOTHING_MISSING;
  const { runId } = request;
  const built = build(state, { ...request, record: rehearsal.record });
  // Why it cannot run is said when it is loaded.
  if (!built.ok) return NOTHING_MISSING;
  const live = built.value;
  state.loading.set(runId, { live, parts: rehearseParts(live, rehearsal), rowsMax: 1 });
  return goOn(state, runId);
}

const NOTHING_MISSING: RunReply = { kind: 'rehearsed', missingMinutes: 0, wishedBars: 0 };

function* rehearseParts(live: HostedRun, rehearsal: Rehearsal): Loading['parts'] {
  const missing = yield* rehearseRun(live, rehearsal);
  live.engine.series.release();
  return { kind: 'rehearsed', ...missing };
}

function replayOf({ deps }: HostState, live: HostedRun, { events, snapshot }: LoadRequest): Replay {
  const earlierCount = snapshot?.eventCount ?? 0;
  return replayEvents(deps.digest, live, { events, earlierCount });
}

/** Loads the run from the snapshot; returns why that cannot be, null when it could. */
function whyUnfit({ deps }: HostState, live: HostedRun, snapshot: BotSnapshot): string | null {
  try {
    const taken = restoreSnapshot(deps.digest, live, snapshot);
    return taken.ok ? null : taken.rejection;
  } catch (error) {
    if (error instanceof EarlierMinutesNeeded) throw error;
    // Whatever is wrong with it, the run can be made again from its inputs.
    return `it cannot be read: ${error instanceof Error ? (error.stack ?? '') : String(error)}`;
  }
}

/** A part takes about so long; by that is reckoned how many rows the next one may have. */
const PART_MS = 10;
const PART_ROWS_MAX = 4_096;

/** One slice of a replay: other requests have their turn between two of them. */
function goOn(state: HostState, runId: RunId): RunReply {
  const loading = state.loading.get(runId);
  if (loading === undefined) return UNKNOWN;
  return charged(state, loading.live, () => replaySlice(state, runId, loading));
}

function replaySlice(state: HostState, runId: RunId, loading: Loading): RunReply {
  const { monotonicMs } = state.deps;
  const { parts } = loading;
  const untilMs = monotonicMs() + LIMITS.botReplaySliceMs;
  for (;;) {
    const beganAtMs = monotonicMs();
    const part = parts.next(loading.rowsMax);
    const nowMs = monotonicMs();
    const isShort = nowMs - beganAtMs < PART_MS;
    const rowsMax = isShort ? 2 * loading.rowsMax : Math.floor(loading.rowsMax / 4);
    loading.rowsMax = Math.min(Math.max(rowsMax, 1), PART_ROWS_MAX);
    if (part.done !== true) {
      if (nowMs < untilMs) continue;
      return { kind: 'loading' };
    }
    state.loading.delete(runId);
    return part.value;
  }
}

function advance(state: HostState, request: AdvanceRequest): RunReply {
  const live = state.runs.get(request.runId);
  if (live === undefined) return UNKNOWN;
  const { digest } = state.deps;
  const advanced = charged(state, live, () => advanceHostedRun(state.deps, live, request));
  const view = viewRun(digest, live);
  return {
    kind: 'advanced',
    ...advanced,
    ending: live.progress.ending,
    view,
    names: takeNames(live.orders),
    values: newestValues(live),
  };
}

function takeNames({ namesAdded, namesRemoved }: HostedOrders): NamesOfOrders {
  return { added: namesAdded.splice(0), removed: namesRemoved.splice(0) };
}

function release({ runs, loading }: HostState, runId: RunId): void {
  const live = runs.get(runId) ?? loading.get(runId)?.live;
  runs.delete(runId);
  loading.delete(runId);
  live?.engine.series.release();
}

/** View of a run for the supervisor, which never sees the run itself. */
export function viewRun(digest: Digest, live: HostedRun): RunView {
  const { engine, orders, progress, written } = live;
  const { flags, isPaused } = engine.run.settings;
  const { open, all, placedCount: requestedCount } = engine.run.orders;
  return {
    doneRow: progress.doneRow,
    polledRow: progress.polledRow,
    isPaused,
    isFast: flags.has('high_speed'),
    followsFills: flags.has('update_on_filled_orders'),
    openCount: open.length,
    waitingCount: orders.waiting.length,
    sent: open.length === 0 ? NONE : sentOrders(digest, live),
    triggered: orders.triggered.size === 0 ? NONE : triggeredOrders(live),
    placedCount: written.placedCount,
    requestedCount,
    hasForgotten: all.length !== requestedCount,
    delivered: engine.dataSeries === null ? NOTHING_DELIVERED : deliveredUntil(engine.dataSeries),
  };
}

const NONE: readonly never[] = [];
const NOTHING_DELIVERED: RunView['delivered'] = new Map();

function triggeredOrders(live: HostedRun): readonly TriggeredOrder[] {
  return [...live.orders.triggered].map((orderId) => ({
    orderId,
    after: goneBefore(live, orderId).map((other) => ({
      orderId: other.orderId,
      filledAmount: amountOf(other.market.terms.grid, other.filledLots),
    })),
  }));
}

function sentOrders(digest: Digest, live: HostedRun): readonly ShownOrder[] {
  return live.engine.run.orders.open
    .filter(({ orderId }) => isSent(live, orderId))
    .map(({ orderId, openedAtMs, timeoutMs }) => {
      const storedId = identityOf(digest, live, orderId).orderId;
      const isCancelWanted = live.orders.cancelsWanted.has(orderId);
      const shown = { orderId, storedId, openedAtMs, timeoutMs, isCancelWanted };
      if (!live.orders.takenOver.has(orderId)) return shown;
      const { bot } = live.identity;
      const { attached } = live.orders;
      return { ...shown, formerId: sentIdentity(digest, { bot, attached }, orderId).orderId };
    });
}
