// The calls of KuCoin's REST interface for spot, as `VenueCall`s, with the weights that it lists.
// Orders and fills of classic accounts are those of its high-frequency interface, which all of
// their spot accounts have; unified accounts have an interface of their own (`ua`).

import type { VenueCall, VenueLane } from '#venues/wire/venue-wire.ts';

type Endpoint = {
  readonly access: VenueCall['access'];
  readonly method: VenueCall['method'];
  readonly path: string;
  readonly lane: VenueLane;
  readonly cost: number;
  /** Absent: that of the access. */
  readonly section?: string;
  /** What of its path is said by a parameter. */
  readonly mode?: VenueCall['parameters'];
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
  unifiedPlace: unified('POST', 'order/place', 'order', 2),
  unifiedCancel: unified('POST', 'order/cancel', 'cancel', 2),
  unifiedOrder: unified('GET', 'order/detail', 'lookup', 8),
  unifiedOpenOrders: unified('GET', 'order/open-list', 'lookup', 8),
  unifiedFills: unified('GET', 'order/execution', 'fills', 8),
  unifiedBalances: unified('GET', 'account/balance', 'lookup', 10),
  streamToken: sign('POST', 'bullet-private', 'lookup', 10),
} as const satisfies { readonly [name: string]: Endpoint };

function open(path: string, lane: VenueLane, cost: number): Endpoint {
  return { access: 'public', method: 'GET', path, lane, cost };
}

function sign(method: VenueCall['method'], path: string, lane: VenueLane, cost: number): Endpoint {
  return { access: 'private', method, path, lane, cost };
}

/** The mode is a part of the path. */
function unified(
  method: VenueCall['method'],
  path: string,
  lane: VenueLane,
  cost: number,
): Endpoint {
  return {
    ...sign(method, `{accountMode}/${path}`, lane, cost),
    section: 'utaPrivate',
    mode: { accountMode: 'unified' },
  };
}

/** Of the keys that the venue makes today; the signing library has that of older ones. */
const KEY_VERSION = { 'KC-API-KEY-VERSION': '3' };

/** Call of an endpoint with its parameters, not signed yet. */
export function kucoinRequest(
  endpoint: keyof typeof ENDPOINTS,
  parameters: VenueCall['parameters'] = {},
): VenueCall {
  const { mode = {}, ...found }: Endpoint = ENDPOINTS[endpoint];
  return {
    ...found,
    ...(found.access === 'private' ? { headers: KEY_VERSION } : {}),
    section: found.section ?? found.access,
    parameters: { ...mode, ...parameters },
  };
}
