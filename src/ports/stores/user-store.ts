// Users as the service stores them: tenants, each with a plan.
// All calls throw Failure('unavailable') when the store cannot be reached.

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
   * user, and one who was deleted, is not found; the last owner stays. May be repeated.
   */
  beginDeletion(
    userId: string,
    atMs: number,
  ): Promise<'begun' | 'begun_before' | 'user_not_found' | 'last_owner'>;
  /**
   * Frees the name, destroys the credentials of the accounts and closes these. False unless the
   * deletion was begun and has not ended.
   */
  endDeletion(userId: string, atMs: number): Promise<boolean>;
};
