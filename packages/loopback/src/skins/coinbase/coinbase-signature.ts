// Tokens of Coinbase: signed by the key of a program, for one request, and for two minutes.

import { createPrivateKey, createPublicKey, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import type { VenueRequest } from '#loopback/skins/skin.ts';
import { CoinbaseRefusal } from '#loopback/skins/coinbase/coinbase-errors.ts';

const TOKEN_SECONDS_MAX = 120;

const publicKeys = new WeakMap<ApiKey, KeyObject>();

function publicKeyOf(key: ApiKey): KeyObject {
  const known = publicKeys.get(key) ?? createPublicKey(createPrivateKey(key.secret));
  publicKeys.set(key, known);
  return known;
}

/** Whose token it is. `uri`: of the request that it must be for; null for a stream. */
export function keyOfToken(exchange: Exchange, token: string, uri: string | null): ApiKey {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const { alg, kid, nonce } = part(header);
  const { sub, nbf, exp, uri: meant = null } = part(claims);
  const key = exchange.keys.get(String(kid));
  if (key === undefined || key.isRevoked || alg !== 'ES256' || sub !== kid) throw unauthorized();
  if (typeof nonce !== 'string' || nonce === '') throw unauthorized();
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKeyOf(key), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned || meant !== uri) throw unauthorized();
  const nowSeconds = exchange.clock.nowMs() / 1_000;
  const isInTime =
    typeof nbf === 'number' &&
    typeof exp === 'number' &&
    nbf <= nowSeconds &&
    nowSeconds < exp &&
    exp - nbf <= TOKEN_SECONDS_MAX;
  if (!isInTime) throw unauthorized();
  return key;
}

/** The one of the header, for this method, host and path. */
export function authenticateCoinbase(exchange: Exchange, request: VenueRequest): ApiKey {
  const { method, path, headers, address } = request;
  const [, token = ''] = /^Bearer (.+)$/.exec(headers['authorization'] ?? '') ?? [];
  const host = headers['x-venue-host'] ?? headers['host'] ?? '';
  const key = keyOfToken(exchange, token, `${method} ${host}${path}`);
  if (key.addresses.length > 0 && !key.addresses.includes(address)) throw unauthorized();
  return key;
}

function part(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;
  } catch {
    throw unauthorized();
  }
}

/** It does not say why. */
function unauthorized(): CoinbaseRefusal {
  return new CoinbaseRefusal(401, 'unauthorized', 'Unauthorized');
}
