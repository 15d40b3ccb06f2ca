// The calls of OKX's v5 interface, as `VenueCall`s. Public calls are limited by address, each
// endpoint by itself; private ones by account and endpoint, orders also by market.

import type { MarketType } from '#venue-port/market/market.ts';
import type { VenueCall, VenueLane } from '#venues/wire/venue-wire.ts';

type Endpoint = {
  readonly access: VenueCall['access'];
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly lane: VenueLane;
  readonly cost: number;
  readonly expiryHeader?: string;
  readonly isList?: true;
};

/** So that an endpoint that alone uses the budget stays within its documented limit. */
const TEN_A_SECOND = 10;
const TWENTY_A_SECOND = 5;
const FIVE_A_SECOND = 20;
/** Of private endpoints, those that take a third of what the others do. */
const THREE_TIMES = 3;

const ENDPOINTS = {
  time: open('public/time', 'lookup', FIVE_A_SECOND),
  markets: open('public/instruments', 'candles', TEN_A_SECOND),
  price: open('market/ticker', 'lookup', TEN_A_SECOND),
  candles: open('market/candles', 'candles', TWENTY_A_SECOND),
  olderCandles: open('market/history-candles', 'candles', TEN_A_SECOND),
  fundingRates: open('public/funding-rate-history', 'candles', FIVE_A_SECOND),
  // Of all requests only orders have an instant at which they are void.
  placeOrder: { ...post('trade/order', 'order'), expiryHeader: 'expTime' },
  cancelOrder: post('trade/cancel-order', 'cancel'),
  placeWaiting: { ...post('trade/order-algo', 'order'), cost: THREE_TIMES },
  cancelWaiting: { ...post('trade/cancel-algos', 'cancel'), cost: THREE_TIMES, isList: true },
  findWaiting: { ...get('trade/order-algo', 'lookup'), cost: THREE_TIMES },
  openWaiting: { ...get('trade/orders-algo-pending', 'lookup'), cost: THREE_TIMES },
  order: get('trade/order', 'lookup'),
  openOrders: get('trade/orders-pending', 'lookup'),
  endedOrders: get('trade/orders-history-archive', 'lookup'),
  fills: get('trade/fills', 'fills'),
  olderFills: get('trade/fills-history', 'fills'),
  balances: get('account/balance', 'lookup'),
  settings: get('account/config', 'lookup'),
  positions: get('account/positions', 'lookup'),
  leverage: get('account/leverage-info', 'lookup'),
  setLeverage: post('account/set-leverage', 'order'),
  bills: get('account/bills', 'fills'),
  olderBills: get('account/bills-archive', 'fills'),
} as const satisfies { readonly [name: string]: Endpoint };

export type OkxEndpoint = keyof typeof ENDPOINTS;

function open(path: string, lane: VenueLane, cost: number): Endpoint {
  return { access: 'public', method: 'GET', path, lane, cost };
}

function get(path: string, lane: VenueLane): Endpoint {
  return { access: 'private', method: 'GET', path, lane, cost: 1 };
}

function post(path: string, lane: VenueLane): Endpoint {
  return { access: 'private', method: 'POST', path, lane, cost: 1 };
}

/** Call of an endpoint with its parameters, not signed yet. */
export function okxRequest(
  endpoint: OkxEndpoint,
  parameters: VenueCall['parameters'] = {},
): VenueCall {
  const found: Endpoint = ENDPOINTS[endpoint];
  return { ...found, section: found.access, parameters };
}

const INSTRUMENT_TYPES: { readonly [marketType in MarketType]: string } = {
  spot: 'SPOT',
  futures: 'SWAP',
};

/** The venue's word for a type of markets. */
export function instTypeOf({ marketType }: { readonly marketType: MarketType }): string {
  return INSTRUMENT_TYPES[marketType];
}
