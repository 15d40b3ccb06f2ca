// The market list: one exchange whole, or all of them as one universe sorted by tag.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import { knownMarkets, namedMarkets } from '#services/exchanges/list-exchanges.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type ListMarketsQuery = {
  /** Exchange code in any case; null for the universe. */
  readonly exchange: string | null;
  /** Continue after this tag; null from the start. */
  readonly afterTag: MarketTag | null;
  readonly limit: number;
};

export type MarketPage = {
  readonly markets: readonly Market[];
  /** Where the next page starts; null on the last one. */
  readonly lastTag: MarketTag | null;
};

/**
 * Markets sorted by tag. With an exchange the whole list is one page, whatever the limit; while it
 * is down, as it listed them last. Without, they are those that are known: no exchange is waited
 * for.
 */
export async function listMarkets(
  deps: { readonly exchanges: ExchangeRegistry },
  query: ListMarketsQuery,
): Promise<Result<MarketPage, 'exchange_not_found'>> {
  if (query.exchange !== null) {
    const exchange = deps.exchanges.find(query.exchange);
    if (exchange === null) return rejected('exchange_not_found');
    return accepted({ markets: sortedByTag(await namedMarkets(exchange)), lastTag: null });
  }
  const lists = await Promise.all(deps.exchanges.list().map(knownMarkets));
  const { afterTag, limit } = query;
  const rest = sortedByTag(lists.flat()).filter(
    (market) => afterTag === null || market.marketTag > afterTag,
  );
  const markets = rest.slice(0, limit);
  const isLast = rest.length <= limit;
  return accepted({ markets, lastTag: isLast ? null : (markets.at(-1)?.marketTag ?? null) });
}

function sortedByTag(markets: readonly Market[]): readonly Market[] {
  return [...markets].sort((left, right) => (left.marketTag < right.marketTag ? -1 : 1));
}
