// Makes a link that signs a user in once, within the hour: for the first start, and for who forgot
// a password. Made at the machine, by its operator, or by an owner.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { LIMITS } from '#lib/limits.ts';
import type { SignInStore } from '#ports/stores/sign-in-store.ts';
import { mintSecret } from '#services/keys/mint-key.ts';
import type { Actor, AuditDeps } from '#services/audit/note-audit.ts';
import { AT_THE_MACHINE, noteAudit } from '#services/audit/note-audit.ts';
import type { SignInDeps } from '#services/sign-in/sign-in-deps.ts';

export type SignInLink = {
  /** Below the address of the service. What follows the `#` reaches no server and no log. */
  readonly path: string;
  readonly expiresAtMs: number;
};

type LinkStore = Pick<SignInStore, 'findAccess' | 'insertLink' | 'appendAudit'>;

type MakeSignInLink = { readonly userName: string; readonly actor?: Actor };

/** Makes a link for a named user; its secret is behind `#`, which browsers do not send. */
export async function makeSignInLink(
  deps: AuditDeps & Pick<SignInDeps, 'digest'> & { readonly signIns: LinkStore },
  { userName, actor = AT_THE_MACHINE }: MakeSignInLink,
): Promise<Result<SignInLink, 'user_not_found'>> {
  const access = await deps.signIns.findAccess(userName);
  if (access === null) return rejected('user_not_found');
  const secret = mintSecret('tm_link_', deps.random);
  const expiresAtMs = deps.clock.nowMs() + LIMITS.signInLinkMsMax;
  await deps.signIns.insertLink(access.userId, deps.digest.sha256(secret), expiresAtMs);
  await noteAudit(deps, { userId: access.userId, act: 'sign_in_link_made', ...actor });
  return accepted({ path: `/sign-in#link=${secret}`, expiresAtMs });
}
