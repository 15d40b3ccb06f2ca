// The calls of Bybit's v5 interface, as `VenueCall`s. All count one towards the limit of an
// address; limits of an account are by endpoint and second, and are refused by the venue.

import type { MarketType } from '#venue-port/market/market.ts';
import type { VenueCall, VenueLane } from '#venues/wire/venue-wire.ts';

/** How long the venue may take to accept a request; the wire reports it with the signature. */
export const RECEIVE_WINDOW_MS = 5_000;

export type BybitCategory = 'spot' | 'linear';

/** Category of the interface for a type of markets. */
export function categoryOf(marketType: MarketType): BybitCategory {
  return marketType === 'spot' ? 'spot' : 'linear';
}

/** Positions and orders of linear contracts are listed by the currency that they settle in. */
export const SETTLE_COINS = ['USDT', 'USDC'] as const;

type Endpoint = {
  readonly access: VenueCall['access'];
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly lane: VenueLane;
};

const ENDPOINTS = {
  time: open('market/time', 'lookup'),
  markets: open('market/instruments-info', 'candles'),
  price: open('market/tickers', 'lookup'),
  candles: open('market/kline', 'candles'),
  fundingRates: open('market/funding/history', 'candles'),
  placeOrder: post('order/create', 'order'),
  cancelOrder: post('order/cancel', 'cancel'),
  orders: get('order/realtime', 'lookup'),
  endedOrders: get('order/history', 'lookup'),
  executions: get('execution/list', 'fills'),
  balances: get('account/wallet-balance', 'lookup'),
  keyRights: get('user/query-api', 'lookup'),
  accountInfo: get('account/info', 'lookup'),
  positions: get('position/list', 'lookup'),
  setMarginMode: post('account/set-margin-mode', 'order'),
  setLeverage: post('position/set-leverage', 'order'),
} as const satisfies { readonly [name: string]: Endpoint };

function open(path: string, lane: VenueLane): Endpoint {
  return { access: 'public', method: 'GET', path: `v5/${path}`, lane };
}

function get(path: string, lane: VenueLane): Endpoint {
  return { access: 'private', method: 'GET', path: `v5/${path}`, lane };
}

function post(path: string, lane: VenueLane): Endpoint {
  return { access: 'private', method: 'POST', path: `v5/${path}`, lane };
}

/** Call of an endpoint with its parameters, not signed yet. */
export function bybitRequest(
  endpoint: keyof typeof ENDPOINTS,
  parameters: VenueCall['parameters'] = {},
): VenueCall {
  const { access, ...rest } = ENDPOINTS[endpoint];
  return { access, section: access, ...rest, cost: 1, parameters };
}
