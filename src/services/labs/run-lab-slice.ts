// Carries out a slice of a lab: its combinations are run on a thread that shares columns with the
// slices before it, and all results are written together.

import { LIMITS } from '#lib/limits.ts';
import type { InputSet, SweepRun } from '#backtesting/sweep/run-sweep.ts';
import { createSearch } from '#backtesting/sweep/create-search.ts';
import type { ComputeFault } from '#ports/work/compute.ts';
import type { JobAttempt, JobEnding } from '#ports/work/jobs.ts';
import type { Lab } from '#ports/stores/lab-store.ts';
import type { WarmUpWish } from '#services/backtests/warm-up-wish.ts';
import { longerWarmUp } from '#services/backtests/warm-up-wish.ts';
import { endLabOfFault, failLab } from '#services/labs/end-lab-of-fault.ts';
import { inputsOf, spaceOf } from '#services/labs/lab-parameters.ts';
import type { LabPlan } from '#services/labs/lab-plan.ts';
import { planFromText } from '#services/labs/lab-plan.ts';
import type { StoredResult } from '#services/labs/lab-results.ts';
import { resultsOf } from '#services/labs/lab-results.ts';
import { combineRuns, marketsOf } from '#services/labs/lab-markets.ts';
import type { LabWorkDeps, SliceInput, SliceOutput } from '#services/labs/lab-work.ts';
import { executionNameOf, executionOf } from '#services/labs/lab-execution.ts';
import { cutOfLab, firstWarmUpOf, gatherBase, ignoreProgress } from '#services/labs/lab-work.ts';

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
  const sets = slice.combinations.map((combination) => inputsOf(plan.parameters, combination));
  const tags = marketsOf(plan);
  const byMarket: SliceOutput[] = [];
  for (const marketTag of tags) {
    const placed = { ...plan, place: { ...plan.place, marketTag } };
    const sweepKey = `${executionNameOf(lab)}${tags.length === 1 ? '' : `.${marketTag}`}`;
    const ran = await runGrowing(deps, { lab, plan: placed, sweepKey, sets }, signal);
    if (ran.kind === 'refused') return failLab(deps, attempt, ran.reason);
    if (ran.kind === 'fault') return endLabOfFault(deps, attempt, ran.fault);
    byMarket.push(ran.output);
  }
  const tookMs = byMarket.reduce((total, of) => total + of.tookMs, 0);
  const atMs = deps.clock.nowMs();
  const place = { labId: lab.labId, executionNumber: executionOf(lab).number, slice };
  await deps.labs.endSlice(attempt, {
    results: resultsOf(deps.digest, place, togetherOf(tags, byMarket)),
    runMs: Math.max(0.1, tookMs / slice.combinations.length),
    openSlicesMax: openSlicesMaxOf(lab, plan),
    atMs,
  });
  return DONE;
}

type SliceOnMarket = Pick<SliceInput, 'sweepKey' | 'sets'> & {
  readonly lab: Lab;
  readonly plan: LabPlan;
};

type RanSlice =
  | { readonly kind: 'ran'; readonly output: SliceOutput }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'fault'; readonly fault: ComputeFault };

/**
 * Each run has the history that a backtest of its inputs is gathered with: those whose series lack
 * some are run again with more. Throws Failure.
 */
async function runGrowing(
  deps: LabWorkDeps,
  { lab, plan, sweepKey, sets }: SliceOnMarket,
  signal: AbortSignal,
): Promise<RanSlice> {
  const cutMs = cutOfLab(lab, plan);
  const runs: SweepRun[] = [];
  let tookMs = 0;
  const waiting = new Map<string, WaitingSets>();
  wait(waiting, firstWarmUpOf(lab, plan), [...sets.keys()]);
  for (const [wishText, { warmUp, places }] of waiting) {
    const base = await gatherBase(deps, lab, plan, warmUp);
    if (!base.ok) return { kind: 'refused', reason: base.rejection.reason.message };
    const chosen = places.map((place) => sets[place] as InputSet);
    const input = { sweepKey: `${sweepKey} ${wishText}`, base: base.value, cutMs, sets: chosen };
    const ran = await deps.compute.run(input, { signal, onProgress: ignoreProgress });
    if (!ran.ok) return { kind: 'fault', fault: ran.rejection };
    tookMs += ran.value.tookMs;
    for (const [at, run] of ran.value.runs.entries()) {
      const place = places[at] as number;
      runs[place] = run;
      const longer = run.lacking && longerWarmUp(warmUp, run.lacking, executionOf(lab));
      if (longer) wait(waiting, longer, [place]);
    }
  }
  return { kind: 'ran', output: { runs, tookMs } };
}

type WaitingSets = { readonly warmUp: WarmUpWish; readonly places: number[] };

/** Runs with the same wish share what they compute. */
function wait(waiting: Map<string, WaitingSets>, warmUp: WarmUpWish, places: number[]): void {
  const { minutes, canGrow, growthsCount = 0, before = null } = warmUp;
  const lacked = before === null ? '' : `${before.missingMinutes} ${before.wishedBars}`;
  const text = `${minutes} ${canGrow} ${growthsCount} ${lacked}`;
  const known = waiting.get(text);
  if (known === undefined) waiting.set(text, { warmUp, places });
  else known.places.push(...places);
}

/** The runs of a lab of several markets stand for all of them. */
function togetherOf(
  tags: readonly string[],
  byMarket: readonly SliceOutput[],
): readonly StoredResult[] {
  const runs = byMarket[0]?.runs ?? [];
  if (tags.length === 1) return runs;
  return runs.map((_, place) =>
    combineRuns(
      tags,
      byMarket.flatMap((of) => of.runs.slice(place, place + 1)),
    ),
  );
}

/** A search that goes by scores needs all of a generation; others are planned ahead. */
function openSlicesMaxOf({ design }: Lab, { config, parameters }: LabPlan): number {
  const search = createSearch(design.algorithm, spaceOf(parameters), config.search, 0);
  return search.isAdaptive ? 0 : LIMITS.labOpenSlicesLow;
}
