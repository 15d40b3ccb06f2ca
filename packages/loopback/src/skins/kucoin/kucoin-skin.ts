// KuCoin as its public documentation describes it: REST under /api for spot orders of high
// frequency, and the private stream of orders.

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import type { WeightCounter, WeightUse } from '#loopback/skins/request-weights.ts';
import { createWeightCounter } from '#loopback/skins/request-weights.ts';
import type { Call, Distortion, Skin, VenueReply, VenueRequest } from '#loopback/skins/skin.ts';
import { htmlReply, jsonReply } from '#loopback/skins/skin.ts';
import type { KucoinTokens } from '#loopback/skins/kucoin/kucoin-account.ts';
import { kucoinAccount } from '#loopback/skins/kucoin/kucoin-account.ts';
import type {
  KucoinEndpoint,
  KucoinEndpoints,
  KucoinParameters,
} from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import { POOLS } from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import {
  KucoinRefusal,
  kucoinRefusalReply,
  kucoinTrouble,
  parameterError,
} from '#loopback/skins/kucoin/kucoin-errors.ts';
import { KUCOIN_MARKET_DATA } from '#loopback/skins/kucoin/kucoin-market-data.ts';
import { authenticateKucoin } from '#loopback/skins/kucoin/kucoin-signature.ts';
import { openKucoinStream } from '#loopback/skins/kucoin/kucoin-stream.ts';
import { KUCOIN_TRADING } from '#loopback/skins/kucoin/kucoin-trading.ts';

const KUCOIN_HOSTS = ['api.kucoin.com', 'ws-api-spot.kucoin.com'];
const WINDOW_MS = 30_000;

type Pools = Readonly<Record<keyof typeof POOLS, WeightCounter>>;

/** `byAddress` counts public calls; `areAccountsLimited` adds the limits by account. */
export function createKucoinSkin(
  exchange: Exchange,
  byAddress: WeightCounter,
  limits: { areAccountsLimited: boolean },
): Skin {
  const tokens: KucoinTokens = new Map();
  const endpoints = { ...KUCOIN_TRADING, ...kucoinAccount(tokens), ...KUCOIN_MARKET_DATA };
  const pools: Pools = {
    spot: createWeightCounter({ windowMs: WINDOW_MS, max: POOLS.spot }),
    management: createWeightCounter({ windowMs: WINDOW_MS, max: POOLS.management }),
  };
  return {
    exchange,
    hosts: KUCOIN_HOSTS,
    readCall(request) {
      const found = findEndpoint(endpoints, request);
      if (found === null) return null;
      const byAccount = limits.areAccountsLimited ? pools : null;
      return createCall({ exchange, byAddress, byAccount, ...found }, request);
    },
    notFound: () => jsonReply(404, { code: '404000', msg: 'Url Not Found' }),
    trouble: kucoinTrouble,
    openStream: (path, query, send) =>
      path === '/' ? openKucoinStream(exchange, tokens, query, send) : null,
  };
}

type FoundEndpoint = {
  readonly endpoint: KucoinEndpoint;
  readonly inPath: readonly [string, string][];
};

/** Paths without a name in them come first. */
function findEndpoint(
  endpoints: KucoinEndpoints,
  { method, path }: VenueRequest,
): FoundEndpoint | null {
  const plain = endpoints[`${method} ${path}`];
  if (plain !== undefined) return { endpoint: plain, inPath: [] };
  const cut = path.lastIndexOf('/');
  const start = `${method} ${path.slice(0, cut)}/{`;
  const named = Object.keys(endpoints).find((name) => name.startsWith(start));
  const endpoint = named === undefined ? undefined : endpoints[named];
  if (named === undefined || endpoint === undefined) return null;
  const name = named.slice(start.length, -1);
  return { endpoint, inPath: [[name, decodeURIComponent(path.slice(cut + 1))]] };
}

type Parts = FoundEndpoint & {
  readonly exchange: Exchange;
  readonly byAddress: WeightCounter;
  readonly byAccount: Pools | null;
};

function createCall(parts: Parts, request: VenueRequest): Call {
  const { exchange, endpoint, inPath } = parts;
  let key: ApiKey | null = null;
  let parameters: KucoinParameters = new Map();
  let headers: Readonly<Record<string, string>> = {};
  const refusing = (check: () => VenueReply | null): VenueReply | null => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof KucoinRefusal)) throw error;
      return kucoinRefusalReply(error);
    }
  };
  return {
    operation: endpoint.operation,
    onArrival: () =>
      refusing(() => {
        if (endpoint.access !== 'public')
          key = authenticateKucoin(exchange, request, endpoint.access === 'trade');
        parameters = new Map([...readParameters(request), ...inPath]);
        for (const name of parameters.keys())
          if (!endpoint.takes.includes(name)) throw parameterError(name);
        const counter = counterOf(parts);
        if (counter === null) return null;
        const nowMs = exchange.clock.nowMs();
        const use = counter.use(key?.accountId ?? request.address, endpoint.weight, nowMs);
        headers = headersOf(counter, use, nowMs);
        return use.kind === 'within' ? null : withHeaders(kucoinTrouble('rate_limited'), headers);
      }),
    // The documentation speaks of one check of the time stamp, at the gateway.
    beforeEngine: () => null,
    carryOut: (distortion) =>
      withHeaders(
        refusing(() => run(exchange, endpoint, parameters, distortion, key)) ??
          htmlReply(500, '500'),
        headers,
      ),
  };
}

function counterOf({ endpoint, byAddress, byAccount }: Parts): WeightCounter | null {
  return endpoint.access === 'public' ? byAddress : (byAccount?.[endpoint.pool] ?? null);
}

function headersOf(
  { limit }: WeightCounter,
  { used }: WeightUse,
  nowMs: number,
): Readonly<Record<string, string>> {
  return {
    'gw-ratelimit-limit': String(limit.max),
    'gw-ratelimit-remaining': String(Math.max(0, limit.max - used)),
    'gw-ratelimit-reset': String(limit.windowMs - (nowMs % limit.windowMs)),
  };
}

function withHeaders(reply: VenueReply, headers: Readonly<Record<string, string>>): VenueReply {
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

function run(
  exchange: Exchange,
  endpoint: KucoinEndpoint,
  parameters: KucoinParameters,
  distortion: Distortion,
  key: ApiKey | null,
): VenueReply {
  const shared = { exchange, parameters, distortion };
  if (endpoint.access === 'public') return endpoint.run(shared);
  if (key === null) throw new KucoinRefusal(400_003, 'KC-API-KEY not exists', 401);
  return endpoint.run({ ...shared, key, account: accountOf(exchange, key.accountId) });
}

/** Numbers and booleans of a body become the text that they were written as. */
function readParameters({ method, query, body }: VenueRequest): Map<string, string> {
  if (method !== 'POST') return new Map(new URLSearchParams(query));
  if (body === '') return new Map();
  try {
    const content = JSON.parse(body) as Record<string, string | number | boolean>;
    return new Map(Object.entries(content).map(([name, value]) => [name, String(value)]));
  } catch {
    throw new KucoinRefusal(400_100, 'Parameter Error');
  }
}
