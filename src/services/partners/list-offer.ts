// The exchanges and markets that a partner's end users may use.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market } from '#venue-port/market/market.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { Partner, PartnerStore } from '#ports/stores/partner-store.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { ExchangeSummary } from '#services/exchanges/list-exchanges.ts';
import { knownMarkets, listExchanges, namedMarkets } from '#services/exchanges/list-exchanges.ts';
import type { MarketPage } from '#services/markets/list-markets.ts';

export type OfferDeps = {
  readonly partners: Pick<PartnerStore, 'findPartner'>;
  readonly exchanges: ExchangeRegistry;
};

/** Sorted by code; an exchange that is no longer reached here is left out. */
export async function listOfferedExchanges(
  deps: OfferDeps,
  partnerId: string,
): Promise<readonly ExchangeSummary[]> {
  const partner = await deps.partners.findPartner(partnerId);
  const all = await listExchanges(deps);
  return all.filter(({ exchange }) => partner?.exchanges.includes(exchange));
}

export type OfferedMarketsQuery = {
  readonly partnerId: string;
  /** Exchange code in any case; null for all. */
  readonly exchange: string | null;
  readonly afterTag: string | null;
  readonly limit: number;
};

/** Sorted by tag, in pages. Without an exchange they are those that are known. */
export async function listOfferedMarkets(
  deps: OfferDeps,
  { partnerId, exchange, afterTag, limit }: OfferedMarketsQuery,
): Promise<Result<MarketPage, 'exchange_not_found'>> {
  const partner = await deps.partners.findPartner(partnerId);
  const code = exchange?.toLowerCase() ?? null;
  const codes = (partner?.exchanges ?? []).filter((each) => code === null || each === code);
  if (partner === null || (code !== null && codes.length === 0))
    return rejected('exchange_not_found');
  const read = code === null ? knownMarkets : namedMarkets;
  const lists = await Promise.all(codes.map((each) => offeredOf(deps, partner, each, read)));
  const rest = lists
    .flat()
    .filter(({ marketTag }) => afterTag === null || marketTag > afterTag)
    .toSorted((left, right) => (left.marketTag < right.marketTag ? -1 : 1));
  const markets = rest.slice(0, limit);
  const lastTag = rest.length > limit ? (markets.at(-1)?.marketTag ?? null) : null;
  return accepted({ markets, lastTag });
}

const marketsOf = (exchange: Exchange): Promise<readonly Market[]> => exchange.listMarkets();

/** The markets of one exchange that are enabled. */
async function offeredOf(
  deps: Pick<OfferDeps, 'exchanges'>,
  partner: Partner,
  code: string,
  read: (exchange: Exchange) => Promise<readonly Market[]>,
): Promise<readonly Market[]> {
  const found = deps.exchanges.find(code);
  const markets = found === null ? [] : await read(found);
  const chosen = markets.filter(({ marketTag }) => partner.marketTags.includes(marketTag));
  return chosen.length === 0 ? markets : chosen;
}

/**
 * Null when the partner's end users at this exchange may not use it.
 * @public for the bots of end users
 */
export async function findOfferedMarket(
  deps: Pick<OfferDeps, 'exchanges'>,
  partner: Partner,
  { exchange, marketTag }: { readonly exchange: string; readonly marketTag: string },
): Promise<Market | null> {
  if (!partner.exchanges.includes(exchange)) return null;
  const offered = await offeredOf(deps, partner, exchange, marketsOf);
  return offered.find((market) => market.marketTag === marketTag) ?? null;
}
