// Disconnects an account: its bots are stopped, and its credentials are deleted. Orders and
// positions stay at the venue; nobody here can follow them any more.

import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { CredentialDeps, CredentialRejection } from '#services/credentials/credential-deps.ts';
import { findKeyedAccount } from '#services/credentials/find-keyed-account.ts';

/** Repeating it changes nothing. */
export async function removeCredentials(
  deps: CredentialDeps,
  { caller, accountId }: { readonly caller: Pick<Principal, 'userId'>; readonly accountId: string },
): Promise<Result<null, CredentialRejection>> {
  const found = await findKeyedAccount(deps, caller, accountId);
  if (!found.ok) return found;
  const atMs = deps.clock.nowMs();
  const reason = 'The credentials of its account were removed.';
  const stop = { reason, by: 'user', atMs } as const;
  await deps.riskSwitch.stopBots({ kind: 'account', accountId }, stop);
  if (await deps.credentials.removeCredentials(accountId, atMs))
    deps.log.info('account.disconnected', { account_id: accountId });
  return accepted(null);
}
