// Runs a result of a lab again, as a backtest that is not stored: for a page about the lab.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { completeReport } from '#services/backtests/complete-report.ts';
import type { Backtest } from '#ports/stores/backtest-store.ts';
import type { WarmUpWish } from '#services/backtests/warm-up-wish.ts';
import { longerWarmUp, usualWarmUp } from '#services/backtests/warm-up-wish.ts';
import { failureReason } from '#services/backtests/failure-reason.ts';
import type { GatherDeps, GatheredInput } from '#services/backtests/gather-input.ts';
import { gatherInput } from '#services/backtests/gather-input.ts';
import type { BacktestCompute } from '#services/backtests/perform-backtest.ts';
import type { FindResultRunDeps } from '#services/labs/queue-result-run.ts';
import { findResultRun } from '#services/labs/queue-result-run.ts';

export type RepeatedResult = {
  readonly backtestId: string;
  readonly gathered: GatheredInput;
  readonly report: BacktestReport;
};

/** Rejected with why it cannot be run again. Throws Failure. */
export async function repeatResult(
  deps: GatherDeps & FindResultRunDeps,
  compute: BacktestCompute['run'],
  { userId, backtestId }: { readonly userId: string; readonly backtestId: string },
): Promise<Result<RepeatedResult, string>> {
  const backtest = await findResultRun(deps, userId, backtestId);
  if (backtest === null) return rejected('It is no result of a lab any more.');
  return repeatWith(deps, compute, backtest, usualWarmUp(backtest, true));
}

/** Again with more history where it turns out to look back further, as in the lab. */
async function repeatWith(
  deps: GatherDeps,
  compute: BacktestCompute['run'],
  backtest: Backtest,
  warmUp: WarmUpWish,
): Promise<Result<RepeatedResult, string>> {
  const gathered = await gatherInput(deps, backtest, undefined, warmUp);
  if (!gathered.ok) return rejected(gathered.rejection.reason.message);
  const { input } = gathered.value;
  const { signal } = new AbortController();
  const response = await compute(input, { signal, onProgress: () => undefined });
  if (!response.ok) return rejected(response.rejection.message);
  const run = response.value;
  if (!run.ok) {
    const longer = longerWarmUp(warmUp, run.rejection, backtest);
    if (longer !== null) return repeatWith(deps, compute, backtest, longer);
    return rejected(failureReason(run.rejection, input.script.name).message);
  }
  return accepted({
    backtestId: backtest.backtestId,
    gathered: gathered.value,
    report: completeReport(input, run.value),
  });
}
