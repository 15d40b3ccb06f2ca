// The calls of Gate's interface, as `VenueCall`s. Public calls are limited by address and endpoint,
// private ones by user and endpoint, orders also by market.

import type { VenueCall, VenueLane } from '#venues/wire/venue-wire.ts';

type Endpoint = {
  readonly access: VenueCall['access'];
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `spot`, `unified` or `account`. */
  readonly group: string;
  readonly path: string;
  readonly lane: VenueLane;
  readonly cost: number;
  readonly expiryHeader?: string;
};

/** See `GATE_BUDGET`. */
const PUBLIC = 10;
const PRIVATE = 1;

const ENDPOINTS = {
  time: open('time', 'lookup'),
  markets: open('currency_pairs', 'candles'),
  price: open('tickers', 'lookup'),
  candles: open('candlesticks', 'candles'),
  // Of all requests only orders have an instant at which they are void.
  placeOrder: { ...own('POST', 'orders', 'order'), expiryHeader: 'x-gate-exptime' },
  cancelOrder: own('DELETE', 'orders/{order_id}', 'cancel'),
  order: own('GET', 'orders/{order_id}', 'lookup'),
  orders: own('GET', 'orders', 'lookup'),
  openOrders: own('GET', 'open_orders', 'lookup'),
  fills: own('GET', 'my_trades', 'fills'),
  balances: own('GET', 'accounts', 'lookup'),
  unifiedBalances: { ...own('GET', 'accounts', 'lookup'), group: 'unified' },
  user: { ...own('GET', 'detail', 'lookup'), group: 'account' },
  keys: { ...own('GET', 'main_keys', 'lookup'), group: 'account' },
} as const satisfies { readonly [name: string]: Endpoint };

function open(path: string, lane: VenueLane): Endpoint {
  return { access: 'public', method: 'GET', group: 'spot', path, lane, cost: PUBLIC };
}

function own(method: Endpoint['method'], path: string, lane: VenueLane): Endpoint {
  return { access: 'private', method, group: 'spot', path, lane, cost: PRIVATE };
}

/** Call of an endpoint with its parameters, not signed yet. */
export function gateRequest(
  endpoint: keyof typeof ENDPOINTS,
  parameters: VenueCall['parameters'] = {},
): VenueCall {
  const { group, ...call }: Endpoint = ENDPOINTS[endpoint];
  return { ...call, section: `${call.access}.${group}`, parameters };
}
