// Labs in the memory of one process.

import { insistOnRecord } from '#adapters/memory/memory-idempotency-store.ts';
import { present } from '#lib/assert.ts';
import type { LabEvent } from '#domain/lab/lab-state.ts';
import { nextLabStatus } from '#domain/lab/lab-state.ts';
import type { JobAttempt, Jobs } from '#ports/work/jobs.ts';
import type {
  Lab,
  ListedLab,
  LabCompletion,
  LabExecution,
  LabExecutionKey,
  LabResult,
  LabResultsQuery,
  LabSlice,
  LabStore,
} from '#ports/stores/lab-store.ts';
import { LAB_PLAN_QUEUE, LAB_SLICE_QUEUE } from '#ports/stores/lab-store.ts';
import type { IdempotencyStore } from '#ports/stores/idempotency-store.ts';

type Entry = {
  lab: Lab;
  plannedCount: number;
  plansCount: number;
  planJobId: string | null;
  plan: string;
  isSearchOver: boolean;
  runMs: number | null;
  readonly slices: Map<string, LabSlice>;
  results: LabResult[];
};

type Memory = {
  readonly entries: Map<string, Entry>;
  readonly jobs: Pick<Jobs<null>, 'enqueue' | 'discard' | 'settle'>;
  readonly idempotency: Pick<IdempotencyStore, 'complete'>;
};

/** An empty store whose jobs are queued in `jobs`. */
export function memoryLabStore(
  jobs: Pick<Jobs<null>, 'enqueue' | 'discard' | 'settle'>,
  idempotency: Pick<IdempotencyStore, 'complete'>,
): LabStore {
  const memory: Memory = { entries: new Map(), jobs, idempotency };
  const own = (userId: string, labId: string): Entry | null => ownEntry(memory, userId, labId);
  const ofUser = (userId: string): readonly Lab[] =>
    [...memory.entries.values()]
      .map(({ lab }) => lab)
      .filter((lab) => lab.userId === userId)
      .toSorted((left, right) => (left.labId < right.labId ? -1 : 1));
  return {
    async insertLab(lab, completion, labsMax = Infinity) {
      const known = memory.entries.get(lab.labId);
      if (known === undefined && ofUser(lab.userId).length >= labsMax) return null;
      const made = known?.lab ?? lab;
      if (completion !== null) await complete(memory, made, completion);
      if (known === undefined) memory.entries.set(lab.labId, newEntry(lab));
      return made;
    },
    async findLab(userId, labId) {
      return own(userId, labId)?.lab ?? null;
    },
    async listLabs(userId, afterId, limit) {
      return ofUser(userId)
        .filter(({ labId }) => labId > (afterId ?? ''))
        .slice(0, limit)
        .map(listedLab);
    },
    async countLabsAtWork(userId) {
      return countAtWork(memory, userId);
    },
    ...changes(memory),
    ...execution(memory),
    async readScores(labId) {
      const results = memory.entries.get(labId)?.results ?? [];
      return Float64Array.from(results.toSorted(byOrdinal), ({ score }) => score ?? NaN);
    },
    async findPlan(key) {
      return executionEntry(memory, key)?.plan ?? null;
    },
    async readResults(key, fromOrdinal, limit) {
      const results = executionEntry(memory, key)?.results ?? [];
      return results
        .filter(({ ordinal }) => ordinal >= fromOrdinal)
        .toSorted(byOrdinal)
        .slice(0, limit);
    },
    async listResults(key, query) {
      return pageOf(executionEntry(memory, key)?.results ?? [], query);
    },
    async findResult(key, backtestId) {
      const results = executionEntry(memory, key)?.results ?? [];
      return results.find((result) => result.backtestId === backtestId) ?? null;
    },
    async findExecutionOf(userId, backtestId) {
      const isIt = (result: LabResult): boolean => result.backtestId === backtestId;
      const found = ofUser(userId).find(({ labId }) => own(userId, labId)?.results.some(isIt));
      const number = found?.execution?.number;
      if (found === undefined || number === undefined) return null;
      return { labId: found.labId, userId, executionNumber: number };
    },
  };
}

function countAtWork({ entries }: Memory, userId: string): number {
  return [...entries.values()].filter(
    ({ lab }) => lab.userId === userId && nextLabStatus(lab.status, 'cancelled') !== null,
  ).length;
}

function newEntry(lab: Lab): Entry {
  return {
    lab,
    plannedCount: 0,
    plansCount: 0,
    planJobId: null,
    plan: '',
    isSearchOver: false,
    runMs: null,
    slices: new Map(),
    results: [],
  };
}

