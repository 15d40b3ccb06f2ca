// Writes snapshots of running bots now and then, and compares some with a replay. A snapshot is
// never needed: whatever fails here, the bot runs on.

import { LIMITS } from '#lib/limits.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BotRunRecord } from '#ports/stores/bot-run-store.ts';
import type { BotSnapshot } from '#ports/stores/bot-snapshot-store.ts';
import { eventsSince, markOf, reloadBot } from '#services/live/run/load-bot.ts';
import {
  isPassing,
  RunFault,
  askSnapshot,
  isLoadedWell,
  loadRun,
  releaseRun,
} from '#services/live/run/run-threads.ts';
import type { SnapshotPace } from '#services/live/run/run-schedule.ts';
import { placeOf, SNAPSHOT_PACE } from '#services/live/run/run-schedule.ts';
import type { IsWanted } from '#services/live/run/run-threads.ts';
import type { UpdateDeps } from '#services/live/run/update-bot.ts';
import type { LiveRun, RunState } from '#services/live/state/live-run.ts';
import { NO_SNAPSHOT } from '#services/live/state/live-run.ts';

/** Writes a snapshot that is due, of a bot that has nothing else to do. */
export async function keepSnapshot(
  deps: UpdateDeps,
  live: LiveRun,
  pace: SnapshotPace,
  isHeld: IsWanted,
): Promise<void> {
  if (!canStore(deps, live) || !isHeld()) return;
  await guard(deps, live, () => write(deps, live, pace, isHeld));
}

/** The same before the process ends, for whatever is not in its newest one. */
export async function leaveSnapshot(
  deps: UpdateDeps,
  live: LiveRun,
  isHeld: IsWanted,
): Promise<void> {
  const { record, snapshot } = live.run;
  const isNews =
    record.doneUntilMs > snapshot.doneUntilMs || record.eventCount > snapshot.eventCount;
  if (!isNews || !canStore(deps, live) || snapshot.refusal !== null) return;
  const pace = { ...SNAPSHOT_PACE, checkEvery: Infinity };
  await guard(deps, live, () => write(deps, live, pace, isHeld));
}

/** What is in the thread is what is stored. */
function canStore({ threads }: UpdateDeps, { identity, run }: LiveRun): boolean {
  const isCurrent = run.phase === 'current' && !identity.isFollowed;
  return isCurrent && isLoadedWell(threads, identity.bot, run.place);
}

async function guard(deps: UpdateDeps, { run }: LiveRun, work: () => Promise<void>): Promise<void> {
  const { record, snapshot } = run;
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RunFault) && !isPassing(error)) throw error;
    deps.log.warn('bot.snapshot_failed', { bot_id: record.botId, cause: error.message });
    // As if there were one, so that it is not tried again at once.
    const { doneUntilMs, eventCount } = record;
    run.snapshot = { ...snapshot, doneUntilMs, eventCount };
  }
}

async function write(
  deps: UpdateDeps,
  live: LiveRun,
  pace: SnapshotPace,
  isHeld: IsWanted,
): Promise<void> {
  const { runs, threads } = deps;
  const { fence, record } = live.run;
  const made = await askSnapshot(threads, live.run.place, isHeld);
  if (!made.ok) {
    await refuse(deps, live.run, made.rejection);
    return;
  }
  const snapshot = made.value;
  if (live.run.snapshot.refusal !== null)
    await runs.dropSnapshots(fence, { ...record, refusal: null });
  if (!(await runs.saveSnapshot(fence, snapshot))) return;
  threads.snapshots.writtenCount += 1;
  live.run.snapshot = markOf(snapshot, null);
  if (isChecked(snapshot, pace)) await check(deps, live, snapshot, isHeld);
}

