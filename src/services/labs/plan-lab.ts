// Carries out a plan job of a lab: brings its search to where it stood, cuts what it proposes next
// into slices, and completes the lab when there is nothing left. What was done before is read from
// the store, so a job may be done again anywhere.

import { LIMITS } from '#lib/limits.ts';
import { createSearch } from '#backtesting/sweep/create-search.ts';
import type { PlannedRuns } from '#backtesting/sweep/plan-runs.ts';
import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { ComputeFault } from '#ports/work/compute.ts';
import type { JobAttempt, JobEnding } from '#ports/work/jobs.ts';
import type { Lab, LabProgress } from '#ports/stores/lab-store.ts';
import type { GatherRejection } from '#services/backtests/gather-input.ts';
import { cutSlices } from '#services/labs/cut-slices.ts';
import { endLabOfFault, failLab } from '#services/labs/end-lab-of-fault.ts';
import { scoreLab } from '#services/labs/score-lab.ts';
import { spaceOf } from '#services/labs/lab-parameters.ts';
import type { LabPlan } from '#services/labs/lab-plan.ts';
import { planFromText, planToText } from '#services/labs/lab-plan.ts';
import type { LabWorkDeps } from '#services/labs/lab-work.ts';
import { executionOf } from '#services/labs/lab-execution.ts';
import { marketsOf } from '#services/labs/lab-markets.ts';
import { gatherBase, ignoreProgress } from '#services/labs/lab-work.ts';

const DONE: JobEnding = { kind: 'done' };
const AGAIN: JobEnding = { kind: 'again', delayMs: 0 };

/** One attempt at the job. Throws Failure. */
export async function planLab(
  deps: LabWorkDeps,
  attempt: JobAttempt,
  signal: AbortSignal,
): Promise<JobEnding> {
  const progress = await deps.labs.findProgress(attempt.jobId);
  if (progress === null) return DONE;
  if (attempt.lostCount >= LIMITS.labLostAttemptsMax) {
    return failLab(deps, attempt, 'The process that planned it ended, several times.');
  }
  const { lab } = progress;
  let plan = planFromText(progress.plan);
  if (plan.wallet === null) {
    const begun = await gatherAll(deps, lab, plan);
    if (!begun.ok) return refuse(deps, attempt, lab, begun.rejection);
    plan = begun.value;
  }
  if (signal.aborted) return AGAIN;
  const planned = await planNext(deps, progress, plan, signal);
  if (!planned.ok) return endLabOfFault(deps, attempt, planned.rejection);
  const { next } = planned.value;
  const atMs = deps.clock.nowMs();
  if (next === null && progress.openSlicesCount === 0)
    return complete(deps, attempt, signal, lab, plan);
  const { startMs, endMs } = executionOf(lab);
  const cost = { runMs: progress.runMs, windowMs: endMs - startMs };
  const slices = next === null ? [] : cutSlices(next, cost);
  await deps.labs.addSlices(attempt, slices, atMs, planToText(plan));
  return DONE;
}

/** With the wallet, which all markets share; refused by the first market that lacks history. */
async function gatherAll(
  deps: LabWorkDeps,
  lab: Lab,
  plan: LabPlan,
): Promise<Result<LabPlan, GatherRejection>> {
  let begun = plan;
  for (const marketTag of marketsOf(plan)) {
    const place = { ...plan.place, marketTag };
    const base = await gatherBase(deps, lab, { ...begun, place });
    if (!base.ok) return base;
    begun = { ...begun, wallet: base.value.wallet };
  }
  return accepted(begun);
}

/** A market without history waits for it a while: it may just be being synced. */
async function refuse(
  deps: LabWorkDeps,
  attempt: JobAttempt,
  lab: Lab,
  { isAboutHistory, isPassing, reason }: GatherRejection,
): Promise<JobEnding> {
  const waitedMs = deps.clock.nowMs() - executionOf(lab).startedAtMs;
  const leftMs = LIMITS.backtestHistoryPatienceMs - waitedMs;
  if (isPassing && leftMs > 0) {
    return { kind: 'again', delayMs: Math.min(LIMITS.backtestHistoryRetryMs, leftMs) };
  }
  const advice = 'Sync or import its history, or choose another window; then start the lab again.';
  return failLab(
    deps,
    attempt,
    isAboutHistory === true ? `${reason.message} ${advice}` : reason.message,
  );
}

async function complete(
  deps: LabWorkDeps,
  attempt: JobAttempt,
  signal: AbortSignal,
  lab: Lab,
  plan: LabPlan,
): Promise<JobEnding> {
  const judged = await scoreLab(deps, lab, plan, signal, (page) =>
    deps.labs.scoreResults(attempt, page),
  );
  // Given back; when the lab is no longer at work, the next attempt finds that out.
  if (!judged.ok) return endLabOfFault(deps, attempt, judged.rejection);
  const { failure, summary } = judged.value;
  if (failure !== null) return failLab(deps, attempt, `Every run failed: ${failure}`);
  await deps.labs.completeLab(attempt, summary, deps.clock.nowMs());
  deps.log.info('lab.completed', { lab_id: lab.labId });
  return DONE;
}

/** The thread that computes it makes the search again, however long it has become. */
async function planNext(
  { labs, planning }: LabWorkDeps,
  { lab, plannedCount }: LabProgress,
  { config, parameters, seed }: LabPlan,
  signal: AbortSignal,
): Promise<Result<PlannedRuns, ComputeFault>> {
  const space = spaceOf(parameters);
  const { algorithm } = lab.design;
  const { search } = config;
  const { isAdaptive } = createSearch(algorithm, space, search, seed);
  const scores = isAdaptive ? await labs.readScores(lab.labId) : null;
  const input = { algorithm, space, search, seed, plannedCount, scores };
  return planning.nextRuns.run(input, { signal, onProgress: ignoreProgress });
}
