// Work that outlives the process that asked for it: queued in the transaction of what it is about,
// carried out by whichever process is free, and begun again when that process dies. A job may be
// attempted more than once; its fence makes sure that only one attempt has an effect. Every
// implementation passes jobs.contract.ts. All throw Failure.

/** One process's try to carry out a job. */
export type JobAttempt = {
  /** Of what it is about, such as a backtest; a job is queued once under it. */
  readonly jobId: string;
  /** Higher in each later attempt: what an earlier one would write is refused. */
  readonly fence: number;
  /** How many earlier attempts ended with the process that made them. */
  readonly lostCount: number;
};

export type JobEnding =
  /** It settled its job, or found nothing left to do. */
  | { readonly kind: 'done' }
  /** To be attempted again, not before so long from now. */
  | { readonly kind: 'again'; readonly delayMs: number };

export type JobWork = {
  readonly queue: string;
  /** How many jobs at once. */
  readonly slotsCount: number;
  /**
   * The signal is aborted when the job was discarded, when another process took it over, and when
   * the runner closes; what is answered then may be `again`. A Failure thrown is one more `again`;
   * any other error counts as if the process had died of it.
   */
  perform(attempt: JobAttempt, signal: AbortSignal): Promise<JobEnding>;
  /** Hears of errors that are our own mistakes. */
  onDefect(error: unknown): void;
};

export type JobRunner = {
  /** Takes no more jobs, gives those under way back to the queue, and waits for that. */
  close(): Promise<void>;
};

/** `Transaction` is what the implementation's stores write in. */
export type Jobs<Transaction> = {
  /** Queues the jobs that were not queued before; takes effect with the transaction. */
  enqueue(transaction: Transaction, queue: string, jobIds: readonly string[]): Promise<void>;
  /**
   * Ends jobs wherever they are: their attempts, if there are any, can settle nothing any more.
   * Answers how many there were.
   */
  discard(transaction: Transaction, jobIds: readonly string[]): Promise<number>;
  /** True once, for the attempt that holds the job; the job is over then. */
  settle(transaction: Transaction, attempt: JobAttempt): Promise<boolean>;
  /** Carries out jobs of a queue until the runner is closed. */
  run(work: JobWork): JobRunner;
};
