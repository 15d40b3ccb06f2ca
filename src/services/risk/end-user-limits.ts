// Limits of what an end user may do, read and set by its partner. A partner sees no account of an
// end user: it names the kind of markets that the account trades.

import type { Result } from '#lib/result.ts';
import { rejected } from '#lib/result.ts';
import type {
  EndUserAccountDeps,
  EndUserAccountMissing,
  NamedEndUserAccount,
} from '#services/partners/end-user-account.ts';
import { accountOfEndUser } from '#services/partners/end-user-account.ts';
import type {
  AccountLimitDeps,
  AccountLimits,
  SetLimitsCommand,
  SetLimitsRejection,
} from '#services/risk/account-limits.ts';
import { getAccountLimits, setAccountLimits } from '#services/risk/account-limits.ts';

export type EndUserLimitDeps = AccountLimitDeps & EndUserAccountDeps;

/** Limits of an end user's account, by its market type. */
export async function getEndUserLimits(
  deps: EndUserLimitDeps,
  query: NamedEndUserAccount,
): Promise<Result<AccountLimits, EndUserAccountMissing>> {
  const found = await accountOfEndUser(deps, query);
  if (!found.ok) return found;
  const { userId, accountId } = found.value;
  return getAccountLimits(deps, { caller: { userId }, accountId });
}

export type SetEndUserLimitsCommand = NamedEndUserAccount &
  Pick<SetLimitsCommand, 'limits' | 'resetsLosses' | 'tightensOnly' | 'claim'>;

/** `forbidden`: the key reaches one end user, whom the limits bind. */
export type SetEndUserLimitsRejection =
  | SetLimitsRejection
  | { readonly code: 'user_not_found' | 'forbidden' };

/** Sets the limits of an end user's account; keys of one end user may not. */
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
