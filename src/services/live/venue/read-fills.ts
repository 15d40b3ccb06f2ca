// What happened at an account that was not looked through yet, page by page: fills, and what its
// positions paid beside them.

import { LIMITS } from '#lib/limits.ts';
import type { VenueFill, VenueMarginEvent } from '#ports/exchange.ts';
import type { AccountAtExchange } from '#services/accounts/account-access.ts';

export type SeenFills = { readonly fills: readonly VenueFill[]; readonly cursor: string | null };

export type SeenMarginEvents = {
  readonly events: readonly VenueMarginEvent[];
  readonly cursor: string | null;
};

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

/** As `readFills`, of funding and liquidations. */
export async function readMarginEvents(
  { account, exchange }: AccountAtExchange,
  from: string | null,
): Promise<SeenMarginEvents> {
  const events: VenueMarginEvent[] = [];
  let cursor = from;
  for (;;) {
    const page = await exchange.fetchMarginEvents(account, cursor, LIMITS.fillsPageItemsMax);
    events.push(...page.events);
    ({ cursor } = page);
    if (page.events.length < LIMITS.fillsPageItemsMax) return { events, cursor };
  }
}
