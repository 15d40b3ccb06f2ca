// What the service keeps, as one set of ports. Every implementation passes store.contract.ts.
// All throw Failure('unavailable') when the store cannot be reached.

import type { Decimal } from '#lib/decimal.ts';
import type { MarketType } from '#domain/market/market.ts';
import type { Order, OrderState } from '#domain/order/order.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import type { AccountLimitStore, IntentRisk } from '#ports/stores/account-limit-store.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import type { PartnerStore } from '#ports/stores/partner-store.ts';
import type { RiskSwitchStore } from '#ports/stores/risk-switch-store.ts';
import type { ScriptStore } from '#ports/stores/script-store.ts';
import type { Scope } from '#domain/access/scope.ts';

export type User = {
  readonly userId: string;
  readonly name: string;
  readonly plan: PlanName;
  /** When the plan ends; null: never. */
  readonly planUntilMs: number | null;
  readonly createdAtMs: number;
};

export type UserStore = {
  /** False when the name is taken. */
  insertUser(user: User): Promise<boolean>;
  findUserByName(name: string): Promise<User | null>;
  /** Sorted by id, without end users. */
  listUsers(): Promise<readonly User[]>;
  /**
   * False when there is no such user. Its end users get the same plan. Clears cached principals in
   * every process.
   */
  setPlan(userId: string, plan: PlanName, planUntilMs: number | null): Promise<boolean>;
};

export type ApiKey = {
  readonly keyId: string;
  readonly userId: string;
  readonly name: string;
  /** The first characters of the key, enough for a person to recognise it. */
  readonly prefix: string;
  /** Empty: unrestricted. */
  readonly scopes: readonly Scope[];
  readonly isEnabled: boolean;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  readonly expiresAtMs: number | null;
  /** Networks from which it may be used, as in address-range.ts; empty: from anywhere. */
  readonly addresses: readonly string[];
  /** The only end user that it reaches; null: all of its user, where that is a partner. */
  readonly endUserId: string | null;
};

/** Who a request comes from: a usable key and its user, read in one go. */
export type Principal = {
  readonly keyId: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
  readonly plan: PlanName;
  readonly planUntilMs: number | null;
  readonly expiresAtMs: number | null;
  readonly addresses: readonly string[];
  readonly endUserId: string | null;
  /** Whether the user has end users. */
  readonly isPartner: boolean;
};

export type KeyStore = {
  /**
   * Completes the idempotent request that made it, if given, in the same transaction. False when
   * its user has as many as may be.
   */
  insertKey(
    key: ApiKey,
    secretHash: Uint8Array,
    completion: Completion | null,
    keysMax?: number,
  ): Promise<boolean>;
  /** Null when the hash belongs to no key, or to a disabled or deleted one. */
  findPrincipal(secretHash: Uint8Array): Promise<Principal | null>;
  /** Sorted by id; all users when `userId` is null. Deleted keys are not listed. */
  listKeys(userId: string | null): Promise<readonly ApiKey[]>;
  /** False when there is no such key. Takes effect at once in every process. */
  setKeyEnabled(keyId: string, isEnabled: boolean): Promise<boolean>;
  /** False when there is no such key. Takes effect at once in every process. */
  deleteKey(keyId: string): Promise<boolean>;
  /** Notes that keys were used; called now and then with many, never per request. */
  touchKeys(uses: readonly { readonly keyId: string; readonly usedAtMs: number }[]): Promise<void>;
};

export const ACCOUNT_STATUSES = [
  'connected',
  'invalid_credentials',
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
  setAllowsBots(accountId: string, allowsBots: boolean): Promise<boolean>;
};

/**
 * The claim under which an idempotent request is carried out. An effect that is given it insists
 * on it: it throws Failure (`conflict`) and is undone when another try has taken the request over.
 */
export type HeldClaim = { readonly recordId: string; readonly ownerId: string };

/**
 * An idempotent request's place to put its outcome; written in the same transaction as the effect.
 */
export type Completion = HeldClaim & {
  /** Opaque to services and store: what the edge will replay. */
  readonly outcome: Uint8Array;
};

export type OrderTransition = {
  readonly orderId: string;
  /** The change is refused (false) when the stored state is not one of these. */
  readonly from: readonly OrderState[];
  /** When given, it is refused too when the order was written at another instant than this. */
  readonly ifUpdatedAtMs?: number;
  readonly to: OrderState;
  readonly filledAmount: Decimal;
  readonly venueOrderId: string | null;
  readonly reason: string | null;
  readonly atMs: number;
};

