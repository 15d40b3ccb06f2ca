// Accounts together with what is known of their keys.

import type { Account } from '#ports/stores/account-store.ts';
import type {
  AccountWithKey,
  CredentialDeps,
  StoredCredentials,
} from '#services/credentials/credential-deps.ts';
import { credentialWarnings } from '#services/credentials/credential-warnings.ts';

export type WithKeysDeps = Pick<CredentialDeps, 'clock'> & {
  readonly credentials: Pick<CredentialDeps['credentials'], 'listCredentials'>;
};

/** In the order given. */
export async function withKeys(
  deps: WithKeysDeps,
  accounts: readonly Account[],
): Promise<readonly AccountWithKey[]> {
  const real = accounts.filter(({ isSimulated }) => !isSimulated);
  if (real.length === 0) return accounts.map((account) => withKey(deps, account, null));
  const found = await deps.credentials.listCredentials(real.map(({ accountId }) => accountId));
  const byAccount = new Map(found.map((each) => [each.accountId, each]));
  return accounts.map((account) =>
    withKey(deps, account, byAccount.get(account.accountId) ?? null),
  );
}

/** Account with its key and warnings about it; credentials are null where none are stored. */
export function withKey(
  { clock }: Pick<CredentialDeps, 'clock'>,
  account: Account,
  stored: StoredCredentials | null,
): AccountWithKey {
  const credentials = stored === null || stored.sealed === null ? null : stored;
  const warnings = credentials === null ? [] : credentialWarnings(credentials, clock.nowMs());
  return { account, credentials, warnings };
}
