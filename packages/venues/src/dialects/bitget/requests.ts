// The calls of Bitget's v2 interface for spot, and of its v3 interface for accounts in the unified
// mode, as `VenueCall`s. Public calls are limited by
// address, private ones by user, each endpoint by itself.

import type { VenueCall, VenueLane } from '#venues/wire/venue-wire.ts';

type Endpoint = {
  readonly access: VenueCall['access'];
  readonly section: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly lane: VenueLane;
  readonly cost: number;
};

/** So that an endpoint that alone uses the budget stays within its documented limit. */
const TWENTY_A_SECOND = 1;
const TEN_A_SECOND = 2;

const ENDPOINTS = {
  time: open('common', 'v2/public/time', 'lookup'),
  markets: open('spot', 'v2/spot/public/symbols', 'candles'),
  price: open('spot', 'v2/spot/market/tickers', 'lookup'),
  candles: open('spot', 'v2/spot/market/candles', 'candles'),
  olderCandles: open('spot', 'v2/spot/market/history-candles', 'candles'),
  placeOrder: sign('POST', 'v2/spot/trade/place-order', 'order', TEN_A_SECOND),
  cancelOrder: sign('POST', 'v2/spot/trade/cancel-order', 'cancel', TEN_A_SECOND),
  order: sign('GET', 'v2/spot/trade/orderInfo', 'lookup', TWENTY_A_SECOND),
  openOrders: sign('GET', 'v2/spot/trade/unfilled-orders', 'lookup', TWENTY_A_SECOND),
  endedOrders: sign('GET', 'v2/spot/trade/history-orders', 'lookup', TWENTY_A_SECOND),
  fills: sign('GET', 'v2/spot/trade/fills', 'fills', TEN_A_SECOND),
  balances: sign('GET', 'v2/spot/account/assets', 'lookup', TEN_A_SECOND),
  // One a second and user, whose keys are checked far less often: as a whole second of the address
  // it would be more than reads may use.
  account: sign('GET', 'v2/spot/account/info', 'lookup', TEN_A_SECOND),
  unifiedPlace: unified('POST', 'v3/trade/place-order', 'order', TEN_A_SECOND),
  unifiedCancel: unified('POST', 'v3/trade/cancel-order', 'cancel', TEN_A_SECOND),
  unifiedOrder: unified('GET', 'v3/trade/order-info', 'lookup', TWENTY_A_SECOND),
  unifiedOpenOrders: unified('GET', 'v3/trade/unfilled-orders', 'lookup', TWENTY_A_SECOND),
  unifiedEndedOrders: unified('GET', 'v3/trade/history-orders', 'lookup', TWENTY_A_SECOND),
  unifiedFills: unified('GET', 'v3/trade/fills', 'fills', TWENTY_A_SECOND),
  unifiedBalances: unified('GET', 'v3/account/assets', 'lookup', TWENTY_A_SECOND),
  unifiedAccount: unified('GET', 'v3/account/info', 'lookup', TEN_A_SECOND),
} as const satisfies { readonly [name: string]: Endpoint };

export type BitgetEndpoint = keyof typeof ENDPOINTS;

function open(part: string, path: string, lane: VenueLane): Endpoint {
  const cost = TWENTY_A_SECOND;
  return { access: 'public', section: `public.${part}`, method: 'GET', path, lane, cost };
}

function sign(method: Endpoint['method'], path: string, lane: VenueLane, cost: number): Endpoint {
  return { access: 'private', section: 'private.spot', method, path, lane, cost };
}

function unified(
  method: Endpoint['method'],
  path: string,
  lane: VenueLane,
  cost: number,
): Endpoint {
  return { access: 'private', section: 'private.uta', method, path, lane, cost };
}

/** Call of an endpoint with its parameters, not signed yet. */
export function bitgetRequest(
  endpoint: BitgetEndpoint,
  parameters: VenueCall['parameters'] = {},
): VenueCall {
  return { ...ENDPOINTS[endpoint], parameters };
}