function ownEntry({ entries }: Memory, userId: string, labId: string): Entry | null {
  const entry = entries.get(labId);
  return entry?.lab.userId === userId ? entry : null;
}

function executionEntry(
  memory: Memory,
  { userId, labId, executionNumber }: LabExecutionKey,
): Entry | null {
  const entry = ownEntry(memory, userId, labId);
  return entry?.lab.execution?.number === executionNumber ? entry : null;
}

function listedLab({ design, execution, ...lab }: Lab): ListedLab {
  const { parameters: _swept, ...listed } = design;
  if (execution === null) return { ...lab, design: listed, execution };
  const { parameters: _executed, summary: _summary, ...counts } = execution;
  return { ...lab, design: listed, execution: counts };
}

/**
 * Before the effect, which a request that was taken over does not have. Without a completion
 * nothing may be awaited: a limit that was looked at must hold until the effect.
 */
async function complete(
  { idempotency }: Memory,
  lab: Lab,
  completion: NonNullable<LabCompletion>,
): Promise<void> {
  insistOnRecord(await idempotency.complete(completion(lab)));
}

function changes(
  memory: Memory,
): Pick<LabStore, 'configureLab' | 'startLab' | 'cancelLab' | 'deleteLab'> {
  return {
    async configureLab(userId, labId, design, atMs, completion) {
      const entry = ownEntry(memory, userId, labId);
      if (entry === null || nextLabStatus(entry.lab.status, 'configured') === null) return null;
      const lab = { ...entry.lab, design, updatedAtMs: atMs };
      if (completion !== null) await complete(memory, lab, completion);
      entry.lab = lab;
      return lab;
    },
    async startLab(userId, labId, { plan: planText, ...wished }, completion, atWorkMax) {
      if (countAtWork(memory, userId) >= (atWorkMax ?? Infinity)) return null;
      const entry = ownEntry(memory, userId, labId);
      const status = entry === null ? null : nextLabStatus(entry.lab.status, 'started');
      if (entry === null || status === null) return null;
      const number = (entry.lab.execution?.number ?? 0) + 1;
      const execution: LabExecution = { ...wished, number };
      const lab = { ...entry.lab, status, execution, updatedAtMs: wished.startedAtMs };
      if (completion !== null) await complete(memory, lab, completion);
      Object.assign(entry, newEntry(lab), { plan: planText });
      await plan(memory, entry);
      return entry.lab;
    },
    async cancelLab(userId, labId, reason, atMs, completion) {
      const entry = ownEntry(memory, userId, labId);
      if (entry === null) return null;
      const ended = { ...entry };
      const isAtWork = nextLabStatus(entry.lab.status, 'cancelled') !== null;
      if (isAtWork) end(ended, 'cancelled', { cancelReason: reason }, atMs);
      if (completion !== null) await complete(memory, ended.lab, completion);
      if (isAtWork) {
        await discardJobs(memory, entry);
        Object.assign(entry, ended);
      }
      return entry.lab;
    },
    async deleteLab(userId, labId) {
      const entry = ownEntry(memory, userId, labId);
      if (entry === null) return false;
      memory.entries.delete(labId);
      await discardJobs(memory, entry);
      return true;
    },
  };
}

function execution(
  memory: Memory,
): Pick<
  LabStore,
  | 'findProgress'
  | 'findSlice'
  | 'addSlices'
  | 'endSlice'
  | 'scoreResults'
  | 'completeLab'
  | 'failLab'
