// Ends a session of the caller, in every process at once.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Caller } from '#services/access/request-ports.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import type { SignInDeps } from '#services/sign-in/sign-in-deps.ts';

/** Ends one session of the caller, which may be the one that asks. */
export async function endSession(
  deps: Pick<SignInDeps, 'signIns' | 'clock' | 'random'>,
  command: { readonly caller: Pick<Caller, 'userId' | 'keyId'>; readonly sessionId: string },
): Promise<Result<null, 'session_not_found'>> {
  const { caller, sessionId } = command;
  const { userId, keyId } = caller;
  if (!(await deps.signIns.endSession(userId, sessionId))) return rejected('session_not_found');
  const act = sessionId === keyId ? 'sign_out' : 'session_ended';
  await noteAudit(deps, { userId, act, actorId: keyId, subject: sessionId });
  return accepted(null);
}
