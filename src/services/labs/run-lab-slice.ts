// Carries out a slice of a lab: its combinations are run on a thread that shares columns with the
// slices before it, and all results are written together.

import { LIMITS } from '#lib/limits.ts';
import { createSearch } from '#backtesting/sweep/create-search.ts';
import type { JobAttempt, JobEnding } from '#ports/work/jobs.ts';
import type { Lab } from '#ports/stores/lab-store.ts';
import { endLabOfFault, failLab } from '#services/labs/end-lab-of-fault.ts';
import { inputsOf, spaceOf } from '#services/labs/lab-parameters.ts';
import type { LabPlan } from '#services/labs/lab-plan.ts';
import { planFromText } from '#services/labs/lab-plan.ts';
import { resultsOf } from '#services/labs/lab-results.ts';
import type { LabWorkDeps } from '#services/labs/lab-work.ts';
import { executionNameOf, executionOf } from '#services/labs/lab-execution.ts';
import { cutOfLab, gatherBase, ignoreProgress } from '#services/labs/lab-work.ts';

const DONE: JobEnding = { kind: 'done' };

/** One attempt at the job. Throws Failure. */
export async function runLabSlice(
  deps: LabWorkDeps,
  attempt: JobAttempt,
  signal: AbortSignal,
): Promise<JobEnding> {
  const slice = await deps.labs.findSlice(attempt.jobId);
  const progress = slice === null ? null : await deps.labs.findProgress(attempt.jobId);
  if (slice === null || progress === null) return DONE;
  if (attempt.lostCount >= LIMITS.labLostAttemptsMax) {
    return failLab(deps, attempt, `The process that ran it ended, ${attempt.lostCount} times.`);
  }
  const { lab } = progress;
  const plan = planFromText(progress.plan);
  const base = await gatherBase(deps, lab, plan);
  if (!base.ok) return failLab(deps, attempt, base.rejection.reason.message);
  const input = {
    sweepKey: executionNameOf(lab),
    base: base.value,
    cutMs: cutOfLab(lab, plan),
    sets: slice.combinations.map((combination) => inputsOf(plan.parameters, combination)),
  };
  const ran = await deps.compute.run(input, { signal, onProgress: ignoreProgress });
  if (!ran.ok) return endLabOfFault(deps, attempt, ran.rejection);
  const atMs = deps.clock.nowMs();
  const place = { labId: lab.labId, executionNumber: executionOf(lab).number, slice };
  await deps.labs.endSlice(attempt, {
    results: resultsOf(deps.digest, place, ran.value.runs),
    runMs: Math.max(0.1, ran.value.tookMs / slice.combinations.length),
    openSlicesMax: openSlicesMaxOf(lab, plan),
    atMs,
  });
  return DONE;
}

/** A search that goes by scores needs all of a generation; others are planned ahead. */
function openSlicesMaxOf({ design }: Lab, { config, parameters }: LabPlan): number {
  const search = createSearch(design.algorithm, spaceOf(parameters), config.search, 0);
  return search.isAdaptive ? 0 : LIMITS.labOpenSlicesLow;
}
