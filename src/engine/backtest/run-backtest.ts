// A whole backtest: the script over the window, the venue answering, the report. Pure: the same
// input gives the same report to the byte, in any thread of any process.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type {
  BacktestFailure,
  BacktestInput,
  BacktestReport,
  RunBacktest,
} from '#engine/backtest/backtest.ts';
import { buildReport } from '#engine/backtest/build-report.ts';
import { seedOf } from '#engine/backtest/seed-of.ts';
import { feedBacktest } from '#engine/backtest/feed-backtest.ts';
import { makeFeed, updateCountOf } from '#engine/backtest/make-feed.ts';
import { makeHostOnStage } from '#engine/binding/make-host.ts';
import { prepareScript } from '#engine/backtest/prepare-script.ts';

/** See RunBacktest in backtest.ts. */
export const runBacktest: RunBacktest = (input, onProgress) => {
  const script = prepareScript(input.script);
  if (!script.ok) return script;
  const problem = inputProblem(input);
  if (problem !== null) return rejected({ kind: 'invalid_input', message: problem, line: null });
  const seed = input.settings.seed ?? seedOf(input);
  const setup = {
    input,
    script: script.value,
    seed,
    store: null,
    notesLines: false,
    makeHost: makeHostOnStage,
  };
  const { feed, series } = makeFeed(setup);
  try {
    const fed: Result<null, BacktestFailure> = feedBacktest(feed, onProgress);
    if (!fed.ok) return fed;
    const report: BacktestReport = buildReport(input, feed, seed);
    return accepted(report);
  } finally {
    series.release();
  }
};

function inputProblem(input: BacktestInput): string | null {
  if (input.markets.length === 0) return 'a backtest needs a market';
  if (!(input.endMs > input.startMs)) return 'the window ends before it begins';
  if (updateCountOf(input) <= 0) return 'the window has no candle that closes in it';
  return input.settings.leverage > 0n ? null : 'a leverage is above zero';
}
