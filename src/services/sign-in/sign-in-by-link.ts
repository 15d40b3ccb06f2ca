// Signs in with a one-time link. Its session may set a password without the former one, for some
// minutes.

import { present } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { EnterDeps, SignInOutcome } from '#services/sign-in/enter.ts';
import { enter } from '#services/sign-in/enter.ts';
import type { Visitor } from '#services/sign-in/sign-in-deps.ts';

/** Uses up a link; rejects one that was used, is unknown or too old. */
export async function signInByLink(
  deps: EnterDeps,
  { link, visitor }: { readonly link: string; readonly visitor: Visitor },
): Promise<Result<SignInOutcome, 'link_unusable'>> {
  const { signIns, clock, digest } = deps;
  const userId = await signIns.takeLink(digest.sha256(link), clock.nowMs());
  if (userId === null) return rejected('link_unusable');
  const access = present(await signIns.findAccessOf(userId), 'a link is of a user who signs in');
  return accepted(await enter(deps, access, visitor, 'link'));
}
