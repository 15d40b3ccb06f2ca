// The calls of Coinbase's Advanced interface, as `VenueCall`s. Public calls are limited by address
// to ten a second, private ones by user to thirty.

import type { VenueCall, VenueLane } from '#venues/wire/venue-wire.ts';

type Endpoint = {
  readonly access: VenueCall['access'];
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly lane: VenueLane;
  readonly cost: number;
  readonly expiresByToken?: true;
};

/** See `COINBASE_BUDGET`: so much of what an address has in a tenth of a second. */
const PUBLIC = 10;
const PRIVATE = 1;

const ENDPOINTS = {
  time: open('time', 'lookup'),
  markets: open('market/products', 'candles'),
  price: open('market/products/{product_id}', 'lookup'),
  book: open('market/product_book', 'lookup'),
  candles: open('market/products/{product_id}/candles', 'candles'),
  // Of all requests only orders have an instant at which they are void.
  placeOrder: { ...post('orders', 'order'), expiresByToken: true },
  cancelOrders: post('orders/batch_cancel', 'cancel'),
  order: get('orders/historical/{order_id}', 'lookup'),
  orders: get('orders/historical/batch', 'lookup'),
  fills: get('orders/historical/fills', 'fills'),
  balances: get('accounts', 'lookup'),
  key: get('key_permissions', 'lookup'),
} as const satisfies { readonly [name: string]: Endpoint };

function open(path: string, lane: VenueLane): Endpoint {
  return { access: 'public', method: 'GET', path, lane, cost: PUBLIC };
}

function get(path: string, lane: VenueLane): Endpoint {
  return { access: 'private', method: 'GET', path, lane, cost: PRIVATE };
}

function post(path: string, lane: VenueLane): Endpoint {
  return { access: 'private', method: 'POST', path, lane, cost: PRIVATE };
}

/** Call of an endpoint with its parameters, not signed yet. */
export function coinbaseRequest(
  endpoint: keyof typeof ENDPOINTS,
  parameters: VenueCall['parameters'] = {},
): VenueCall {
  const found: Endpoint = ENDPOINTS[endpoint];
  return { ...found, section: `v3.${found.access}`, path: `brokerage/${found.path}`, parameters };
}
