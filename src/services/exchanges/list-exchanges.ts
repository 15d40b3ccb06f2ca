// Lists the exchanges that can be traded on, with the size of their market lists.

import type { Market, MarketType } from '#venue-port/market/market.ts';
import type { Exchange, VenueHealth } from '#venue-port/exchange/exchange.ts';
import type { MarketCapabilities } from '#venue-port/exchange/market-capabilities.ts';
import type { CredentialForm } from '#venue-port/exchange/venue-credentials.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';

export type ExchangeSummary = {
  readonly exchange: string;
  readonly name: string;
  /** In the order spot, futures; before markets were listed those that it is known to have. */
  readonly marketTypes: readonly MarketType[];
  readonly marketsCount: number;
  readonly isTestNet: boolean;
  /** Null: it is no company of another. */
  readonly companyOf: string | null;
  /** Whether it can be reached, and any of its markets is open. */
  readonly isOpen: boolean;
  readonly reach: ExchangeReach;
  /** When it listed its markets; null: never yet, or they are never out of date. */
  readonly marketsAsOfMs: number | null;
  /** Null: its accounts have no credentials. */
  readonly credentialForm: CredentialForm | null;
  /** Null: it is no real exchange. */
  readonly capabilities: readonly MarketCapabilities[] | null;
};

/**
 * `starting`: not known yet, since this process has started just now. `unused`: a company that is
 * left alone until somebody needs it.
 */
export type ExchangeReach = VenueHealth | 'starting' | 'unused';
export const EXCHANGE_REACHES: readonly ExchangeReach[] = [
  'open',
  'degraded',
  'down',
  'starting',
  'unused',
];
const UNREACHED: readonly ExchangeReach[] = ['down', 'starting', 'unused'];

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
      const listed = (['spot', 'futures'] as const).filter((type) =>
        markets.some((market) => market.marketType === type),
      );
      const reach = reachOf(exchange);
      return {
        exchange: exchange.code,
        name: exchange.name,
        marketTypes: listed.length > 0 ? listed : (exchange.offeredTypes ?? []),
        marketsCount: markets.length,
        isTestNet: exchange.isTestNet,
        companyOf: exchange.companyOf ?? null,
        isOpen: !UNREACHED.includes(reach) && markets.some((market) => market.isOpen),
        reach,
        marketsAsOfMs: exchange.marketsAsOfMs?.() ?? null,
        credentialForm: exchange.credentialForm,
        capabilities: exchange.capabilities ?? null,
      };
    }),
  );
}

function reachOf(exchange: Exchange): ExchangeReach {
  if (exchange.isUnused?.() === true) return 'unused';
  return exchange.isStarting?.() === true ? 'starting' : exchange.health();
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
 * The markets of an exchange that was named: those that it lists, or listed last where it is down.
 * Throws Failure when it does not say and never has.
 */
export async function namedMarkets(exchange: Exchange): Promise<readonly Market[]> {
  const known = exchange.health() === 'down' ? (exchange.knownMarkets?.() ?? null) : null;
  if (known !== null) return known;
  try {
    return await (exchange.readMarkets?.() ?? exchange.listMarkets());
  } catch (error) {
    const last = error instanceof Failure ? (exchange.knownMarkets?.() ?? null) : null;
    if (last === null) throw error;
    return last;
  }
}

/**
 * Waits for the market lists of all exchanges, or their failures: a command begins in a process
 * that knows none yet. Those that nobody needs are left alone.
 */
export async function learnMarkets(deps: { readonly exchanges: ExchangeRegistry }): Promise<void> {
  await Promise.all(
    deps.exchanges.list().map(async (exchange) => {
      if (exchange.isUnused?.() === true) return;
      try {
        await exchange.listMarkets();
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
      }
    }),
  );
}
