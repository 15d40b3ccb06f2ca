// The limits of accounts, and what they are judged by. All throw Failure; writes may throw
// OutcomeUnknown, and may be repeated.

import type { Decimal } from '#lib/decimal.ts';
import type { AccountLimits } from '#domain/risk/account-limits.ts';
import type { LoosenedLimit } from '#domain/risk/loosened-limits.ts';
import type { OrderRisk } from '#domain/risk/judge-orders.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';

/**
 * What is known of an order's risk where it is written down. `exempt`: it was placed already, or
 * closes what is held for the risk switch.
 */
export type IntentRisk = OrderRisk | 'exempt';

export type AccountLimitStore = {
  /** Null when the account has none. */
  findLimits(accountId: string): Promise<AccountLimits | null>;
  /**
   * Null takes them away. From then on every order of the account is judged by them. Where
   * `mayLoosen` is false and something would be allowed that is not now, nothing is written: the
   * limits that stand in the way. Empty: they are set.
   */
  setLimits(
    accountId: string,
    limits: AccountLimits | null,
    claim?: HeldClaim | null,
    mayLoosen?: boolean,
  ): Promise<readonly LoosenedLimit[]>;
  /** Accounts with a largest loss a day; sorted by id. */
  listAccountsWithLossLimit(): Promise<readonly Account[]>;
  /** The highest sequence of the account's orders that were judged; 0 when there is none. */
  lastJudgedSequence(accountId: string): Promise<number>;
  /**
   * What the account was worth in the currency when the day (counted from 1970) began: `worth`,
   * when nobody has said it before; and what it has lost at most, where that reached its limit.
   */
  openDay(
    accountId: string,
    day: { readonly currency: string; readonly day: number; readonly worth: Decimal },
  ): Promise<OpenedDay>;
  /**
   * A loss of the day reached the limit: until the next day the account counts as having lost as
   * much, whatever comes back. Nothing happens when another day was opened.
   */
  latchLoss(
    accountId: string,
    day: { readonly currency: string; readonly day: number; readonly loss: Decimal },
  ): Promise<void>;
  /** Forgets what the account was worth and has lost: its losses count from its worth of now. */
  resetLosses(accountId: string): Promise<void>;
};

export type OpenedDay = {
  readonly worth: Decimal;
  /** Zero when no loss of the day reached its limit. */
  readonly latchedLoss: Decimal;
};
