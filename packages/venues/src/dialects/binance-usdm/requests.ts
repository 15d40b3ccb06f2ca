// The calls of Binance USD-M futures, with their weights, as `VenueCall`s.

import type { VenueCall, VenueLane } from '#venues/wire/venue-wire.ts';

/** How long the venue may take to accept a request. */
export const RECEIVE_WINDOW_MS = 5_000;

type WeighedEndpoint = {
  readonly section: VenueCall['section'];
  readonly method: VenueCall['method'];
  readonly path: string;
  readonly lane: VenueLane;
  readonly cost: number;
};

/**
 * By what they are for: weights are those of the documentation, of one address and minute. A
 * placement has none, and counts towards the limits of orders by account; here it counts one.
 */
const ENDPOINTS = {
  time: { section: 'fapiPublic', method: 'GET', path: 'time', lane: 'lookup', cost: 1 },
  markets: { section: 'fapiPublic', method: 'GET', path: 'exchangeInfo', lane: 'candles', cost: 1 },
  price: { section: 'fapiPublicV2', method: 'GET', path: 'ticker/price', lane: 'lookup', cost: 1 },
  bestPrices: {
    section: 'fapiPublic',
    method: 'GET',
    path: 'ticker/bookTicker',
    lane: 'lookup',
    cost: 2,
  },
  candles: { section: 'fapiPublic', method: 'GET', path: 'klines', lane: 'candles', cost: 5 },
  fundingRates: {
    section: 'fapiPublic',
    method: 'GET',
    path: 'fundingRate',
    lane: 'fills',
    cost: 1,
  },
  placeOrder: { section: 'fapiPrivate', method: 'POST', path: 'order', lane: 'order', cost: 1 },
  cancelOrder: { section: 'fapiPrivate', method: 'DELETE', path: 'order', lane: 'cancel', cost: 1 },
  findOrder: { section: 'fapiPrivate', method: 'GET', path: 'order', lane: 'lookup', cost: 1 },
  openOrders: {
    section: 'fapiPrivate',
    method: 'GET',
    path: 'openOrders',
    lane: 'lookup',
    cost: 40,
  },
  placeWaiting: {
    section: 'fapiPrivate',
    method: 'POST',
    path: 'algoOrder',
    lane: 'order',
    cost: 1,
  },
  cancelWaiting: {
    section: 'fapiPrivate',
    method: 'DELETE',
    path: 'algoOrder',
    lane: 'cancel',
    cost: 1,
  },
  findWaiting: {
    section: 'fapiPrivate',
    method: 'GET',
    path: 'algoOrder',
    lane: 'lookup',
    cost: 1,
  },
  openWaiting: {
    section: 'fapiPrivate',
    method: 'GET',
    path: 'openAlgoOrders',
    lane: 'lookup',
    cost: 40,
  },
  fills: { section: 'fapiPrivate', method: 'GET', path: 'userTrades', lane: 'fills', cost: 5 },
  income: { section: 'fapiPrivate', method: 'GET', path: 'income', lane: 'fills', cost: 30 },
  forcedOrders: {
    section: 'fapiPrivate',
    method: 'GET',
    path: 'forceOrders',
    lane: 'fills',
    cost: 50,
  },
  account: { section: 'fapiPrivateV3', method: 'GET', path: 'account', lane: 'lookup', cost: 5 },
  wallets: { section: 'fapiPrivateV3', method: 'GET', path: 'balance', lane: 'lookup', cost: 5 },
  positions: {
    section: 'fapiPrivateV3',
    method: 'GET',
    path: 'positionRisk',
    lane: 'lookup',
    cost: 5,
  },
  marketSetup: {
    section: 'fapiPrivate',
    method: 'GET',
    path: 'symbolConfig',
    lane: 'lookup',
    cost: 5,
  },
  accountSetup: {
    section: 'fapiPrivate',
    method: 'GET',
    path: 'accountConfig',
    lane: 'lookup',
    cost: 5,
  },
  setMarginMode: {
    section: 'fapiPrivate',
    method: 'POST',
    path: 'marginType',
    lane: 'order',
    cost: 1,
  },
  setLeverage: { section: 'fapiPrivate', method: 'POST', path: 'leverage', lane: 'order', cost: 1 },
  openStream: {
    section: 'fapiPrivate',
    method: 'POST',
    path: 'listenKey',
    lane: 'lookup',
    cost: 1,
  },
  keepStream: {
    section: 'fapiPrivate',
    method: 'PUT',
    path: 'listenKey',
    lane: 'lookup',
    cost: 1,
  },
  keyRights: {
    section: 'sapi',
    method: 'GET',
    path: 'account/apiRestrictions',
    lane: 'lookup',
    cost: 1,
  },
  accountKinds: {
    section: 'sapi',
    method: 'GET',
    path: 'account/info',
    lane: 'lookup',
    cost: 1,
  },
} as const satisfies { readonly [name: string]: WeighedEndpoint };

/** Requests for a listen key carry the account's key, and no signature. */
const UNSIGNED = new Set<string>(['listenKey']);

/** The call of one endpoint; signed ones tell the venue how long they are valid. */
export function usdmRequest(
  endpoint: keyof typeof ENDPOINTS,
  parameters: VenueCall['parameters'] = {},
): VenueCall {
  const weighed = ENDPOINTS[endpoint];
  if (weighed.section.startsWith('fapiPublic')) return { ...weighed, access: 'public', parameters };
  if (UNSIGNED.has(weighed.path)) return { ...weighed, access: 'private', parameters };
  const signed = { ...parameters, recvWindow: RECEIVE_WINDOW_MS };
  return { ...weighed, access: 'private', parameters: signed };
}
