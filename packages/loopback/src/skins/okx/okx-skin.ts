// OKX as its public documentation describes it: REST under /api/v5 for spot and swaps, the private
// stream of orders and positions, and the stream of candles.

import type { Exchange } from '#loopback/exchange/exchange.ts';
import { endpointLimits, isWithinLimit } from '#loopback/skins/kit/endpoint-limits.ts';
import { refuseOthers, textsOf } from '#loopback/skins/kit/parameter-readers.ts';
import { skinCall } from '#loopback/skins/kit/skin-call.ts';
import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import type { Call, Skin, VenueRequest } from '#loopback/skins/skin.ts';
import { htmlReply } from '#loopback/skins/skin.ts';
import { OKX_ACCOUNT } from '#loopback/skins/okx/okx-account.ts';
import type { OkxEndpoint, OkxParameters } from '#loopback/skins/okx/okx-endpoint.ts';
import { textOf } from '#loopback/skins/okx/okx-endpoint.ts';
import {
  OkxRefusal,
  okxRefusalReply,
  okxTrouble,
  parameterError,
} from '#loopback/skins/okx/okx-errors.ts';
import { OKX_MARKET_DATA } from '#loopback/skins/okx/okx-market-data.ts';
import { OKX_POSITIONS } from '#loopback/skins/okx/okx-positions.ts';
import { authenticateOkx, checkOkxExpiry } from '#loopback/skins/okx/okx-signature.ts';
import { openOkxStream } from '#loopback/skins/okx/okx-stream.ts';
import { OKX_ALGO } from '#loopback/skins/okx/okx-algo.ts';
import { OKX_TRADING } from '#loopback/skins/okx/okx-trading.ts';

const ENDPOINTS = {
  ...OKX_TRADING,
  ...OKX_ALGO,
  ...OKX_ACCOUNT,
  ...OKX_POSITIONS,
  ...OKX_MARKET_DATA,
};
const WINDOW_MS = 2_000;

const OKX_HOSTS = ['www.okx.com', 'ws.okx.com'];

/** `areAccountsLimited` is for both: each endpoint has a limit of its own here. */
export function createOkxSkin(exchange: Exchange, limits: { areAccountsLimited: boolean }): Skin {
  const counterOf = endpointLimits(WINDOW_MS);
  return {
    exchange,
    hosts: OKX_HOSTS,
    readCall(request) {
      const name = `${request.method} ${request.path}`;
      const endpoint = ENDPOINTS[name];
      if (endpoint === undefined) return null;
      const counter = limits.areAccountsLimited ? counterOf(name, endpoint.perTwoSeconds) : null;
      return createCall(exchange, counter, endpoint, request);
    },
    notFound: () => htmlReply(404, '404 Not Found'),
    trouble: okxTrouble,
    openStream: (path, _query, send) => openOkxStream(exchange, path, send),
  };
}

function createCall(
  exchange: Exchange,
  counter: WeightCounter | null,
  endpoint: OkxEndpoint,
  request: VenueRequest,
): Call {
  return skinCall({
    exchange,
    endpoint,
    arrive(arrival) {
      if (endpoint.access !== 'public')
        arrival.key = authenticateOkx(exchange, request, endpoint.access === 'trade');
      arrival.parameters = readParameters(request);
      refuseOthers(arrival.parameters, endpoint.takes, parameterError);
      const nowMs = exchange.clock.nowMs();
      if (endpoint.operation === 'place') checkOkxExpiry(request, nowMs);
      const owner = arrival.key?.accountId ?? request.address;
      return isWithinLimit(counter, owner, nowMs) ? null : okxTrouble('rate_limited');
    },
    refusalReply: (error, { parameters }) =>
      error instanceof OkxRefusal
        ? okxRefusalReply(error, textOf(parameters, 'clOrdId') ?? '')
        : null,
  });
}

function readParameters({ method, query, body }: VenueRequest): OkxParameters {
  return method === 'GET' ? new Map(new URLSearchParams(query)) : readBody(body);
}

type Body = Record<string, unknown>;

function readBody(body: string): OkxParameters {
  try {
    const parsed = JSON.parse(body) as Body | readonly [Body];
    // Of a list there is one item here.
    return textsOf(Array.isArray(parsed) ? (parsed[0] as Body) : (parsed as Body));
  } catch {
    throw new OkxRefusal(50_002, 'JSON syntax error', 400);
  }
}
