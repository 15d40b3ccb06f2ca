// Runs the bots of the shards that this process holds. Its lease is renewed apart from its work;
// when it cannot be, the work stands still before the lease ends, and nothing more is sent.

import { forEachConcurrent } from '#lib/for-each-concurrent.ts';
import { coalesceWithFallback } from '#lib/coalesce.ts';
import { LIMITS } from '#lib/limits.ts';
import { present } from '#lib/assert.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import type { CommitStepOutcome, FencedStep } from '#ports/stores/bot-run-store.ts';
import { mayBeOfOne } from '#venue-port/world/failure.ts';
import type { StatefulThreads } from '#ports/work/stateful-threads.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import { pollMarkets, extendWindow } from '#services/live/state/market-window.ts';
import { balanceThreads } from '#services/live/run/run-placement.ts';
import { isPassing, runThreads } from '#services/live/run/run-threads.ts';
import {
  giveSurplusBack,
  renewShards,
  keepAssigned,
  listAssigned,
  loadBots,
} from '#services/live/runner/assign-bots.ts';
import { leaveSnapshot } from '#services/live/run/keep-snapshot.ts';
import {
  scheduleIdlePoll,
  scheduleNewsPoll,
  schedulePoll,
} from '#services/live/run/run-schedule.ts';
import { receiveInputs } from '#services/live/runner/receive-inputs.ts';
import type { RunReply, RunRequest } from '#services/live/state/run-messages.ts';
import type { RunnerFigures } from '#services/live/runner/runner-figures.ts';
import { runnerFigures } from '#services/live/runner/runner-figures.ts';
import type { RunnerOptions, RunnerState } from '#services/live/runner/runner-state.ts';
import { isHeld, isOurs, releaseBot } from '#services/live/runner/runner-state.ts';
import { followSubscriptions } from '#services/live/runner/follow-subscriptions.ts';
import { followMarkets, leaveMarkets } from '#services/live/runner/follow-markets.ts';
import { leaveAccounts, watchAccounts } from '#services/live/runner/watch-accounts.ts';
import { updateForMinutes } from '#services/live/runner/update-due-bots.ts';

export type BotRunner = {
  /** Prolongs the lease and takes free shards; to be called each second. Throws Failure. */
  renew(this: void): Promise<void>;
  /** Loads bots that were started, releases stopped ones, and runs what is due. */
  tick(this: void): Promise<void>;
  /**
   * Hands out what was sent to running bots, who act on it at once: to be called when something is
   * said to have come, and now and then. Does not wait for them. Throws Failure.
   */
  receive(this: void): Promise<void>;
  /** Settles when no bot that `receive` woke is at work any more. */
  settled(this: void): Promise<void>;
  /** Nothing more is begun: what waits for its turn is left to whoever runs the bots next. */
  leave(this: void): void;
  /** Bots were started or stopped: the next tick sees to it. */
  noteChange(this: void): void;
  /**
   * Lets go of bots that were stopped, without waiting for a tick that is under way: nothing more
   * is sent for them. Throws Failure.
   */
  dropStopped(this: void): Promise<void>;
  /** Gives all shards back. Nothing else may be under way. Throws Failure. */
  close(this: void): Promise<void>;
  /** How its bots stand. */
  figures(this: void): RunnerFigures;
};

/** Few at once, so that each group of steps is written while the next one is made. */
const STEP_GROUPS_MAX = 2;

/** Holds nothing before its first `renew`; its scripts run on `threads`. */
export function botRunner(
  deps: LiveRunDeps,
  threads: StatefulThreads<RunRequest, RunReply>,
  options: RunnerOptions,
): BotRunner {
  const state = newState(deps, threads, options);
  return {
    renew: () => renewShards(state),
    tick: () => tick(state),
    receive: () => receiveInputs(state),
    async settled() {
      const { underWay, onStuckThreads } = state;
      while (underWay.size + onStuckThreads.size > 0)
        await Promise.all([...underWay, ...onStuckThreads]);
    },
    leave() {
      state.isLeaving = true;
    },
    noteChange() {
      state.listedAtMs = -Infinity;
    },
    async dropStopped() {
      if (!isHeld(state)) return;
      state.listedAtMs = -Infinity;
      await listAssigned(state);
      keepAssigned(state);
    },
    async close() {
      leaveAccounts(state);
      leaveMarkets(state);
      await leaveSnapshots(state);
      state.heldUntilMs = -Infinity;
      for (const live of state.running.values()) releaseBot(state, live);
      await deps.runs.releaseLeases(options.owner, null);
    },
    figures: () => runnerFigures(state),
  };
}