export type InsertIntentOutcome =
  | { readonly kind: 'inserted' }
  | { readonly kind: 'exists'; readonly order: Order }
  | { readonly kind: 'unresolved'; readonly orderId: string }
  | { readonly kind: 'limited'; readonly reason: string }
  | { readonly kind: 'limits_unknown' };

export type GivenUpQuery = {
  readonly reason: string;
  readonly afterMs: number;
  readonly limit: number;
};

export type OrderStore = AccountLimitStore & {
  /**
   * Writes an order's intent (`pending`). Refused with `unresolved` when the account has an order
   * in state `unknown` on the market; `exists` (with the stored order) when this order id was
   * written before. An order of an account with limits is judged by them: `limited` when it breaks
   * one, `limits_unknown` when `risk` is not given, or does not have what they ask for.
   */
  insertIntent(order: Order, risk?: IntentRisk): Promise<InsertIntentOutcome>;
  /**
   * Applies the transition and, in the same transaction, completes the idempotent request if given.
   */
  transition(change: OrderTransition, completion: Completion | null): Promise<boolean>;
  /** Null when unknown or another user's. */
  findOrder(userId: string, orderId: string): Promise<Order | null>;
  /** Orders in `pending`, `open` or `unknown`, newest first. */
  listWorkingOrders(accountId: string): Promise<readonly Order[]>;
  /**
   * Orders that work no longer, by their placing newest first; `afterId`: those behind this one.
   */
  listEndedOrders(
    accountId: string,
    afterId: string | null,
    limit: number,
  ): Promise<readonly Order[]>;
  /**
   * Orders that became `unplaced` after the instant for this reason, newest first, at most so many.
   */
  listGivenUpOrders(accountId: string, query: GivenUpQuery): Promise<readonly Order[]>;
  /**
   * Accounts that have working orders, or some that `listGivenUpOrders` returns, for
   * reconciliation; sorted by id.
   */
  listAccountsToReconcile(
    query: Pick<GivenUpQuery, 'reason' | 'afterMs'>,
  ): Promise<readonly Account[]>;
};

export type IdempotencyClaim =
  | { readonly kind: 'claimed'; readonly recordId: string; readonly isTakeover: boolean }
  | { readonly kind: 'completed'; readonly recordId: string; readonly outcome: Uint8Array }
  | { readonly kind: 'in_progress' }
  | { readonly kind: 'reused' };

/** Names a claim also while its record is not known, because the answer to it was lost. */
export type ClaimName = {
  readonly claimantId: string;
  readonly idempotencyKey: string;
  readonly ownerId: string;
};

export type IdempotencyStore = {
  /**
   * Claims (claimantId, idempotencyKey) for `ownerId` until `nowMs + lockMs`. A record whose lock
   * ran out is taken over with its old `recordId`; one older than `keepMs` counts as absent.
   * `recordId` is used only when a new record is made.
   */
  claim(request: {
    /** Whose Idempotency-Keys are told apart from those of others: a user, or a part of one. */
    readonly claimantId: string;
    readonly idempotencyKey: string;
    readonly fingerprint: Uint8Array;
    readonly recordId: string;
    readonly ownerId: string;
    readonly nowMs: number;
    readonly lockMs: number;
    readonly keepMs: number;
  }): Promise<IdempotencyClaim>;
  /**
   * Stores an outcome that has no other effect. False when `ownerId` no longer holds the record.
   */
  complete(completion: Completion): Promise<boolean>;
  /**
   * Gives the claim back without an outcome, so that the same key may be tried again at once. Does
   * nothing when `ownerId` does not hold it, so it may be repeated.
   */
  release(claim: ClaimName): Promise<void>;
  /**
   * Gives every claim without an outcome back, for the only server of a store at its start: whoever
   * held them is gone. Returns how many.
   */
  releaseAll(): Promise<number>;
  /** Keeps the lock of a long request alive. False when no longer held. */
  renew(recordId: string, ownerId: string, lockedUntilMs: number): Promise<boolean>;
  /** Deletes at most `limit` records that began before `beforeMs`; returns how many. */
  purge(beforeMs: number, limit: number): Promise<number>;
};

/** Fixed windows per key and tier. */
export type RateWindow = { readonly used: number; readonly resetAtMs: number };

export type RateLimitStore = {
  /**
   * Counts one request in the current window (a new one when none runs); `used` is at most `limit +
   * 1`.
   */
  countRequest(
    keyId: string,
    tier: string,
    limit: number,
    windowMs: number,
    nowMs: number,
  ): Promise<RateWindow>;
};

export type Store = UserStore &
  KeyStore &
  AccountStore &
  OrderStore &
  IdempotencyStore &
  ScriptStore &
  BotStore &
  PartnerStore &
  RiskSwitchStore;
