// Signs in with a one-time link. Its session may set a password without the former one, for some
// minutes.

import { present } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { UserAccess } from '#ports/stores/sign-in-store.ts';
import { noteAudit } from '#services/sign-in/note-audit.ts';
import { openSession } from '#services/sign-in/open-session.ts';
import type { OpenedSession, SignInDeps, Visitor } from '#services/sign-in/sign-in-deps.ts';

export type SignedIn = { readonly opened: OpenedSession; readonly access: UserAccess };

export async function signInByLink(
  deps: Omit<SignInDeps, 'passwords'>,
  { link, visitor }: { readonly link: string; readonly visitor: Visitor },
): Promise<Result<SignedIn, 'link_unusable'>> {
  const { signIns, clock, digest } = deps;
  const userId = await signIns.takeLink(digest.sha256(link), clock.nowMs());
  if (userId === null) return rejected('link_unusable');
  const access = present(await signIns.findAccessOf(userId), 'a link is of a user who signs in');
  const opened = await openSession(deps, userId, visitor, true);
  const actor = { actorId: opened.session.sessionId, address: visitor.address };
  await noteAudit(deps, { userId, act: 'sign_in', ...actor, subject: 'link' });
  return accepted({ opened, access });
}
