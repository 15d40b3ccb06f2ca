// A lab for a fleet of workers: two inputs swept over some days of the simulated market.

import { present } from '#lib/assert.ts';
import type { Lab, LabAlgorithm, LabResult } from '#ports/stores/lab-store.ts';
import { sampleId } from '#ports/stores/store.fixture.ts';
import { createSearch } from '#backtesting/sweep/create-search.ts';
import { NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import type { LabParameter } from '#services/labs/lab-parameters.ts';
import { executionKeyOf } from '#services/labs/lab-execution.ts';
import { parametersToText, spaceOf } from '#services/labs/lab-parameters.ts';
import { configToText, DEFAULT_SEARCH, planToText } from '#services/labs/lab-plan.ts';
import type { WorkerFleet } from './worker-fleet.ts';

export const CROSS_SCRIPT = `
  local fast = SMA(ClosePrices(), Input('Fast', 10))
  local slow = SMA(ClosePrices(), Input('Slow', 30))
  if fast > slow and fast[2] <= slow[2] then DoLong()
  elseif fast < slow and fast[2] >= slow[2] then DoShort() end`;

export type LabWish = {
  readonly source?: string;
  readonly algorithm?: LabAlgorithm;
  readonly fastCount: number;
  readonly slowCount: number;
  readonly days: number;
  /** Chart interval; 5 by default. */
  readonly intervalMinutes?: number;
};

const CONFIG = {
  search: { ...DEFAULT_SEARCH, generationsMax: 6 },
  choices: NO_CHOICES,
  outOfSamplePercent: 30,
  walkForwardFolds: 3,
};

function swept(key: string, first: number, count: number): LabParameter {
  const values = Array.from({ length: count }, (_, place) => first + place);
  return { key, kind: 'number', isEnabled: true, values, isOrdered: true, fixedValue: null };
}

/** Makes the lab and starts it. */
export async function startLab(fleet: WorkerFleet, wish: LabWish): Promise<Lab> {
  const source = wish.source ?? CROSS_SCRIPT;
  const algorithm = wish.algorithm ?? 'brute_force';
  const parameters = [swept('Fast', 2, wish.fastCount), swept('Slow', 60, wish.slowCount)];
  const scriptId = await fleet.storeScript(source);
  const labId = sampleId('lab');
  const { accountId, userId } = fleet;
  const script = { scriptId, name: 'cross', source };
  const place = {
    accountId,
    marketTag: 'SIM_BTC_USDT',
    intervalMinutes: wish.intervalMinutes ?? 5,
  };
  const frozen = { script, libraries: [], place, parameters, config: CONFIG };
  const plan = { ...frozen, seed: 11, wallet: null };
  const startMs = Date.UTC(2024, 0, 1);
  await fleet.labs.insertLab(
    {
      labId,
      userId,
      status: 'created',
      design: {
        name: 'a lab',
        scriptId,
        algorithm,
        ...place,
        config: configToText(CONFIG),
        parameters: parametersToText(parameters),
        parametersCount: 2,
        enabledParametersCount: 2,
      },
      execution: null,
      createdAtMs: 0,
      updatedAtMs: 0,
    },
    null,
  );
  const search = createSearch(algorithm, spaceOf(parameters), CONFIG.search, 0);
  const execution = {
    number: 0,
    startMs,
    endMs: startMs + wish.days * 86_400_000,
    startedAtMs: Date.now(),
    scheduledCount: search.runsMax,
    completedCount: 0,
    cancelReason: null,
    parameters: parametersToText(plan.parameters),
    plan: planToText(plan),
    summary: null,
  };
  return present(await fleet.labs.startLab(userId, labId, execution, null), 'it can start');
}

export async function labNow(fleet: WorkerFleet, { labId, userId }: Lab): Promise<Lab> {
  return present(await fleet.labs.findLab(userId, labId), 'it is there');
}

/** Waits for its end, as long as `until` does unless stated otherwise. */
export async function endOf(fleet: WorkerFleet, lab: Lab, patienceMs?: number): Promise<Lab> {
  const hasEnded = async (): Promise<boolean> => {
    const { status } = await labNow(fleet, lab);
    return status !== 'queued' && status !== 'running';
  };
  await fleet.until('the lab ends', hasEnded, patienceMs);
  return labNow(fleet, lab);
}

/** All results, in the order of the search, without what differs between two labs. */
export async function resultsOf(fleet: WorkerFleet, lab: Lab) {
  const key = executionKeyOf(await labNow(fleet, lab));
  const results: Omit<LabResult, 'backtestId'>[] = [];
  for (let page = await fleet.labs.readResults(key, 0, 1_000); page.length > 0;) {
    for (const { backtestId: _, ...result } of page) results.push(result);
    page = await fleet.labs.readResults(key, results.length, 1_000);
  }
  return results;
}
