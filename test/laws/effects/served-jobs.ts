// Jobs of an installation whose API is served: backtests and labs are carried out by the engine
// itself, in this process, until nothing waits.

import { inlineCompute } from '#adapters/memory/inline-compute.ts';
import { rememberedCandles } from '#adapters/sim/remembered-candles.fixture.ts';
import { makeSimFuturesTerms } from '#adapters/sim/sim-futures-terms.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import { neighbourhoods } from '#backtesting/sweep/neighbourhood.ts';
import { planRuns } from '#backtesting/sweep/plan-runs.ts';
import { openSweep, runSweep } from '#backtesting/sweep/run-sweep.ts';
import { BACKTEST_QUEUE } from '#ports/stores/backtest-store.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/stores/lab-store.ts';
import type { JobAttempt, JobEnding, JobKind } from '#ports/work/jobs.ts';
import { performBacktest } from '#services/backtests/perform-backtest.ts';
import type { SliceInput } from '#services/labs/lab-work.ts';
import { planLab } from '#services/labs/plan-lab.ts';
import { runLabSlice } from '#services/labs/run-lab-slice.ts';
import type { ServedHarness } from '../../support/serve-harness.ts';
import { serveHarness } from '../../support/serve-harness.ts';
import type { Day } from './day.ts';

export type ServedJobs = {
  readonly served: ServedHarness;
  /** Jobs are carried out until it is over. */
  carryOutUntil(isOver: () => Promise<boolean>): Promise<void>;
  /** Attempts at jobs until now. */
  attemptsCount(): number;
};

export async function serveJobs({ harness }: Day): Promise<ServedJobs> {
  const { deps, prices, store } = harness;
  const priced = {
    history: deps.history,
    archiveCode: deps.archiveCode,
    candleSources: [rememberedCandles(prices)],
    futuresTerms: [makeSimFuturesTerms(prices)],
  };
  const served = await serveHarness(harness, priced);
  const { backtests, labs, jobs } = served.service;
  const stores = { bots: store, scripts: store, dataSeries: store };
  const working = { ...deps, ...priced, ...stores, backtests, labs };
  const ofBacktest = {
    ...working,
    compute: inlineCompute((input: BacktestInput) => runBacktest(input, () => true)),
  };
  const ofLab = {
    ...working,
    planning: { nextRuns: inlineCompute(planRuns), neighbours: inlineCompute(neighbourhoods) },
    compute: inlineCompute(({ base, cutMs, sets }: SliceInput, onProgress) => {
      const runs = runSweep(openSweep(base, cutMs), sets, onProgress);
      return runs === null ? null : { runs, tookMs: sets.length };
    }),
  };
  const { signal } = new AbortController();
  const works: readonly (readonly [string, (attempt: JobAttempt) => Promise<JobEnding>])[] = [
    [BACKTEST_QUEUE, (attempt) => performBacktest(ofBacktest, attempt, signal)],
    [LAB_PLAN_QUEUE, (attempt) => planLab(ofLab, attempt, signal)],
    [LAB_SLICE_QUEUE, (attempt) => runLabSlice(ofLab, attempt, signal)],
  ];
  let attemptsCount = 0;
  return {
    served,
    attemptsCount: () => attemptsCount,
    async carryOutUntil(isOver) {
      const ended = Promise.withResolvers<null>();
      const kinds = works.map(([queue, perform]): JobKind => ({
        queue,
        async perform(attempt) {
          attemptsCount += 1;
          const ending = await perform(attempt);
          if (await isOver()) ended.resolve(null);
          return ending;
        },
        onDefect: ended.reject,
      }));
      const runner = jobs.run({ kinds, placesCount: 1, retainedCount: 0 });
      try {
        await ended.promise;
      } finally {
        await runner.close();
      }
    },
  };
}
