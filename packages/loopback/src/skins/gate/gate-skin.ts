// Gate as its public documentation describes it: spot under /api/v4, and its socket.

import type { Exchange } from '#loopback/exchange/exchange.ts';
import { endpointLimits, isWithinLimit } from '#loopback/skins/kit/endpoint-limits.ts';
import type { FoundEndpoint } from '#loopback/skins/kit/find-endpoint.ts';
import { findEndpoint } from '#loopback/skins/kit/find-endpoint.ts';
import { jsonParameters, refuseOthers } from '#loopback/skins/kit/parameter-readers.ts';
import { skinCall } from '#loopback/skins/kit/skin-call.ts';
import type { WeightCounter } from '#loopback/skins/request-weights.ts';
import type { Call, Skin, VenueRequest } from '#loopback/skins/skin.ts';
import { GATE_ACCOUNT } from '#loopback/skins/gate/gate-account.ts';
import type {
  GateEndpoint,
  GateEndpoints,
  GateParameters,
} from '#loopback/skins/gate/gate-endpoint.ts';
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
const ENDPOINTS: GateEndpoints = { ...GATE_TRADING, ...GATE_ACCOUNT, ...GATE_MARKET_DATA };

/** `areAccountsLimited` is for both: each endpoint has a limit of its own here. */
export function createGateSkin(exchange: Exchange, limits: { areAccountsLimited: boolean }): Skin {
  const counterOf = endpointLimits(WINDOW_MS);
  return {
    exchange,
    hosts: ['api.gateio.ws', 'api.gateeu.com', 'api-testnet.gateapi.io'],
    readCall(request) {
      if (!request.path.startsWith(PREFIX)) return null;
      const path = request.path.slice(PREFIX.length);
      const found = findEndpoint(ENDPOINTS, { ...request, path });
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

function createCall(
  exchange: Exchange,
  counter: WeightCounter | null,
  { endpoint, ofPath }: FoundEndpoint<GateEndpoint>,
  request: VenueRequest,
): Call {
  return skinCall({
    exchange,
    endpoint,
    arrive(arrival) {
      const nowMs = exchange.clock.nowMs();
      if (endpoint.access !== 'public')
        arrival.key = authenticateGate(exchange, request, endpoint.access === 'write');
      const isActing = endpoint.operation === 'place' || endpoint.operation === 'cancel';
      if (isActing) checkGateExpiry(request, nowMs);
      arrival.parameters = readParameters(request, ofPath);
      refuseOthers(arrival.parameters, endpoint.takes, parameterError);
      const owner = arrival.key?.accountId ?? request.address;
      return isWithinLimit(counter, owner, nowMs) ? null : gateTrouble('rate_limited');
    },
    refusalReply: (error) => (error instanceof GateRefusal ? gateRefusalReply(error) : null),
  });
}

function readParameters(
  { method, query, body }: VenueRequest,
  ofPath: FoundEndpoint<GateEndpoint>['ofPath'],
): GateParameters {
  if (method !== 'POST') return new Map([...ofPath, ...new URLSearchParams(query)]);
  return jsonParameters(
    body,
    () => new GateRefusal(400, 'INVALID_REQUEST_BODY', 'Invalid request body'),
  );
}
