// Authenticates a call to Gate: its key and its time.

import { createHash } from 'node:crypto';

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { hmacText, isSameSignature, usableKey } from '#loopback/skins/kit/signed-call.ts';
import type { VenueRequest } from '#loopback/skins/skin.ts';
import { GateRefusal } from '#loopback/skins/gate/gate-errors.ts';

const WINDOW_MS = 60_000;

/** Method, path, query as it reads, digest of the body, time in seconds: a line each. */
export function gateSignedText({ method, path, query, body, headers }: VenueRequest): string {
  const digest = createHash('sha512').update(body).digest('hex');
  return [method, path, decodeURIComponent(query), digest, headers['timestamp'] ?? ''].join('\n');
}

/** HMAC-SHA512 in hexadecimal digits. */
export const gateSignature = hmacText('sha512', 'hex');

/** Compares in constant time. */
export function isGateSignature(secret: string, text: string, given: string): boolean {
  return isSameSignature(gateSignature(secret, text), given);
}

/** The same for requests and for frames. */
export function checkGateTime(text: string, nowMs: number): void {
  const isWithin = Math.abs(nowMs - Number(text) * 1_000) <= WINDOW_MS;
  if (!/^\d{10}(?:\.\d+)?$/.test(text) || !isWithin)
    throw new GateRefusal(403, 'REQUEST_EXPIRED', 'gap between request Timestamp and server time');
}

/** Key that may be used from this address. Throws the refusal of any other. */
export function checkGateKey(exchange: Exchange, apiKey: string, address: string): ApiKey {
  return usableKey(exchange, apiKey, address, {
    unknown: () => new GateRefusal(401, 'INVALID_KEY', 'Invalid key provided'),
    foreign: () => new GateRefusal(403, 'IP_FORBIDDEN', 'Your IP is not in whitelist'),
  });
}

/** Of a call: headers, key, time, signature, right. */
export function authenticateGate(
  exchange: Exchange,
  request: VenueRequest,
  needsWrite: boolean,
): ApiKey {
  const { headers, address } = request;
  for (const name of ['key', 'sign', 'timestamp'])
    if (headers[name] === undefined)
      throw new GateRefusal(401, 'MISSING_REQUIRED_HEADER', `Missing required header: ${name}`);
  const key = checkGateKey(exchange, headers['key'] ?? '', address);
  checkGateTime(headers['timestamp'] ?? '', exchange.clock.nowMs());
  if (!isGateSignature(key.secret, gateSignedText(request), headers['sign'] ?? ''))
    throw new GateRefusal(401, 'INVALID_SIGNATURE', 'Signature mismatch');
  if (needsWrite && !key.canTrade) throw new GateRefusal(403, 'READ_ONLY', 'API key is read-only');
  return key;
}

/** "If the GATE receives the request time greater than the expiration time". */
export function checkGateExpiry({ headers }: VenueRequest, nowMs: number): void {
  const text = headers['x-gate-exptime'];
  if (text === undefined) return;
  if (!/^\d{13}$/.test(text)) throw new GateRefusal(400, 'INVALID_PARAM_VALUE', 'x-gate-exptime');
  if (nowMs > Number(text)) throw new GateRefusal(400, 'REQUEST_EXPIRED', 'request is expired');
}
