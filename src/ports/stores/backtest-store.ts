// Backtests of users: what was requested, and what came of it. A backtest and its job are queued
// together, and only the attempt that holds the job can end it. Every implementation passes
// backtest-store.contract.ts.

import type { StrategyBrain } from '#ports/stores/bot-store.ts';
import type { JobAttempt } from '#ports/work/jobs.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';

/** The queue of their jobs; a backtest's id is its job's. */
export const BACKTEST_QUEUE = 'backtest';

/** A strategy, and its settings by key. */
export type BacktestStrategy = Pick<StrategyBrain, 'type' | 'config'>;

/** Where a backtest stands that waits or runs. */
export const BACKTEST_PHASES = ['queued', 'loading_script', 'loading_data', 'executing'] as const;
export type BacktestPhase = (typeof BACKTEST_PHASES)[number];

export type BacktestStage = {
  readonly phase: BacktestPhase;
  /** What is done of it, 0 to 1. */
  readonly doneShare: number;
  /** When its latest attempt began; null before. */
  readonly beganAtMs: number | null;
};

export type Backtest = {
  readonly backtestId: string;
  readonly userId: string;
  /** Null where it is of a strategy. */
  readonly scriptId: string | null;
  /** Given where it is of a strategy. */
  readonly strategy?: BacktestStrategy;
  readonly accountId: string;
  readonly marketTag: string;
  readonly intervalMinutes: number;
  /** Simulated time. */
  readonly startMs: number;
  readonly endMs: number;
  /** What was chosen besides, in the service's own form. */
  readonly choices: string;
  /**
   * What it goes by instead of its user's scripts and wallet, in the service's own form. Only
   * whoever carries out its job is given it; it is forgotten when the backtest ends.
   */
  readonly frozen?: string;
  readonly queuedAtMs: number;
};

export type BacktestFailureReason = {
  readonly message: string;
  /** 1-based line of the script; null when there is none. */
  readonly line: number | null;
};

/** What became of a backtest; `figures` are in the service's own form. */
export type BacktestProgress =
  | { readonly state: 'queued' }
  | { readonly state: 'finished'; readonly figures: string; readonly endedAtMs: number }
  | {
      readonly state: 'failed';
      readonly reason: BacktestFailureReason;
      readonly endedAtMs: number;
    };

export type StoredBacktest = {
  readonly backtest: Backtest;
  /** Grows with each backtest that is requested. */
  readonly sequence: number;
  readonly progress: BacktestProgress;
  readonly stage: BacktestStage;
};

/** The lists of a result; their items are single lines of text, in the service's own form. */
export const RESULT_LISTS = [
  'positions',
  'orders',
  'logs',
  'equity',
  'days',
  'plots',
  'drawings',
  'objects',
  'bars',
  'exports',
  'values',
] as const;
export type ResultList = (typeof RESULT_LISTS)[number];

export type BacktestOutcome =
  | {
      readonly kind: 'finished';
      readonly figures: string;
      readonly lists: { readonly [list in ResultList]: readonly string[] };
    }
  | { readonly kind: 'failed'; readonly reason: BacktestFailureReason };

export type BacktestStore = {
  /**
   * Writes the backtest, queues its job and completes the idempotent request, in one transaction.
   * One that was written before stays as it is; the request is completed all the same. False when
   * as many of the user wait or run as may.
   */
  insertBacktest(
    backtest: Backtest,
    completion: Completion | null,
    queuedMax?: number,
  ): Promise<boolean>;
  /** Null when unknown or another user's. */
  findBacktest(userId: string, backtestId: string): Promise<StoredBacktest | null>;
  /** Whose it is; null when unknown. */
  findOwner(backtestId: string): Promise<string | null>;
  /** For those who watch it; nothing is noted of one that is over. */
  noteStage(backtestId: string, stage: BacktestStage): Promise<void>;
  /** For whoever carries out its job; null when it is no longer queued. */
  findQueuedBacktest(backtestId: string): Promise<Backtest | null>;
  /** Newest first, those that failed left out. `beforeSequence` null: from the newest. */
  listBacktests(
    userId: string,
    beforeSequence: number | null,
    limit: number,
  ): Promise<readonly StoredBacktest[]>;
  /** Items from `fromIndex` on; null when there is no finished backtest of this user. */
  readItems(
    userId: string,
    backtestId: string,
    list: ResultList,
    fromIndex: number,
    limit: number,
  ): Promise<readonly string[] | null>;
  /** Writes the outcome and settles the job; false when the attempt does not hold it any more. */
  endBacktest(attempt: JobAttempt, outcome: BacktestOutcome, endedAtMs: number): Promise<boolean>;
  /** Discards it and its job, whatever its state. False when unknown or another user's. */
  deleteBacktest(userId: string, backtestId: string): Promise<boolean>;
  /** Forgets at most `limit` that failed before `beforeMs`; returns how many. */
  purgeFailures(beforeMs: number, limit: number): Promise<number>;
};
