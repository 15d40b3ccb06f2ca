// The loops of a process that runs bots: its lease, the minutes, and what is sent to its bots,
// which it hears of.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { BOT_CHANNEL, SWITCH_NEWS } from '#adapters/postgres/connection/bot-channel.ts';
import { openListener } from '#adapters/postgres/connection/listener.ts';
import { withLowPriorityForAll } from '#adapters/postgres/connection/low-priority-work.ts';
import { LIMITS } from '#lib/limits.ts';
import { botStatus } from '#main/bots/bot-figures.ts';
import type { ProcessStatus } from '#api/http/callers/status-server.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { RepeatedWork } from '#main/process/repeat.ts';
import { repeat } from '#main/process/repeat.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { StatefulThreads } from '#ports/work/stateful-threads.ts';
import type { LiveRunDeps } from '#services/live/state/live-run-deps.ts';
import type { BotRunner } from '#services/live/runner/bot-runner.ts';
import { botRunner } from '#services/live/runner/bot-runner.ts';
import type { RunReply, RunRequest } from '#services/live/state/run-messages.ts';

export type BotService = {
  readonly runner: BotRunner;
  readonly status: ProcessStatus;
  /** Lets what is under way end and hands the bots over; best effort. */
  stop(this: void): Promise<void>;
};

const MINUTES_GATHER_MS = 20;
const WATCH_MS = 5_000;

/** Says in the log when bots stand still, and when they run again. */
function standstillWatch(log: Log) {
  let isStanding = false;
  return {
    look({ whyNotReady }: ProcessStatus): void {
      const reason = whyNotReady();
      if (reason !== null && !isStanding) log.error('bots.standing_still', { reason });
      if (reason === null && isStanding) log.info('bots.running_again', {});
      isStanding = reason !== null;
    },
  };
}

/** Hears of news in the database at `databaseUrl`. */
export function serveBots(
  deps: LiveRunDeps,
  threads: StatefulThreads<RunRequest, RunReply>,
  databaseUrl: string,
  onDefect: (error: unknown) => void,
): BotService {
  const { log } = deps;
  // A monotonic clock that goes on while the machine sleeps is not to be had; one that stands still
  // meanwhile is set right by the store, which refuses what comes too late.
  const monotonicMs = (): number => performance.now();
  // What closes together is run together.
  const onMinutes = gathered(MINUTES_GATHER_MS, () => running.wake());
  const options = { owner: randomUUID(), monotonicMs, pause, onMinutes };
  const runner = botRunner(deps, threads, options);
  warmUp(threads);
  const standstill = standstillWatch(log);
  const start = (name: string, pauseMs: number, round: RepeatedWork['round']) =>
    repeat({ name, pauseMs, round, onDefect }, log);
  const renewing = start('bot_leases', LIMITS.botLeaseRenewMs, runner.renew);
  // What is sent to bots finds a connection while thousands of them run for a minute.
  const running = start('bots', LIMITS.botTickMs, () => withLowPriorityForAll(runner.tick));
  const receiving = start('bot_inputs', LIMITS.botInboxPollMs, runner.receive);
  const status = botStatus(runner);
  const watching = start('bots_watched', WATCH_MS, async () => standstill.look(status));
  const hear = (news: string): void => {
    if (news !== 'bots') receiving.wake();
    if (news === 'inbox') return;
    runner.noteChange();
    running.wake();
    if (news === SWITCH_NEWS) void dropStopped(deps, runner);
  };
  const subscription = { channel: BOT_CHANNEL, onMessage: hear, onGap: () => hear('') };
  const report = (message: string): void => log.warn('database.remark', { message });
  const listener = openListener(databaseUrl, [subscription], report);
  return {
    runner,
    status,
    async stop() {
      await listener.close();
      runner.leave();
      await Promise.all([running, receiving, watching].map((each) => each.stop()));
      await runner.settled();
      // Until then: what is under way sends orders, and may wait for its exchange.
      await renewing.stop();
      await handOver(deps, runner);
      await threads.close();
    },
  };
}

/** Calls `run` once for all calls within so long. */
function gathered(delayMs: number, run: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      run();
    }, delayMs).unref();
  };
}

/**
 * The first runs go to the first thread: it loads its modules while the leases of a process that
 * died run out.
 */
function warmUp({ threads: [first] }: StatefulThreads<RunRequest, RunReply>): void {
  void first?.ask({ kind: 'close_window', windowKey: '' }, { isWanted: () => true });
}

/** What cannot be listed now is released with the next tick. */
async function dropStopped({ log }: LiveRunDeps, runner: BotRunner): Promise<void> {
  try {
    await runner.dropStopped();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn('bots.not_dropped', { cause: error.message });
  }
}

/** Without it the leases run out by themselves. */
async function handOver({ log }: LiveRunDeps, runner: BotRunner): Promise<void> {
  try {
    await runner.close();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    log.warn('bots.not_handed_over', { cause: error.message });
  }
}
