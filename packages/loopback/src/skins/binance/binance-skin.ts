// Binance spot as its public documentation describes it: REST under /api/v3, and the user data
// stream over the WebSocket API.

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import type { Call, Distortion, Skin, VenueReply, VenueRequest } from '#loopback/skins/skin.ts';
import { htmlReply } from '#loopback/skins/skin.ts';
import { ACCOUNT_ENDPOINTS } from '#loopback/skins/binance/binance-account.ts';
import type { Endpoint, Endpoints } from '#loopback/skins/binance/binance-endpoint.ts';
import {
  ERRORS,
  bannedUntil,
  errorReply,
  mandatory,
  tooMuchWeight,
  troubleReply,
} from '#loopback/skins/binance/binance-errors.ts';
import { MARKET_DATA_ENDPOINTS } from '#loopback/skins/binance/binance-market-data.ts';
import type { Parameters } from '#loopback/skins/binance/binance-parameters.ts';
import {
  BinanceRefusal,
  readParameters,
  refuseUnread,
  signedText,
} from '#loopback/skins/binance/binance-parameters.ts';
import { checkKey, checkTime, isSignature } from '#loopback/skins/binance/binance-signature.ts';
import { openBinanceStream } from '#loopback/skins/binance/binance-stream.ts';
import { TRADING_ENDPOINTS } from '#loopback/skins/binance/binance-trading.ts';

const ENDPOINTS = { ...TRADING_ENDPOINTS, ...ACCOUNT_ENDPOINTS, ...MARKET_DATA_ENDPOINTS };
const SIGNING = ['timestamp', 'recvWindow', 'signature'];

const BINANCE_HOSTS = [
  'api.binance.com',
  'api-gcp.binance.com',
  'api1.binance.com',
  'api2.binance.com',
  'api3.binance.com',
  'api4.binance.com',
  'data-api.binance.vision',
  'ws-api.binance.com',
  'stream.binance.com',
  'data-stream.binance.vision',
];

/** `weights` counts by address and minute, as Binance does. */
export function createBinanceSkin(exchange: Exchange, weights: WeightCounter): Skin {
  return {
    ...binanceSkin(exchange, weights, ENDPOINTS),
    hosts: BINANCE_HOSTS,
    openStream: (path, query, send) => openBinanceStream(exchange, path, query, send),
  };
}

/** What the markets of Binance have in common: signatures, weights, errors. */
export function binanceSkin(
  exchange: Exchange,
  weights: WeightCounter,
  endpoints: Endpoints,
): Omit<Skin, 'hosts' | 'openStream'> {
  return {
    exchange,
    readCall(request) {
      const endpoint = endpoints[`${request.method} ${request.path}`];
      return endpoint === undefined ? null : createCall(exchange, weights, endpoint, request);
    },
    notFound: () => htmlReply(404, '404 Not Found'),
    trouble: (trouble) => troubleReply(trouble, exchange.clock.nowMs()),
  };
}

function createCall(
  exchange: Exchange,
  weights: WeightCounter,
  endpoint: Endpoint,
  request: VenueRequest,
): Call {
  let headers: Record<string, string> = {};
  let key: ApiKey | null = null;
  let parameters: Parameters = new Map();
  const refusing = (check: () => VenueReply | null): VenueReply | null => {
    try {
      return check();
    } catch (error) {
      if (error instanceof BinanceRefusal) return errorReply(error.error, headers);
      throw error;
    }
  };
  return {
    operation: endpoint.operation,
    onArrival: () =>
      refusing(() => {
        parameters = readParameters(request);
        const weight = endpoint.weight(parameters);
        const use = weights.use(request.address, weight, exchange.clock.nowMs());
        headers = {
          'x-mbx-used-weight': String(use.used),
          'x-mbx-used-weight-1m': String(use.used),
        };
        if (use.kind === 'banned') {
          const seconds = Math.ceil((use.untilMs - exchange.clock.nowMs()) / 1000);
          const banned = { ...headers, 'retry-after': String(seconds) };
          return errorReply(bannedUntil(use.untilMs), banned);
        }
        if (use.kind === 'exceeded') {
          const seconds = String(Math.ceil(use.retryAfterMs / 1000));
          return errorReply(tooMuchWeight(weights.limit.max), {
            ...headers,
            'retry-after': seconds,
          });
        }
        if (endpoint.access === 'public') {
          refuseUnread(parameters, endpoint.parameters);
          return null;
        }
        if (endpoint.access === 'key') {
          key = checkKey(exchange, apiKeyOf(request), request.address, false);
          refuseUnread(parameters, endpoint.parameters);
          return null;
        }
        key = authenticate(exchange, request, parameters, endpoint.access === 'trade');
        const late = checkTime(parameters, exchange.clock.nowMs());
        if (late !== null) throw new BinanceRefusal(late);
        refuseUnread(parameters, [...endpoint.parameters, ...SIGNING]);
        return null;
      }),
    beforeEngine() {
      if (endpoint.access === 'public' || endpoint.access === 'key') return null;
      const late = checkTime(parameters, exchange.clock.nowMs());
      return late === null ? null : errorReply(late, headers);
    },
    carryOut(distortion) {
      const reply = refusing(() => run(exchange, endpoint, parameters, distortion, key));
      const counted = orderCount(exchange, endpoint, key);
      return reply === null
        ? htmlReply(500, '500')
        : { ...reply, headers: { ...reply.headers, ...headers, ...counted } };
    },
  };
}

function run(
  exchange: Exchange,
  endpoint: Endpoint,
  parameters: Parameters,
  distortion: Distortion,
  key: ApiKey | null,
): VenueReply {
  if (endpoint.access === 'public') return endpoint.run({ exchange, parameters, distortion });
  if (key === null) throw new BinanceRefusal(ERRORS.key);
  const account = accountOf(exchange, key.accountId);
  return endpoint.run({ exchange, parameters, distortion, account, key });
}

function apiKeyOf({ headers }: VenueRequest): string {
  return headers['x-mbx-apikey'] ?? '';
}

function authenticate(
  exchange: Exchange,
  request: VenueRequest,
  parameters: Parameters,
  needsTrade: boolean,
): ApiKey {
  const key = checkKey(exchange, apiKeyOf(request), request.address, needsTrade);
  const given = parameters.get('signature') ?? '';
  if (given === '') throw new BinanceRefusal(mandatory('signature'));
  if (!isSignature(key.secret, signedText(request), given)) {
    throw new BinanceRefusal(ERRORS.signature);
  }
  return key;
}

/** How many orders the account placed in the running ten seconds and the running day. */
function orderCount(
  exchange: Exchange,
  endpoint: Endpoint,
  key: ApiKey | null,
): Record<string, string> {
  if (endpoint.operation !== 'place' || key === null) return {};
  const nowMs = exchange.clock.nowMs();
  const { orders } = accountOf(exchange, key.accountId);
  const since = (windowMs: number): string => {
    const startMs = Math.floor(nowMs / windowMs) * windowMs;
    return String(
      orders.length - (orders.findLastIndex((order) => order.createdAtMs < startMs) + 1),
    );
  };
  return { 'x-mbx-order-count-10s': since(10_000), 'x-mbx-order-count-1d': since(86_400_000) };
}
