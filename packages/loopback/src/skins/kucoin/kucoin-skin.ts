// KuCoin as its public documentation describes it: REST under /api for spot orders of high
// frequency, that of unified accounts under /api/ua, and the private streams of orders.

import type { Exchange } from '#loopback/exchange/exchange.ts';
import type { FoundEndpoint } from '#loopback/skins/kit/find-endpoint.ts';
import { findEndpoint } from '#loopback/skins/kit/find-endpoint.ts';
import { jsonParameters, refuseOthers } from '#loopback/skins/kit/parameter-readers.ts';
import { skinCall } from '#loopback/skins/kit/skin-call.ts';
import type { WeightCounter, WeightUse } from '#loopback/skins/request-weights.ts';
import { createWeightCounter } from '#loopback/skins/request-weights.ts';
import type { Call, Skin, VenueReply, VenueRequest } from '#loopback/skins/skin.ts';
import { jsonReply } from '#loopback/skins/skin.ts';
import type { KucoinTokens } from '#loopback/skins/kucoin/kucoin-account.ts';
import { kucoinAccount } from '#loopback/skins/kucoin/kucoin-account.ts';
import type { KucoinEndpoint, KucoinParameters } from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import { POOLS } from '#loopback/skins/kucoin/kucoin-endpoint.ts';
import {
  KucoinRefusal,
  kucoinRefusalReply,
  kucoinTrouble,
  otherMode,
  parameterError,
} from '#loopback/skins/kucoin/kucoin-errors.ts';
import { KUCOIN_MARKET_DATA } from '#loopback/skins/kucoin/kucoin-market-data.ts';
import { authenticateKucoin } from '#loopback/skins/kucoin/kucoin-signature.ts';
import { openKucoinStream } from '#loopback/skins/kucoin/kucoin-stream.ts';
import { KUCOIN_TRADING } from '#loopback/skins/kucoin/kucoin-trading.ts';
import { KUCOIN_UNIFIED } from '#loopback/skins/kucoin/kucoin-unified.ts';
import { openUnifiedStream } from '#loopback/skins/kucoin/kucoin-unified-stream.ts';

const KUCOIN_HOSTS = ['api.kucoin.com', 'ws-api-spot.kucoin.com', 'wsapi-push.kucoin.com'];
const WINDOW_MS = 30_000;

type Pools = Readonly<Record<keyof typeof POOLS, WeightCounter>>;

/** `byAddress` counts public calls; `areAccountsLimited` adds the limits by account. */
export function createKucoinSkin(
  exchange: Exchange,
  byAddress: WeightCounter,
  limits: { areAccountsLimited: boolean },
): Skin {
  const tokens: KucoinTokens = new Map();
  const endpoints = {
    ...KUCOIN_TRADING,
    ...KUCOIN_UNIFIED,
    ...kucoinAccount(tokens),
    ...KUCOIN_MARKET_DATA,
  };
  const pools: Pools = {
    spot: createWeightCounter({ windowMs: WINDOW_MS, max: POOLS.spot }),
    management: createWeightCounter({ windowMs: WINDOW_MS, max: POOLS.management }),
  };
  return {
    exchange,
    hosts: KUCOIN_HOSTS,
    readCall(request) {
      const found = findEndpoint<KucoinEndpoint>(endpoints, request);
      if (found === null) return null;
      const byAccount = limits.areAccountsLimited ? pools : null;
      return createCall({ exchange, byAddress, byAccount }, found, request);
    },
    notFound: () => jsonReply(404, { code: '404000', msg: 'Url Not Found' }),
    trouble: kucoinTrouble,
    openStream(path, query, send) {
      if (path !== '/') return null;
      // By hosts of their own, of which a session does not hear: one of them has tokens.
      return query === ''
        ? openUnifiedStream(exchange, send)
        : openKucoinStream(exchange, tokens, query, send);
    },
  };
}

type Parts = {
  readonly exchange: Exchange;
  readonly byAddress: WeightCounter;
  readonly byAccount: Pools | null;
};

function createCall(
  parts: Parts,
  { endpoint, ofPath }: FoundEndpoint<KucoinEndpoint>,
  request: VenueRequest,
): Call {
  const { exchange } = parts;
  let headers: Readonly<Record<string, string>> = {};
  return skinCall({
    exchange,
    endpoint,
    arrive(arrival) {
      if (endpoint.access !== 'public')
        arrival.key = authenticateKucoin(exchange, request, endpoint.access === 'trade');
      arrival.parameters = new Map([...readParameters(request), ...ofPath]);
      refuseOthers(arrival.parameters, endpoint.takes, parameterError);
      const counter = counterOf(parts, endpoint);
      if (counter === null) return null;
      const nowMs = exchange.clock.nowMs();
      const owner = arrival.key?.accountId ?? request.address;
      const use = counter.use(owner, endpoint.weight, nowMs);
      headers = headersOf(counter, use, nowMs);
      return use.kind === 'within' ? null : withHeaders(kucoinTrouble('rate_limited'), headers);
    },
    refusalReply: (error) => (error instanceof KucoinRefusal ? kucoinRefusalReply(error) : null),
    admit({ mode }) {
      if (endpoint.access === 'public' || endpoint.mode === 'any') return;
      if ((mode === 'UNIFIED') !== (endpoint.mode === 'unified')) throw otherMode();
    },
    finish: (reply) => withHeaders(reply, headers),
  });
}

function counterOf(
  { byAddress, byAccount }: Parts,
  endpoint: KucoinEndpoint,
): WeightCounter | null {
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

function readParameters({ method, query, body }: VenueRequest): KucoinParameters {
  if (method !== 'POST') return new Map(new URLSearchParams(query));
  if (body === '') return new Map();
  return jsonParameters(body, () => new KucoinRefusal(400_100, 'Parameter Error'));
}
