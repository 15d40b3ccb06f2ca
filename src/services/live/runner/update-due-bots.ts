// Runs what is due of the bots that a runner holds: many at once, each alone.

import { LIMITS } from '#lib/limits.ts';
import { paced } from '#lib/paced.ts';
import { isLapsed } from '#domain/plan/plan.ts';
import { superviseBot, forEachThread } from '#services/live/runner/supervise-bot.ts';
import {
  forgetOld,
  isDue,
  isSnapshotDue,
  SNAPSHOT_PACE,
  isReadOnceMore,
} from '#services/live/run/run-schedule.ts';
import { keepSnapshot } from '#services/live/run/keep-snapshot.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import { requestEnd } from '#services/live/state/run-lifecycle.ts';
import type { RunnerState } from '#services/live/runner/runner-state.ts';
import { isOurs, releaseBot } from '#services/live/runner/runner-state.ts';
import { isLoadedWell } from '#services/live/run/run-threads.ts';
import { traceWork } from '#venue-port/world/tracer.ts';
import { updateBot } from '#services/live/run/update-bot.ts';
import type { VenueRound } from '#services/live/venue/fetch-venue-snapshot.ts';
import { venueRound } from '#services/live/venue/fetch-venue-snapshot.ts';

/**
 * While inputs come, bots that run for a minute begin on ticks, so many together: the inputs get in
 * between, and what is read and written for one tick goes in few groups.
 */
const TICK_MS = 40;
const BATCH_PER_TICK = 16;
/** Those that are due are begun within so many ticks, however many they are. */
const TICKS_MAX = 60;
/** So long after an input more are expected. */
const INPUTS_EXPECTED_MS = 1_000;

/** All that are due for a minute. */
export function updateForMinutes(state: RunnerState): Promise<void> {
  const due = dueOf(state, [...state.running.values()]);
  const batchPerTick = Math.max(BATCH_PER_TICK, Math.ceil(due.length / TICKS_MAX));
  const tick = paced(batchPerTick, () => state.options.pause(TICK_MS));
  const { snapshotPace = SNAPSHOT_PACE } = state.options;
  return updateAll(state, due, {
    async before() {
      if (areInputsExpected(state)) await tick();
    },
    async behind(live) {
      if (!isSnapshotDue(live, snapshotPace)) return;
      await keepSnapshot(state.deps, live, snapshotPace, () => isOurs(state, live));
    },
  });
}

function areInputsExpected({ options, inputsAtMs, underWay }: RunnerState): boolean {
  return underWay.size > 0 || options.monotonicMs() - inputsAtMs < INPUTS_EXPECTED_MS;
}

/** Those of the bots that are due for what was sent to them; is `underWay` until it settles. */
export function updateForInputs(state: RunnerState, bots: readonly LiveRun[]): void {
  state.inputsAtMs = state.options.monotonicMs();
  const atOnce: Turn = { before: async () => undefined, behind: async () => undefined };
  const work = updateAll(state, dueOf(state, bots), atOnce).finally(() =>
    state.underWay.delete(work),
  );
  state.underWay.add(work);
}

function dueOf(state: RunnerState, bots: readonly LiveRun[]): readonly LiveRun[] {
  const nowMs = state.options.monotonicMs();
  return bots.filter(
    (live) =>
      mustUpdate(state, live) &&
      !state.busy.has(live) &&
      !state.queued.has(live) &&
      (state.retries.get(live.identity.bot.botId)?.atMs ?? 0) <= nowMs,
  );
}

/** Whether it has something to do, or its run is not where it belongs. */
function mustUpdate({ deps }: RunnerState, live: LiveRun): boolean {
  return isDue(live) || !isLoadedWell(deps.threads, live.identity.bot, live.run.place);
}

/** Each at its turn, with one poll of each of their accounts. */
async function updateAll(state: RunnerState, due: readonly LiveRun[], turn: Turn): Promise<void> {
  const roundNow = freshRounds(state);
  for (const live of due) state.queued.add(live);
  await forEachThread(state, due, {
    placeOf: ({ run }) => run.place,
    atOnceMax: LIMITS.botsAtOnceMax,
    async begin(live) {
      await turn.before();
      state.queued.delete(live);
      await updateOne(state, live, roundNow(), turn);
    },
    passOver: (live) => void state.queued.delete(live),
  });
}

