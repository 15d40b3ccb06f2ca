// Ends all sessions of a user but one, with the one-time links, in every process at once.

import type { Actor, AuditDeps } from '#services/audit/note-audit.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import type { SignInDeps } from '#services/sign-in/sign-in-deps.ts';

type Deps = AuditDeps & { readonly signIns: Pick<SignInDeps['signIns'], 'endOtherSessions'> };

type EndOtherSessions = {
  readonly userId: string;
  /** Null: none stays. */
  readonly sessionId: string | null;
  readonly actor: Actor;
};

/** How many ended. */
export async function endOtherSessions(
  deps: Deps,
  { userId, sessionId, actor }: EndOtherSessions,
): Promise<number> {
  const count = await deps.signIns.endOtherSessions(userId, sessionId);
  const subject = `others: ${count}`;
  await noteAudit(deps, { userId, act: 'session_ended', ...actor, subject });
  return count;
}
