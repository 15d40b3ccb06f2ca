// Backtests of strategies that a test may watch and tell something: the same engine and report.

import type { Result } from '#lib/result.ts';
import type { BacktestFailure, BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { buildReport } from '#backtesting/build-report.ts';
import { runBrain } from '#backtesting/run-backtest.ts';
import type { Strategy } from '#strategies/shared/strategy-brain.ts';
import { strategyBrain } from '#strategies/shared/strategy-brain.ts';

/** `name` and the configuration's text, which the seed is derived from. */
type NamedConfig = { readonly name: string; readonly configText: string };

export function runStrategyBacktest(
  window: Omit<BacktestInput, 'script' | 'libraries' | 'inputs'>,
  { name, configText }: NamedConfig,
  strategy: Strategy,
  onProgress: (share: number) => boolean,
): Result<BacktestReport, BacktestFailure> {
  const script = { name, source: configText };
  const input: BacktestInput = { ...window, script, libraries: [], inputs: {} };
  return runBrain(input, strategyBrain(strategy), onProgress, (feed, seed) =>
    buildReport(input, feed, seed),
  );
}
