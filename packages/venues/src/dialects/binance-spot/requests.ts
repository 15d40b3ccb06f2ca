// The calls of Binance spot, with their weights, as `VenueCall`s.

import type { VenueCall, VenueLane } from '#venues/wire/venue-wire.ts';

/** How long the venue may take to accept a request; it checks it again before its engine. */
export const RECEIVE_WINDOW_MS = 5_000;

type WeighedEndpoint = {
  readonly section: VenueCall['section'];
  readonly method: VenueCall['method'];
  readonly path: string;
  readonly lane: VenueLane;
  readonly cost: number;
};

/** By what they are for: weights are those of the documentation, of one address and minute. */
const ENDPOINTS = {
  time: { section: 'public', method: 'GET', path: 'time', lane: 'lookup', cost: 1 },
  markets: { section: 'public', method: 'GET', path: 'exchangeInfo', lane: 'candles', cost: 20 },
  price: { section: 'public', method: 'GET', path: 'ticker/price', lane: 'lookup', cost: 2 },
  bestPrices: {
    section: 'public',
    method: 'GET',
    path: 'ticker/bookTicker',
    lane: 'lookup',
    cost: 2,
  },
  candles: { section: 'public', method: 'GET', path: 'klines', lane: 'candles', cost: 2 },
  placeOrder: { section: 'private', method: 'POST', path: 'order', lane: 'order', cost: 1 },
  cancelOrder: { section: 'private', method: 'DELETE', path: 'order', lane: 'cancel', cost: 1 },
  findOrder: { section: 'private', method: 'GET', path: 'order', lane: 'lookup', cost: 4 },
  openOrders: { section: 'private', method: 'GET', path: 'openOrders', lane: 'lookup', cost: 80 },
  account: { section: 'private', method: 'GET', path: 'account', lane: 'lookup', cost: 20 },
  fills: { section: 'private', method: 'GET', path: 'myTrades', lane: 'fills', cost: 20 },
  orderFills: { section: 'private', method: 'GET', path: 'myTrades', lane: 'fills', cost: 5 },
  keyRights: {
    section: 'sapi',
    method: 'GET',
    path: 'account/apiRestrictions',
    lane: 'lookup',
    cost: 1,
  },
} as const satisfies { readonly [name: string]: WeighedEndpoint };

/** The call of one endpoint; signed ones tell the venue how long they are valid. */
export function spotRequest(
  endpoint: keyof typeof ENDPOINTS,
  parameters: VenueCall['parameters'] = {},
): VenueCall {
  const weighed = ENDPOINTS[endpoint];
  if (weighed.section === 'public') return { ...weighed, access: 'public', parameters };
  const signed = { ...parameters, recvWindow: RECEIVE_WINDOW_MS };
  return { ...weighed, access: 'private', parameters: signed };
}
