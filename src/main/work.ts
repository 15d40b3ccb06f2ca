// A worker process: takes backtests from the queue and runs them on threads, until it is told to
// stop. What it could not finish it gives back.

import { availableParallelism } from 'node:os';
import { postgresBacktestStore } from '#adapters/postgres/backtest-store.ts';
import type { OpenedJobs } from '#adapters/postgres/open-jobs.ts';
import { openJobs } from '#adapters/postgres/open-jobs.ts';
import { jsonLog } from '#adapters/system/json-log.ts';
import { LIMITS } from '#lib/limits.ts';
import { watchForStop } from '#main/await-stop.ts';
import type { StopWatch } from '#main/await-stop.ts';
import type { Config } from '#main/config.ts';
import { prepareDataDirectory } from '#main/data-directory.ts';
import { openBacktestThreads } from '#main/open-backtest-threads.ts';
import type { Core } from '#main/open-core.ts';
import { openCore } from '#main/open-core.ts';
import { BACKTEST_QUEUE } from '#ports/backtest-store.ts';
import type { Log } from '#ports/log.ts';
import { performBacktest } from '#services/backtests/perform-backtest.ts';
import { cachedCandles } from '#services/history/cached-candles.ts';

const DATABASE_PATIENCE_MS = 20_000;
const MEGABYTE = 1_048_576;

/**
 * Settles when it has ended in order. Throws Failure and CommandFailed when it cannot start. Ends
 * with the process that started it, if that one keeps a channel to it.
 */
export async function work(config: Config, version: string): Promise<void> {
  prepareDataDirectory(config.dataDir);
  const log = jsonLog(config.logLevel);
  const hasParent = process.channel !== undefined;
  const stopWatch = watchForStop(log, hasParent);
  const core = await openCore(config, {
    patienceMs: DATABASE_PATIENCE_MS,
    report: (message) => log.warn('database.remark', { message }),
    onChange: null,
  });
  try {
    const report = (message: string): void => log.warn('jobs.remark', { message });
    const opened = await openJobs(core.database, {
      isRunning: true,
      queues: [BACKTEST_QUEUE],
      report,
    });
    try {
      // One processor is left to the rest.
      const threads = config.workerThreads ?? Math.max(1, availableParallelism() - 1);
      log.info('worker.started', { version, threads, process_id: process.pid });
      await carryOut(threads, { core, opened, log, stopWatch });
    } finally {
      await opened.close();
    }
  } finally {
    await core.close();
  }
  log.info('worker.stopped', {});
  // The channel would keep the process alive.
  if (hasParent && process.connected) process.disconnect?.();
}

type Parts = {
  readonly core: Core;
  readonly opened: OpenedJobs;
  readonly log: Log;
  readonly stopWatch: StopWatch;
};

async function carryOut(threads: number, parts: Parts): Promise<void> {
  const { core, opened, log, stopWatch } = parts;
  const { jobs } = opened;
  const compute = openBacktestThreads(threads);
  const backtests = postgresBacktestStore(core.database, jobs);
  const deps = cachedCandles(
    { ...core.deps, backtests, compute, log },
    { bytesMax: LIMITS.candleCacheMegabytesMax * MEGABYTE, ageMsMax: LIMITS.candleCacheMs },
  );
  const runner = jobs.run({
    queue: BACKTEST_QUEUE,
    slotsCount: threads,
    perform: (attempt, signal) => performBacktest(deps, attempt, signal),
    onDefect: stopWatch.onDefect,
  });
  const reason = await stopWatch.reason;
  log.info('worker.stopping', { reason: reason.kind === 'signal' ? reason.signal : reason.kind });
  await runner.close();
  await compute.close();
  if (reason.kind === 'defect') throw reason.error;
}