function newState(
  deps: LiveRunDeps,
  threads: StatefulThreads<RunRequest, RunReply>,
  options: RunnerOptions,
): RunnerState {
  // What was sent to bots is not written behind the steps of a minute.
  const [commitMinutes, commitInputs] = [groupedCommit(deps), groupedCommit(deps)];
  return {
    deps: {
      ...deps,
      threads: runThreads(threads),
      commitStep: (fenced) =>
        fenced.step.taken.length > 0 ? commitInputs(fenced) : commitMinutes(fenced),
    },
    options,
    windows: new Map(),
    tokens: new Map(),
    givenBack: new Map(),
    shareCount: Infinity,
    heldUntilMs: -Infinity,
    listedAtMs: -Infinity,
    wanted: new Map(),
    running: new Map(),
    rosterNumber: 0,
    comparedWith: null,
    watchedRoster: 0,
    watches: new Map(),
    follows: new Map(),
    busy: new Set(),
    queued: new Set(),
    isLeaving: false,
    unfollowed: new Map(),
    underWay: new Set(),
    onStuckThreads: new Set(),
    inputsAtMs: -Infinity,
    subscriptionsAtMs: -Infinity,
    delivered: new Set(),
    leaving: new Map(),
    opening: new Set(),
    retries: new Map(),
  };
}

/** Many at once, for so long: what is not written then is run again. */
async function leaveSnapshots(state: RunnerState): Promise<void> {
  const { monotonicMs } = state.options;
  const untilMs = monotonicMs() + LIMITS.botLeaveSnapshotsMs;
  await forEachConcurrent([...state.running.values()], LIMITS.botsAtOnceMax, async (live) => {
    const mayWrite = (): boolean => isOurs(state, live) && monotonicMs() < untilMs;
    if (mayWrite()) await leaveSnapshot(state.deps, live, mayWrite);
  });
}

/** Writes steps in groups; when a group fails, each is written alone, and fails alone. */
function groupedCommit({
  runs,
}: Pick<LiveRunDeps, 'runs'>): (step: FencedStep) => Promise<CommitStepOutcome> {
  const groups = { itemsMax: LIMITS.botStepsTogetherMax, groupsMax: STEP_GROUPS_MAX };
  const many = (steps: readonly FencedStep[]) => runs.commitSteps(steps);
  const one = async (step: FencedStep): Promise<CommitStepOutcome> => {
    const [outcome] = await runs.commitSteps([step]);
    return present(outcome, 'each step has an outcome');
  };
  return coalesceWithFallback({ one, many, isOfOne: mayBeOfOne }, groups);
}

async function tick(state: RunnerState): Promise<void> {
  // What is in memory stays: perhaps nobody else has the bots before the lease is renewed.
  if (!isHeld(state)) return;
  state.deps.threads.placement.nowMs = state.deps.clock.nowMs();
  await giveSurplusBack(state);
  await listAssigned(state);
  keepAssigned(state);
  balanceThreads(state.deps.threads.placement, state.options.monotonicMs());
  // Those that are loaded already do not wait for those that are still to be.
  for (let isMore = true; isMore && isHeld(state);) {
    isMore = await loadBots(state);
    watchAccounts(state);
    followMarkets(state);
    await followSubscriptions(state);
    await extendWindows(state);
    schedulePolls(state);
    await updateForMinutes(state);
  }
}

function schedulePolls({ running, wanted, options }: RunnerState): void {
  const nowMs = options.monotonicMs();
  for (const live of running.values()) {
    const { identity, schedule, run } = live;
    const planOf = (): PlanName | null => wanted.get(identity.bot.botId)?.runnable.plan ?? null;
    schedulePoll(schedule, run.view, planOf, nowMs);
    scheduleNewsPoll(live, nowMs);
    scheduleIdlePoll(live, nowMs);
  }
}

async function extendWindows({ deps, windows }: RunnerState): Promise<void> {
  for (const window of windows.values()) {
    // Bots whose minutes cannot be read learn nevertheless what has become of their markets, and
    // no minute is taken in that is counted in other steps.
    for (const refresh of [
      () => pollMarkets(deps.exchanges, window),
      () => extendWindow(deps, window),
    ]) {
      try {
        await refresh();
      } catch (error) {
        if (!isPassing(error)) throw error;
        deps.log.warn('bot.minutes_failing', { window: window.key, cause: error.message });
      }
    }
  }
}
