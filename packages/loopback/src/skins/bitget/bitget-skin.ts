// Bitget as its public documentation describes it: spot of classic accounts under /api/v2, and its
// sockets.

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import { createWeightCounter } from '#loopback/skins/request-weights.ts';
import type { Call, Distortion, Skin, VenueReply, VenueRequest } from '#loopback/skins/skin.ts';
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

const WINDOW_MS = 1_000;
const ENDPOINTS = { ...BITGET_TRADING, ...BITGET_ACCOUNT, ...BITGET_MARKET_DATA };

/** `areAccountsLimited` is for both: each endpoint has a limit of its own here. */
export function createBitgetSkin(
  exchange: Exchange,
  limits: { areAccountsLimited: boolean },
): Skin {
  const counters = new Map<string, WeightCounter>();
  const counterOf = (name: string, max: number): WeightCounter => {
    const counter = counters.get(name) ?? createWeightCounter({ windowMs: WINDOW_MS, max });
    counters.set(name, counter);
    return counter;
  };
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
  let key: ApiKey | null = null;
  let parameters: BitgetParameters = new Map();
  const refusing = (check: () => VenueReply | null): VenueReply | null => {
    try {
      return check();
    } catch (error) {
      if (!(error instanceof BitgetRefusal)) throw error;
      return bitgetRefusalReply(error, exchange.clock.nowMs());
    }
  };
  return {
    operation: endpoint.operation,
    onArrival: () =>
      refusing(() => {
        if (endpoint.access !== 'public')
          key = authenticateBitget(exchange, request, endpoint.access === 'trade');
        parameters = readParameters(request);
        for (const name of parameters.keys())
          if (!endpoint.takes.includes(name)) throw parameterError(name);
        refuseLate(exchange.clock.nowMs(), request, parameters);
        const nowMs = exchange.clock.nowMs();
        const use = counter?.use(key?.accountId ?? request.address, 1, nowMs);
        return use === undefined || use.kind === 'within'
          ? null
          : bitgetTrouble('rate_limited', nowMs);
      }),
    // The documentation does not say that an order is looked at again.
    beforeEngine: () => null,
    carryOut: (distortion) =>
      refusing(() => run({ exchange, parameters, distortion }, endpoint, key)) ??
      bitgetTrouble('internal', exchange.clock.nowMs()),
  };
}

const RECEIVE_WINDOW_MS_MAX = 60_000;

/** From the time that was signed to the arrival. */
function refuseLate(nowMs: number, { headers }: VenueRequest, parameters: BitgetParameters): void {
  const windowMs = wholeOf(parameters, 'receiveWindow');
  if (windowMs === null) return;
  if (windowMs > RECEIVE_WINDOW_MS_MAX) throw parameterError('receiveWindow');
  if (Math.abs(nowMs - Number(headers['access-timestamp'])) > windowMs)
    throw new BitgetRefusal(40_008, 'Request timestamp expired');
}

function run(
  shared: {
    readonly exchange: Exchange;
    readonly parameters: BitgetParameters;
    readonly distortion: Distortion;
  },
  endpoint: BitgetEndpoint,
  key: ApiKey | null,
): VenueReply {
  if (endpoint.access === 'public') return endpoint.run(shared);
  if (key === null) throw new BitgetRefusal(40_006, 'Invalid ACCESS_KEY');
  return endpoint.run({ ...shared, key, account: accountOf(shared.exchange, key.accountId) });
}

/** Numbers and booleans of a body become the text that they were written as. */
function readParameters({ method, query, body }: VenueRequest): BitgetParameters {
  if (method !== 'POST') return new Map(new URLSearchParams(query));
  try {
    const content = JSON.parse(body) as Record<string, string | number | boolean>;
    return new Map(Object.entries(content).map(([name, value]) => [name, String(value)]));
  } catch {
    throw new BitgetRefusal(40_020, 'Parameter body error');
  }
}
