// Makes a link that signs a user in once, within the hour: for the first start, and for who forgot
// a password. Made at the machine, by its operator.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { LIMITS } from '#lib/limits.ts';
import { mintSecret } from '#services/keys/mint-key.ts';
import { noteAudit } from '#services/sign-in/note-audit.ts';
import type { SignInDeps } from '#services/sign-in/sign-in-deps.ts';

export type SignInLink = {
  /** Below the address of the service. What follows the `#` reaches no server and no log. */
  readonly path: string;
  readonly expiresAtMs: number;
};

export async function makeSignInLink(
  deps: Omit<SignInDeps, 'passwords'>,
  { userName }: { readonly userName: string },
): Promise<Result<SignInLink, 'user_not_found'>> {
  const access = await deps.signIns.findAccess(userName);
  if (access === null) return rejected('user_not_found');
  const secret = mintSecret('tm_link_', deps.random);
  const expiresAtMs = deps.clock.nowMs() + LIMITS.signInLinkMsMax;
  await deps.signIns.insertLink(access.userId, deps.digest.sha256(secret), expiresAtMs);
  await noteAudit(deps, { userId: access.userId, act: 'sign_in_link_made' });
  return accepted({ path: `/sign-in#link=${secret}`, expiresAtMs });
}
