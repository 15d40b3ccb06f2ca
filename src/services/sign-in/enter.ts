// Completes sign-in after a right password or link: opens a session, or, where the user has an
// authenticator app, a ticket with which the code of the app is sent.

import { LIMITS } from '#lib/limits.ts';
import type { SignInMeans, UserAccess } from '#ports/stores/sign-in-store.ts';
import { mintSecret } from '#services/keys/mint-key.ts';
import { openSession } from '#services/sign-in/open-session.ts';
import type { OpenedSession, SignInDeps, Visitor } from '#services/sign-in/sign-in-deps.ts';

const TICKET_PREFIX = 'tm_ticket_';

export type SignInOutcome =
  | { readonly kind: 'signed_in'; readonly opened: OpenedSession; readonly access: UserAccess }
  | { readonly kind: 'code_needed'; readonly ticket: string };

export type EnterDeps = Pick<SignInDeps, 'signIns' | 'clock' | 'random' | 'digest'>;

/** Session, or a ticket for the second factor; the ticket's text is in the outcome alone. */
export async function enter(
  deps: EnterDeps,
  access: UserAccess,
  visitor: Visitor,
  signedInBy: SignInMeans,
): Promise<SignInOutcome> {
  const { signIns, clock, random, digest } = deps;
  const { userId } = access;
  if ((await signIns.findSecondFactor(userId)) === null) {
    const opened = await openSession(deps, userId, visitor, signedInBy);
    return { kind: 'signed_in', opened, access };
  }
  const ticket = mintSecret(TICKET_PREFIX, random);
  const expiresAtMs = clock.nowMs() + LIMITS.signInTicketMsMax;
  const row = { purpose: 'code', userId, signedInBy, expiresAtMs } as const;
  await signIns.insertTicket(row, digest.sha256(ticket));
  return { kind: 'code_needed', ticket };
}
