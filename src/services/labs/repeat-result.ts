// Runs a result of a lab again, as a backtest that is not stored: for a page about the lab.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { completeReport } from '#services/backtests/complete-report.ts';
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
  const gathered = await gatherInput(deps, backtest);
  if (!gathered.ok) return rejected(gathered.rejection.reason.message);
  const { input } = gathered.value;
  const { signal } = new AbortController();
  const response = await compute(input, { signal, onProgress: () => undefined });
  if (!response.ok) return rejected(response.rejection.message);
  const run = response.value;
  if (!run.ok) return rejected(failureReason(run.rejection, input.script.name).message);
  return accepted({
    backtestId,
    gathered: gathered.value,
    report: completeReport(input, run.value),
  });
}