> {
  return {
    async findProgress(jobId) {
      const entry = entryOfJob(memory, jobId);
      if (entry === null) return null;
      const { lab, plan: planText, plannedCount, runMs, slices } = entry;
      return { lab, plan: planText, plannedCount, openSlicesCount: slices.size, runMs };
    },
    async findSlice(jobId) {
      return entryOfJob(memory, jobId)?.slices.get(jobId) ?? null;
    },
    addSlices: (attempt, slices, atMs, planText) =>
      asHolder(memory, attempt, async (entry) => {
        const status = present(nextLabStatus(entry.lab.status, 'begun'), 'it is at work');
        entry.lab = { ...entry.lab, status, updatedAtMs: atMs };
        entry.plan = planText;
        entry.planJobId = null;
        entry.isSearchOver = slices.length === 0;
        for (const slice of slices) {
          const number = present(entry.lab.execution, 'it was started').number;
          const jobId = `${entry.lab.labId}.${number}.${slice.firstOrdinal}`;
          entry.slices.set(jobId, slice);
          entry.plannedCount += slice.combinations.length;
          await memory.jobs.enqueue(null, LAB_SLICE_QUEUE, [jobId], entry.lab.userId);
        }
        await planWhenDue(memory, entry, 0);
      }),
    endSlice: (attempt, { results, runMs, openSlicesMax, atMs }) =>
      asHolder(memory, attempt, async (entry) => {
        entry.results.push(...results);
        entry.slices.delete(attempt.jobId);
        entry.runMs = runMs;
        const done = present(entry.lab.execution, 'it was started');
        const completedCount = done.completedCount + results.length;
        entry.lab = { ...entry.lab, execution: { ...done, completedCount }, updatedAtMs: atMs };
        await planWhenDue(memory, entry, openSlicesMax);
      }),
    async scoreResults({ jobId }, judgements) {
      const entry = entryOfJob(memory, jobId);
      if (entry === null) return false;
      const judged = new Map(judgements.map((one) => [one.ordinal, one]));
      entry.results = entry.results.map((result) => {
        const own = judged.get(result.ordinal);
        if (own === undefined) return result;
        const sortValues = { ...result.sortValues, stability: own.stability };
        return { ...result, sortValues, judgement: own.judgement };
      });
      return true;
    },
    completeLab: (attempt, summary, atMs) =>
      asHolder(memory, attempt, async (entry) => end(entry, 'completed', { summary }, atMs)),
    failLab: (attempt, reason, atMs) =>
      asHolder(memory, attempt, async (entry) => {
        await discardJobs(memory, entry);
        end(entry, 'failed', { cancelReason: reason }, atMs);
      }),
  };
}

async function asHolder(
  memory: Memory,
  attempt: JobAttempt,
  work: (entry: Entry) => Promise<void>,
): Promise<boolean> {
  const entry = entryOfJob(memory, attempt.jobId);
  if (entry === null || !(await memory.jobs.settle(null, attempt))) return false;
  await work(entry);
  return true;
}

function entryOfJob({ entries }: Memory, jobId: string): Entry | null {
  const all = [...entries.values()];
  return all.find((entry) => entry.planJobId === jobId || entry.slices.has(jobId)) ?? null;
}

async function planWhenDue(memory: Memory, entry: Entry, openSlicesMax: number): Promise<void> {
  if (entry.planJobId !== null) return;
  if (entry.slices.size > (entry.isSearchOver ? 0 : openSlicesMax)) return;
  await plan(memory, entry);
}

async function plan({ jobs }: Memory, entry: Entry): Promise<void> {
  entry.plansCount += 1;
  const number = present(entry.lab.execution, 'it was started').number;
  entry.planJobId = `${entry.lab.labId}.${number}.plan${entry.plansCount}`;
  await jobs.enqueue(null, LAB_PLAN_QUEUE, [entry.planJobId], entry.lab.userId);
}

async function discardJobs({ jobs }: Memory, entry: Entry): Promise<void> {
  const jobIds = [...entry.slices.keys()];
  if (entry.planJobId !== null) jobIds.push(entry.planJobId);
  entry.slices.clear();
  await jobs.discard(null, jobIds);
}

function end(
  entry: Entry,
  event: LabEvent,
  changed: Partial<LabExecution>,
  updatedAtMs: number,
): void {
  const status = present(nextLabStatus(entry.lab.status, event), 'an execution at work can end');
  const execution = { ...present(entry.lab.execution, 'it was started'), ...changed };
  entry.lab = { ...entry.lab, status, execution, updatedAtMs };
  entry.planJobId = null;
}

function byOrdinal(left: LabResult, right: LabResult): number {
  return left.ordinal - right.ordinal;
}

function pageOf(results: readonly LabResult[], query: LabResultsQuery): readonly LabResult[] {
  const { after, drawdownMax, isDescending, limit, positionsMin, sort } = query;
  const sign = isDescending ? -1 : 1;
  const order = (left: Place, right: Place): number => {
    if (left.value === right.value) return left.ordinal - right.ordinal;
    return left.value < right.value ? -sign : sign;
  };
  const placeOf = ({ sortValues, ordinal }: LabResult): Place => ({
    value: sortValues[sort] ?? -Infinity,
    ordinal,
  });
  const from = after === null ? null : { ...after, value: after.value ?? -Infinity };
  return results
    .filter(({ positionsClosed }) => positionsClosed >= positionsMin)
    .filter(
      ({ sortValues: { drawdown } }) =>
        drawdownMax === null || (drawdown ?? Infinity) <= drawdownMax,
    )
    .filter((result) => from === null || order(placeOf(result), from) > 0)
    .toSorted((left, right) => order(placeOf(left), placeOf(right)))
    .slice(0, limit);
}

type Place = { readonly value: number; readonly ordinal: number };
