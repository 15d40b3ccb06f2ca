// Gives a user a role, at once and in every process. Done at the machine, by its operator.

import type { Role } from '#domain/access/role.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Actor } from '#services/audit/note-audit.ts';
import { AT_THE_MACHINE, noteAudit } from '#services/audit/note-audit.ts';
import type { SignInDeps } from '#services/sign-in/sign-in-deps.ts';

type SetRole = { readonly userName: string; readonly role: Role; readonly actor?: Actor };

/** Sets the role of a named user, also of the last owner, and notes it in the audit log. */
export async function setRole(
  deps: Pick<SignInDeps, 'signIns' | 'clock' | 'random'>,
  { userName, role, actor = AT_THE_MACHINE }: SetRole,
): Promise<Result<null, 'user_not_found'>> {
  const access = await deps.signIns.findAccess(userName);
  if (access === null || !(await deps.signIns.setRole(access.userId, role)))
    return rejected('user_not_found');
  await noteAudit(deps, { userId: access.userId, act: 'role_set', ...actor, subject: role });
  return accepted(null);
}
