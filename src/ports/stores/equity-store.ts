// Equity of accounts over time, and when each is looked at next. The store brings the instant
// forward by itself when events say that something was traded. All throw Failure; writes may throw
// OutcomeUnknown.

import type { EquityPoint } from '#domain/equity/sum-equity.ts';
import type { Account } from '#ports/stores/account-store.ts';

/** After changes, at most one snapshot in so long. */
export const EQUITY_CHANGE_MS = 300_000;

export type DueEquity = {
  readonly account: Account;
  /** Of its earlier snapshots; null before the first. */
  readonly currency: string | null;
};

export type EquityTaken = {
  readonly accountId: string;
  /** Null: there is nothing to say of it now. */
  readonly point: EquityPoint | null;
  readonly nextDueMs: number;
  /** In place of it, where something was traded since the account was claimed. */
  readonly changedDueMs: number;
};

export type EquityQuery = {
  readonly accountId: string;
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  /** Of each interval, counted from 1970, the last one; null: all. */
  readonly intervalMs: number | null;
  readonly limit: number;
};

export type EquitiesQuery = {
  readonly accountIds: readonly string[];
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  readonly intervalMs: number;
};

export type EquityStore = {
  /** Those that have been due longest. Nobody else gets them before `claimedUntilMs`. */
  claimEquity(nowMs: number, claimedUntilMs: number, limit: number): Promise<readonly DueEquity[]>;
  storeEquity(taken: EquityTaken): Promise<void>;
  /** Those of the user are due at once, or so long after they were looked at last. */
  hastenEquity(
    userId: string,
    accountIds: readonly string[],
    nowMs: number,
    spacingMs: number,
  ): Promise<void>;
  /** Oldest first. */
  listEquity(query: EquityQuery): Promise<readonly EquityPoint[]>;
  /** Of several accounts, by account; the newest point before the window is among them. */
  listEquityOfAccounts(query: EquitiesQuery): Promise<readonly (readonly EquityPoint[])[]>;
  /**
   * Deletes at most so many: before `hoursBeforeMs` all but the first of each day, and before
   * `changesBeforeMs` all but the first of each hour. Returns how many.
   */
  purgeEquity(changesBeforeMs: number, hoursBeforeMs: number, limit: number): Promise<number>;
};
