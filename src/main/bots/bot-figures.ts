// Metrics and readiness of a process that runs bots.

import type { Figure } from '#api/http/responses/metrics.ts';
import type { ProcessStatus } from '#api/http/callers/status-server.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import type { RunnerFigures } from '#services/live/runner/runner-figures.ts';
import type { SnapshotFigures } from '#services/live/state/snapshot-figures.ts';
import { isWithoutBots, whyStandingStill } from '#services/live/runner/runner-figures.ts';

/** Status of a process; it is ready until its bots stand still, with some patience at the start. */
export function botStatus(runner: Pick<BotRunner, 'figures'>): ProcessStatus {
  const sinceMs = runner.figures().nowMs;
  let idleUntilMs = sinceMs;
  return {
    figures: () => botFigures(runner.figures()),
    whyNotReady() {
      const found = runner.figures();
      // Asked every few seconds. A first bot has not run a minute yet.
      if (isWithoutBots(found)) idleUntilMs = found.nowMs;
      return whyStandingStill(found, sinceMs, idleUntilMs);
    },
  };
}

function botFigures(found: RunnerFigures): readonly Figure[] {
  const { nowMs, lastMinuteMs, leaseLeftMs } = found;
  const bots: Figure = {
    name: 'tidemill_bots',
    kind: 'gauge',
    help: 'Bots of the process, by state; one may be in several.',
    samples: [
      { labels: { state: 'running' }, value: found.runningCount },
      { labels: { state: 'waiting' }, value: found.waitingCount },
      { labels: { state: 'behind' }, value: found.behindCount },
      { labels: { state: 'quarantined' }, value: found.quarantinedCount },
      { labels: { state: 'above_share' }, value: found.aboveShareCount },
      { labels: { state: 'on_probation' }, value: found.onProbationCount },
      { labels: { state: 'followed' }, value: found.followedCount },
    ],
  };
  return [
    bots,
    gauge(
      'tidemill_bots_last_minute_age_seconds',
      'Since the close of the newest minute that any bot has run; zero while none is to run.',
      lastMinuteMs === null ? 0 : (nowMs - lastMinuteMs) / 1_000,
    ),
    gauge(
      'tidemill_bots_lease_left_seconds',
      'Until the lease of the process ends; below zero when it has.',
      (leaseLeftMs ?? 0) / 1_000,
    ),
    {
      name: 'tidemill_bot_threads_ended_total',
      kind: 'counter',
      help: 'Threads of scripts that were ended and replaced.',
      samples: [{ value: found.threadsEndedCount }],
    },
    snapshotFigure(found.snapshots),
    {
      name: 'tidemill_bot_scripts_processor_seconds_total',
      kind: 'counter',
      help: 'Processor time of the scripts of bots, by the kind of thread that they run on.',
      samples: [
        { labels: { thread: 'shared' }, value: found.processor.sharedMs / 1_000 },
        { labels: { thread: 'reserved' }, value: found.processor.reservedMs / 1_000 },
      ],
    },
    {
      name: 'tidemill_bot_scripts_minute_processor_seconds',
      kind: 'gauge',
      help: 'Of the last minute, for the ten users whose scripts took most of it.',
      samples: found.costliest.map(({ userId, minuteMs }) => ({
        labels: { user_id: userId },
        value: minuteMs / 1_000,
      })),
    },
    {
      name: 'tidemill_bot_history_fetched_minutes_total',
      kind: 'counter',
      help: 'Minutes of history fetched for bots that began, for the ten users with most of them.',
      samples: found.mostFetched.map(({ userId, minutesCount }) => ({
        labels: { user_id: userId },
        value: minutesCount,
      })),
    },
  ];
}

function snapshotFigure(found: SnapshotFigures): Figure {
  const states = {
    loaded: found.loadedCount,
    replayed: found.replayedCount,
    unfit: found.unfitCount,
    written: found.writtenCount,
    refused: found.refusedCount,
    checked: found.checkedCount,
    differing: found.differingCount,
  };
  return {
    name: 'tidemill_bot_snapshots_total',
    kind: 'counter',
    help: 'Runs that were loaded and stored, by what came of it.',
    samples: Object.entries(states).map(([state, value]) => ({ labels: { state }, value })),
  };
}

function gauge(name: string, help: string, value: number): Figure {
  return { name, kind: 'gauge', help, samples: [{ value }] };
}
