// Finds out who calls. Only a 401 says that the key itself is bad: a store that cannot answer is a
// failure, thrown, and becomes a 503. The key itself is never kept, logged or answered.

import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { allowsAddress } from '#domain/access/address-range.ts';
import { clientAddress } from '#domain/access/client-address.ts';
import type { Caller, RequestPorts } from '#services/access/request-ports.ts';
import type { Refusal } from '#api/http/answer.ts';
import { refuse } from '#api/http/answer.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import { isRepeated } from '#api/http/framing.ts';
import type { PrincipalCache } from '#api/http/principal-cache.ts';

const API_KEY = /^tm_live_[0-9A-Za-z]{43}$/;
const CREDENTIAL = /^bearer(?: +(.*))?$/i;

const NO_CREDENTIAL = refuse(
  'unauthorized',
  'Send your API key once, as "Authorization: Bearer <API key>".',
  ['WWW-Authenticate', 'Bearer realm="api"'],
);
const BAD_KEY = refuse(
  'invalid_api_key',
  'The API key is malformed, unknown, disabled, expired, revoked, or not for this address.',
  ['WWW-Authenticate', 'Bearer realm="api", error="invalid_token"'],
);

type AuthenticateDeps = Pick<EdgeDeps, 'trustedProxies'> & {
  readonly ports: Pick<RequestPorts, 'keys' | 'clock'>;
};

/**
 * The caller, at once when the key was seen a moment ago. Rejects with Failure when the store
 * cannot tell.
 */
export function authenticate(
  { ports, trustedProxies }: AuthenticateDeps,
  cache: PrincipalCache,
  request: IncomingMessage,
): Caller | Refusal | Promise<Caller | Refusal> {
  const key = readKey(request);
  if (typeof key !== 'string') return key;
  const keyHash = hash('sha256', key, 'base64url');
  const nowMs = ports.clock.nowMs();
  const known = cache.find(keyHash, nowMs);
  const remoteAddress = addressOf(trustedProxies, request);
  if (known !== null) return ifUsable(known, nowMs, remoteAddress);
  return lookUp(ports, cache, { keyHash, remoteAddress }, nowMs);
}

function addressOf(
  trustedProxies: EdgeDeps['trustedProxies'],
  { socket, headers }: IncomingMessage,
): string | undefined {
  const forwardedFor = headers['x-forwarded-for'];
  // Node joins a header that was sent several times, in the sequence of sending.
  return clientAddress(trustedProxies, socket.remoteAddress, forwardedFor?.toString());
}

export function isRefusal(outcome: Caller | Refusal): outcome is Refusal {
  return 'kind' in outcome;
}

type Presented = { readonly keyHash: string; readonly remoteAddress: string | undefined };

async function lookUp(
  ports: Pick<RequestPorts, 'keys' | 'clock'>,
  cache: PrincipalCache,
  { keyHash, remoteAddress }: Presented,
  readAtMs: number,
): Promise<Caller | Refusal> {
  const generation = cache.generation();
  const caller = await ports.keys.findPrincipal(Buffer.from(keyHash, 'base64url'));
  if (caller === null) return BAD_KEY;
  cache.remember(keyHash, caller, readAtMs, generation);
  return ifUsable(caller, ports.clock.nowMs(), remoteAddress);
}

/** From a foreign network a key is answered like an unknown one: a thief learns nothing of it. */
function ifUsable(
  caller: Caller,
  nowMs: number,
  remoteAddress: string | undefined,
): Caller | Refusal {
  if (caller.expiresAtMs !== null && caller.expiresAtMs <= nowMs) return BAD_KEY;
  return allowsAddress(caller.addresses, remoteAddress) ? caller : BAD_KEY;
}

function readKey(request: IncomingMessage): string | Refusal {
  const header = request.headers.authorization;
  if (header === undefined || isRepeated(request, 'authorization')) return NO_CREDENTIAL;
  const match = CREDENTIAL.exec(header);
  const token = match?.[1]?.trimEnd() ?? '';
  if (token === '') return NO_CREDENTIAL;
  return API_KEY.test(token) ? token : BAD_KEY;
}
