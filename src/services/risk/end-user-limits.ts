// Limits of what an end user may do, read and set by its partner. A partner sees no account of an
// end user: it names the kind of markets that the account trades.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { PartnerStore } from '#ports/stores/partner-store.ts';
import type { Account, AccountStore } from '#ports/stores/account-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { getEndUser } from '#services/partners/list-end-users.ts';
import type {
  AccountLimitDeps,
  AccountLimits,
  SetLimitsCommand,
  SetLimitsRejection,
} from '#services/risk/account-limits.ts';
import { getAccountLimits, setAccountLimits } from '#services/risk/account-limits.ts';

export type EndUserLimitDeps = AccountLimitDeps & {
  readonly partners: Pick<PartnerStore, 'findEndUserView' | 'listEndUsers'>;
  readonly accounts: Pick<AccountStore, 'findAccount' | 'listAccounts'>;
};

type Query = {
  readonly caller: Principal;
  readonly userId: string;
  /** As the caller wrote it. */
  readonly marketType: string;
};

/** `account_not_found`: the end user trades no such markets. */
type NotFound = 'user_not_found' | 'account_not_found';

export async function getEndUserLimits(
  deps: EndUserLimitDeps,
  query: Query,
): Promise<Result<AccountLimits, NotFound>> {
  const found = await accountOfEndUser(deps, query);
  if (!found.ok) return found;
  const { userId, accountId } = found.value;
  return getAccountLimits(deps, { caller: { userId }, accountId });
}

export type SetEndUserLimitsCommand = Query &
  Pick<SetLimitsCommand, 'limits' | 'resetsLosses' | 'claim'>;

/** `forbidden`: the key reaches one end user, whom the limits bind. */
export type SetEndUserLimitsRejection =
  | SetLimitsRejection
  | { readonly code: 'user_not_found' | 'forbidden' };

export async function setEndUserLimits(
  deps: EndUserLimitDeps,
  command: SetEndUserLimitsCommand,
): Promise<Result<AccountLimits, SetEndUserLimitsRejection>> {
  const found = await accountOfEndUser(deps, command);
  if (!found.ok) return rejected({ code: found.rejection });
  if (command.caller.endUserId !== null) return rejected({ code: 'forbidden' });
  const { userId, accountId } = found.value;
  return setAccountLimits(deps, { ...command, caller: { userId }, accountId });
}

/** One for each kind of market, and room for more kinds. */
const ACCOUNTS_MAX = 10;

async function accountOfEndUser(
  deps: EndUserLimitDeps,
  { caller, userId, marketType }: Query,
): Promise<Result<Account, NotFound>> {
  const endUser = await getEndUser(deps, { caller, userId });
  if (!endUser.ok) return endUser;
  const accounts = await deps.accounts.listAccounts(endUser.value.userId, null, ACCOUNTS_MAX);
  const account = accounts.find((each) => each.marketType === marketType);
  return account === undefined ? rejected('account_not_found') : accepted(account);
}
