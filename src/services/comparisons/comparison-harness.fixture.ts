// A bot on the simulated exchange over some days, and the comparison of a day: its backtests
// are queued, run by the engine, and read as the API does it.

import { inlineCompute } from '#adapters/memory/inline-compute.ts';
import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { makeSimFuturesTerms } from '#adapters/sim/sim-futures-terms.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { assert } from '#lib/assert.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import { runBacktest } from '#backtesting/run-backtest.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { attemptOnce } from '#services/backtests/backtest-harness.fixture.ts';
import type { PerformBacktestDeps } from '#services/backtests/perform-backtest.ts';
import { performBacktest } from '#services/backtests/perform-backtest.ts';
import type { Comparison, GetComparisonDeps } from '#services/comparisons/get-comparison.ts';
import { getComparison } from '#services/comparisons/get-comparison.ts';
import type { RequestComparisonDeps } from '#services/comparisons/request-comparison.ts';
import { requestComparison } from '#services/comparisons/request-comparison.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';

export type ComparisonHarness = {
  readonly bots: BotHarness;
  readonly deps: RequestComparisonDeps & GetComparisonDeps;
  /** Minutes pass with a process that runs bots; `changed` is the exchange as it is from now on. */
  passMinutes(count: number, changed?: (exchange: Exchange) => Partial<Exchange>): Promise<void>;
  /** Requests the comparison, runs its backtests and reads it. */
  compare(bot: Bot, dayMs: number): Promise<Comparison>;
};

/** `prices`: others than the usual ones. */
export async function comparisonHarness(
  startMs: number,
  prices = HARNESS_PRICES,
): Promise<ComparisonHarness> {
  const bots = await botHarness({ prices, startMs });
  const jobs = memoryJobs();
  const backtests = memoryBacktestStore(jobs, bots.store);
  const shared = { ...bots.deps, bots: bots.store, backtests, botRuns: bots.runs };
  const performDeps: PerformBacktestDeps = {
    ...shared,
    scripts: bots.store,
    dataSeries: bots.store,
    futuresTerms: [makeSimFuturesTerms(prices)],
    compute: inlineCompute((input: BacktestInput) => runBacktest(input, () => true)),
  };
  return {
    bots,
    deps: shared,
    async passMinutes(count, changed = () => ({})) {
      const exchange = { ...bots.sim.exchange, code: 'sim' };
      const exchanges = exchangeRegistry([{ ...exchange, ...changed(exchange) }]);
      for (let passed = 0; passed < count; passed += 60) {
        const runner = bots.runner({ exchanges });
        await bots.passMinutes(Math.min(60, count - passed), [runner]);
        await runner.close();
      }
    },
    async compare({ userId, botId }, dayMs) {
      const requested = await requestComparison(shared, { userId, botId, dayMs, completion: null });
      assert(requested.ok, requested.ok ? '' : requested.rejection.detail);
      const queued = await getComparison(shared, { userId, botId, dayMs });
      assert(queued.ok, queued.ok ? '' : queued.rejection.detail);
      for (const { backtestId } of queued.value.runs) {
        await attemptOnce(jobs, backtestId, (attempt) =>
          performBacktest(performDeps, attempt, new AbortController().signal),
        );
      }
      const found = await getComparison(shared, { userId, botId, dayMs });
      assert(found.ok, found.ok ? '' : found.rejection.detail);
      return found.value;
    },
  };
}

/** The first instant of its day. */
export function dayOf(instantMs: number): number {
  const dayMs = 24 * 60 * MINUTE_MS;
  return instantMs - (instantMs % dayMs);
}
