// Accounts as the service stores them.
// All calls throw Failure('unavailable') when the store cannot be reached.

import type { MarketType } from '#venue-port/market/market.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';

export const ACCOUNT_STATUSES = [
  'connected',
  /** Its key may read and not trade. */
  'read_only',
  /** The exchange refuses its key. */
  'invalid_credentials',
  /** Its credentials were removed. */
  'disabled',
  'unknown',
] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export type Account = {
  readonly accountId: string;
  readonly userId: string;
  readonly name: string;
  readonly exchange: string;
  readonly marketType: MarketType;
  readonly isSimulated: boolean;
  readonly isTestNet: boolean;
  readonly status: AccountStatus;
  readonly positionMode: 'one_way' | 'hedge' | null;
  readonly marginMode: 'cross' | 'isolated' | null;
  /** Whether bots may be created on it. */
  readonly allowsBots: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number | null;
};

export type AccountStore = {
  insertAccount(account: Account): Promise<void>;
  /**
   * Null when unknown or another user's: the one place where tenants are separated for accounts.
   */
  findAccount(userId: string, accountId: string): Promise<Account | null>;
  /** Sorted by id. All users when `userId` is null. `afterId` null: from the start. */
  listAccounts(
    userId: string | null,
    afterId: string | null,
    limit: number,
  ): Promise<readonly Account[]>;
  /** False when there is no such account. With a claim that was lost it throws Failure. */
  setAllowsBots(accountId: string, allowsBots: boolean, claim?: HeldClaim | null): Promise<boolean>;
};
