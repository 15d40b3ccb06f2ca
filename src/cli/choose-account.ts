// Chooses the accounts that a command is about: the one that is named, all of a user, or the only
// one that can trade a market.

import type { Market } from '#venue-port/market/market.ts';
import { LIMITS } from '#lib/limits.ts';
import { listAccounts } from '#services/accounts/list-accounts.ts';
import type { ownerOf } from '#cli/bot-text.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { ServiceDeps } from '#cli/host.ts';

type Caller = Awaited<ReturnType<typeof ownerOf>>;
type Account = Awaited<ReturnType<typeof listAccounts>>['accounts'][number];

export type OfAccount = { readonly account?: string };

/** All accounts of the user, or the one that is named. Throws CommandFailed for an unknown one. */
export async function chooseAccounts(
  deps: Pick<ServiceDeps, 'accounts'>,
  caller: Caller,
  { account: accountId }: OfAccount,
): Promise<readonly Account[]> {
  const accounts = await everyAccount(deps, caller);
  if (accountId === undefined) return accounts;
  const named = accounts.filter((account) => account.accountId === accountId);
  if (named.length > 0) return named;
  throw new CommandFailed(
    `The user has no account "${accountId}".`,
    'See the accounts that exist: tidemill accounts list',
  );
}

/** The id of the account that is named, or of the only one that can trade the market. */
export async function chooseAccountFor(
  deps: Pick<ServiceDeps, 'accounts'>,
  caller: Caller,
  market: Pick<Market, 'exchange' | 'marketTag' | 'marketType'>,
  { account: accountId }: OfAccount,
): Promise<string> {
  if (accountId !== undefined) return accountId;
  const accounts = await everyAccount(deps, caller);
  const { exchange, marketTag, marketType } = market;
  const fit = accounts.filter(
    (account) => account.exchange === exchange && account.marketType === marketType,
  );
  const [only, ...others] = fit;
  if (only === undefined)
    throw new CommandFailed(
      `The user has no ${marketType} account at exchange "${exchange}", where "${marketTag}" is.`,
      'See the accounts that exist: tidemill accounts list',
    );
  if (others.length === 0) return only.accountId;
  const ids = fit.map((account) => account.accountId).join(', ');
  throw new CommandFailed(
    `The user has ${fit.length} accounts that can trade "${marketTag}".`,
    `Add --account ID with one of: ${ids}.`,
  );
}

async function everyAccount(
  deps: Pick<ServiceDeps, 'accounts'>,
  caller: Caller,
): Promise<readonly Account[]> {
  const found: Account[] = [];
  let afterId: string | null = null;
  do {
    const page = await listAccounts(deps, { caller, afterId, limit: LIMITS.pageItemsMax });
    found.push(...page.accounts);
    afterId = page.lastId;
  } while (afterId !== null);
  return found;
}
