// Figures of a process's bots: for its metrics, and to tell when they stand still.

import { MINUTE_MS } from '#lib/time.ts';
import { LIMITS } from '#lib/limits.ts';
import type { FetchedMinutes } from '#services/live/run/history-of-run.ts';
import { mostFetched } from '#services/live/run/history-of-run.ts';
import type { LiveRun } from '#services/live/state/live-run.ts';
import type { SnapshotFigures } from '#services/live/state/snapshot-figures.ts';
import type { OwnerCost, RunPlacement } from '#services/live/run/run-placement.ts';
import { costliestOwners, isAboveShare, isOnProbation } from '#services/live/run/run-placement.ts';
import type { RunnerState } from '#services/live/runner/runner-state.ts';

export type RunnerFigures = {
  /** By the clock of the installation. */
  readonly nowMs: number;
  /** Bots that are run. */
  readonly runningCount: number;
  /** Bots of its shards that are to be run and are not yet. */
  readonly waitingCount: number;
  /** Of the running ones: a minute that closed a minute ago or earlier was not run. */
  readonly behindCount: number;
  /** Of owners with a strike, of owners above their share, and those started lately. */
  readonly quarantinedCount: number;
  readonly aboveShareCount: number;
  readonly onProbationCount: number;
  /** Stopped bots whose orders still work. */
  readonly followedCount: number;
  /** When the newest minute that any of them has run closed; null: none has run one. */
  readonly lastMinuteMs: number | null;
  /** Below zero once the lease has ended; null: there never was one. */
  readonly leaseLeftMs: number | null;
  readonly threadsEndedCount: number;
  readonly snapshots: SnapshotFigures;
  /** Processor time of scripts so far. */
  readonly processor: RunPlacement['totals'];
  /** Owners whose scripts took most of it in the last minute that is over, those first. */
  readonly costliest: readonly OwnerCost[];
  /** Owners for whose bots most minutes of history were fetched so far, those first. */
  readonly mostFetched: readonly FetchedMinutes[];
};

/** More of them are not shown: there may be thousands. */
const OWNERS_SHOWN = 10;

/** Figures of all bots of the process, at the present instant; lags in milliseconds. */
export function runnerFigures(state: RunnerState): RunnerFigures {
  const { running, wanted, deps, options, heldUntilMs } = state;
  const nowMs = deps.clock.nowMs();
  const { port, placement } = deps.threads;
  const all = [...running.values()];
  const active = all.filter(({ identity }) => !identity.isFollowed);
  const due = active.filter(({ run }) => !run.view.isPaused);
  const doneMs = due.map(doneUntilMs);
  const isBehind = (untilMs: number): boolean => nowMs - untilMs > 2 * MINUTE_MS;
  const isOf = (userIds: ReadonlySet<string>) => (live: LiveRun) =>
    placement.threadsCount > 1 && userIds.has(live.identity.bot.userId);
  const aboveShare = new Set(
    [...placement.apartUntilMs.keys()].filter((userId) => isAboveShare(placement, userId)),
  );
  const wantedCount = [...wanted.values()].filter(
    ({ runnable }) => runnable.bot.isActivated,
  ).length;
  return {
    nowMs,
    runningCount: active.length,
    waitingCount: Math.max(0, wantedCount - active.length),
    behindCount: doneMs.filter(isBehind).length,
    quarantinedCount: active.filter(isOf(placement.quarantined)).length,
    aboveShareCount: active.filter(isOf(aboveShare)).length,
    onProbationCount: active.filter(({ identity }) => isOnProbation(placement, identity.bot))
      .length,
    followedCount: all.length - active.length,
    lastMinuteMs: doneMs.length === 0 ? null : Math.max(...doneMs),
    leaseLeftMs: Number.isFinite(heldUntilMs) ? heldUntilMs - options.monotonicMs() : null,
    threadsEndedCount: port.endedCount(),
    snapshots: deps.threads.snapshots,
    processor: placement.totals,
    costliest: costliestOwners(placement, OWNERS_SHOWN),
    mostFetched: mostFetched(deps, OWNERS_SHOWN),
  };
}

function doneUntilMs({ run: { setup, view } }: LiveRun): number {
  return setup.startMs + view.doneRow * MINUTE_MS;
}

/**
 * Why the bots of a process stand still, in words; null when they do not. `sinceMs` is when the
 * process began, `idleUntilMs` when it had no bots last.
 */
export function whyStandingStill(
  figures: RunnerFigures,
  sinceMs: number,
  idleUntilMs = sinceMs,
): string | null {
  const { nowMs, lastMinuteMs, leaseLeftMs } = figures;
  const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`;
  const lostForMs = leaseLeftMs === null ? nowMs - sinceMs : -leaseLeftMs;
  if (lostForMs > LIMITS.botStandstillLeaseMs)
    return `it has had no lease for ${seconds(lostForMs)}`;
  const lastMs = Math.max(lastMinuteMs ?? 0, sinceMs, idleUntilMs);
  if (isWithoutBots(figures) || nowMs - lastMs <= LIMITS.botStandstillMs) return null;
  return `no bot has run a minute for ${seconds(nowMs - lastMs)}`;
}

/** Process that neither runs bots nor waits for any. */
export function isWithoutBots({ runningCount, waitingCount }: RunnerFigures): boolean {
  return runningCount + waitingCount === 0;
}
