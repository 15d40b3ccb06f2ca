// Which exchanges can be traded on, with the size of their market lists.

import type { Market, MarketType } from '#domain/market/market.ts';
import type { Exchange } from '#ports/exchange/exchange.ts';
import type { CredentialForm } from '#ports/exchange/venue-credentials.ts';
import { Failure } from '#ports/world/failure.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type ExchangeSummary = {
  readonly exchange: string;
  readonly name: string;
  /** In the order spot, futures. */
  readonly marketTypes: readonly MarketType[];
  readonly marketsCount: number;
  readonly isTestNet: boolean;
  /** Whether it can be reached, and any of its markets is open. */
  readonly isOpen: boolean;
  /** Null: its accounts have no credentials. */
  readonly credentialForm: CredentialForm | null;
};

/**
 * Every exchange of the installation, sorted by code, with what is known of its markets: none is
 * waited for.
 */
export async function listExchanges(deps: {
  readonly exchanges: ExchangeRegistry;
}): Promise<readonly ExchangeSummary[]> {
  return Promise.all(
    deps.exchanges.list().map(async (exchange) => {
      const markets = await knownMarkets(exchange);
      const marketTypes = (['spot', 'futures'] as const).filter((type) =>
        markets.some((market) => market.marketType === type),
      );
      return {
        exchange: exchange.code,
        name: exchange.name,
        marketTypes,
        marketsCount: markets.length,
        isTestNet: exchange.isTestNet,
        isOpen: exchange.health() !== 'down' && markets.some((market) => market.isOpen),
        credentialForm: exchange.credentialForm,
      };
    }),
  );
}

/** As read last, without waiting for the exchange; none before they were read. */
export async function knownMarkets(exchange: Exchange): Promise<readonly Market[]> {
  if (exchange.knownMarkets !== undefined) return exchange.knownMarkets() ?? [];
  try {
    return await exchange.listMarkets();
  } catch (error) {
    if (error instanceof Failure) return [];
    throw error;
  }
}

/**
 * Waits for the market lists of all exchanges, or their failures: a command begins in a process
 * that knows none yet.
 */
export async function learnMarkets(deps: { readonly exchanges: ExchangeRegistry }): Promise<void> {
  await Promise.all(
    deps.exchanges.list().map(async (exchange) => {
      try {
        await exchange.listMarkets();
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    }),
  );
}
