// Users as the service stores them: tenants, each with a plan.
// All calls throw Failure('unavailable') when the store cannot be reached.

import type { AuditEntry } from '#ports/stores/sign-in-store.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';

export type User = {
  readonly userId: string;
  readonly name: string;
  readonly plan: PlanName;
  /** When the plan ends; null: never. */
  readonly planUntilMs: number | null;
  readonly createdAtMs: number;
};

/** What a user is called who was deleted; no user can be given such a name. */
export function deletedName(userId: string): string {
  return `deleted:${userId}`;
}

/** What becomes of orders and positions, and when the service resumes what was held up. */
export type DeletionPlan = {
  /** False: orders stay at the exchanges. */
  readonly cancelsOrders: boolean;
  readonly closesPositions: boolean;
  readonly resumesAtMs: number;
};

export type HeldDeletion = Omit<DeletionPlan, 'resumesAtMs'> & { readonly userId: string };

export type UserStore = {
  /** False when the name is taken. Insists on the claim, if given. */
  insertUser(user: User, claim?: HeldClaim | null): Promise<boolean>;
  /** Null for one who was deleted. */
  findUserByName(name: string): Promise<User | null>;
  /** Sorted by id, without end users and those who were deleted. */
  listUsers(): Promise<readonly User[]>;
  /**
   * False when there is no such user. Its end users get the same plan. Clears cached principals in
   * every process. Insists on the claim, if given.
   */
  setPlan(
    userId: string,
    plan: PlanName,
    planUntilMs: number | null,
    claim?: HeldClaim | null,
  ): Promise<boolean>;
  /**
   * From now on nothing signs in as the user, in any process: keys, sessions, links, password,
   * second factor and passkeys are deleted, and what is added meanwhile is not accepted. An end
   * user, and one who was deleted, is not found; the last owner stays. May be repeated; the last
   * plan holds. `audit` is written with it, the first time.
   */
  beginDeletion(
    userId: string,
    atMs: number,
    plan: DeletionPlan,
    audit?: AuditEntry | null,
  ): Promise<'begun' | 'begun_before' | 'user_not_found' | 'last_owner'>;
  /**
   * Frees the name, destroys the credentials of the accounts and closes these. False unless the
   * deletion was begun and has not ended. `audit` is written with it.
   */
  endDeletion(userId: string, atMs: number, audit?: AuditEntry | null): Promise<boolean>;
  /**
   * Of the deletions that are due, the one that has been for longest; it is due again at
   * `resumesAtMs`, so that of several processes one goes on with it. Null: none is due.
   */
  claimDeletion(nowMs: number, resumesAtMs: number): Promise<HeldDeletion | null>;
};
