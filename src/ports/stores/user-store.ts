// Users as the service stores them: tenants, each with a plan.
// All calls throw Failure('unavailable') when the store cannot be reached.

import type { PlanName } from '#domain/plan/plan.ts';

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
