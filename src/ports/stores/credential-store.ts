// Credentials of accounts at real exchanges, sealed, and the public key that they are sealed to.
// All calls throw Failure('unavailable') when the store cannot be reached.

import type { MarketType } from '#venue-port/market/market.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Completion, HeldClaim } from '#ports/stores/idempotency-store.ts';

/** What the venue last said about a key, as far as it is stored with the key. */
export type KeyFacts = {
  /** The venue's own id of the account. */
  readonly accountUid: string;
  readonly canTrade: boolean;
  readonly canWithdraw: boolean;
  readonly isAddressBound: boolean;
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null;
  readonly permissions: readonly string[];
};

export type StoredCredentials = KeyFacts & {
  readonly accountId: string;
  readonly exchange: string;
  readonly marketType: MarketType;
  /** Counts the credentials that the account has had, from 1. */
  readonly version: number;
  /** Base64; null: they were removed, and what is known of the venue's account stays. */
  readonly sealed: string | null;
  /** Of the public key that they are sealed to. */
  readonly keyId: string;
  /** The last four characters of the API key. */
  readonly hint: string;
  /** Whether the operator has accepted a key that may withdraw. */
  readonly allowsWithdraw: boolean;
  readonly checkedAtMs: number;
  /** Why the venue refuses them; null: it does not. */
  readonly refusal: string | null;
};

/** The credentials before the last rotation, retained for a while. */
export type PreviousCredentials = {
  readonly version: number;
  readonly sealed: string;
  readonly hint: string;
  readonly retainedUntilMs: number;
};

/** What an account at a venue is, besides its key. */
export type AccountFacts = Pick<Account, 'status' | 'positionMode' | 'marginMode'>;

/** `venue_account_taken`: the venue's account is connected already, to this exchange and kind. */
export type ConnectOutcome = 'connected' | 'exists' | 'venue_account_taken' | 'too_many_accounts';
/** `changed`: the credentials are no longer the version before these. */
export type ReplaceOutcome = 'replaced' | 'changed' | 'venue_account_taken';

export type ReplaceOptions = {
  readonly retainedUntilMs: number;
  readonly completion: Completion | null;
  /** What must be held where the outcome is written later. */
  readonly claim?: HeldClaim | null;
  /** The version that is replaced; absent: the one before `next`. */
  readonly replacedVersion?: number;
};

/** A result of a check, of credentials of one version. */
export type CheckNote = {
  readonly accountId: string;
  readonly version: number;
  readonly facts: KeyFacts;
  readonly account: AccountFacts;
  readonly atMs: number;
};

export type CredentialStore = {
  /** 32 bytes; null before the first start of a venue process. */
  findVenueKey(): Promise<Uint8Array | null>;
  /** Replaces `expected`; false when another one is there. */
  setVenueKey(publicKey: Uint8Array, expected: Uint8Array | null): Promise<boolean>;

  /**
   * Writes the account, its credentials and the outcome of the request, in one transaction. Nothing
   * but the outcome is written for one that `exists`. Credentials are null for play money.
   */
  connectAccount(
    account: Account,
    credentials: StoredCredentials | null,
    completion: Completion | null,
    accountsMax?: number,
  ): Promise<ConnectOutcome>;
  /** Null when the account never had any. */
  findCredentials(accountId: string): Promise<StoredCredentials | null>;
  /** Of those accounts that have, or had, credentials; in no order. */
  listCredentials(accountIds: readonly string[]): Promise<readonly StoredCredentials[]>;
  /** Null: nothing is retained. */
  findPreviousCredentials(accountId: string): Promise<PreviousCredentials | null>;
  /**
   * Replaces the credentials, which are retained for a while, together with what the account is and
   * with the outcome of the request.
   */
  replaceCredentials(
    next: StoredCredentials,
    account: AccountFacts,
    options: ReplaceOptions,
  ): Promise<ReplaceOutcome>;
  /** Writes what a check of this version found; false when the version has changed. */
  noteCheck(note: CheckNote): Promise<boolean>;
  /**
   * Writes that the venue refuses this version: the account is `invalid_credentials` from now on.
   * False when the version has changed.
   */
  noteRefusal(accountId: string, version: number, refusal: string, atMs: number): Promise<boolean>;
  /**
   * Removes the credentials, and those before them: the account is `disabled`. What is known of the
   * venue's account stays. False when there are none.
   */
  removeCredentials(accountId: string, atMs: number): Promise<boolean>;
  /** Deletes credentials of before a rotation whose time is over; returns how many. */
  purgePreviousCredentials(nowMs: number): Promise<number>;

  /** Ids of the keys that stored credentials are sealed to, sorted. */
  listSealingKeyIds(): Promise<readonly string[]>;
  /** Credentials that are not sealed to this key, sorted by account. */
  listSealedOtherwise(
    keyId: string,
    limit: number,
  ): Promise<readonly Pick<StoredCredentials, 'accountId' | 'version' | 'sealed'>[]>;
  /** Replaces what is sealed, and forgets those before them; false when the version has changed. */
  reseal(accountId: string, version: number, sealed: string, keyId: string): Promise<boolean>;
  /** Credentials that expire before `beforeMs`, those that have expired too; sorted by account. */
  listExpiring(beforeMs: number, limit: number): Promise<readonly StoredCredentials[]>;
};
