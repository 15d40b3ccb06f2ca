// Finds out who calls. Only a 401 says that the key itself is bad: a store that cannot respond is a
// failure, thrown, and becomes a 503. The key itself is never retained, logged or returned.

import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { allowsAddress } from '#domain/access/address-range.ts';
import { clientAddress } from '#domain/access/client-address.ts';
import type { Caller, RequestPorts } from '#services/access/request-ports.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';
import { budgetHeaders, budgetOf, policyOf } from '#api/http/callers/budget.ts';
import type { EdgeDeps, TierBudget } from '#api/http/edge-deps.ts';
import { isRepeated } from '#api/http/callers/is-repeated.ts';
import type { OwnNames } from '#api/http/callers/own-host.ts';
import { refuseForeignOrigin } from '#api/http/callers/origin.ts';
import type { PrincipalCache } from '#api/http/callers/principal-cache.ts';

import { SESSION_TOKEN, sessionTokenOf } from '#api/http/callers/session-cookie.ts';
import type { UnknownCallers } from '#api/http/callers/unknown-callers.ts';
import { callerNetwork } from '#api/http/callers/unknown-callers.ts';

const API_KEY = /^tm_live_[0-9A-Za-z]{43}$/;
const CREDENTIAL = /^bearer(?: +(.*))?$/i;

const NO_CREDENTIAL = refuse(
  'unauthorized',
  'Send your API key once, as "Authorization: Bearer <API key>".',
  ['WWW-Authenticate', 'Bearer realm="api"'],
);
const BAD_SESSION = refuse('unauthorized', 'The session has ended. Sign in again.', [
  'WWW-Authenticate',
  'Bearer realm="api"',
]);
const BAD_KEY = refuse(
  'invalid_api_key',
  'The API key is malformed, unknown, disabled, expired, revoked, or not for this address.',
  ['WWW-Authenticate', 'Bearer realm="api", error="invalid_token"'],
);

/** What a caller is refused with who sent too many requests without a usable key. */
function tooMany(waitMs: number, budget: TierBudget, nowMs: number): Refusal {
  const window = { used: budget.requests + 1, resetAtMs: nowMs + waitMs };
  const exceeded = budgetOf(policyOf('unknown_keys', budget), window, nowMs);
  const seconds = String(exceeded.resetSeconds);
  const detail = `Too many requests without a usable API key came from this address; wait ${seconds} s.`;
  const headers = ['Retry-After', seconds, ...budgetHeaders(exceeded, nowMs)];
  return refuse('rate_limited', detail, headers);
}

type AuthenticateDeps = OwnNames &
  Pick<EdgeDeps, 'trustedProxies' | 'unknownCallers'> & {
    readonly principals: PrincipalCache;
    readonly unknown: UnknownCallers;
    readonly ports: Pick<RequestPorts, 'keys' | 'clock'>;
  };

/**
 * The caller, at once when the key was seen a moment ago. Rejects with Failure when the store
 * cannot tell.
 */
export function authenticate(
  deps: AuthenticateDeps,
  request: IncomingMessage,
): Caller | Refusal | Promise<Caller | Refusal> {
  const nowMs = deps.ports.clock.nowMs();
  const remoteAddress = addressOf(deps.trustedProxies, request);
  const key = readSecret(deps, request);
  if (typeof key !== 'string') return refuseUnknown(deps, remoteAddress, key, nowMs);
  const keyHash = hash('sha256', key, 'base64url');
  const known = deps.principals.find(keyHash, nowMs);
  const isSession = SESSION_TOKEN.test(key);
  const presented = { keyHash, remoteAddress, isSession };
  if (known === null) return lookUpOnce(deps, presented, nowMs);
  const usable = ifUsable(known, nowMs, presented);
  return isRefusal(usable) ? refuseUnknown(deps, remoteAddress, usable, nowMs) : usable;
}

/** Counts a request by its address alone; null when there were not too many. */
export function tooManyFrom(
  { trustedProxies, unknown, unknownCallers, ports }: Omit<AuthenticateDeps, 'principals'>,
  request: IncomingMessage,
): Refusal | null {
  const network = callerNetwork(addressOf(trustedProxies, request));
  const nowMs = ports.clock.nowMs();
  const waitMs = unknown.take(network, nowMs);
  return waitMs > 0 ? tooMany(waitMs, unknownCallers, nowMs) : null;
}

