// Bitget as its public documentation describes it: spot of classic accounts under /api/v2, that of
// unified ones under /api/v3, and their sockets.

import type { Exchange } from '#loopback/exchange/exchange.ts';
import { endpointLimits, isWithinLimit } from '#loopback/skins/kit/endpoint-limits.ts';
import { jsonParameters, refuseOthers } from '#loopback/skins/kit/parameter-readers.ts';
import { skinCall } from '#loopback/skins/kit/skin-call.ts';
import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import type { Call, Skin, VenueRequest } from '#loopback/skins/skin.ts';
import { BITGET_ACCOUNT } from '#loopback/skins/bitget/bitget-account.ts';
import type { BitgetEndpoint, BitgetParameters } from '#loopback/skins/bitget/bitget-endpoint.ts';
import { wholeOf } from '#loopback/skins/bitget/bitget-endpoint.ts';
import {
  BitgetRefusal,
  bitgetRefusalReply,
  bitgetTrouble,
  parameterError,
} from '#loopback/skins/bitget/bitget-errors.ts';
import { BITGET_MARKET_DATA } from '#loopback/skins/bitget/bitget-market-data.ts';
import { authenticateBitget } from '#loopback/skins/bitget/bitget-signature.ts';
import { openBitgetStream } from '#loopback/skins/bitget/bitget-stream.ts';
import { BITGET_TRADING } from '#loopback/skins/bitget/bitget-trading.ts';
import { BITGET_UNIFIED } from '#loopback/skins/bitget/bitget-unified.ts';

const WINDOW_MS = 1_000;
const ENDPOINTS = {
  ...BITGET_TRADING,
  ...BITGET_ACCOUNT,
  ...BITGET_UNIFIED,
  ...BITGET_MARKET_DATA,
};

/** `areAccountsLimited` is for both: each endpoint has a limit of its own here. */
export function createBitgetSkin(
  exchange: Exchange,
  limits: { areAccountsLimited: boolean },
): Skin {
  const counterOf = endpointLimits(WINDOW_MS);
  const nowMs = (): number => exchange.clock.nowMs();
  return {
    exchange,
    hosts: ['api.bitget.com', 'ws.bitget.com'],
    readCall(request) {
      const name = `${request.method} ${request.path}`;
      const endpoint: BitgetEndpoint | undefined = ENDPOINTS[name];
      if (endpoint === undefined) return null;
      const counter = limits.areAccountsLimited ? counterOf(name, endpoint.perSecond) : null;
      return createCall(exchange, counter, endpoint, request);
    },
    notFound: () =>
      bitgetRefusalReply(new BitgetRefusal(40_404, 'Request URL NOT FOUND', 404), nowMs()),
    trouble: (trouble) => bitgetTrouble(trouble, nowMs()),
    openStream: (path, _query, send) => openBitgetStream(exchange, path, send),
  };
}

function createCall(
  exchange: Exchange,
  counter: WeightCounter | null,
  endpoint: BitgetEndpoint,
  request: VenueRequest,
): Call {
  return skinCall({
    exchange,
    endpoint,
    arrive(arrival) {
      if (endpoint.access !== 'public')
        arrival.key = authenticateBitget(exchange, request, endpoint.access === 'trade');
      arrival.parameters = readParameters(request);
      refuseOthers(arrival.parameters, endpoint.takes, parameterError);
      const nowMs = exchange.clock.nowMs();
      refuseLate(nowMs, request, arrival.parameters);
      const owner = arrival.key?.accountId ?? request.address;
      return isWithinLimit(counter, owner, nowMs) ? null : bitgetTrouble('rate_limited', nowMs);
    },
    refusalReply: (error) =>
      error instanceof BitgetRefusal ? bitgetRefusalReply(error, exchange.clock.nowMs()) : null,
    admit(account) {
      const isUnified = account.mode === 'unified';
      if (isUnified && endpoint.mode === undefined) throw new BitgetRefusal(40_085, UNIFIED);
      if (!isUnified && endpoint.mode === 'unified') throw new BitgetRefusal(40_084, CLASSIC);
    },
  });
}

const UNIFIED =
  'You are in Unified Account mode, and the Classic Account API is not supported at this time';
const CLASSIC =
  'You are in Classic Account mode, and the Unified Account API is not supported at this time';

const RECEIVE_WINDOW_MS_MAX = 60_000;

/** From the time that was signed to the arrival. */
function refuseLate(nowMs: number, { headers }: VenueRequest, parameters: BitgetParameters): void {
  const windowMs = wholeOf(parameters, 'receiveWindow');
  if (windowMs === null) return;
  if (windowMs > RECEIVE_WINDOW_MS_MAX) throw parameterError('receiveWindow');
  if (Math.abs(nowMs - Number(headers['access-timestamp'])) > windowMs)
    throw new BitgetRefusal(40_008, 'Request timestamp expired');
}

function readParameters({ method, query, body }: VenueRequest): BitgetParameters {
  if (method !== 'POST') return new Map(new URLSearchParams(query));
  return jsonParameters(body, () => new BitgetRefusal(40_020, 'Parameter body error'));
}
