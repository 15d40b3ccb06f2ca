// Contract of every store of labs. Each case has a user of its own.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { attemptJob } from '#ports/work/attempt-job.fixture.ts';
import { declareCases } from '#ports/declare-cases.contract.ts';
import type { JobAttempt, Jobs } from '#ports/work/jobs.ts';
import type {
  Lab,
  LabExecution,
  LabExecutionKey,
  LabResult,
  LabSlice,
  LabStart,
  LabStore,
} from '#ports/stores/lab-store.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/stores/lab-store.ts';
import { sampleLab } from '#ports/stores/lab.fixture.ts';
import { lostCompletion, sampleClaim, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';

export type OpenedLabs = {
  readonly labs: LabStore;
  readonly store: Pick<Store, 'insertUser' | 'claim'>;
  readonly jobs: Pick<Jobs<never>, 'run'>;
  close(hasFailed: boolean): Promise<void>;
};

const AT_MS = 1_700_000_000_000;

const EXECUTION: LabExecution = {
  number: 0,
  startMs: Date.UTC(2024, 0, 1),
  endMs: Date.UTC(2024, 1, 1),
  startedAtMs: AT_MS + 5,
  scheduledCount: 4,
  completedCount: 0,
  cancelReason: null,
  parameters: '[{"key":"fast"}]',
  summary: null,
};

const START: LabStart = { ...EXECUTION, plan: '{"seed":7}' };

function keyOf({ userId, labId }: Lab, executionNumber = 1): LabExecutionKey {
  return { userId, labId, executionNumber };
}

async function newLab({ store, labs }: OpenedLabs, changes: Partial<Lab> = {}): Promise<Lab> {
  const user = sampleUser();
  if (changes.userId === undefined) await store.insertUser(user);
  const times = { createdAtMs: AT_MS, updatedAtMs: AT_MS };
  const lab = sampleLab(user.userId, { ...times, ...changes });
  assert.deepEqual(await labs.insertLab(lab, null), lab);
  return lab;
}

async function started(harness: OpenedLabs): Promise<Lab> {
  const { userId, labId } = await newLab(harness);
  return present(await harness.labs.startLab(userId, labId, START, null), 'it can start');
}

/** Attempts the next job of this lab in a queue with `act`. */
function attemptOf(
  { jobs }: OpenedLabs,
  queue: string,
  labId: string,
  act: (attempt: JobAttempt) => Promise<void>,
): Promise<void> {
  return attemptJob(jobs, queue, (jobId) => jobId.startsWith(labId), act);
}

/** What the plan becomes when slices are made of it. */
const PLANNED = '{"seed":7,"wallet":[]}';

const SLICES: readonly LabSlice[] = [
  { firstOrdinal: 0, generation: 0, firstPopulation: 0, combinations: [3, 1] },
  { firstOrdinal: 2, generation: 0, firstPopulation: 2, combinations: [0, 9_007_199_254_740_990] },
];

async function planned(harness: OpenedLabs, slices = SLICES): Promise<Lab> {
  const lab = await started(harness);
  await plan(harness, lab, slices);
  return lab;
}

async function plan(
  harness: OpenedLabs,
  { labId }: Lab,
  slices: readonly LabSlice[],
): Promise<void> {
  await attemptOf(harness, LAB_PLAN_QUEUE, labId, async (attempt) => {
    assert.equal(await harness.labs.addSlices(attempt, slices, AT_MS + 6, PLANNED), true);
  });
}

function resultAt(ordinal: number, combination: number, roi: number | null): LabResult {
  return {
    ordinal,
    combination,
    generation: 0,
    population: ordinal,
    backtestId: `bt_${ordinal}`,
    score: roi,
    positionsClosed: ordinal,
    sortValues: { roi, profit: 1, drawdown: ordinal + 1, sharpe: 0.5, stability: null },
    figures: '{"fees":"1"}',
    judgement: null,
  };
}

/** Of the results, by ordinal. */
const ROIS = [2.5, null, 7, 2.5];

function resultsOf({ firstOrdinal, combinations }: LabSlice): readonly LabResult[] {
  return combinations.map((combination, place) =>
    resultAt(firstOrdinal + place, combination, ROIS[firstOrdinal + place] ?? null),
  );
}

/** Runs the next slice and returns it. */
async function runSlice(harness: OpenedLabs, { labId }: Lab, openSlicesMax = 0): Promise<LabSlice> {
  const run: LabSlice[] = [];
  await attemptOf(harness, LAB_SLICE_QUEUE, labId, async (attempt) => {
    const slice = present(await harness.labs.findSlice(attempt.jobId), 'it waits');
    const results = resultsOf(slice);
    const ended = { results, runMs: 12.5, openSlicesMax, atMs: AT_MS + 7 };
    assert.equal(await harness.labs.endSlice(attempt, ended), true);
    assert.equal(await harness.labs.endSlice(attempt, ended), false);
    run.push(slice);
  });
  return present(run[0], 'it was run');
}

async function reread({ labs }: OpenedLabs, { userId, labId }: Lab): Promise<Lab> {
  return present(await labs.findLab(userId, labId), 'it is there');
}

async function orderOf(
  { labs }: OpenedLabs,
  lab: Lab,
  isDescending: boolean,
): Promise<readonly number[]> {
  const query = {
    sort: 'roi',
    isDescending,
    positionsMin: 0,
    drawdownMax: null,
    limit: 3,
  } as const;
  const first = await labs.listResults(keyOf(lab), { ...query, after: null });
  const last = present(first.at(-1), 'there are results');
  const key = { value: last.sortValues.roi, ordinal: last.ordinal };
  const rest = await labs.listResults(keyOf(lab), { ...query, after: key });
  return [...first, ...rest].map(({ ordinal }) => ordinal);
}

const CASES: { readonly [statement: string]: (harness: OpenedLabs) => Promise<void> } = {
  'a lab is found by its user, whole, and by nobody else': async (harness) => {
    const lab = await newLab(harness);
    const { userId: other } = await newLab(harness);
    assert.deepEqual(await reread(harness, lab), lab);
    assert.equal(await harness.labs.findLab(other, lab.labId), null);
    assert.equal(await harness.labs.deleteLab(other, lab.labId), false);
    assert.equal(await harness.labs.startLab(other, lab.labId, START, null), null);
    assert.equal(await harness.labs.cancelLab(other, lab.labId, 'x', AT_MS, null), null);
    assert.equal(await harness.labs.configureLab(other, lab.labId, lab.design, AT_MS, null), null);
  },
  'a lab is written once, and each request for it is completed': async (harness) => {
    const lab = await newLab(harness);
    const claim = sampleClaim();
    await harness.store.claim(claim);
    const { recordId, ownerId } = claim;
    const outcome = new Uint8Array([4]);
    const again = { ...lab, design: { ...lab.design, name: 'another' } };
    const written = await harness.labs.insertLab(
      again,
      (found) => {
        assert.equal(found.design.name, 'a lab');
        return { recordId, ownerId, outcome };
      },
      0,
    );
    assert.deepEqual(written, lab);
    const replay = await harness.store.claim({ ...claim, ownerId: sampleId('owner') });
    assert.deepEqual(replay, { kind: 'completed', recordId, outcome });
  },
  'a request that was taken over changes no lab': async (harness) => {
    const { labs, store } = harness;
    const user = sampleUser();
    await store.insertUser(user);
    const lab = sampleLab(user.userId);
    const lost = await lostCompletion(store);
    const completion = () => lost;
    const refusal = { code: 'conflict' };
    await assert.rejects(labs.insertLab(lab, completion), refusal);
    assert.equal(await labs.findLab(lab.userId, lab.labId), null);
    const { userId, labId, design } = await newLab(harness);
    const before = await labs.findLab(userId, labId);
    const renamed = { ...design, name: 'later' };
    await assert.rejects(labs.configureLab(userId, labId, renamed, AT_MS, completion), refusal);
    await assert.rejects(labs.startLab(userId, labId, START, completion), refusal);
    assert.deepEqual(await labs.findLab(userId, labId), before);
    const running = await started(harness);
    const cancelling = labs.cancelLab(running.userId, running.labId, 'late', AT_MS, completion);
    await assert.rejects(cancelling, refusal);
    assert.deepEqual(await labs.findLab(running.userId, running.labId), running);
  },
  'labs are listed by id and counted': async (harness) => {
    const lab = await newLab(harness);
    const { userId } = lab;
    await newLab(harness, { userId });
    const [first, second] = await harness.labs.listLabs(userId, null, 10);
    assert.ok(first !== undefined && second !== undefined && first.labId < second.labId);
    assert.deepEqual(await harness.labs.listLabs(userId, first.labId, 10), [second]);
    assert.equal(await harness.labs.countLabsAtWork(userId), 0);
    await harness.labs.startLab(userId, first.labId, START, null);
    assert.equal(await harness.labs.countLabsAtWork(userId), 1);
  },
  'a list leaves out what may be large': async (harness) => {
    const { userId, labId } = await started(harness);
    const lab = present(await harness.labs.findLab(userId, labId), 'it was made');
    const { parameters: _all, ...design } = lab.design;
    const { parameters: _run, summary: _sum, ...execution } = present(lab.execution, 'it runs');
    assert.deepEqual(await harness.labs.listLabs(userId, null, 10), [
      { ...lab, design, execution },
    ]);
  },
  'a user has no more labs than may be, however many are made at once': async (harness) => {
    const { userId } = await newLab(harness);
    const labs = Array.from({ length: 8 }, () => sampleLab(userId));
    const made = await Promise.all(labs.map((lab) => harness.labs.insertLab(lab, null, 3)));
    assert.equal(made.filter((lab) => lab !== null).length, 2);
    assert.equal((await harness.labs.listLabs(userId, null, 10)).length, 3);
  },
  'no more labs of a user are at work than may be': async (harness) => {
    const first = await newLab(harness);
    const { userId } = first;
    const labs = [first];
    for (let count = 0; count < 5; count += 1) labs.push(await newLab(harness, { userId }));
    const started = await Promise.all(
      labs.map(({ labId }) => harness.labs.startLab(userId, labId, START, null, 2)),
    );
    assert.equal(started.filter((lab) => lab !== null).length, 2);
    assert.equal(await harness.labs.countLabsAtWork(userId), 2);
  },
  'a lab is configured at rest, not at work': async (harness) => {
    const { userId, labId, design } = await newLab(harness);
    const wished = { ...design, accountId: 'a', marketTag: 'm', intervalMinutes: 5, config: '{}' };
    const configured = await harness.labs.configureLab(userId, labId, wished, AT_MS + 1, null);
    assert.deepEqual(configured?.design, wished);
    assert.equal(configured?.updatedAtMs, AT_MS + 1);
    await harness.labs.startLab(userId, labId, START, null);
    assert.equal(await harness.labs.configureLab(userId, labId, design, AT_MS, null), null);
  },
  'a started lab is queued with its execution, and cannot be started again': async (harness) => {
    const lab = await started(harness);
    assert.equal(lab.status, 'queued');
    assert.deepEqual(lab.execution, { ...EXECUTION, number: 1 });
    assert.equal(await harness.labs.startLab(lab.userId, lab.labId, START, null), null);
  },
  'slices run once each, and the counters are exact': async (harness) => {
    const lab = await planned(harness);
    const running = await reread(harness, lab);
    assert.equal(running.status, 'running');
    assert.equal(running.execution?.parameters, EXECUTION.parameters);
    assert.equal(await harness.labs.findPlan(keyOf(lab)), PLANNED);
    const first = await runSlice(harness, lab);
    assert.equal((await reread(harness, lab)).execution?.completedCount, 2);
    const second = await runSlice(harness, lab);
    assert.deepEqual(
      [first, second].toSorted((left, right) => left.firstOrdinal - right.firstOrdinal),
      SLICES,
    );
    assert.equal((await reread(harness, lab)).execution?.completedCount, 4);
    const scores = await harness.labs.readScores(lab.labId);
    assert.deepEqual(Array.from(scores), [2.5, NaN, 7, 2.5]);
  },
  'a plan is due when few enough slices are left': async (harness) => {
    const lab = await planned(harness);
    await runSlice(harness, lab, 1);
    await attemptOf(harness, LAB_PLAN_QUEUE, lab.labId, async ({ jobId }) => {
      const progress = await harness.labs.findProgress(jobId);
      assert.equal(progress?.plannedCount, 4);
      assert.equal(progress.openSlicesCount, 1);
      assert.equal(progress.runMs, 12.5);
      assert.equal(progress.lab.labId, lab.labId);
      assert.equal(progress.plan, PLANNED);
    });
  },
  'a search that is over is completed after its last slice': async (harness) => {
    const lab = await planned(harness, SLICES.slice(0, 1));
    await runSlice(harness, lab);
    await plan(harness, lab, []);
    await attemptOf(harness, LAB_PLAN_QUEUE, lab.labId, async (attempt) => {
      const judgements = [{ ordinal: 1, stability: 0.75, judgement: '{"x":1}' }];
      assert.ok(await harness.labs.scoreResults(attempt, judgements));
      assert.ok(await harness.labs.completeLab(attempt, '{"pbo":0}', AT_MS + 9));
      assert.equal(await harness.labs.scoreResults(attempt, judgements), false);
    });
    const done = await reread(harness, lab);
    assert.equal(done.status, 'completed');
    assert.equal(done.execution?.summary, '{"pbo":0}');
    const [, judged] = await harness.labs.readResults(keyOf(lab), 0, 10);
    assert.equal(judged?.sortValues.stability, 0.75);
    assert.equal(judged.judgement, '{"x":1}');
  },
  'a cancelled lab says why, and its slices have no effect any more': async (harness) => {
    const { labs } = harness;
    const lab = await planned(harness);
    const { labId, userId } = lab;
    await attemptOf(harness, LAB_SLICE_QUEUE, labId, async (attempt) => {
      const slice = present(await labs.findSlice(attempt.jobId), 'it waits');
      const cancelled = await labs.cancelLab(userId, labId, 'Cancelled by user', AT_MS + 8, null);
      assert.equal(cancelled?.status, 'cancelled');
      assert.equal(cancelled.execution?.cancelReason, 'Cancelled by user');
      const ended = { results: resultsOf(slice), runMs: 1, openSlicesMax: 0, atMs: AT_MS };
      assert.equal(await labs.endSlice(attempt, ended), false);
    });
    assert.equal((await labs.readResults(keyOf(lab), 0, 10)).length, 0);
    const again = await labs.cancelLab(userId, labId, 'again', AT_MS + 9, null);
    assert.equal(again?.execution?.cancelReason, 'Cancelled by user');
  },
  'one that was never started stays as it is when it is cancelled': async (harness) => {
    const lab = await newLab(harness);
    assert.deepEqual(await harness.labs.cancelLab(lab.userId, lab.labId, 'x', AT_MS, null), lab);
  },
  'a failed lab has its reason, and starts anew without the old results': async (harness) => {
    const { labs } = harness;
    const lab = await planned(harness);
    const { labId, userId } = lab;
    await runSlice(harness, lab);
    await attemptOf(harness, LAB_SLICE_QUEUE, labId, async (attempt) => {
      assert.ok(await labs.failLab(attempt, 'No history', AT_MS + 8));
    });
    const failed = await reread(harness, lab);
    assert.equal(failed.status, 'failed');
    assert.equal(failed.execution?.cancelReason, 'No history');
    const anew = await labs.startLab(userId, labId, START, null);
    assert.deepEqual(anew?.execution, { ...EXECUTION, number: 2 });
    assert.equal((await labs.readResults(keyOf(lab, 2), 0, 10)).length, 0);
  },
  'a deleted lab is gone with its results and its jobs': async (harness) => {
    const lab = await planned(harness);
    await attemptOf(harness, LAB_SLICE_QUEUE, lab.labId, async (attempt) => {
      assert.equal(await harness.labs.deleteLab(lab.userId, lab.labId), true);
      assert.equal(await harness.labs.findProgress(attempt.jobId), null);
    });
    assert.equal(await harness.labs.findLab(lab.userId, lab.labId), null);
    assert.equal(await harness.labs.deleteLab(lab.userId, lab.labId), false);
  },
  'results are paged by what they are sorted by, those without it lowest': async (harness) => {
    const lab = await planned(harness);
    for (const _ of SLICES) await runSlice(harness, lab);
    assert.deepEqual(await orderOf(harness, lab, true), [2, 0, 3, 1]);
    assert.deepEqual(await orderOf(harness, lab, false), [1, 0, 3, 2]);
  },
  'results are filtered by closed positions, and found by their backtest': async (harness) => {
    const lab = await planned(harness);
    for (const _ of SLICES) await runSlice(harness, lab);
    const sorting = {
      sort: 'profit',
      isDescending: true,
      drawdownMax: null,
      after: null,
      limit: 10,
    } as const;
    const listed = await harness.labs.listResults(keyOf(lab), { ...sorting, positionsMin: 2 });
    assert.deepEqual(listed, [resultAt(2, 0, 7), resultAt(3, 9_007_199_254_740_990, 2.5)]);
    const within = async (drawdownMax: number) =>
      harness.labs.listResults(keyOf(lab), { ...sorting, positionsMin: 0, drawdownMax });
    const all = await within(100);
    const falls = all.map(({ sortValues }) => sortValues.drawdown ?? Infinity);
    const least = Math.min(...falls);
    assert.ok(falls.length > 0 && Math.max(...falls) <= 100);
    assert.deepEqual(
      await within(least),
      all.filter((_, index) => falls[index] === least),
    );
    assert.deepEqual(await within(-1), []);
    assert.deepEqual(await harness.labs.findResult(keyOf(lab), 'bt_2'), resultAt(2, 0, 7));
    assert.equal(await harness.labs.findResult(keyOf(lab), 'bt_9'), null);
    assert.deepEqual(await harness.labs.findExecutionOf(lab.userId, 'bt_2'), keyOf(lab));
    assert.equal(await harness.labs.findExecutionOf(lab.userId, 'bt_9'), null);
    const { userId: other } = await newLab(harness);
    const foreign = { ...keyOf(lab), userId: other };
    assert.equal(await harness.labs.findResult(foreign, 'bt_2'), null);
    assert.equal(await harness.labs.findPlan(foreign), null);
    assert.equal(await harness.labs.findExecutionOf(other, 'bt_2'), null);
    assert.deepEqual(await harness.labs.readResults(foreign, 0, 10), []);
    assert.deepEqual(await harness.labs.listResults(foreign, { ...sorting, positionsMin: 0 }), []);
  },
  'nothing of an execution is read under the key of another': async (harness) => {
    const lab = await planned(harness);
    for (const _ of SLICES) await runSlice(harness, lab);
    const sorting = {
      sort: 'roi',
      isDescending: true,
      drawdownMax: null,
      after: null,
      limit: 10,
    } as const;
    for (const key of [keyOf(lab, 0), keyOf(lab, 2)]) {
      const listed = await harness.labs.listResults(key, { ...sorting, positionsMin: 0 });
      assert.deepEqual(listed, []);
      assert.deepEqual(await harness.labs.readResults(key, 0, 10), []);
      assert.equal(await harness.labs.findResult(key, 'bt_2'), null);
      assert.equal(await harness.labs.findPlan(key), null);
    }
  },
};

/** Declares the tests; `open` is called once. */
export function labStoreContract(open: () => Promise<OpenedLabs>): void {
  declareCases(CASES, open, (opened) => opened);
}
