// Bybit v5 as its public documentation describes it: REST under /v5 for spot and linear
// perpetuals of a unified account, and the private and public streams.

import type { Exchange } from '#loopback/exchange/exchange.ts';
import { endpointLimits, isWithinLimit } from '#loopback/skins/kit/endpoint-limits.ts';
import { skinCall } from '#loopback/skins/kit/skin-call.ts';
import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import type { Call, Skin, VenueRequest } from '#loopback/skins/skin.ts';
import { htmlReply } from '#loopback/skins/skin.ts';
import { BYBIT_ACCOUNT } from '#loopback/skins/bybit/bybit-account.ts';
import type { BybitEndpoint, BybitParameters } from '#loopback/skins/bybit/bybit-endpoint.ts';
import {
  BybitRefusal,
  bybitReply,
  bybitTrouble,
  parameterError,
} from '#loopback/skins/bybit/bybit-errors.ts';
import { BYBIT_LISTS } from '#loopback/skins/bybit/bybit-lists.ts';
import { BYBIT_MARKET_DATA } from '#loopback/skins/bybit/bybit-market-data.ts';
import { authenticateBybit } from '#loopback/skins/bybit/bybit-signature.ts';
import { openBybitStream } from '#loopback/skins/bybit/bybit-stream.ts';
import { BYBIT_TRADING } from '#loopback/skins/bybit/bybit-trading.ts';

const ENDPOINTS = { ...BYBIT_TRADING, ...BYBIT_LISTS, ...BYBIT_ACCOUNT, ...BYBIT_MARKET_DATA };

const BYBIT_HOSTS = ['api.bybit.com', 'api.bytick.com', 'stream.bybit.com'];

/** `byAddress` counts all calls of an address; `areAccountsLimited` adds the limits by account. */
export function createBybitSkin(
  exchange: Exchange,
  byAddress: WeightCounter,
  limits: { areAccountsLimited: boolean },
): Skin {
  const counterOf = endpointLimits(1_000);
  return {
    exchange,
    hosts: BYBIT_HOSTS,
    readCall(request) {
      const name = `${request.method} ${request.path}`;
      const endpoint = ENDPOINTS[name];
      if (endpoint === undefined) return null;
      const byAccount = limits.areAccountsLimited ? counterOf(name, endpoint.perSecond) : null;
      return createCall(exchange, byAddress, byAccount, endpoint, request);
    },
    notFound: () =>
      bybitReply(exchange.clock.nowMs(), {}, {}, { retCode: 10_017, retMsg: 'Route not found.' }),
    trouble: (trouble) => bybitTrouble(trouble, exchange.clock.nowMs()),
    openStream: (path, _query, send) => openBybitStream(exchange, path, send),
  };
}

function createCall(
  exchange: Exchange,
  byAddress: WeightCounter,
  byAccount: WeightCounter | null,
  endpoint: BybitEndpoint,
  request: VenueRequest,
): Call {
  let headers: Record<string, string> = {};
  return skinCall({
    exchange,
    endpoint,
    arrive(arrival) {
      const nowMs = exchange.clock.nowMs();
      if (!isWithinLimit(byAddress, request.address, nowMs))
        return htmlReply(403, 'access too frequent');
      arrival.parameters = readBybitParameters(request);
      if (endpoint.access === 'public') return null;
      const key = authenticateBybit(exchange, request, endpoint.access === 'trade');
      arrival.key = key;
      if (byAccount === null) return null;
      const own = byAccount.use(key.accountId, 1, nowMs);
      headers = {
        'x-bapi-limit': String(byAccount.limit.max),
        'x-bapi-limit-status': String(Math.max(byAccount.limit.max - own.used, 0)),
        'x-bapi-limit-reset-timestamp': String(nowMs),
      };
      if (own.kind === 'within') return null;
      throw new BybitRefusal(10_006, 'Too many visits. Exceeded the API Rate Limit.');
    },
    refusalReply: (error) =>
      error instanceof BybitRefusal
        ? bybitReply(exchange.clock.nowMs(), {}, headers, error.error)
        : null,
    finish: (reply) => ({ ...reply, headers: { ...reply.headers, ...headers } }),
  });
}

/** Numbers and booleans of a body become the text that they were written as. */
function readBybitParameters(request: VenueRequest): BybitParameters {
  if (request.method === 'GET') return new Map(new URLSearchParams(request.query));
  try {
    const content = JSON.parse(request.body === '' ? '{}' : request.body) as Record<
      string,
      string | number | boolean | null
    >;
    return new Map(Object.entries(content).map(([name, value]) => [name, String(value ?? '')]));
  } catch {
    throw parameterError('The request body is no JSON');
  }
}