/** The refusal, or that there were too many from the address. */
function refuseUnknown(
  { unknown, unknownCallers }: AuthenticateDeps,
  remoteAddress: string | undefined,
  refusal: Refusal,
  nowMs: number,
): Refusal {
  const network = callerNetwork(remoteAddress);
  const waitMs = unknown.take(network, nowMs);
  unknown.note(network, nowMs);
  return waitMs > 0 ? tooMany(waitMs, unknownCallers, nowMs) : refusal;
}

/**
 * Asks the store, unless too many unknown keys came from the address. Who comes while the key is
 * looked up waits for that, and takes no token of the address unless the key is refused: readers
 * that connect again at once are no unknown callers.
 */
async function lookUpOnce(
  deps: AuthenticateDeps,
  presented: PresentedKey,
  nowMs: number,
): Promise<Caller | Refusal> {
  const { ports, principals, unknown, unknownCallers } = deps;
  const { keyHash, remoteAddress } = presented;
  const underWay = principals.underWay(ports.keys, keyHash);
  if (underWay !== null) {
    const usable = usableOf(await underWay, ports.clock.nowMs(), presented);
    return isRefusal(usable) ? refuseUnknown(deps, remoteAddress, usable, nowMs) : usable;
  }
  const network = callerNetwork(remoteAddress);
  const wasGood = unknown.wasGood(keyHash);
  const waitMs = wasGood ? 0 : unknown.take(network, nowMs);
  const identity =
    waitMs > 0
      ? tooMany(waitMs, unknownCallers, nowMs)
      : await lookUp(ports, principals, presented, nowMs);
  if (isRefusal(identity)) {
    unknown.forget(keyHash);
    unknown.note(network, nowMs);
  } else if (!wasGood) unknown.recognise(network, keyHash, nowMs);
  return identity;
}

/** Of whoever asks, behind the proxies that are believed. */
export function addressOf(
  trustedProxies: EdgeDeps['trustedProxies'],
  { socket, headers }: IncomingMessage,
): string | undefined {
  const forwardedFor = headers['x-forwarded-for'];
  // Node joins a header that was sent several times, in the sequence of sending.
  return clientAddress(trustedProxies, socket.remoteAddress, forwardedFor?.toString());
}

/** Type guard for the refusal of a caller. */
export function isRefusal(outcome: Caller | Refusal): outcome is Refusal {
  return 'kind' in outcome;
}

type PresentedKey = {
  readonly keyHash: string;
  readonly remoteAddress: string | undefined;
  readonly isSession: boolean;
};

async function lookUp(
  ports: Pick<RequestPorts, 'keys' | 'clock'>,
  cache: PrincipalCache,
  presented: PresentedKey,
  readAtMs: number,
): Promise<Caller | Refusal> {
  const generation = cache.generation();
  const { keyHash, isSession } = presented;
  const hashBytes = Buffer.from(keyHash, 'base64url');
  const found = isSession ? ports.keys.findSession(hashBytes) : ports.keys.findPrincipal(hashBytes);
  cache.share(ports.keys, keyHash, found);
  const caller = await found;
  if (caller !== null) cache.remember(keyHash, caller, readAtMs, generation);
  return usableOf(caller, ports.clock.nowMs(), presented);
}

function usableOf(caller: Caller | null, nowMs: number, presented: PresentedKey): Caller | Refusal {
  if (caller === null) return presented.isSession ? BAD_SESSION : BAD_KEY;
  return ifUsable(caller, nowMs, presented);
}

/** From a foreign network a key is treated like an unknown one: a thief learns nothing of it. */
function ifUsable(
  caller: Caller,
  nowMs: number,
  { remoteAddress, isSession }: PresentedKey,
): Caller | Refusal {
  if (caller.expiresAtMs !== null && caller.expiresAtMs <= nowMs)
    return isSession ? BAD_SESSION : BAD_KEY;
  return allowsAddress(caller.addresses, remoteAddress) ? caller : BAD_KEY;
}

/** A key, or the token of a session; where both are sent the key counts. */
function readSecret(deps: AuthenticateDeps, request: IncomingMessage): string | Refusal {
  if (request.headers.authorization !== undefined) return readKey(request);
  const token = sessionTokenOf(deps.baseUrl, request);
  if (token === null) return NO_CREDENTIAL;
  return refuseForeignOrigin(deps, request) ?? token;
}

function readKey(request: IncomingMessage): string | Refusal {
  const header = request.headers.authorization;
  if (header === undefined || isRepeated(request, 'authorization')) return NO_CREDENTIAL;
  const match = CREDENTIAL.exec(header);
  const token = match?.[1]?.trimEnd() ?? '';
  if (token === '') return NO_CREDENTIAL;
  return API_KEY.test(token) ? token : BAD_KEY;
}
