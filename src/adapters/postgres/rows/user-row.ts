// A user as a row of the table `users`.

import type { PlanName } from '#domain/plan/plan.ts';
import type { User } from '#ports/stores/user-store.ts';

export type UserRow = {
  readonly user_id: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly plan_until_ms: number | null;
  readonly created_at_ms: number;
};

/** All columns by name: a prepared statement must not change its result when one is added. */
export const USER_COLUMNS = [
  'user_id',
  'name',
  'plan',
  'plan_until_ms',
  'created_at_ms',
] as const satisfies readonly (keyof UserRow)[];

/** User of a row. */
export function userFromRow(row: UserRow): User {
  return {
    userId: row.user_id,
    name: row.name,
    plan: row.plan,
    planUntilMs: row.plan_until_ms,
    createdAtMs: row.created_at_ms,
  };
}

/** Row of a user. */
export function userToRow(user: User): UserRow {
  return {
    user_id: user.userId,
    name: user.name,
    plan: user.plan,
    plan_until_ms: user.planUntilMs,
    created_at_ms: user.createdAtMs,
  };
}
