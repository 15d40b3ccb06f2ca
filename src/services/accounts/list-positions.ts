// An account's open positions, as its exchange says. Spot accounts have none.

import type { Result } from '#lib/result.ts';
import { accepted } from '#lib/result.ts';
import type { VenuePosition } from '#ports/exchange.ts';
import type { Principal } from '#ports/store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';

export type AccountPosition = VenuePosition & {
  readonly accountId: string;
  /** The bot that holds it; null for what was traded by hand. */
  readonly botId: string | null;
};

/** Newest first. */
export async function listPositions(
  deps: AccountDeps,
  query: { readonly caller: Principal; readonly accountId: string },
): Promise<Result<readonly AccountPosition[], 'account_not_found'>> {
  const found = await accountOf(deps, query.caller, query.accountId);
  if (!found.ok) return found;
  const { account, exchange } = found.value;
  const positions = await exchange.fetchPositions(account);
  return accepted(
    positions
      .map((position) => ({ ...position, accountId: account.accountId, botId: null }))
      .sort((left, right) => right.openedAtMs - left.openedAtMs),
  );
}
