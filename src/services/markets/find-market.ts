// Finds a market of an exchange by its tag, through an index built once per list that the driver
// hands out.

import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';

// Keyed by the driver's own array: a driver that refreshes its markets hands out a new one.
const indexes = new WeakMap<readonly Market[], ReadonlyMap<MarketTag, Market>>();

/** Null when the exchange has no such market, and none was made a moment ago. */
export async function findMarket(exchange: Exchange, marketTag: MarketTag): Promise<Market | null> {
  const listed = findIn(await exchange.listMarkets(), marketTag);
  if (listed !== null || exchange.readMarkets === undefined) return listed;
  return findIn(await exchange.readMarkets(), marketTag);
}

/** Null when the list has no such market. */
export function findIn(markets: readonly Market[], marketTag: MarketTag): Market | null {
  let index = indexes.get(markets);
  if (index === undefined) {
    index = new Map(markets.map((market) => [market.marketTag, market]));
    indexes.set(markets, index);
  }
  return index.get(marketTag) ?? null;
}
