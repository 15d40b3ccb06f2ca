// Record of one exchange: its abilities, its promises, and how it is now. Asks the exchange for
// nothing but its markets, and is there while it is down.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market, MarketType } from '#venue-port/market/market.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import { ORDER_TYPES } from '#venue-port/order/order.ts';
import type {
  Exchange,
  OrderSupport,
  UnreadableListRow,
  VenueHealth,
  VenuePromises,
} from '#venue-port/exchange/exchange.ts';
import type { MarketCapabilities } from '#venue-port/exchange/market-capabilities.ts';
import type { SimulatedVenue } from '#ports/exchange/simulated-venue.ts';
import type { CredentialForm } from '#venue-port/exchange/venue-credentials.ts';
import { Failure } from '#venue-port/world/failure.ts';
import { namedMarkets } from '#services/exchanges/list-exchanges.ts';
import type { ExchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { PromiseClass } from '#services/exchanges/promise-class.ts';
import { promiseClass } from '#services/exchanges/promise-class.ts';

export type ExchangeRecord = {
  readonly exchange: string;
  readonly name: string;
  readonly isTestNet: boolean;
  /** Null: it is no company of another. */
  readonly companyOf: string | null;
  readonly isSimulated: boolean;
  /** In the order spot, futures; null while its markets cannot be read. */
  readonly marketTypes: readonly MarketType[] | null;
  readonly orderSupport: OrderSupport;
  /** Null: it is no real exchange. */
  readonly capabilities: readonly MarketCapabilities[] | null;
  /** What it does not retain of the orders of bots: watched here, and sent when they are due. */
  readonly emulatedTypes: readonly OrderType[];
  readonly promises: VenuePromises;
  readonly promiseClass: PromiseClass;
  readonly health: VenueHealth;
  /** Its clock less ours; null: not measured yet. */
  readonly clockSkewMs: number | null;
  /** Rows of its public lists that are left out, because they cannot be read. */
  readonly unreadableRows: readonly UnreadableListRow[];
  /** Null: its accounts have no credentials. */
  readonly credentialForm: CredentialForm | null;
};

export type GetExchangeDeps = {
  readonly exchanges: ExchangeRegistry;
  readonly simulatedVenues: readonly Pick<SimulatedVenue, 'code'>[];
};

/** Record of an exchange by its code; its markets are those that were last read. */
export async function getExchange(
  deps: GetExchangeDeps,
  code: string,
): Promise<Result<ExchangeRecord, 'exchange_not_found'>> {
  const exchange = deps.exchanges.find(code);
  return exchange === null
    ? rejected('exchange_not_found')
    : accepted(recordOf(deps, exchange, await marketsOf(exchange)));
}

/** Every exchange of the installation, sorted by code; none is waited for. */
export function listExchangeRecords(deps: GetExchangeDeps): Promise<readonly ExchangeRecord[]> {
  return Promise.all(
    deps.exchanges.list().map(async (exchange) => {
      const markets =
        exchange.knownMarkets === undefined ? await marketsOf(exchange) : exchange.knownMarkets();
      return recordOf(deps, exchange, markets);
    }),
  );
}

function recordOf(
  { simulatedVenues }: GetExchangeDeps,
  exchange: Exchange,
  markets: readonly Market[] | null,
): ExchangeRecord {
  const { code, name, isTestNet, orderSupport, promises } = exchange;
  const isUnused = exchange.isUnused?.() === true;
  const types = MARKET_TYPES.filter((type) => markets?.some((each) => each.marketType === type));
  return {
    exchange: code,
    name,
    isTestNet,
    companyOf: exchange.companyOf ?? null,
    isSimulated: simulatedVenues.some((venue) => venue.code === code),
    marketTypes: markets === null ? null : types,
    orderSupport,
    capabilities: exchange.capabilities ?? null,
    emulatedTypes: emulatedTypes(orderSupport),
    promises,
    promiseClass: promiseClass(promises),
    health: markets === null && !isUnused ? 'down' : exchange.health(),
    clockSkewMs: exchange.clockSkewMs(),
    unreadableRows: exchange.unreadableRows?.() ?? [],
    credentialForm: exchange.credentialForm,
  };
}

/** An exchange that trades has limit orders; what does not trade has nothing to emulate. */
function emulatedTypes({ types }: OrderSupport): readonly OrderType[] {
  return types.length === 0 ? [] : ORDER_TYPES.filter((type) => !types.includes(type));
}

async function marketsOf(exchange: Exchange): Promise<readonly Market[] | null> {
  try {
    return await namedMarkets(exchange);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
