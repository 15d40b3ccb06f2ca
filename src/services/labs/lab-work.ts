// Dependencies of the jobs of labs, and the input that all runs of an execution share.

import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { NeighbourInput, Neighbourhoods } from '#backtesting/sweep/neighbourhood.ts';
import type { PlanInput, PlannedRuns } from '#backtesting/sweep/plan-runs.ts';
import type { InputSet, SweepRun } from '#backtesting/sweep/run-sweep.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Compute } from '#ports/work/compute.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Lab, LabStore } from '#ports/stores/lab-store.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { Script } from '#ports/stores/script-store.ts';
import type { GatherDeps, GatherRejection } from '#services/backtests/gather-input.ts';
import { gatherInput } from '#services/backtests/gather-input.ts';
import type { WarmUpWish } from '#services/backtests/warm-up-wish.ts';
import { usualWarmUp } from '#services/backtests/warm-up-wish.ts';
import { choicesToText } from '#services/backtests/backtest-choices.ts';
import { executionNameOf, executionOf } from '#services/labs/lab-execution.ts';
import type { LabPlan } from '#services/labs/lab-plan.ts';
import { cutOf } from '#services/labs/lab-plan.ts';

/** What a thread is sent: it keeps what is equal from slice to slice by the key. */
export type SliceInput = {
  readonly sweepKey: string;
  readonly base: BacktestInput;
  readonly cutMs: number;
  readonly sets: readonly InputSet[];
};

export type SliceOutput = {
  readonly runs: readonly SweepRun[];
  /** From when a thread began; the slice may have waited for one before. */
  readonly tookMs: number;
};

export type SliceCompute = Compute<SliceInput, SliceOutput>;

/** Computed away from the thread that asks, because a user decides how long it takes. */
export type LabPlanning = {
  readonly nextRuns: Compute<PlanInput, PlannedRuns>;
  readonly neighbours: Compute<NeighbourInput, Neighbourhoods>;
};

export type LabWorkDeps = GatherDeps & {
  readonly labs: LabStore;
  readonly compute: SliceCompute;
  readonly planning: LabPlanning;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly log: Log;
};

/** History that the runs of a lab ask for first. */
export function firstWarmUpOf(lab: Lab, { place }: LabPlan): WarmUpWish {
  return usualWarmUp({ ...place, startMs: executionOf(lab).startMs }, true);
}

/**
 * The input that runs with the same history share, with the script and the wallet as the plan has
 * them.
 */
export async function gatherBase(
  deps: GatherDeps,
  lab: Lab,
  plan: LabPlan,
  warmUp: WarmUpWish = firstWarmUpOf(lab, plan),
): Promise<Result<BacktestInput, GatherRejection>> {
  const { userId } = lab;
  const { startMs, endMs } = executionOf(lab);
  const { script, config, place, seed } = plan;
  const requested = {
    backtestId: executionNameOf(lab),
    userId,
    scriptId: script.scriptId,
    ...place,
    startMs,
    endMs,
    choices: choicesToText({ ...config.choices, seed, inputs: marketChoices(plan) }),
    queuedAtMs: executionOf(lab).startedAtMs,
  };
  const frozen = { ...deps, scripts: frozenScripts(userId, plan) };
  const found = await gatherInput(frozen, requested, plan.wallet, warmUp);
  return found.ok ? accepted({ ...found.value.input, inputs: {} }) : found;
}

/** Values of inputs that may name markets, so that their minutes are gathered as well. */
function marketChoices({ parameters }: LabPlan): (readonly [string, string])[] {
  return parameters
    .filter(({ kind }) => kind === 'market' || kind === 'text')
    .flatMap(({ key, isEnabled, values, fixedValue }) =>
      (isEnabled ? values : [fixedValue]).flatMap((value, place) =>
        typeof value === 'string' ? [[`${key} ${place}`, value] as const] : [],
      ),
    );
}

/** As they were at the start, also when the script was changed or deleted since. */
function frozenScripts(
  userId: string,
  { libraries, script }: Pick<LabPlan, 'libraries' | 'script'>,
): GatherDeps['scripts'] {
  const check = { isValid: true, errors: [], warnings: [], inputs: [], commandName: null };
  const times = { createdAtMs: 0, updatedAtMs: 0 };
  const found: Script = { ...script, userId, description: null, type: 'lua', check, ...times };
  return { findScript: async () => found, listLibraries: async () => libraries };
}

/** Instant at which the window is cut: what follows is not searched in. Milliseconds since 1970. */
export function cutOfLab(lab: Lab, plan: LabPlan): number {
  const { startMs, endMs } = executionOf(lab);
  return cutOf(startMs, endMs, plan.config.outOfSamplePercent);
}

/** Takes progress of a job and drops it. */
export function ignoreProgress(): void {
  // Progress is given by the results that are there.
}
