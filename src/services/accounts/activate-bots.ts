// Operator's switch for bots on an account, off on a new account.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { AccountStore } from '#ports/stores/account-store.ts';

type Deps = { readonly accounts: Pick<AccountStore, 'setAllowsBots'> };
type Command = { readonly accountId: string };

/** Repeating it changes nothing. */
export async function activateBots(
  deps: Deps,
  command: Command,
): Promise<Result<null, 'account_not_found'>> {
  return switchBots(deps, command, true);
}

/** Bots that exist stay; no new ones are made. */
export async function deactivateBots(
  deps: Deps,
  command: Command,
): Promise<Result<null, 'account_not_found'>> {
  return switchBots(deps, command, false);
}

async function switchBots(
  deps: Deps,
  command: Command,
  allowsBots: boolean,
): Promise<Result<null, 'account_not_found'>> {
  const isKnown = await deps.accounts.setAllowsBots(command.accountId, allowsBots);
  return isKnown ? accepted(null) : rejected('account_not_found');
}
