// Discards a backtest: one that waits or runs is cancelled, one that is over is forgotten with its
// result, or with the reason of its failure.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';

/** Deletes a backtest of the caller at once, in whichever state it is. */
export async function deleteBacktest(
  deps: { readonly backtests: Pick<BacktestStore, 'deleteBacktest'> },
  command: { readonly caller: Principal; readonly backtestId: string },
): Promise<Result<null, 'backtest_not_found'>> {
  const { caller, backtestId } = command;
  const isDeleted = await deps.backtests.deleteBacktest(caller.userId, backtestId);
  return isDeleted ? accepted(null) : rejected('backtest_not_found');
}
