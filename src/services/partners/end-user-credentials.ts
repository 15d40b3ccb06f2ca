// The keys of an end user at its exchange: what is known of them, and their replacement. An end
// user signs in with one key, which is stored for each of its accounts.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { PartnerStore } from '#ports/stores/partner-store.ts';
import type { AccountStore } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type {
  AccountWithKey,
  CredentialDeps,
  CredentialRejection,
  VenueCredentials,
} from '#services/credentials/credential-deps.ts';
import type { HeldClaim } from '#services/orders/order-deps.ts';
import { rotateCredentials } from '#services/credentials/rotate-credentials.ts';
import { withKeys } from '#services/credentials/with-keys.ts';
import { reachOf } from '#services/partners/partner-deps.ts';

type Deps = CredentialDeps & {
  readonly accounts: Pick<AccountStore, 'findAccount' | 'listAccounts'>;
  readonly partners: Pick<PartnerStore, 'findEndUser'>;
};

type EndUserName = { readonly caller: Principal; readonly userId: string };

export type EndUserKeyRejection =
  | CredentialRejection
  | { readonly code: 'user_not_found'; readonly detail: string };

/** One for each kind of market. A foreign end user is treated like an unknown one. */
export async function getEndUserKeys(
  deps: Deps,
  { caller, userId }: EndUserName,
): Promise<Result<readonly AccountWithKey[], EndUserKeyRejection>> {
  if ((await deps.partners.findEndUser(reachOf(caller), userId)) === null)
    return rejected({ code: 'user_not_found', detail: 'There is no such end user.' });
  const accounts = await deps.accounts.listAccounts(userId, null, LIMITS.pageItemsMax);
  return accepted(await withKeys(deps, accounts));
}

/**
 * One account after the other: when one is refused, those before it have the new key, and the
 * request may be repeated. Throws as `rotateCredentials` does.
 */
export async function rotateEndUserKeys(
  deps: Deps,
  named: EndUserName & {
    readonly credentials: VenueCredentials;
    /** What each account's change insists on; null: the request has no Idempotency-Key. */
    readonly claim: HeldClaim | null;
  },
): Promise<Result<readonly AccountWithKey[], EndUserKeyRejection>> {
  const { userId, credentials, claim } = named;
  const found = await getEndUserKeys(deps, named);
  if (!found.ok) return found;
  const rotated: AccountWithKey[] = [];
  for (const { account } of found.value) {
    const { accountId } = account;
    const wish = { caller: { userId }, accountId, credentials };
    const shared = { allowsWithdraw: null, completion: null, claim };
    const done = await rotateCredentials(deps, { ...wish, ...shared });
    if (!done.ok) return rejected(withoutAccount(done.rejection));
    rotated.push(done.value);
  }
  return accepted(rotated);
}

/** No response to a partner names an account. */
function withoutAccount(rejection: CredentialRejection): CredentialRejection {
  if (rejection.code !== 'forbidden' || !rejection.detail.includes('simulated')) return rejection;
  return { code: 'forbidden', detail: 'The end user is simulated and has no credentials.' };
}