/** Says once in the bot's log why there is no snapshot of it. */
async function refuse({ runs, threads }: UpdateDeps, run: RunState, reason: string): Promise<void> {
  const { record, fence, snapshot } = run;
  const { botId, activation, doneUntilMs, eventCount } = record;
  threads.snapshots.refusedCount += 1;
  run.snapshot = { doneUntilMs, eventCount, refusal: reason };
  if (snapshot.refusal === reason) return;
  const message =
    `${reason}, so its state cannot be stored: ` +
    'after a restart of the service it is run again from its beginning, ' +
    'which takes from 0.1 s to some seconds for each 30 days';
  run.notes.push({ atMs: record.doneUntilMs, severity: 'warning', message });
  await runs.dropSnapshots(fence, { botId, activation, refusal: reason });
}

function isChecked({ botId, eventCount, doneUntilMs }: BotSnapshot, { checkEvery }: SnapshotPace) {
  return checkEvery === 1 || placeOf(`${botId}/${eventCount}/${doneUntilMs}`, checkEvery) === 0;
}

/**
 * Makes the run again from the snapshot before, or from its beginning, and compares. What is
 * different is a defect of ours: all snapshots of the run are dropped, and it goes on from a
 * replay.
 */
async function check(
  deps: UpdateDeps,
  live: LiveRun,
  newest: BotSnapshot,
  isHeld: IsWanted,
): Promise<void> {
  const { runs, threads, log } = deps;
  const { record, fence } = live.run;
  const { botId, activation } = record;
  const { snapshots } = await runs.findSnapshots(botId, activation);
  // Another process may have the bot by now, and have carried it on.
  const [last, before = null] = snapshots;
  const isNewest =
    last?.eventCount === newest.eventCount && last.doneUntilMs === newest.doneUntilMs;
  if (!isNewest || !isHeld()) return;
  if (before === null && !isReplayable(live.run)) return;
  if (live.run.window.isCut && before === null) return;
  const again = await madeAgain(deps, live, before, isHeld);
  if (again === 'unknown') return;
  threads.snapshots.checkedCount += 1;
  const isSame =
    again?.stateDigest === newest.stateDigest && again.inputsDigest === newest.inputsDigest;
  if (isSame) return;
  threads.snapshots.differingCount += 1;
  const shown = { before: before?.stateDigest ?? null, again: again?.stateDigest ?? null };
  const digests = { newest: newest.stateDigest, ...shown };
  log.error('bot.snapshot_differs', { bot_id: botId, activation, ...digests });
  await runs.dropSnapshots(fence, { botId, activation, refusal: null });
  live.run.snapshot = { ...NO_SNAPSHOT, doneUntilMs: record.doneUntilMs };
  // Should that fail, it is loaded again.
  await reloadBot(deps, live, isHeld);
}

/** Whether going through the whole run once costs little. */
function isReplayable({ record, setup }: RunState): boolean {
  const beganMs = setup.startMs + setup.firstRow * MINUTE_MS;
  return record.doneUntilMs - beganMs <= LIMITS.botSnapshotCheckMinutesMax * MINUTE_MS;
}

/**
 * The run from the snapshot, or from its beginning, to where it stands. Null: it comes to other
 * orders; `unknown`: the snapshot does not updateOne here.
 */
async function madeAgain(
  { runs, threads }: UpdateDeps,
  live: LiveRun,
  snapshot: BotSnapshot | null,
  isHeld: IsWanted,
): Promise<Pick<BotSnapshot, 'stateDigest' | 'inputsDigest'> | 'unknown' | null> {
  const { bot, at } = live.identity;
  const { window, setup } = live.run;
  const { startMs } = setup;
  const record: BotRunRecord = live.run.record;
  const events = await eventsSince(runs, record, snapshot);
  const { orderSupport } = at.exchange;
  const retained = { bot, record, window, startMs, snapshot };
  const given = { ...retained, isFollowed: false, events, orderSupport };
  const loaded = await loadRun(threads, given, isHeld);
  if (!loaded.ok) return loaded.rejection.kind === 'refused' ? null : 'unknown';
  try {
    const again = await askSnapshot(threads, loaded.value.place, isHeld);
    return again.ok ? again.value : null;
  } finally {
    releaseRun(threads, loaded.value.place, window);
  }
}
