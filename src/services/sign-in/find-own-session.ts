// The session of who asks, and what the user may do.

import type { Session, SignInStore, UserAccess } from '#ports/stores/sign-in-store.ts';
import type { Clock } from '#ports/world/clock.ts';

export type OwnSession = { readonly session: Session; readonly access: UserAccess };

/** Null when it has ended. */
export async function findOwnSession(
  {
    signIns,
    clock,
  }: {
    readonly signIns: Pick<SignInStore, 'listSessions' | 'findAccessOf'>;
    readonly clock: Clock;
  },
  caller: { readonly userId: string; readonly keyId: string },
): Promise<OwnSession | null> {
  const sessions = await signIns.listSessions(caller.userId, clock.nowMs());
  const session = sessions.find(({ sessionId }) => sessionId === caller.keyId);
  const access = await signIns.findAccessOf(caller.userId);
  return session === undefined || access === null ? null : { session, access };
}
