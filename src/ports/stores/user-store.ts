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

export type UserStore = {
  /** False when the name is taken. Insists on the claim, if given. */
  insertUser(user: User, claim?: HeldClaim | null): Promise<boolean>;
  findUserByName(name: string): Promise<User | null>;
  /** Sorted by id, without end users. */
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
};
