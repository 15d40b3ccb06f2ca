// Makes a user: a tenant with a plan. Names are unique over the installation and are how people
// refer to users.

import { identifierAt } from '#lib/identifier.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import type { User, UserStore } from '#ports/stores/user-store.ts';
import type { Actor, AuditDeps } from '#services/audit/note-audit.ts';
import { AT_THE_MACHINE, noteAudit } from '#services/audit/note-audit.ts';

export type CreateUserRejection = 'user_name_invalid' | 'user_name_taken';

// Typed in commands and shown in tables: one word without anything a shell or a terminal would read
// as its own.
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,63}$/u;

export type CreateUserCommand = {
  readonly name: string;
  readonly plan: PlanName;
  readonly actor?: Actor;
  /** One of its own unless given. */
  readonly userId?: string;
  /** What making it insists on. */
  readonly claim?: HeldClaim | null;
};

/** The plan runs without end; `setPlan` limits it. */
export async function createUser(
  deps: AuditDeps & { readonly users: Pick<UserStore, 'insertUser'> },
  command: CreateUserCommand,
): Promise<Result<User, CreateUserRejection>> {
  if (!NAME.test(command.name)) return rejected('user_name_invalid');
  const nowMs = deps.clock.nowMs();
  const user: User = {
    userId: command.userId ?? identifierAt('user', nowMs, deps.random.bytes(10)),
    name: command.name,
    plan: command.plan,
    planUntilMs: null,
    createdAtMs: nowMs,
  };
  if (!(await deps.users.insertUser(user, command.claim))) return rejected('user_name_taken');
  const { actor = AT_THE_MACHINE } = command;
  const { userId, plan } = user;
  await noteAudit(deps, { userId, act: 'user_created', ...actor, subject: plan });
  return accepted(user);
}
