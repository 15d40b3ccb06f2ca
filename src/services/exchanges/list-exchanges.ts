// Which exchanges can be traded on, with the size of their market lists.

import type { MarketType } from '#domain/market/market.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type ExchangeSummary = {
  readonly exchange: string;
  readonly name: string;
  /** In the order spot, futures. */
  readonly marketTypes: readonly MarketType[];
  readonly marketsCount: number;
  readonly isTestNet: boolean;
  /** Whether any of its markets is open. */
  readonly isOpen: boolean;
};

/** Every exchange of the installation, sorted by code. */
export async function listExchanges(deps: {
  readonly exchanges: ExchangeRegistry;
}): Promise<readonly ExchangeSummary[]> {
  return Promise.all(
    deps.exchanges.list().map(async (exchange) => {
      const markets = await exchange.listMarkets();
      const marketTypes = (['spot', 'futures'] as const).filter((type) =>
        markets.some((market) => market.marketType === type),
      );
      return {
        exchange: exchange.code,
        name: exchange.name,
        marketTypes,
        marketsCount: markets.length,
        isTestNet: exchange.isTestNet,
        isOpen: markets.some((market) => market.isOpen),
      };
    }),
  );
}
