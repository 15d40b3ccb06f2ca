// The session of who asks, what the user may do, and how the user proves to be there.

import type { Session, UserAccess } from '#ports/stores/sign-in-store.ts';
import type { Proof } from '#services/sign-in/confirm-session.ts';
import { proofOf } from '#services/sign-in/confirm-session.ts';
import type { SignInDeps } from '#services/sign-in/sign-in-deps.ts';

export type OwnSession = {
  readonly session: Session;
  readonly access: UserAccess;
  readonly proof: Proof;
};

/** Null when it has ended. */
export async function findOwnSession(
  deps: Pick<SignInDeps, 'signIns' | 'clock'>,
  caller: { readonly userId: string; readonly keyId: string },
): Promise<OwnSession | null> {
  const { signIns, clock } = deps;
  const sessions = await signIns.listSessions(caller.userId, clock.nowMs());
  const session = sessions.find(({ sessionId }) => sessionId === caller.keyId);
  const access = await signIns.findAccessOf(caller.userId);
  if (session === undefined || access === null) return null;
  return { session, access, proof: await proofOf(deps, caller.userId) };
}
