// Gate as its public documentation describes it: spot under /api/v4, and its socket.

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import { createWeightCounter } from '#loopback/skins/request-weights.ts';
import type { Call, Distortion, Skin, VenueReply, VenueRequest } from '#loopback/skins/skin.ts';
import { htmlReply } from '#loopback/skins/skin.ts';
import { GATE_ACCOUNT } from '#loopback/skins/gate/gate-account.ts';
import type { GateEndpoint, GateParameters } from '#loopback/skins/gate/gate-endpoint.ts';
import {
  GateRefusal,
  gateRefusalReply,
  gateTrouble,
  parameterError,
} from '#loopback/skins/gate/gate-errors.ts';
import { GATE_MARKET_DATA } from '#loopback/skins/gate/gate-market-data.ts';
import { authenticateGate, checkGateExpiry } from '#loopback/skins/gate/gate-signature.ts';
import { openGateStream } from '#loopback/skins/gate/gate-stream.ts';
import { GATE_TRADING } from '#loopback/skins/gate/gate-trading.ts';

const PREFIX = '/api/v4';
const WINDOW_MS = 10_000;
const ENDPOINTS = { ...GATE_TRADING, ...GATE_ACCOUNT, ...GATE_MARKET_DATA };

/** `areAccountsLimited` is for both: each endpoint has a limit of its own here. */
export function createGateSkin(exchange: Exchange, limits: { areAccountsLimited: boolean }): Skin {
  const counters = new Map<string, WeightCounter>();
  const counterOf = (name: string, max: number): WeightCounter => {
    const counter = counters.get(name) ?? createWeightCounter({ windowMs: WINDOW_MS, max });
    counters.set(name, counter);
    return counter;
  };
  return {
    exchange,
    hosts: ['api.gateio.ws', 'api.gateeu.com', 'api-testnet.gateapi.io'],
    readCall(request) {
      const found = findEndpoint(request);
      if (found === null) return null;
      const { name, endpoint } = found;
      const counter = limits.areAccountsLimited ? counterOf(name, endpoint.perTenSeconds) : null;
      return createCall(exchange, counter, found, request);
    },
    notFound: () => gateRefusalReply(new GateRefusal(404, 'NOT_FOUND', 'Request URL not exists')),
    trouble: gateTrouble,
    openStream: (path, _query, send) => openGateStream(exchange, path, send),
  };
}

type FoundEndpoint = {
  readonly name: string;
  readonly endpoint: GateEndpoint;
  readonly ofPath: readonly (readonly [string, string])[];
};

function findEndpoint({ method, path }: VenueRequest): FoundEndpoint | null {
  if (!path.startsWith(PREFIX)) return null;
  const parts = path.slice(PREFIX.length).split('/');
  for (const [name, endpoint] of Object.entries(ENDPOINTS)) {
    const [wanted = '', pattern = ''] = name.split(' ');
    const patterns = pattern.split('/');
    if (wanted !== method || patterns.length !== parts.length) continue;
    const ofPath: [string, string][] = [];
    const fits = patterns.every((each, index) => {
      const part = decodeURIComponent(parts[index] ?? '');
      if (!each.startsWith('{')) return each === part;
      ofPath.push([each.slice(1, -1), part]);
      return part !== '';
    });
    if (fits) return { name, endpoint, ofPath };
  }
  return null;
}

function createCall(
  exchange: Exchange,
  counter: WeightCounter | null,
  { endpoint, ofPath }: FoundEndpoint,
  request: VenueRequest,
): Call {
  let key: ApiKey | null = null;
  let parameters: GateParameters = new Map();
  return {
    operation: endpoint.operation,
    onArrival: () =>
      refusing(() => {
        const nowMs = exchange.clock.nowMs();
        if (endpoint.access !== 'public')
          key = authenticateGate(exchange, request, endpoint.access === 'write');
        const isActing = endpoint.operation === 'place' || endpoint.operation === 'cancel';
        if (isActing) checkGateExpiry(request, nowMs);
        parameters = readParameters(request, ofPath);
        for (const [name, value] of parameters)
          if (!endpoint.takes.includes(name)) throw parameterError(name, value);
        const use = counter?.use(key?.accountId ?? request.address, 1, nowMs);
        return use === undefined || use.kind === 'within' ? null : gateTrouble('rate_limited');
      }),
    // The documentation does not say that an order is looked at again.
    beforeEngine: () => null,
    carryOut: (distortion) =>
      refusing(() => run({ exchange, parameters, distortion }, endpoint, key)) ??
      htmlReply(500, '500'),
  };
}

function refusing(check: () => VenueReply | null): VenueReply | null {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof GateRefusal)) throw error;
    return gateRefusalReply(error);
  }
}

function run(
  shared: {
    readonly exchange: Exchange;
    readonly parameters: GateParameters;
    readonly distortion: Distortion;
  },
  endpoint: GateEndpoint,
  key: ApiKey | null,
): VenueReply {
  if (endpoint.access === 'public') return endpoint.run(shared);
  if (key === null) throw new GateRefusal(401, 'INVALID_KEY', 'Invalid key provided');
  return endpoint.run({ ...shared, key, account: accountOf(shared.exchange, key.accountId) });
}

/** Numbers and booleans of a body become the text that they were written as. */
function readParameters(
  { method, query, body }: VenueRequest,
  ofPath: FoundEndpoint['ofPath'],
): GateParameters {
  if (method !== 'POST') return new Map([...ofPath, ...new URLSearchParams(query)]);
  try {
    const content = JSON.parse(body) as Record<string, string | number | boolean>;
    return new Map(Object.entries(content).map(([name, value]) => [name, String(value)]));
  } catch {
    throw new GateRefusal(400, 'INVALID_REQUEST_BODY', 'Invalid request body');
  }
}
