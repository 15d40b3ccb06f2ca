// Random sequences of what a user and workers do to a lab, in whatever store it is retained: never
// a state that the table does not allow, and counters that are always right.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LAB_EVENTS, nextLabStatus } from '#domain/lab/lab-state.ts';
import type { LabStatus } from '#domain/lab/lab-state.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import type { JobAttempt } from '#ports/work/jobs.ts';
import type { Lab, LabStore } from '#ports/stores/lab-store.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/stores/lab-store.ts';
import type { Store } from '#ports/stores/store.ts';
import { sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import { callerOfUser } from '#services/access/caller-of-user.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { createLab } from '#services/labs/create-lab.ts';
import { executionKeyOf } from '#services/labs/lab-execution.ts';
import { cancelLab, deleteLab } from '#services/labs/end-lab.ts';
import { parametersToText } from '#services/labs/lab-parameters.ts';
import { configToText, DEFAULT_SEARCH } from '#services/labs/lab-plan.ts';
import { startLab } from '#services/labs/start-lab.ts';
import { NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import '../../support/property-seed.ts';

const ACTIONS = ['configure', 'start', 'cancel', 'plan', 'slice', 'fail', 'delete'] as const;
/** Workers act more often than users do. */
const WORK = ['plan', 'slice', 'plan', 'slice'] as const;
type Action = (typeof ACTIONS)[number];

const INPUT = {
  kind: 'number',
  label: 'Length',
  group: '',
  tooltip: '',
  defaultValue: 5,
  options: [],
  least: null,
  most: null,
  step: null,
};
const RUNS = 6;
const WINDOW = { startMs: 0, endMs: 86_400_000 };

/** Where labs are retained, and how a job of theirs is attempted. */
export type LabHome = {
  readonly store: Store;
  readonly labs: LabStore;
  /** One attempt at the next job of a queue, if one waits for this lab. */
  readonly attempt: (
    lab: Lab,
    queue: string,
    act: (held: JobAttempt) => Promise<void>,
  ) => Promise<void>;
};

async function harness({ attempt, labs, store }: LabHome) {
  const user = sampleUser({ plan: 'unlimited' });
  await store.insertUser(user);
  const { userId } = user;
  const check = { isValid: true, errors: [], warnings: [], inputs: [INPUT], commandName: null };
  const scriptId = sampleId('scr');
  const named = { scriptId, userId, name: 'a', description: null, type: 'lua' } as const;
  await store.insertScript({ ...named, source: '', check, createdAtMs: 0, updatedAtMs: 0 });
  const found = await callerOfUser({ users: store }, user.name);
  assert.ok(found.ok);
  const caller = found.value;
  const deps = {
    labs,
    scripts: store,
    dataSeries: store,
    accounts: store,
    exchanges: exchangeRegistry([]),
    clock: { nowMs: () => 1 },
    digest: systemDigest,
  };
  const wish = { caller, name: 'a', scriptId, algorithm: 'brute_force' } as const;
  const made = await createLab(deps, { ...wish, derivationId: scriptId, completion: null });
  assert.ok(made.ok);
  return { attempt, labs, deps, caller, lab: made.value };
}

type Harness = Awaited<ReturnType<typeof harness>>;

async function planNext(labs: LabStore, held: JobAttempt): Promise<void> {
  const progress = await labs.findProgress(held.jobId);
  if (progress === null) return;
  const { plannedCount, lab, openSlicesCount, plan } = progress;
  const left = (lab.execution?.scheduledCount ?? 0) - plannedCount;
  if (left === 0 && openSlicesCount === 0) {
    await labs.completeLab(held, '{}', 1);
    return;
  }
  const combinations = Array.from({ length: Math.min(2, left) }, (_, at) => plannedCount + at);
  const slice = { firstOrdinal: plannedCount, generation: 0, firstPopulation: 0, combinations };
  await labs.addSlices(held, left === 0 ? [] : [slice], 1, plan);
}

async function runNext(labs: LabStore, held: JobAttempt): Promise<void> {
  const slice = await labs.findSlice(held.jobId);
  if (slice === null) return;
  const sortValues = { roi: 1, profit: 1, drawdown: 1, sharpe: 1, stability: null };
  const results = slice.combinations.map((combination, at) => ({
    ordinal: slice.firstOrdinal + at,
    combination,
    generation: 0,
    population: at,
    backtestId: `bt_${combination}`,
    score: 1,
    positionsClosed: 1,
    sortValues,
    figures: '{}',
    judgement: null,
  }));
  await labs.endSlice(held, { results, runMs: 1, openSlicesMax: 1, atMs: 1 });
}

async function configure({ labs, lab }: Harness): Promise<void> {
  const values = Array.from({ length: RUNS }, (_, at) => at);
  const length = { key: 'Length', kind: 'number', isOrdered: true, fixedValue: null };
  const design = {
    ...lab.design,
    accountId: 'acc_1',
    marketTag: 'm',
    intervalMinutes: 1,
    config: configToText({
      search: DEFAULT_SEARCH,
      choices: NO_CHOICES,
      outOfSamplePercent: 0,
      walkForwardFolds: 0,
    }),
    parameters: parametersToText([{ ...length, isEnabled: true, values }]),
    enabledParametersCount: 1,
  };
  await labs.configureLab(lab.userId, lab.labId, design, 1, null);
}

async function act(action: Action, made: Harness): Promise<void> {
  const { caller, deps, lab, labs } = made;
  const { labId, userId } = lab;
  switch (action) {
    case 'configure':
      return configure(made);
    case 'start':
      await startLab(deps, { caller, labId, ...WINDOW, completion: null });
      return;
    case 'cancel':
      await cancelLab(deps, { userId, labId, completion: null });
      return;
    case 'plan':
      return made.attempt(lab, LAB_PLAN_QUEUE, (held) => planNext(labs, held));
    case 'slice':
      return made.attempt(lab, LAB_SLICE_QUEUE, (held) => runNext(labs, held));
    case 'fail':
      return made.attempt(lab, LAB_SLICE_QUEUE, async (held) => {
        await labs.failLab(held, 'it failed', 1);
      });
    case 'delete':
      await deleteLab(deps, { userId, labId });
  }
}

function isAllowed(before: LabStatus, after: LabStatus): boolean {
  const reached = LAB_EVENTS.map((event) => nextLabStatus(before, event));
  return before === after || reached.includes(after);
}

async function assertRight({ labs }: Harness, lab: Lab): Promise<void> {
  const { execution, status } = lab;
  assert.equal(status === 'created', execution === null);
  if (execution === null) return;
  const results = await labs.readResults(executionKeyOf(lab), 0, 100);
  assert.equal(results.length, execution.completedCount);
  assert.equal(new Set(results.map(({ combination }) => combination)).size, results.length);
  if (status === 'completed') assert.equal(execution.completedCount, execution.scheduledCount);
  assert.equal(execution.cancelReason !== null, status === 'cancelled' || status === 'failed');
}

/** Left alone, a started lab runs to its end. */
export async function completesAlone(home: LabHome): Promise<LabStatus | undefined> {
  const made = await harness(home);
  for (const action of ['configure', 'start'] as const) await act(action, made);
  for (let round = 0; round < RUNS; round += 1) {
    await act('plan', made);
    await act('slice', made);
  }
  const { labId, userId } = made.lab;
  return (await made.labs.findLab(userId, labId))?.status;
}

/** Throws with the sequence that led where the table does not lead. */
export async function assertLives(openHome: () => LabHome, sequencesCount: number): Promise<void> {
  const actions = fc.array(fc.constantFrom(...ACTIONS, ...WORK), { minLength: 1, maxLength: 40 });
  const live = (sequence: readonly Action[]): Promise<void> => assertLife(openHome(), sequence);
  await fc.assert(fc.asyncProperty(actions, live), { numRuns: sequencesCount });
}

async function assertLife(home: LabHome, sequence: readonly Action[]): Promise<void> {
  const made = await harness(home);
  const { labId, userId } = made.lab;
  let before: Lab | null = made.lab;
  for (const action of sequence) {
    await act(action, made);
    const after: Lab | null = await made.labs.findLab(userId, labId);
    if (before === null || after === null) {
      assert.ok(before === null || action === 'delete');
      assert.equal(after, null);
    } else {
      assert.ok(isAllowed(before.status, after.status), `${before.status}, ${after.status}`);
      await assertRight(made, after);
    }
    before = after;
  }
}
