// Coinbase as its public documentation describes it: the third version of its Advanced interface
// for spot, and its stream of a user.

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import { isWithinLimit } from '#loopback/skins/kit/endpoint-limits.ts';
import type { FoundEndpoint } from '#loopback/skins/kit/find-endpoint.ts';
import { findEndpoint } from '#loopback/skins/kit/find-endpoint.ts';
import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import { createWeightCounter } from '#loopback/skins/request-weights.ts';
import type { Call, Distortion, Skin, VenueReply, VenueRequest } from '#loopback/skins/skin.ts';
import { htmlReply } from '#loopback/skins/skin.ts';
import { COINBASE_ACCOUNT } from '#loopback/skins/coinbase/coinbase-account.ts';
import type {
  CoinbaseBody,
  CoinbaseEndpoint,
  CoinbaseEndpoints,
  CoinbaseParameters,
} from '#loopback/skins/coinbase/coinbase-endpoint.ts';
import {
  argumentError,
  CoinbaseRefusal,
  coinbaseTrouble,
  errorReply,
} from '#loopback/skins/coinbase/coinbase-errors.ts';
import { COINBASE_MARKET_DATA } from '#loopback/skins/coinbase/coinbase-market-data.ts';
import { authenticateCoinbase } from '#loopback/skins/coinbase/coinbase-signature.ts';
import { openCoinbaseStream } from '#loopback/skins/coinbase/coinbase-stream.ts';
import { COINBASE_TRADING } from '#loopback/skins/coinbase/coinbase-trading.ts';

const STREAM_HOST = 'advanced-trade-ws-user.coinbase.com';
const PREFIX = '/api/v3/brokerage';
const PUBLIC_A_SECOND = 10;
const PRIVATE_A_SECOND = 30;

const ENDPOINTS: CoinbaseEndpoints = {
  ...COINBASE_TRADING,
  ...COINBASE_ACCOUNT,
  ...COINBASE_MARKET_DATA,
};

/** `areAccountsLimited` is for both: those of an address and those of a user. */
export function createCoinbaseSkin(
  exchange: Exchange,
  limits: { areAccountsLimited: boolean },
): Skin {
  const ofAddress = createWeightCounter({ windowMs: 1_000, max: PUBLIC_A_SECOND });
  const ofUser = createWeightCounter({ windowMs: 1_000, max: PRIVATE_A_SECOND });
  return {
    exchange,
    hosts: ['api.coinbase.com', STREAM_HOST],
    readCall(request) {
      if (!request.path.startsWith(PREFIX)) return null;
      const path = request.path.slice(PREFIX.length);
      const found = findEndpoint(ENDPOINTS, { ...request, path });
      if (found === null) return null;
      const counter = found.endpoint.access === 'public' ? ofAddress : ofUser;
      return createCall(exchange, limits.areAccountsLimited ? counter : null, found, request);
    },
    notFound: () => errorReply(new CoinbaseRefusal(404, 'NOT_FOUND', 'Not found')),
    trouble: coinbaseTrouble,
    openStream: (_path, _query, send) => openCoinbaseStream(exchange, send),
  };
}

function createCall(
  exchange: Exchange,
  counter: WeightCounter | null,
  { endpoint, ofPath }: FoundEndpoint<CoinbaseEndpoint>,
  request: VenueRequest,
): Call {
  let key: ApiKey | null = null;
  let parameters: CoinbaseParameters = new Map();
  let body: CoinbaseBody = {};
  return {
    operation: endpoint.operation,
    onArrival: () =>
      refusing(() => {
        if (endpoint.access !== 'public') {
          key = authenticateCoinbase(exchange, request);
          if (endpoint.access === 'trade' && !key.canTrade)
            throw new CoinbaseRefusal(403, 'PERMISSION_DENIED', 'Missing required scopes');
        }
        parameters = readQuery(request, ofPath);
        body = request.method === 'POST' ? readBody(request) : {};
        for (const name of [...parameters.keys(), ...Object.keys(body)])
          if (!endpoint.takes.includes(name)) throw argumentError(name);
        const owner = key?.accountId ?? request.address;
        const isWithin = isWithinLimit(counter, owner, exchange.clock.nowMs());
        return isWithin ? null : coinbaseTrouble('rate_limited');
      }),
    // The documentation does not say that a token is looked at again.
    beforeEngine: () => null,
    carryOut: (distortion) =>
      refusing(() => run({ exchange, parameters, body, distortion }, endpoint, key)) ??
      htmlReply(500, '500'),
  };
}

function refusing(check: () => VenueReply | null): VenueReply | null {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof CoinbaseRefusal)) throw error;
    return errorReply(error);
  }
}

function run(
  shared: {
    readonly exchange: Exchange;
    readonly parameters: CoinbaseParameters;
    readonly body: CoinbaseBody;
    readonly distortion: Distortion;
  },
  endpoint: CoinbaseEndpoint,
  key: ApiKey | null,
): VenueReply {
  if (endpoint.access === 'public') return endpoint.run(shared);
  if (key === null) throw new CoinbaseRefusal(401, 'unauthorized', 'Unauthorized');
  return endpoint.run({ ...shared, key, account: accountOf(shared.exchange, key.accountId) });
}

function readQuery(
  { query }: VenueRequest,
  ofPath: FoundEndpoint<CoinbaseEndpoint>['ofPath'],
): ReadonlyMap<string, readonly string[]> {
  const parameters = new Map<string, readonly string[]>();
  for (const [name, value] of [...ofPath, ...new URLSearchParams(query)])
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  return parameters;
}

function readBody({ body }: VenueRequest): CoinbaseBody {
  try {
    return JSON.parse(body) as CoinbaseBody;
  } catch {
    throw argumentError('body');
  }
}