/** One round for bots that are updated soon after one another, the next for those that follow. */
function freshRounds({ deps, options }: RunnerState): () => VenueRound {
  let round = venueRound(deps);
  let begunAtMs = options.monotonicMs();
  return () => {
    const nowMs = options.monotonicMs();
    if (nowMs - begunAtMs < LIMITS.botVenueRoundMs) return round;
    begunAtMs = nowMs;
    round = venueRound(deps);
    return round;
  };
}

/** What is done before the turn of each bot, and behind it while the bot runs on. */
type Turn = {
  readonly before: () => Promise<void>;
  readonly behind: (live: LiveRun) => Promise<void>;
};

async function updateOne(
  state: RunnerState,
  live: LiveRun,
  round: VenueRound,
  turn: Turn,
): Promise<void> {
  // What was sent to it meanwhile may have brought it up to date.
  if (!isOurs(state, live) || state.busy.has(live) || !mustUpdate(state, live)) return;
  const runnable = state.wanted.get(live.identity.bot.botId)?.runnable ?? null;
  state.busy.add(live);
  const work = () =>
    traceWork(state.deps.tracer, spanOf(live), () => update(state, live, round, turn));
  await superviseBot(state, live.run.fence, runnable, work, live);
  state.busy.delete(live);
  if (state.leaving.get(live.identity.bot.botId) === live)
    state.leaving.delete(live.identity.bot.botId);
}

/** In the trace of the first of what was sent to it, if that is traced. */
function spanOf({ identity, schedule }: LiveRun) {
  const fields = {
    'tidemill.bot_id': identity.bot.botId,
    'tidemill.account_id': identity.bot.accountId,
    'tidemill.inputs_count': schedule.inbox.length,
  };
  const parent = schedule.inbox[0]?.traceParent;
  return { name: 'bot update', kind: 'consumes', fields, parent } as const;
}

async function update(
  state: RunnerState,
  live: LiveRun,
  round: VenueRound,
  turn: Turn,
): Promise<void> {
  const wanted = state.wanted.get(live.identity.bot.botId)?.runnable;
  const isStopped = live.identity.isFollowed;
  if (
    !isStopped &&
    wanted !== undefined &&
    isLapsed(wanted.planUntilMs, state.deps.clock.nowMs())
  ) {
    const reason = `The plan "${wanted.plan}" of its owner has ended.`;
    requestEnd(live, { reason, isFault: true, by: 'service' });
  }
  const { eventCount } = live.run.record;
  const outcome = await updateBot(state.deps, live, round, () => isOurs(state, live));
  live.run.isFailing = false;
  forgetOld(live.schedule.taken);
  if (outcome === 'continue') {
    state.unfollowed.delete(live.identity.bot.botId);
    await turn.behind(live);
    const isDone = isStopped && live.run.view.sent.length === 0 && live.schedule.poll === null;
    // Nothing more can happen to it, and no step has said so.
    const isQuiet = live.run.record.eventCount === eventCount;
    const isAwaited = isReadOnceMore(live) || live.venue.awaitsClosing;
    if (isDone && isQuiet && !isAwaited) endFollowing(state, live);
    // That was its last step: it is listed no more.
    if (isDone && !isQuiet) state.listedAtMs = -Infinity;
    return;
  }
  if (outcome === 'ended') {
    const reason = live.run.ending?.reason ?? null;
    state.deps.log.info('bot.over', { bot_id: live.identity.bot.botId, reason });
  }
  // Whether it was stopped, started anew or taken over, the next list says.
  state.wanted.delete(live.identity.bot.botId);
  state.listedAtMs = -Infinity;
  releaseBot(state, live);
}

function endFollowing(state: RunnerState, live: LiveRun): void {
  const { botId, activation } = live.identity.bot;
  const stoppedAtMs = state.wanted.get(botId)?.runnable.stoppedAtMs ?? null;
  const done = { failuresCount: 0, untilMs: Infinity };
  state.unfollowed.set(botId, { activation, stoppedAtMs, ...done });
  state.wanted.delete(botId);
  releaseBot(state, live);
}
