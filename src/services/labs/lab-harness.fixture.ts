// An installation in memory with a user, an account on the simulated exchange and a script: what
// the tests of labs work with. Labs are carried out here, by the engine itself.

import { inlineCompute } from '#adapters/memory/inline-compute.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryLabStore } from '#adapters/memory/memory-lab-store.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { rememberedCandles } from '#adapters/sim/remembered-candles.fixture.ts';
import { makeSimFuturesTerms } from '#adapters/sim/sim-futures-terms.ts';
import { makeSimHarness, HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { assert } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { neighbourhoods } from '#backtesting/sweep/neighbourhood.ts';
import { planRuns } from '#backtesting/sweep/plan-runs.ts';
import { openSweep, runSweep } from '#backtesting/sweep/run-sweep.ts';
import type { CandleSource } from '#ports/world/history.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { JobAttempt, JobEnding, Jobs } from '#ports/work/jobs.ts';
import type { Lab } from '#ports/stores/lab-store.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/stores/lab-store.ts';
import type { Script } from '#ports/stores/script-store.ts';
import type { ScriptInput } from '#ports/work/script-checker.ts';
import type { Store } from '#ports/stores/store.ts';
import { sampleAccount, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import { NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import { callerOfUser } from '#services/access/caller-of-user.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { configureLab } from '#services/labs/configure-lab.ts';
import { createLab } from '#services/labs/create-lab.ts';
import type { ParameterWish } from '#services/labs/lab-parameters.ts';
import type { LabConfig } from '#services/labs/lab-plan.ts';
import { DEFAULT_SEARCH } from '#services/labs/lab-plan.ts';
import type { LabWorkDeps, SliceInput } from '#services/labs/lab-work.ts';
import { planLab } from '#services/labs/plan-lab.ts';
import { runLabSlice } from '#services/labs/run-lab-slice.ts';
import { startLab } from '#services/labs/start-lab.ts';

const NO_WISH = { isEnabled: true, values: null, range: null, fixedValue: null };

/** Two averages that cross; the second input is fixed. */
const LAB_SOURCE = `
local fast = SMA(ClosePrices(), Input('Fast', 10))
local slow = SMA(ClosePrices(), Input('Slow', 20))
if CrossOver(fast, slow) then DoLong() elseif CrossUnder(fast, slow) then DoExitPosition() end`;

const LAB_WISHES: readonly ParameterWish[] = [
  { ...NO_WISH, key: 'Fast', values: [2, 3, 5] },
  { ...NO_WISH, key: 'Slow', isEnabled: false, fixedValue: 9 },
];

export const LAB_WINDOW = { startMs: Date.UTC(2025, 0, 2), endMs: Date.UTC(2025, 0, 4) };

const COMPUTED: readonly CandleSource[] = [rememberedCandles(HARNESS_PRICES)];

/**
 * `reach`: how the simulated exchange is reached; `candleSources`: none where history has what was
 * imported alone.
 */
export async function labHarness(
  source = LAB_SOURCE,
  reach = (sim: Exchange): Exchange => sim,
  candleSources = COMPUTED,
) {
  const store = memoryStore();
  const jobs = memoryJobs();
  const labs = memoryLabStore(jobs, store);
  const sim = await makeSimHarness(makeMemorySimStore());
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const account = sampleAccount(user.userId, { ...sim.futures?.account, exchange: 'sim' });
  await store.insertAccount(account);
  const script = await insertScript(store, user.userId, source);
  const found = await callerOfUser({ users: store }, user.name);
  assert(found.ok, 'the user is stored');
  const caller = found.value;
  const deps = {
    accounts: store,
    scripts: store,
    dataSeries: store,
    bots: store,
    labs,
    exchanges: exchangeRegistry([reach(sim.sim)]),
    history: memoryHistoryStore(),
    archiveCode: 'archive',
    candleSources,
    futuresTerms: [makeSimFuturesTerms(HARNESS_PRICES)],
    clock: { nowMs: () => sim.nowMs() },
    digest: systemDigest,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    planning: {
      nextRuns: inlineCompute(planRuns),
      neighbours: inlineCompute(neighbourhoods),
    },
    compute: inlineCompute(({ base, cutMs, sets }: SliceInput, onProgress) => {
      const runs = runSweep(openSweep(base, cutMs), sets, onProgress);
      return runs === null ? null : { runs, tookMs: sets.length };
    }),
  };
  return {
    deps,
    store,
    caller,
    account,
    script,
    /** Makes, configures and starts a lab. */
    async start(
      config: Partial<LabConfig> = {},
      intervalMinutes = 5,
      { scriptId } = script,
    ): Promise<Lab> {
      const made = unwrap(await createLab(deps, { ...NEW_LAB, caller, scriptId }));
      const { labId } = made;
      const place = { accountId: account.accountId, marketTag: 'SIM_BTC_USDT_PERP' };
      const configured = { ...LAB_CONFIG, ...config };
      const wished = { ...NEW_LAB, config: configured, parameters: LAB_WISHES, ...place };
      unwrap(await configureLab(deps, { ...wished, caller, labId, intervalMinutes }));
      return unwrap(await startLab(deps, { caller, labId, ...LAB_WINDOW, completion: null }));
    },
    /** Carries out all its jobs. */
    carryOut: (lab: Lab) => carryOut(deps, jobs, lab),
  };
}

const NEW_LAB = {
  name: 'a lab',
  algorithm: 'brute_force',
  derivationId: 'idm_1',
  completion: null,
} as const;

const LAB_CONFIG: LabConfig = {
  search: DEFAULT_SEARCH,
  choices: NO_CHOICES,
  outOfSamplePercent: 30,
  walkForwardFolds: 0,
};

async function insertScript(store: Store, userId: string, source: string): Promise<Script> {
  const named = { scriptId: sampleId('scr'), userId, name: 'a script', description: null };
  const inputs = ['Fast', 'Slow'].map(inputOf);
  const check = { isValid: true, errors: [], warnings: [], inputs, commandName: null };
  const script: Script = { ...named, type: 'lua', source, check, createdAtMs: 0, updatedAtMs: 0 };
  await store.insertScript(script);
  return script;
}

function inputOf(label: string): ScriptInput {
  const range = { least: null, most: null, step: null };
  return { kind: 'number', label, group: '', tooltip: '', defaultValue: 1, options: [], ...range };
}

async function carryOut(deps: LabWorkDeps, jobs: Jobs<null>, lab: Lab): Promise<Lab> {
  const signal = new AbortController().signal;
  const ended = Promise.withResolvers<Lab>();
  const perform =
    (work: typeof planLab) =>
    async (attempt: JobAttempt): Promise<JobEnding> => {
      const ending = await work(deps, attempt, signal);
      const now = await deps.labs.findLab(lab.userId, lab.labId);
      assert(now !== null, 'nobody deletes it');
      if (now.status !== 'queued' && now.status !== 'running') ended.resolve(now);
      return ending;
    };
  const onDefect = ended.reject;
  const kinds = [
    { queue: LAB_PLAN_QUEUE, perform: perform(planLab), onDefect },
    { queue: LAB_SLICE_QUEUE, perform: perform(runLabSlice), onDefect },
  ];
  const runner = jobs.run({ kinds, placesCount: 2, retainedCount: 0 });
  try {
    return await ended.promise;
  } finally {
    await runner.close();
  }
}

function unwrap<T>(result: Result<T, unknown>): T {
  assert(result.ok, 'what the samples ask for is allowed');
  return result.value;
}

function ignore(): void {
  // Nobody reads it.
}
