// One account of the caller, with what is known of its key.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { AccountWithKey, CredentialDeps } from '#services/credentials/credential-deps.ts';
import { withKey } from '#services/credentials/with-keys.ts';

/** A foreign account is treated like an unknown one. */
export async function getAccount(
  deps: Pick<CredentialDeps, 'accounts' | 'credentials' | 'clock'>,
  { caller, accountId }: { readonly caller: Pick<Principal, 'userId'>; readonly accountId: string },
): Promise<Result<AccountWithKey, 'account_not_found'>> {
  const account = await deps.accounts.findAccount(caller.userId, accountId);
  if (account === null) return rejected('account_not_found');
  const stored = account.isSimulated ? null : await deps.credentials.findCredentials(accountId);
  return accepted(withKey(deps, account, stored));
}
