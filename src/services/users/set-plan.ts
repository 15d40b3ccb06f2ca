// Moves a user to another plan, at once and in every process.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import type { User, UserStore } from '#ports/stores/user-store.ts';
import type { Actor, AuditDeps } from '#services/audit/note-audit.ts';
import { AT_THE_MACHINE, noteAudit } from '#services/audit/note-audit.ts';

export type SetPlanCommand = {
  readonly userName: string;
  readonly plan: PlanName;
  /** When it ends; null: never. An instant that has passed makes the plan a lapsed one. */
  readonly untilMs: number | null;
  readonly actor?: Actor;
};

/** The user as it is now. */
export async function setPlan(
  deps: AuditDeps & { readonly users: Pick<UserStore, 'findUserByName' | 'setPlan'> },
  command: SetPlanCommand,
): Promise<Result<User, 'user_not_found'>> {
  const user = await deps.users.findUserByName(command.userName);
  if (user === null) return rejected('user_not_found');
  const isKnown = await deps.users.setPlan(user.userId, command.plan, command.untilMs);
  if (!isKnown) return rejected('user_not_found');
  const { plan, actor = AT_THE_MACHINE } = command;
  await noteAudit(deps, { userId: user.userId, act: 'plan_set', ...actor, subject: plan });
  return accepted({ ...user, plan: command.plan, planUntilMs: command.untilMs });
}
