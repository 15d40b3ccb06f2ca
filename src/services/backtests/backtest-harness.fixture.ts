// An installation in memory with a user, a script, accounts on the simulated exchange and a clock
// driven by hand: what the tests of backtests work with. Runs are computed by a stand-in.

import { accepted } from '#lib/result.ts';
import type { Result } from '#lib/result.ts';
import type { BacktestFailure, BacktestInput, BacktestReport } from '#backtesting/backtest.ts';
import { sampleReport } from '#backtesting/report.fixture.ts';
import { inlineCompute } from '#adapters/memory/inline-compute.ts';
import { memoryBacktestStore } from '#adapters/memory/memory-backtest-store.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { rememberedCandles } from '#adapters/sim/remembered-candles.fixture.ts';
import { makeSimFuturesTerms } from '#adapters/sim/sim-futures-terms.ts';
import type { SimHarness } from '#adapters/sim/sim-harness.fixture.ts';
import { makeSimHarness, HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import type { Backtest, BacktestProgress, BacktestStore } from '#ports/stores/backtest-store.ts';
import { BACKTEST_QUEUE } from '#ports/stores/backtest-store.ts';
import type { JobAttempt, JobEnding, JobKind, Jobs } from '#ports/work/jobs.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Store } from '#ports/stores/store.ts';
import { sampleAccount, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import { choicesToText, NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import type { PerformBacktestDeps } from '#services/backtests/perform-backtest.ts';
import { performBacktest } from '#services/backtests/perform-backtest.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';

const SPOT_TAG = 'SIM_BTC_USDT';
export const FUTURES_TAG = 'SIM_BTC_USDT_PERP';
export const SOURCE = "Log('nothing to do')";

type Ran = Result<BacktestReport, BacktestFailure>;

export type BacktestHarness = {
  readonly store: Store;
  readonly deps: PerformBacktestDeps;
  readonly backtests: BacktestStore;
  readonly spot: Account;
  readonly futures: Account;
  readonly scriptId: string;
  /** What was computed, in turn. */
  readonly inputs: readonly BacktestInput[];
  setNowMs(nowMs: number): void;
  /** What runs return from now on; a good report by default. */
  runWith(run: (input: BacktestInput) => Ran): void;
  queue(changes?: Partial<Backtest>, choices?: Partial<BacktestChoices>): Promise<Backtest>;
  /** One attempt at a job that waits; it stays queued when its ending says so. */
  attempt(
    backtest: Backtest,
    changes?: Partial<JobAttempt>,
    signal?: AbortSignal,
  ): Promise<JobEnding>;
  progressOf(backtest: Backtest): Promise<BacktestProgress | null>;
};

export async function backtestHarness(
  changes: Partial<PerformBacktestDeps> = {},
): Promise<BacktestHarness> {
  const store = memoryStore();
  const jobs = memoryJobs();
  const backtests = memoryBacktestStore(jobs, store);
  const sim = await makeSimHarness(makeMemorySimStore());
  const { spot, futures, scriptId } = await seed(store, sim);
  const inputs: BacktestInput[] = [];
  let run = (_input: BacktestInput): Ran => accepted(sampleReport(1));
  const deps: PerformBacktestDeps = {
    accounts: store,
    scripts: store,
    dataSeries: store,
    backtests,
    exchanges: exchangeRegistry([sim.sim]),
    history: memoryHistoryStore(),
    archiveCode: 'archive',
    candleSources: [rememberedCandles(HARNESS_PRICES)],
    futuresTerms: [makeSimFuturesTerms(HARNESS_PRICES)],
    clock: { nowMs: () => sim.nowMs() },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    compute: inlineCompute((input: BacktestInput) => {
      inputs.push(input);
      return run(input);
    }),
    ...changes,
  };
  return {
    deps,
    store,
    backtests,
    spot,
    futures,
    scriptId,
    inputs,
    setNowMs: (nowMs) => sim.setNowMs(nowMs),
    runWith: (next) => void (run = next),
    async queue(requested = {}, choices = {}) {
      const { userId, accountId } = spot;
      const named = { backtestId: sampleId('bt'), userId, scriptId, accountId };
      const queuedAtMs = sim.nowMs();
      const chosen = choicesToText({ ...NO_CHOICES, ...choices });
      const backtest = { ...WINDOW, ...named, queuedAtMs, choices: chosen, ...requested };
      await backtests.insertBacktest(backtest, null);
      return backtest;
    },
    attempt: (backtest, parts = {}, signal = new AbortController().signal) =>
      attemptOnce(jobs, backtest.backtestId, (attempt) =>
        performBacktest(deps, { ...attempt, ...parts }, signal),
      ),
    async progressOf({ userId, backtestId }) {
      return (await backtests.findBacktest(userId, backtestId))?.progress ?? null;
    },
  };
}

const WINDOW = {
  marketTag: SPOT_TAG,
  intervalMinutes: 5,
  startMs: Date.UTC(2025, 0, 2),
  endMs: Date.UTC(2025, 0, 3),
} as const;

type SeedData = Pick<BacktestHarness, 'spot' | 'futures' | 'scriptId'>;

async function seed(store: Store, sim: SimHarness): Promise<SeedData> {
  const user = sampleUser();
  await store.insertUser(user);
  const spot = sampleAccount(user.userId, { ...sim.spot.account, exchange: 'sim' });
  const futures = sampleAccount(user.userId, { ...sim.futures?.account, exchange: 'sim' });
  for (const account of [spot, futures]) await store.insertAccount(account);
  const scriptId = sampleId('scr');
  await store.insertScript({
    scriptId,
    userId: user.userId,
    name: 'a script',
    description: null,
    type: 'lua',
    source: SOURCE,
    check: { isValid: true, errors: [], warnings: [], inputs: [], commandName: null },
    createdAtMs: 0,
    updatedAtMs: 0,
  });
  return { spot, futures, scriptId };
}

/** Performs the job once, if it waits, and leaves it queued whatever the ending says. */
/** The next attempt of the job, which then stays queued. */
export async function attemptOnce(
  jobs: Jobs<null>,
  jobId: string,
  perform: (attempt: JobAttempt) => Promise<JobEnding>,
): Promise<JobEnding> {
  const ended = Promise.withResolvers<JobEnding>();
  const kind: JobKind = {
    queue: BACKTEST_QUEUE,
    async perform(attempt) {
      if (attempt.jobId === jobId) {
        await perform(attempt).then(ended.resolve, ended.reject);
        return { kind: 'again', delayMs: 1_000 };
      }
      // Another job waits until then, and not for a timer that does not keep the process alive.
      await ended.promise.catch(ignore);
      return { kind: 'again', delayMs: 0 };
    },
    onDefect: ended.reject,
  };
  const runner = jobs.run({ kinds: [kind], placesCount: 100, retainedCount: 0 });
  try {
    return await ended.promise;
  } finally {
    await runner.close();
  }
}

function ignore(): void {
  // Nobody reads it.
}
