// Finds an account of the caller that signs in with credentials.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { exchangeOf } from '#services/accounts/account-access.ts';
import type {
  CredentialDeps,
  CredentialRejection,
  StoredCredentials,
} from '#services/credentials/credential-deps.ts';
import { noAccount } from '#services/credentials/credential-deps.ts';

export type KeyedAccount = {
  readonly account: Account;
  readonly exchange: Exchange;
  /** They may have been removed. */
  readonly credentials: StoredCredentials;
};

/** A foreign account is treated like an unknown one. */
export async function findKeyedAccount(
  deps: Pick<CredentialDeps, 'accounts' | 'credentials' | 'exchanges'>,
  caller: Pick<Principal, 'userId'>,
  accountId: string,
): Promise<Result<KeyedAccount, CredentialRejection>> {
  const account = await deps.accounts.findAccount(caller.userId, accountId);
  if (account === null) return rejected(noAccount(accountId));
  const credentials = account.isSimulated
    ? null
    : await deps.credentials.findCredentials(accountId);
  if (credentials === null)
    return rejected({
      code: 'forbidden',
      detail: `The account "${accountId}" is simulated and has no credentials.`,
    });
  return accepted({ account, exchange: exchangeOf(deps.exchanges, account), credentials });
}
