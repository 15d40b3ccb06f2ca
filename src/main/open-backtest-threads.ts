// Backtests on threads of this process.

import type { ClosableCompute } from '#adapters/threads/thread-compute.ts';
import { threadCompute } from '#adapters/threads/thread-compute.ts';
import type { BacktestFailure, BacktestInput, BacktestReport } from '#engine/backtest/backtest.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';

export type BacktestThreads = ClosableCompute<
  BacktestInput,
  Result<BacktestReport, BacktestFailure>
>;

export function openBacktestThreads(threadsMax: number): BacktestThreads {
  return threadCompute({
    entry: new URL('./backtest-thread.ts', import.meta.url),
    threadsMax,
    wallMsMax: LIMITS.backtestWallMsMax,
    heapMegabytesMax: LIMITS.backtestHeapMegabytesMax,
  });
}
