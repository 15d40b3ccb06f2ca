// The calls of Kraken's REST interface for spot, as `VenueCall`s. Public calls are limited by
// address to about one a second; private ones by key, by a counter that runs down by itself, and
// orders by account and market.

import type { VenueCall, VenueLane } from '#venues/wire/venue-wire.ts';

type Endpoint = {
  readonly access: VenueCall['access'];
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly lane: VenueLane;
  readonly cost: number;
  readonly expiryParameter?: string;
  readonly isNumbered?: true;
};

/** See `KRAKEN_BUDGET`: so much of a second. */
const PUBLIC = 100;
const PRIVATE = 5;

const ENDPOINTS = {
  time: open('Time', 'lookup'),
  markets: open('AssetPairs', 'candles'),
  price: open('Ticker', 'lookup'),
  candles: open('OHLC', 'candles'),
  // Of all requests only orders have an instant at which they are void.
  placeOrder: { ...post('AddOrder', 'order'), expiryParameter: 'deadline' },
  cancelOrder: post('CancelOrder', 'cancel'),
  orders: post('QueryOrders', 'lookup'),
  openOrders: post('OpenOrders', 'lookup'),
  endedOrders: post('ClosedOrders', 'lookup'),
  fills: post('TradesHistory', 'fills'),
  namedFills: post('QueryTrades', 'fills'),
  balances: post('BalanceEx', 'lookup'),
  key: post('GetApiKeyInfo', 'lookup'),
  streamToken: post('GetWebSocketsToken', 'lookup'),
} as const satisfies { readonly [name: string]: Endpoint };

function open(path: string, lane: VenueLane): Endpoint {
  return { access: 'public', method: 'GET', path, lane, cost: PUBLIC };
}

function post(path: string, lane: VenueLane): Endpoint {
  return { access: 'private', method: 'POST', path, lane, cost: PRIVATE, isNumbered: true };
}

/** Call of an endpoint with its parameters, not signed yet. */
export function krakenRequest(
  endpoint: keyof typeof ENDPOINTS,
  parameters: VenueCall['parameters'] = {},
): VenueCall {
  const found: Endpoint = ENDPOINTS[endpoint];
  return { ...found, section: found.access, parameters };
}
