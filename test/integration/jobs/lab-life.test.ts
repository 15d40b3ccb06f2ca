// The states of a lab under random sequences of what a user and workers do: never one that the
// table does not allow, and counters that are always right.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LAB_EVENTS, nextLabStatus } from '#domain/lab/lab-state.ts';
import type { LabStatus } from '#domain/lab/lab-state.ts';
import { memoryJobs } from '#adapters/memory/memory-jobs.ts';
import { memoryLabStore } from '#adapters/memory/memory-lab-store.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import type { JobAttempt, JobEnding } from '#ports/jobs.ts';
import type { Lab, LabStore } from '#ports/lab-store.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/lab-store.ts';
import type { Principal } from '#ports/store.ts';
import { sampleUser } from '#ports/store.sample.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { createLab } from '#services/labs/create-lab.ts';
import { cancelLab, deleteLab } from '#services/labs/end-lab.ts';
import { parametersToText } from '#services/labs/lab-parameters.ts';
import { configToText, DEFAULT_SEARCH } from '#services/labs/lab-plan.ts';
import { startLab } from '#services/labs/start-lab.ts';
import { NO_CHOICES } from '#services/backtests/backtest-choices.ts';

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

async function world() {
  const store = memoryStore();
  const jobs = memoryJobs();
  const labs = memoryLabStore(jobs, store);
  const user = sampleUser();
  await store.insertUser(user);
  const { userId } = user;
  const check = {
    isValid: true,
    errors: [],
    warnings: [],
    inputs: [INPUT],
    commandName: null,
  };
  const scriptId = 'scr_1';
  const named = { scriptId, userId, name: 'a', description: null, type: 'lua' } as const;
  await store.insertScript({ ...named, source: '', check, createdAtMs: 0, updatedAtMs: 0 });
  const caller: Principal = {
    keyId: '',
    userId,
    scopes: [],
    plan: 'unlimited',
    planUntilMs: null,
    expiresAtMs: null,
    addresses: [],
    endUserId: null,
    isPartner: false,
  };
  const deps = {
    labs,
    scripts: store,
    accounts: store,
    exchanges: exchangeRegistry([]),
    clock: { nowMs: () => 1 },
    digest: systemDigest,
  };
  const made = await createLab(deps, {
    caller,
    name: 'a',
    scriptId,
    algorithm: 'brute_force',
    derivationId: 'idm_1',
    completion: null,
  });
  assert.ok(made.ok);
  return { labs, jobs, deps, caller, lab: made.value };
}

type World = Awaited<ReturnType<typeof world>>;

/** One attempt at the next job of a queue, if one waits; `act` answers what became of it. */
async function attempt(
  { jobs }: World,
  queue: string,
  act: (attempt: JobAttempt) => Promise<void>,
): Promise<void> {
  let isTaken = false;
  const runner = jobs.run({
    queue,
    slotsCount: 1,
    async perform(held, signal): Promise<JobEnding> {
      // Others wait until the runner closes, which gives them back.
      if (isTaken) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      if (signal.aborted) return { kind: 'again', delayMs: 0 };
      isTaken = true;
      await act(held);
      return { kind: 'done' };
    },
    onDefect: assert.ifError,
  });
  await new Promise((resolve) => setImmediate(resolve));
  await runner.close();
}

async function planNext(labs: LabStore, held: JobAttempt): Promise<void> {
  const progress = await labs.findProgress(held.jobId);
  if (progress === null) return;
  const { plannedCount, lab, openSlicesCount } = progress;
  const left = (lab.execution?.scheduledCount ?? 0) - plannedCount;
  if (left === 0 && openSlicesCount === 0) {
    await labs.completeLab(held, '{}', 1);
    return;
  }
  const combinations = Array.from({ length: Math.min(2, left) }, (_, at) => plannedCount + at);
  const slice = { firstOrdinal: plannedCount, generation: 0, firstPopulation: 0, combinations };
  await labs.addSlices(held, left === 0 ? [] : [slice], 1, lab.execution?.plan ?? '');
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

async function configure({ labs, lab }: World): Promise<void> {
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

async function act(action: Action, made: World): Promise<void> {
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
      return attempt(made, LAB_PLAN_QUEUE, (held) => planNext(labs, held));
    case 'slice':
      return attempt(made, LAB_SLICE_QUEUE, (held) => runNext(labs, held));
    case 'fail':
      return attempt(made, LAB_SLICE_QUEUE, async (held) => {
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

async function assertRight({ labs }: World, lab: Lab): Promise<void> {
  const { execution, labId, status } = lab;
  assert.equal(status === 'created', execution === null);
  if (execution === null) return;
  const results = await labs.readResults(labId, 0, 100);
  assert.equal(results.length, execution.completedCount);
  assert.equal(new Set(results.map(({ combination }) => combination)).size, results.length);
  if (status === 'completed') assert.equal(execution.completedCount, execution.scheduledCount);
  assert.equal(execution.cancelReason !== null, status === 'cancelled' || status === 'failed');
}

test('left alone, a started lab runs to its end', async () => {
  const made = await world();
  for (const action of ['configure', 'start'] as const) await act(action, made);
  for (let round = 0; round < RUNS; round += 1) {
    await act('plan', made);
    await act('slice', made);
  }
  const { labId, userId } = made.lab;
  assert.equal((await made.labs.findLab(userId, labId))?.status, 'completed');
});

test('whatever happens, a lab is where its table allows, with exact counters', async () => {
  const actions = fc.array(fc.constantFrom(...ACTIONS, ...WORK), {
    minLength: 1,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(actions, async (sequence) => {
      const made = await world();
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
    }),
    { numRuns: 1_000 },
  );
});
