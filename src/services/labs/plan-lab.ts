// Carries out a plan job of a lab: brings its search to where it stood, cuts what it proposes next
// into slices, and completes the lab when there is nothing left. What was done before is read from
// the store, so a job may be done again anywhere.

import { LIMITS } from '#lib/limits.ts';
import { createSearch } from '#backtesting/sweep/create-search.ts';
import type { Search } from '#backtesting/sweep/search.ts';
import type { JobAttempt, JobEnding } from '#ports/work/jobs.ts';
import type { Lab, LabProgress } from '#ports/stores/lab-store.ts';
import type { GatherRejection } from '#services/backtests/gather-input.ts';
import type { NextRuns } from '#services/labs/cut-slices.ts';
import { cutSlices } from '#services/labs/cut-slices.ts';
import { judgeLab } from '#services/labs/judge-lab.ts';
import { spaceOf } from '#services/labs/lab-parameters.ts';
import type { LabPlan } from '#services/labs/lab-plan.ts';
import { planFromText, planToText } from '#services/labs/lab-plan.ts';
import type { LabWorkDeps } from '#services/labs/lab-work.ts';
import { executionOf, gatherBase } from '#services/labs/lab-work.ts';

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
    return fail(deps, attempt, 'The process that planned it ended, several times.');
  }
  const { lab } = progress;
  let plan = planFromText(progress.plan);
  if (plan.wallet === null) {
    const base = await gatherBase(deps, lab, plan);
    if (!base.ok) return refuse(deps, attempt, lab, base.rejection);
    plan = { ...plan, wallet: base.value.wallet };
  }
  if (signal.aborted) return AGAIN;
  const next = await nextRuns(deps, progress, plan);
  const atMs = deps.clock.nowMs();
  if (next === null && progress.openSlicesCount === 0)
    return complete(deps, attempt, signal, lab, plan);
  const { startMs, endMs } = executionOf(lab);
  const cost = { runMs: progress.runMs, windowMs: endMs - startMs };
  const slices = next === null ? [] : cutSlices(next, cost);
  await deps.labs.addSlices(attempt, slices, atMs, planToText(plan));
  return DONE;
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
  return fail(
    deps,
    attempt,
    isAboutHistory === true ? `${reason.message} ${advice}` : reason.message,
  );
}

async function fail(deps: LabWorkDeps, attempt: JobAttempt, reason: string): Promise<JobEnding> {
  await deps.labs.failLab(attempt, reason, deps.clock.nowMs());
  deps.log.info('lab.failed', { job_id: attempt.jobId, reason });
  return DONE;
}

async function complete(
  deps: LabWorkDeps,
  attempt: JobAttempt,
  signal: AbortSignal,
  lab: Lab,
  plan: LabPlan,
): Promise<JobEnding> {
  const judged = await judgeLab(
    deps.labs,
    lab,
    plan,
    async (page) => !signal.aborted && (await deps.labs.judgeResults(attempt, page)),
  );
  // Given back; when the lab is no longer at work, the next attempt finds that out.
  if (judged === null) return AGAIN;
  if (judged.failure !== null) return fail(deps, attempt, `Every run failed: ${judged.failure}`);
  await deps.labs.completeLab(attempt, judged.summary, deps.clock.nowMs());
  deps.log.info('lab.completed', { lab_id: lab.labId });
  return DONE;
}

/** What the search proposes after all that was planned; null when it is over. */
async function nextRuns(
  deps: LabWorkDeps,
  { lab, plannedCount }: LabProgress,
  plan: LabPlan,
): Promise<NextRuns | null> {
  const search = searchOf(lab, plan);
  const scores = search.isAdaptive ? await deps.labs.readScores(lab.labId) : null;
  let firstOrdinal = 0;
  /** Where the current generation begins: a search may propose it in parts. */
  let begun = { generation: -1, firstOrdinal: 0 };
  for (let proposal = search.propose(); proposal !== null; proposal = search.propose()) {
    const { combinations, generation } = proposal;
    if (generation !== begun.generation) begun = { generation, firstOrdinal };
    const end = firstOrdinal + combinations.length;
    if (end > plannedCount) {
      // A proposal may have been planned in part.
      return {
        generation,
        combinations: combinations.subarray(plannedCount - firstOrdinal),
        firstOrdinal: plannedCount,
        firstPopulation: plannedCount - begun.firstOrdinal,
        isAwaited: search.isAdaptive,
        laterCount: search.isAdaptive ? 0 : search.runsMax - end,
      };
    }
    if (scores !== null) search.tell(scores.subarray(firstOrdinal, end));
    firstOrdinal = end;
  }
  return null;
}

function searchOf({ design }: Lab, { config, parameters, seed }: LabPlan): Search {
  return createSearch(design.algorithm, spaceOf(parameters), config.search, seed);
}
