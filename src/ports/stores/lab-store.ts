// Labs of users: what they search, how far their execution is, and its results. An execution is cut
// into slices of combinations, each with a job; a slice's results, its job's end and the counters
// are written together, so each combination has one result however often a process dies. Every
// implementation passes lab-store.contract.ts. Texts are in the service's own form.

import type { LabStatus } from '#domain/lab/lab-state.ts';
import type { JobAttempt } from '#ports/work/jobs.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';

/** Jobs that plan what an execution runs next. */
export const LAB_PLAN_QUEUE = 'lab_plan';
/** Jobs that run a slice of combinations. */
export const LAB_SLICE_QUEUE = 'lab_slice';

export const LAB_ALGORITHMS = ['brute_force', 'intelligent', 'random', 'cluster'] as const;
export type LabAlgorithm = (typeof LAB_ALGORITHMS)[number];

/** What its user decides; the last three are null until it was configured. */
export type LabDesign = {
  readonly name: string;
  readonly scriptId: string;
  readonly algorithm: LabAlgorithm;
  readonly accountId: string | null;
  readonly marketTag: string | null;
  readonly intervalMinutes: number | null;
  /** Sizes of the search and rules of its runs; null until configured. */
  readonly config: string | null;
  readonly parameters: string;
  readonly parametersCount: number;
  readonly enabledParametersCount: number;
};

/** The current or last execution. */
export type LabExecution = {
  /** Counted from 1. */
  readonly number: number;
  /** Simulated time. */
  readonly startMs: number;
  readonly endMs: number;
  readonly startedAtMs: number;
  readonly scheduledCount: number;
  readonly completedCount: number;
  /** Why it stopped early; null otherwise. */
  readonly cancelReason: string | null;
  /** The parameters whose values its results combine, as they were at the start. */
  readonly parameters: string;
  /** What is known of all results together; null until it completed. */
  readonly summary: string | null;
};

/** One that starts; its plan holds everything that its runs depend on, and may be large. */
export type LabStart = LabExecution & { readonly plan: string };

/**
 * Names one execution of a lab. A restart replaces the results: what is read under the key of the
 * execution before is empty, so a result never meets the parameters of another execution.
 */
export type LabExecutionKey = {
  readonly userId: string;
  readonly labId: string;
  readonly executionNumber: number;
};

