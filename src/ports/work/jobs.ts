// Work that outlives the process that requested it: queued in the transaction of what it is about,
// carried out by whichever process is free, and begun again when that process dies. A job may be
// attempted more than once; its fence makes sure that only one attempt has an effect. Every
// implementation passes jobs.contract.ts. All throw Failure.

import type { Tenant } from '#domain/shares/tenant-queue.ts';

/** One process's try to carry out a job. */
export type JobAttempt = {
  /** Of what it is about, such as a backtest; a job is queued once under it. */
  readonly jobId: string;
  /** Higher in each later attempt: what an earlier one would write is refused. */
  readonly fence: number;
  /** How many earlier attempts ended with the process that made them. */
  readonly lostCount: number;
  /** Whether it must be computed in a process of its own; see JobWork. */
  readonly isSuspect: boolean;
  /** Whose share it is done on. */
  readonly tenant: Tenant;
  /** Of one member and kind, the job that is due first goes first. */
  readonly dueMs: number;
  /** The `traceparent` of what queued it; absent or null: that was not traced. */
  readonly traceParent?: string | null;
};

export type JobEnding =
  /** It settled its job, or found nothing left to do. */
  | { readonly kind: 'done' }
  /** To be attempted again, not before so long from now. */
  | { readonly kind: 'again'; readonly delayMs: number };

/** Jobs of one queue, and how they are carried out. */
export type JobKind = {
  readonly queue: string;
  /**
   * The signal is aborted when the job was discarded, when another process took it over, and when
   * the runner closes; what is returned then may be `again`. A Failure thrown is one more `again`;
   * any other error counts as if the process had died of it.
   */
  perform(attempt: JobAttempt, signal: AbortSignal): Promise<JobEnding>;
  /** Hears of errors that are our own mistakes. */
  onDefect(error: unknown): void;
};

/**
 * Jobs are taken as src/domain/shares/choose-line.ts says, by the tenants of their users. A job is
 * a suspect when it has lost an attempt, when another of its member has and is not over, and when
 * its member was noted by `suspect`: it takes no place from others, and whoever performs it must
 * compute it in a process of its own.
 */
export type JobWork = {
  /** Kinds that share places. Of one user, jobs of a kind that stands first go first. */
  readonly kinds: readonly JobKind[];
  /** How many jobs at once. */
  readonly placesCount: number;
  /** Further jobs, each of a tenant that has none of these kinds under way in any process. */
  readonly retainedCount: number;
};

export type JobRunner = {
  /** Takes no more jobs, gives those under way back to the queue, and waits for that. */
  close(): Promise<void>;
};

/** `Transaction` is what the implementation's stores write in. */
export type Jobs<Transaction> = {
  /**
   * Queues the user's jobs that were not queued before; takes effect with the transaction. They are
   * due when their patience is over: 0 by default; see src/domain/shares/patience-of-run-ms.ts.
   */
  enqueue(
    transaction: Transaction,
    queue: string,
    jobIds: readonly string[],
    userId: string,
    patienceMs?: number,
  ): Promise<void>;
  /**
   * Ends jobs wherever they are: their attempts, if there are any, can settle nothing any more.
   * Returns how many there were.
   */
  discard(transaction: Transaction, jobIds: readonly string[]): Promise<number>;
  /** True once, for the attempt that holds the job; the job is over then. */
  settle(transaction: Transaction, attempt: JobAttempt): Promise<boolean>;
  /**
   * One of the member's jobs ended its process: all jobs of the member that begin within
   * `LIMITS.suspicionMs` are suspects, and all of its tenant when several members of it are noted.
   */
  suspect(tenant: Tenant): Promise<void>;
  /** Carries out jobs until the runner is closed. */
  run(work: JobWork): JobRunner;
};
