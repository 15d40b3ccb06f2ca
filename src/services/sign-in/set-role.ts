// Gives a user a role, at once and in every process. Done at the machine, by its operator.

import type { Role } from '#domain/access/role.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { noteAudit } from '#services/sign-in/note-audit.ts';
import type { SignInDeps } from '#services/sign-in/sign-in-deps.ts';

export async function setRole(
  deps: Pick<SignInDeps, 'signIns' | 'clock' | 'random'>,
  { userName, role }: { readonly userName: string; readonly role: Role },
): Promise<Result<null, 'user_not_found'>> {
  const access = await deps.signIns.findAccess(userName);
  if (access === null || !(await deps.signIns.setRole(access.userId, role)))
    return rejected('user_not_found');
  await noteAudit(deps, { userId: access.userId, act: 'role_set', subject: role });
  return accepted(null);
}
