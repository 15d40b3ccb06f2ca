// Takes away a user's authenticator app and its recovery codes: by the user, or for who lost the
// telephone and the codes, by the operator at the machine.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Actor, AuditDeps } from '#services/audit/note-audit.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import type { SignInDeps } from '#services/sign-in/sign-in-deps.ts';

/** Removes app and recovery codes; rejects a user that has no app. */
export async function removeApp(
  deps: AuditDeps & { readonly signIns: Pick<SignInDeps['signIns'], 'removeSecondFactor'> },
  { userId, actor }: { readonly userId: string; readonly actor: Actor },
): Promise<Result<null, 'no_app'>> {
  if (!(await deps.signIns.removeSecondFactor(userId))) return rejected('no_app');
  await noteAudit(deps, { userId, act: 'second_factor_removed', ...actor });
  return accepted(null);
}
