// What a market trades at now.

import type { Decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { MarketTag } from '#domain/market/market.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';

export type ShownPrice = {
  readonly marketTag: MarketTag;
  /** Null while the market is closed; so is the instant. */
  readonly price: Decimal | null;
  readonly atMs: number | null;
};

/** Throws Failure. */
export async function showPrice(
  deps: { readonly exchanges: ExchangeRegistry },
  marketTag: MarketTag,
): Promise<Result<ShownPrice, 'market_not_found'>> {
  const found = await findMarketAnywhere(deps, marketTag);
  if (found === null) return rejected('market_not_found');
  if (!found.market.isOpen) return accepted({ marketTag, price: null, atMs: null });
  return accepted({ marketTag, ...(await found.exchange.fetchPrice(marketTag)) });
}
