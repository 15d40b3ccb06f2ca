// OKX as its public documentation describes it: REST under /api/v5 for spot and swaps, the private
// stream of orders and positions, and the stream of candles.

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import { createWeightCounter } from '#loopback/skins/request-weights.ts';
import type { Call, Distortion, Skin, VenueReply, VenueRequest } from '#loopback/skins/skin.ts';
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
  const counters = new Map<string, WeightCounter>();
  const counterOf = (name: string, max: number): WeightCounter => {
    const counter = counters.get(name) ?? createWeightCounter({ windowMs: WINDOW_MS, max });
    counters.set(name, counter);
    return counter;
  };
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
  let key: ApiKey | null = null;
  let parameters: OkxParameters = new Map();
  const refusing = (check: () => VenueReply | null): VenueReply | null => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof OkxRefusal)) throw error;
      return okxRefusalReply(error, textOf(parameters, 'clOrdId') ?? '');
    }
  };
  return {
    operation: endpoint.operation,
    onArrival: () =>
      refusing(() => {
        if (endpoint.access !== 'public')
          key = authenticateOkx(exchange, request, endpoint.access === 'trade');
        parameters = readParameters(request, endpoint);
        const nowMs = exchange.clock.nowMs();
        if (endpoint.operation === 'place') checkOkxExpiry(request, nowMs);
        const use = counter?.use(key?.accountId ?? request.address, 1, nowMs);
        if (use === undefined || use.kind === 'within') return null;
        return okxTrouble('rate_limited');
      }),
    // The documentation does not say that an order is looked at again.
    beforeEngine: () => null,
    carryOut: (distortion) =>
      refusing(() => run(exchange, endpoint, parameters, distortion, key)) ?? htmlReply(500, '500'),
  };
}

function run(
  exchange: Exchange,
  endpoint: OkxEndpoint,
  parameters: OkxParameters,
  distortion: Distortion,
  key: ApiKey | null,
): VenueReply {
  const shared = { exchange, parameters, distortion };
  if (endpoint.access === 'public') return endpoint.run(shared);
  if (key === null) throw new OkxRefusal(50_111, 'Invalid OK-ACCESS-KEY.', 401);
  return endpoint.run({ ...shared, key, account: accountOf(exchange, key.accountId) });
}

/** Numbers and booleans of a body become the text that they were written as. */
function readParameters({ method, query, body }: VenueRequest, { takes }: OkxEndpoint) {
  const parameters = method === 'GET' ? new Map(new URLSearchParams(query)) : readBody(body);
  for (const name of parameters.keys()) if (!takes.includes(name)) throw parameterError(name);
  return parameters;
}

type Body = Record<string, string | number | boolean>;

function readBody(body: string): Map<string, string> {
  try {
    const parsed = JSON.parse(body) as Body | readonly [Body];
    // Of a list there is one item here.
    const content: Body = Array.isArray(parsed) ? (parsed[0] as Body) : (parsed as Body);
    return new Map(Object.entries(content).map(([name, value]) => [name, String(value)]));
  } catch {
    throw new OkxRefusal(50_002, 'JSON syntax error', 400);
  }
}
