// Keys of the API as the service stores them, and who a request comes from.
// All calls throw Failure('unavailable') when the store cannot be reached.

import type { Role } from '#domain/access/role.ts';
import type { Scope } from '#domain/access/scope.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import type { Completion, HeldClaim } from '#ports/stores/idempotency-store.ts';

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
  readonly role: Role;
  /** When a person last proved to be there; null for a key. */
  readonly confirmedAtMs: number | null;
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
  /**
   * False when there is no such key. Takes effect at once in every process. Insists on the claim,
   * if given.
   */
  setKeyEnabled(keyId: string, isEnabled: boolean, claim?: HeldClaim | null): Promise<boolean>;
  /** False when there is no such key. Takes effect at once in every process. */
  deleteKey(keyId: string): Promise<boolean>;
  /** Notes that keys were used; called now and then with many, never per request. */
  touchKeys(uses: readonly { readonly keyId: string; readonly usedAtMs: number }[]): Promise<void>;
};
