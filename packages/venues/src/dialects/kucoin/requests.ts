// The calls of KuCoin's REST interface for spot, as `VenueCall`s, with the weights that it lists.
// Orders and fills are those of its high-frequency interface, which all of its spot accounts have.

import type { VenueCall, VenueLane } from '#venues/wire/venue-wire.ts';

type Endpoint = {
  readonly access: VenueCall['access'];
  readonly method: VenueCall['method'];
  readonly path: string;
  readonly lane: VenueLane;
  readonly cost: number;
  /** Absent: that of the access. */
  readonly section?: string;
};

const ENDPOINTS = {
  time: open('timestamp', 'lookup', 3),
  markets: open('symbols', 'candles', 4),
  price: open('market/orderbook/level1', 'lookup', 2),
  candles: open('market/candles', 'candles', 3),
  placeOrder: sign('POST', 'hf/orders', 'order', 1),
  cancelOrder: sign('DELETE', 'hf/orders/{orderId}', 'cancel', 1),
  cancelNamedOrder: sign('DELETE', 'hf/orders/client-order/{clientOid}', 'cancel', 1),
  order: sign('GET', 'hf/orders/{orderId}', 'lookup', 2),
  namedOrder: sign('GET', 'hf/orders/client-order/{clientOid}', 'lookup', 2),
  openSymbols: sign('GET', 'hf/orders/active/symbols', 'lookup', 2),
  openOrders: sign('GET', 'hf/orders/active', 'lookup', 2),
  fills: sign('GET', 'hf/fills', 'fills', 2),
  balances: sign('GET', 'accounts', 'lookup', 5),
  key: sign('GET', 'user/api-key', 'lookup', 20),
  accountType: sign('GET', 'hf/accounts/opened', 'lookup', 30),
  accountMode: { ...sign('GET', 'account/mode', 'lookup', 60), section: 'utaPrivate' },
  streamToken: sign('POST', 'bullet-private', 'lookup', 10),
} as const satisfies { readonly [name: string]: Endpoint };

function open(path: string, lane: VenueLane, cost: number): Endpoint {
  return { access: 'public', method: 'GET', path, lane, cost };
}

function sign(method: VenueCall['method'], path: string, lane: VenueLane, cost: number): Endpoint {
  return { access: 'private', method, path, lane, cost };
}

/** Of the keys that the venue makes today; the signing library has that of older ones. */
const KEY_VERSION = { 'KC-API-KEY-VERSION': '3' };

/** Call of an endpoint with its parameters, not signed yet. */
export function kucoinRequest(
  endpoint: keyof typeof ENDPOINTS,
  parameters: VenueCall['parameters'] = {},
): VenueCall {
  const found: Endpoint = ENDPOINTS[endpoint];
  const headers = found.access === 'private' ? { headers: KEY_VERSION } : {};
  return { ...found, ...headers, section: found.section ?? found.access, parameters };
}
