// The account of an end user as its partner names it: a partner sees no accounts, but the kinds of
// markets that an end user trades.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { PartnerStore } from '#ports/stores/partner-store.ts';
import { getEndUser } from '#services/partners/list-end-users.ts';

export type EndUserAccountDeps = {
  readonly partners: Pick<PartnerStore, 'findEndUserView' | 'listEndUsers'>;
  readonly accounts: Pick<AccountStore, 'findAccount' | 'listAccounts'>;
};

export type NamedEndUserAccount = {
  readonly caller: Principal;
  readonly userId: string;
  /** As the caller wrote it. */
  readonly marketType: string;
};

/** `account_not_found`: the end user trades no such markets. */
export type EndUserAccountMissing = 'user_not_found' | 'account_not_found';

/** One for each kind of market, and room for more kinds. */
const ACCOUNTS_MAX = 10;

/** Account by its market type, within the caller's reach. */
export async function accountOfEndUser(
  deps: EndUserAccountDeps,
  { caller, userId, marketType }: NamedEndUserAccount,
): Promise<Result<Account, EndUserAccountMissing>> {
  const accounts = await accountsOfEndUser(deps, { caller, userId });
  if (!accounts.ok) return accounts;
  const account = accounts.value.find((each) => each.marketType === marketType);
  return account === undefined ? rejected('account_not_found') : accepted(account);
}

/** All accounts of an end user within the caller's reach, in the order of ids. */
export async function accountsOfEndUser(
  deps: EndUserAccountDeps,
  { caller, userId }: Omit<NamedEndUserAccount, 'marketType'>,
): Promise<Result<readonly Account[], 'user_not_found'>> {
  const endUser = await getEndUser(deps, { caller, userId });
  if (!endUser.ok) return endUser;
  return accepted(await deps.accounts.listAccounts(endUser.value.userId, null, ACCOUNTS_MAX));
}
