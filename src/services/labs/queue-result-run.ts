// Runs a lab's result again as a backtest of its own, under the result's id: with the script, the
// wallet, the seed and the rules that the lab ran with, so that it has the figures of the result.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Backtest, BacktestStore } from '#ports/stores/backtest-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { LabStore } from '#ports/stores/lab-store.ts';
import { choicesToText } from '#services/backtests/backtest-choices.ts';
import { frozenToText } from '#services/backtests/frozen-run.ts';
import { inputsOf } from '#services/labs/lab-parameters.ts';
import { findExecutionOfRun, marketsOf, planOfMarket } from '#services/labs/lab-markets.ts';
import { planFromText } from '#services/labs/lab-plan.ts';

export type ResultRunDeps = {
  readonly backtests: Pick<BacktestStore, 'insertBacktest'>;
  readonly labs: Pick<LabStore, 'findExecutionOf' | 'findLab' | 'findPlan' | 'findResult'>;
  readonly clock: Clock;
};

export type FindResultRunDeps = Pick<ResultRunDeps, 'labs' | 'clock'>;

/** `too_many`: as many backtests of the user wait as may. */
type ResultRunRejection = 'unknown' | 'too_many';

/** One that is queued or over already stays as it is. */
export async function queueResultRun(
  deps: ResultRunDeps,
  userId: string,
  backtestId: string,
): Promise<Result<null, ResultRunRejection>> {
  const backtest = await findResultRun(deps, userId, backtestId);
  if (backtest === null) return rejected('unknown');
  const waitingMax = LIMITS.backtestsWaitingPerUserMax;
  const isThere = await deps.backtests.insertBacktest(backtest, null, waitingMax);
  return isThere ? accepted(null) : rejected('too_many');
}

/** Null when it is no result of the user's labs, or its lab is started anew meanwhile. */
export async function findResultRun(
  { labs, clock }: FindResultRunDeps,
  userId: string,
  backtestId: string,
): Promise<Backtest | null> {
  const found = await findExecutionOfRun(labs, userId, backtestId);
  if (found === null) return null;
  const { key, resultId } = found;
  const lab = await labs.findLab(userId, key.labId);
  const planText = await labs.findPlan(key);
  const result = await labs.findResult(key, resultId);
  const execution = lab?.execution ?? null;
  if (execution?.number !== key.executionNumber || planText === null || result === null)
    return null;
  const plan = planOfMarket(planFromText(planText), backtestId);
  if (plan === null || plan.wallet === null) return null;
  // A result of one market has no further ids.
  if (resultId !== backtestId && marketsOf(plan).length === 1) return null;
  const { config, libraries, parameters, place, script, seed, wallet } = plan;
  const inputs = Object.entries(inputsOf(parameters, result.combination));
  const { name, scriptId, source } = script;
  return {
    backtestId,
    userId,
    scriptId,
    ...place,
    startMs: execution.startMs,
    endMs: execution.endMs,
    choices: choicesToText({ ...config.choices, seed, inputs }),
    frozen: frozenToText({ script: { name, source }, libraries, wallet }),
    queuedAtMs: clock.nowMs(),
  };
}
