// A worker process: takes backtests and slices of labs from their queues and runs them on threads,
// until it is asked to stop. What it could not finish it gives back.

import { availableParallelism } from 'node:os';
import { postgresBacktestStore } from '#adapters/postgres/stores/backtest-store.ts';
import { postgresLabStore } from '#adapters/postgres/stores/lab-store.ts';
import type { OpenedJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { openJobs } from '#adapters/postgres/jobs/open-jobs.ts';
import { LIMITS } from '#lib/limits.ts';
import { backgroundDefects } from '#main/process/background-defects.ts';
import type { Config } from '#main/settings/config.ts';
import type { RoleParts } from '#main/run-role.ts';
import type { ProcessStatus } from '#api/http/callers/status-server.ts';
import { showStatus } from '#main/process/process-figures.ts';
import { runRole } from '#main/run-role.ts';
import { QUEUES } from '#main/work/queues.ts';
import type { WorkThreads } from '#main/work/open-work-threads.ts';
import { warnOfScriptUser } from '#main/checks/script-user-check.ts';
import { openSuspectProcesses, openWorkThreads } from '#main/work/open-work-threads.ts';
import type { Compute } from '#ports/work/compute.ts';
import type { JobAttempt, JobKind } from '#ports/work/jobs.ts';
import { BACKTEST_QUEUE } from '#ports/stores/backtest-store.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/stores/lab-store.ts';
import { performBacktest } from '#services/backtests/perform-backtest.ts';
import { cachedCandles } from '#services/history/cached-candles.ts';
import { planLab } from '#services/labs/plan-lab.ts';
import { runLabSlice } from '#services/labs/run-lab-slice.ts';
import { sharedCompute } from '#services/shares/shared-compute.ts';
import type { SharedTurns } from '#services/shares/share-turns.ts';
import { shareTurns } from '#services/shares/share-turns.ts';
import { suspectCompute } from '#services/shares/suspect-compute.ts';

const MEGABYTE = 1_048_576;

/** See runRole. */
export async function work(config: Config, version: string): Promise<void> {
  await runRole(config, { role: 'worker', version }, async (parts) => {
    const { core, log } = parts;
    const opened = await openJobs(core.database, {
      isRunning: true,
      queues: QUEUES,
      report: (message) => log.warn('jobs.remark', { message }),
      tracer: core.tracer,
    });
    try {
      // One processor is left to the rest.
      const threads = config.workerThreads ?? Math.max(1, availableParallelism() - 1);
      log.info('worker.started', { version, threads, process_id: process.pid });
      const hide = await showStatus(config, 'worker', WORKER_STATUS, { core, log, version });
      await warnOfScriptUser(log);
      await carryOut(threads, opened, parts);
      await hide();
    } finally {
      await opened.close();
    }
  });
}

/** It takes jobs for as long as it runs. */
const WORKER_STATUS: ProcessStatus = { figures: () => [], whyNotReady: () => null };

/** A job more than there are threads waits in this process, so that no thread waits for one. */
const JOBS_AHEAD = 1;
/**
 * A thread more than is set, for a tenant that has nothing running: it shares the processors with
 * the others, so that nobody waits for the end of another's long run.
 */
const RETAINED_THREADS = 1;
/** As many as are tried at once: two of each suspicion; see job-runner.ts and suspect-gate.ts. */
const SUSPECT_PROCESSES = 4;
/** Plans of labs at once, beside one of a tenant that has none. */
const PLANS_AT_ONCE = 1;

async function carryOut(
  threadsCount: number,
  opened: OpenedJobs,
  { core, log, shutdownSignal }: RoleParts,
): Promise<void> {
  const { jobs } = opened;
  // A damaged record fails its job; the jobs of others go on.
  const defects = backgroundDefects(log);
  const onDefect = (queue: string) => (error: unknown) => defects.note({ work: queue }, error);
  const threads = openWorkThreads(threadsCount + RETAINED_THREADS);
  const suspects = openSuspectProcesses(SUSPECT_PROCESSES);
  const turns = shareTurns({
    placesCount: threadsCount,
    retainedCount: RETAINED_THREADS,
    waitingPerTenantMax: Infinity,
    sharesMax: LIMITS.partnerSharesMax,
  });
  const deps = cachedCandles(
    { ...core.deps, log },
    { bytesMax: LIMITS.candleCacheMegabytesMax * MEGABYTE, ageMsMax: LIMITS.candleCacheMs },
  );
  const backtests = postgresBacktestStore(core.database, jobs);
  const labs = postgresLabStore(core.database, jobs);
  const computes = computesOf(jobs, turns, threads, suspects);
  const ofBacktest = (attempt: JobAttempt) => {
    return { ...deps, backtests, compute: computes(attempt).backtests };
  };
  const ofLab = (attempt: JobAttempt) => {
    const { planning, slices } = computes(attempt);
    return { ...deps, labs, compute: slices, planning };
  };
  const backtest: JobKind = {
    queue: BACKTEST_QUEUE,
    perform: (attempt, signal) => performBacktest(ofBacktest(attempt), attempt, signal),
    onDefect: onDefect(BACKTEST_QUEUE),
  };
  const slice: JobKind = {
    queue: LAB_SLICE_QUEUE,
    perform: (attempt, signal) => runLabSlice(ofLab(attempt), attempt, signal),
    onDefect: onDefect(LAB_SLICE_QUEUE),
  };
  const plan: JobKind = {
    queue: LAB_PLAN_QUEUE,
    perform: (attempt, signal) => planLab(ofLab(attempt), attempt, signal),
    onDefect: onDefect(LAB_PLAN_QUEUE),
  };
  const runners = [
    jobs.run({
      // A lab gives way to its own user's backtests.
      kinds: [backtest, slice],
      placesCount: threadsCount + JOBS_AHEAD,
      retainedCount: RETAINED_THREADS + JOBS_AHEAD,
    }),
    jobs.run({ kinds: [plan], placesCount: PLANS_AT_ONCE, retainedCount: PLANS_AT_ONCE }),
  ];
  const reason = await shutdownSignal.reason;
  log.info('worker.stopping', { reason: reason.kind === 'signal' ? reason.signal : reason.kind });
  await Promise.all(runners.map((runner) => runner.close()));
  await Promise.all([threads.close(), suspects.close()]);
  if (reason.kind === 'defect') throw reason.error;
}

/** What computes the work of an attempt: a suspect's in processes of its own. */
function computesOf(
  jobs: OpenedJobs['jobs'],
  turns: SharedTurns,
  threads: WorkThreads,
  suspects: WorkThreads,
): (attempt: JobAttempt) => Omit<WorkThreads, 'close'> {
  return (attempt) => {
    const { isSuspect, tenant } = attempt;
    const ofSuspect = <Input, Output>(compute: Compute<Input, Output>) =>
      suspectCompute(jobs, tenant, compute);
    if (isSuspect) return eachCompute(suspects, ofSuspect, ofSuspect);
    // Plans go before the slices of their member, which would run out while they wait.
    return eachCompute(
      threads,
      (compute) => sharedCompute(turns, attempt, compute),
      (compute) => sharedCompute(turns, { tenant, dueMs: 0 }, compute),
    );
  };
}

type Wrap = <Input, Output>(compute: Compute<Input, Output>) => Compute<Input, Output>;

function eachCompute(
  { backtests, planning, slices }: WorkThreads,
  ofRuns: Wrap,
  ofPlans: Wrap,
): Omit<WorkThreads, 'close'> {
  return {
    backtests: ofRuns(backtests),
    slices: ofRuns(slices),
    planning: {
      nextRuns: ofPlans(planning.nextRuns),
      neighbours: ofPlans(planning.neighbours),
    },
  };
}
