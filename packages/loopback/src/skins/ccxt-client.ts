// A client of other people for the skins, where nobody uses them who has not written a dialect.

import type { VenueClient } from '#loopback/venue-client.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';

type CcxtOrder = {
  readonly id: string;
  readonly status: string;
  readonly clientOrderId: string;
  readonly filled: number;
  readonly cost: number;
  readonly amount: number;
  readonly triggerPrice?: number;
  readonly reduceOnly?: boolean;
};
type CcxtTrade = {
  readonly price: number;
  readonly amount: number;
  readonly order: string;
  readonly fee: { readonly cost: number; readonly currency: string };
};
type CcxtPosition = {
  readonly side: string;
  readonly contracts: number;
  readonly leverage: number;
  readonly marginMode: string;
  readonly notional: number;
  readonly initialMargin: number;
};
export type Ccxt = {
  fetchImplementation: (address: string, options: RequestInit) => Promise<Response>;
  readonly has: Record<string, unknown>;
  nonce: () => number;
  loadMarkets(): Promise<Record<string, unknown>>;
  fetchOrderBook(symbol: string): Promise<Record<'bids' | 'asks', readonly number[][]>>;
  fetchBalance(): Promise<{ readonly total: Record<string, number> }>;
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price?: number,
    params?: object,
  ): Promise<CcxtOrder>;
  cancelOrder(id: string, symbol: string): Promise<CcxtOrder>;
  fetchOrder(id: string, symbol: string, params?: object): Promise<CcxtOrder>;
  fetchOpenOrders(symbol: string): Promise<readonly CcxtOrder[]>;
  fetchMyTrades(symbol: string): Promise<readonly CcxtTrade[]>;
  fetchPositions(symbols: readonly string[]): Promise<readonly CcxtPosition[]>;
  setLeverage(leverage: number, symbol: string, params: object): Promise<unknown>;
  fetchFundingHistory(
    symbol: string,
    since?: number,
  ): Promise<readonly { readonly amount: number }[]>;
  fetchFundingRateHistory(
    symbol: string,
    since: undefined,
    limit: number,
  ): Promise<readonly { readonly fundingRate: number }[]>;
};

/** `options` are those of ccxt. What it sends goes to the venue, with the host that it is for. */
export async function connectCcxt(
  { server, ...keys }: VenueClient,
  code: VenueCode,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Ccxt> {
  const module = new URL(`../../../../node_modules/ccxt/js/src/${code}.js`, import.meta.url);
  const { default: Exchange } = (await import(module.href)) as {
    readonly default: new (settings: object) => Ccxt;
  };
  const { key, secret, passphrase } = keys[code];
  const exchange = new Exchange({
    apiKey: key,
    secret,
    password: passphrase ?? '',
    enableRateLimit: false,
    options,
  });
  exchange.has['fetchCurrencies'] = false;
  exchange.fetchImplementation = async (address, options) => {
    const { host, pathname, search } = new URL(address);
    const headers = { ...(options.headers as Record<string, string>), 'x-venue-host': host };
    return fetch(`${server.address}${pathname}${search}`, { ...options, headers });
  };
  return exchange;
}