export type Lab = {
  readonly labId: string;
  readonly userId: string;
  readonly status: LabStatus;
  readonly design: LabDesign;
  /** Null before the first start. */
  readonly execution: LabExecution | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

/** A lab as lists have it: without what may be large. */
export type ListedLab = Omit<Lab, 'design' | 'execution'> & {
  readonly design: Omit<LabDesign, 'parameters'>;
  readonly execution: Omit<LabExecution, 'parameters' | 'summary'> | null;
};

export type LabSlice = {
  /** Place of its first combination in the order of the search. */
  readonly firstOrdinal: number;
  readonly generation: number;
  /** Place of its first combination in its generation. */
  readonly firstPopulation: number;
  readonly combinations: readonly number[];
};

/** What lists of results are sorted by; null sorts below every number. */
export const LAB_SORTS = ['roi', 'profit', 'drawdown', 'sharpe', 'stability'] as const;
export type LabSort = (typeof LAB_SORTS)[number];

export type LabResult = {
  readonly ordinal: number;
  readonly combination: number;
  readonly generation: number;
  readonly population: number;
  readonly backtestId: string;
  /** What the search ranks by; null when there is none. */
  readonly score: number | null;
  readonly positionsClosed: number;
  readonly sortValues: { readonly [sort in LabSort]: number | null };
  readonly figures: string;
  /** Null until all results were there. */
  readonly judgement: string | null;
};

/** What is added to a result when all are known. */
export type LabJudgement = {
  readonly ordinal: number;
  readonly stability: number | null;
  readonly judgement: string;
};

/** Where a page of results goes on. */
export type LabResultKey = { readonly value: number | null; readonly ordinal: number };

export type LabResultsQuery = {
  readonly sort: LabSort;
  readonly isDescending: boolean;
  readonly positionsMin: number;
  /** Percent; null: any. */
  readonly drawdownMax: number | null;
  readonly after: LabResultKey | null;
  readonly limit: number;
};

/** Made of the lab as it is after the change, in the same transaction. */
export type LabCompletion = ((lab: Lab) => Completion) | null;

/** What the work of an execution goes by. */
export type LabProgress = {
  readonly lab: Lab;
  readonly plan: string;
  /** Combinations planned so far. */
  readonly plannedCount: number;
  readonly openSlicesCount: number;
  /** Milliseconds of a run, as measured last; null before the first. */
  readonly runMs: number | null;
};

export type LabStore = {
  /**
   * One that was written before stays as it is; the request is completed all the same. Null when
   * the user has as many as may be.
   */
  insertLab(lab: Lab, completion: LabCompletion, labsMax?: number): Promise<Lab | null>;
  /** Null when unknown or another user's. */
  findLab(userId: string, labId: string): Promise<Lab | null>;
  /** Sorted by id. `afterId` null: from the start. */
  listLabs(userId: string, afterId: string | null, limit: number): Promise<readonly ListedLab[]>;
  /** Labs of the user that are queued or running. */
  countLabsAtWork(userId: string): Promise<number>;
  /** Null when it is not there, or its status does not allow it. */
  configureLab(
    userId: string,
    labId: string,
    design: LabDesign,
    atMs: number,
    completion: LabCompletion,
  ): Promise<Lab | null>;
  /**
   * Begins an execution, forgets the results of the one before, and queues its first plan job.
   * Null as above, and when as many of the user are at work as may be. The number in `execution` is
   * not used.
   */
  startLab(
    userId: string,
    labId: string,
    execution: LabStart,
    completion: LabCompletion,
    atWorkMax?: number | null,
  ): Promise<Lab | null>;
  /**
   * Ends the execution early and discards its jobs. One that is not at work stays as it is. Null
   * when there is no such lab.
   */
  cancelLab(
    userId: string,
    labId: string,
    reason: string,
    atMs: number,
    completion: LabCompletion,
  ): Promise<Lab | null>;
  /** With its results; its jobs are discarded. False when there is no such lab. */
  deleteLab(userId: string, labId: string): Promise<boolean>;

  /** For whoever carries out a job of it; null when that execution is over. */
  findProgress(planOrSliceJobId: string): Promise<LabProgress | null>;
  findSlice(sliceJobId: string): Promise<LabSlice | null>;
  /**
   * Ends a plan job: writes the slices, queues their jobs and replaces the execution's plan.
   * Without slices the search is over. False when the attempt does not hold the job any more.
   */
  addSlices(
    attempt: JobAttempt,
    slices: readonly LabSlice[],
    atMs: number,
    plan: string,
  ): Promise<boolean>;
  /**
   * Ends a slice's job with its results and counts them. Queues a plan job when at most
   * `openSlicesMax` are left. False as above.
   */
  endSlice(attempt: JobAttempt, ended: EndedSlice): Promise<boolean>;
  /** Scores by ordinal, NaN for none; only of results that are there. */
  readScores(labId: string): Promise<Float64Array>;
  /** By ordinal, from `fromOrdinal` on. */
  readResults(
    execution: LabExecutionKey,
    fromOrdinal: number,
    limit: number,
  ): Promise<readonly LabResult[]>;
  /**
   * Adds to results what is known when all are there; false when the attempt's execution is over.
   * Two attempts that judge the same results write the same.
   */
  scoreResults(attempt: JobAttempt, judgements: readonly LabJudgement[]): Promise<boolean>;
  /** Completes the execution; false as above. */
  completeLab(attempt: JobAttempt, summary: string, atMs: number): Promise<boolean>;
  /** Ends the execution that this job belongs to; its other jobs are discarded. False as above. */
  failLab(attempt: JobAttempt, reason: string, atMs: number): Promise<boolean>;

  /** Null when this is no longer the lab's execution. */
  findPlan(execution: LabExecutionKey): Promise<string | null>;
  listResults(execution: LabExecutionKey, query: LabResultsQuery): Promise<readonly LabResult[]>;
  findResult(execution: LabExecutionKey, backtestId: string): Promise<LabResult | null>;
  /** Of which of the user's executions the result is; null when it is of none. */
  findExecutionOf(userId: string, backtestId: string): Promise<LabExecutionKey | null>;
};

export type EndedSlice = {
  readonly results: readonly LabResult[];
  readonly runMs: number;
  readonly openSlicesMax: number;
  readonly atMs: number;
};
