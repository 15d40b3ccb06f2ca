// Finds out who calls. Only a 401 says that the key itself is bad: a store that cannot answer is a
// failure, thrown, and becomes a 503. The key itself is never kept, logged or answered.

import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Caller, RequestPorts } from '#services/access/request-ports.ts';
import type { Refusal } from '#api/http/answer.ts';
import { refuse } from '#api/http/answer.ts';
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
  'The API key is malformed, unknown, disabled, expired or revoked.',
  ['WWW-Authenticate', 'Bearer realm="api", error="invalid_token"'],
);

/**
 * The caller, at once when the key was seen a moment ago. Rejects with Failure when the store
 * cannot tell.
 */
export function authenticate(
  ports: Pick<RequestPorts, 'keys' | 'clock'>,
  cache: PrincipalCache,
  request: IncomingMessage,
): Caller | Refusal | Promise<Caller | Refusal> {
  const key = readKey(request);
  if (typeof key !== 'string') return key;
  const keyHash = hash('sha256', key, 'base64url');
  const nowMs = ports.clock.nowMs();
  const known = cache.find(keyHash, nowMs);
  if (known !== null) return unlessExpired(known, nowMs);
  return lookUp(ports, cache, keyHash, nowMs);
}

export function isRefusal(outcome: Caller | Refusal): outcome is Refusal {
  return 'kind' in outcome;
}

async function lookUp(
  ports: Pick<RequestPorts, 'keys' | 'clock'>,
  cache: PrincipalCache,
  keyHash: string,
  readAtMs: number,
): Promise<Caller | Refusal> {
  const generation = cache.generation();
  const caller = await ports.keys.findPrincipal(Buffer.from(keyHash, 'base64url'));
  if (caller === null) return BAD_KEY;
  cache.remember(keyHash, caller, readAtMs, generation);
  return unlessExpired(caller, ports.clock.nowMs());
}

function unlessExpired(caller: Caller, nowMs: number): Caller | Refusal {
  return caller.expiresAtMs !== null && caller.expiresAtMs <= nowMs ? BAD_KEY : caller;
}

function readKey(request: IncomingMessage): string | Refusal {
  const header = request.headers.authorization;
  if (header === undefined || isRepeated(request, 'authorization')) return NO_CREDENTIAL;
  const match = CREDENTIAL.exec(header);
  const token = match?.[1]?.trimEnd() ?? '';
  if (token === '') return NO_CREDENTIAL;
  return API_KEY.test(token) ? token : BAD_KEY;
}
