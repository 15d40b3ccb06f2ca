// The fills of an account that were not looked through yet, page by page.

import { LIMITS } from '#lib/limits.ts';
import type { VenueFill } from '#ports/exchange.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';

export type SeenFills = { readonly fills: readonly VenueFill[]; readonly cursor: string | null };

/** All after `from`, and where they end. Throws Failure. */
export async function readFills(
  { account, exchange }: AccountAtExchange,
  from: string | null,
): Promise<SeenFills> {
  const fills: VenueFill[] = [];
  let cursor = from;
  for (;;) {
    const page = await exchange.fetchFills(account, cursor, LIMITS.fillsPageItemsMax);
    fills.push(...page.fills);
    ({ cursor } = page);
    if (page.fills.length < LIMITS.fillsPageItemsMax) return { fills, cursor };
  }
}
