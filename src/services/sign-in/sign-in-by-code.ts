// The second step of a sign-in: the code of the user's app, with the ticket of the first step.

import { present } from '#lib/assert.ts';
import type { CheckCodeDeps } from '#services/sign-in/check-code.ts';
import { checkCode } from '#services/sign-in/check-code.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import { openSession } from '#services/sign-in/open-session.ts';
import type { Guess, OpenedSession, Visitor } from '#services/sign-in/sign-in-deps.ts';

export type SignInByCode = {
  readonly ticket: string;
  readonly code: string;
  readonly visitor: Visitor;
};

/** `ticket_unusable`: the first step was too long ago, or the ticket was used. */
export async function signInByCode(
  deps: CheckCodeDeps,
  { ticket, code, visitor }: SignInByCode,
): Promise<Guess<OpenedSession> | { readonly kind: 'ticket_unusable' }> {
  const { signIns, clock, digest } = deps;
  const hash = digest.sha256(ticket);
  const found = await signIns.findTicket('code', hash, clock.nowMs());
  if (found === null) return { kind: 'ticket_unusable' };
  const userId = present(found.userId, 'the first step says whose the second is');
  const checked = await checkCode(deps, { userId, code, visitor, sessionId: null });
  if (checked.kind === 'wrong')
    await noteAudit(deps, {
      userId,
      act: 'sign_in_failed',
      address: visitor.address,
      subject: 'code',
    });
  if (checked.kind !== 'right') return checked;
  // Of two with right codes one goes on.
  const taken = await signIns.takeTicket('code', hash, clock.nowMs());
  if (taken === null) return { kind: 'ticket_unusable' };
  const signedInBy = present(taken.signedInBy, 'the first step was by something');
  return { kind: 'right', value: await openSession(deps, userId, visitor, signedInBy) };
}
