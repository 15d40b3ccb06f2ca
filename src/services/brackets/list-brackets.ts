// Brackets of an account, page by page.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BotStore, StrategyBot } from '#ports/stores/bot-store.ts';
import type { AccountDeps } from '#services/accounts/account-access.ts';
import { accountOf } from '#services/accounts/account-access.ts';
import type { ShowBracketsDeps, ShownBracket } from '#services/brackets/show-brackets.ts';
import { showBrackets } from '#services/brackets/show-brackets.ts';

export type ListBracketsDeps = AccountDeps &
  ShowBracketsDeps & { readonly bots: Pick<BotStore, 'listBrackets'> };

type Page = { readonly brackets: readonly ShownBracket[]; readonly lastId: string | null };

/** Throws Failure. */
export async function listBrackets(
  deps: ListBracketsDeps,
  request: {
    readonly userId: string;
    readonly accountId: string;
    readonly isOpen: boolean;
    readonly afterId: string | null;
    readonly limit: number;
  },
): Promise<Result<Page, 'account_not_found'>> {
  const { limit, afterId, ...owner } = request;
  const found = await accountOf(deps, owner, owner.accountId);
  if (!found.ok) return rejected('account_not_found');
  const read = await deps.bots.listBrackets(owner, afterId, limit + 1);
  const brackets: readonly StrategyBot[] = read.slice(0, limit);
  const lastId = read.length > limit ? (brackets.at(-1)?.botId ?? null) : null;
  return accepted({ brackets: await showBrackets(deps, brackets), lastId });
}
