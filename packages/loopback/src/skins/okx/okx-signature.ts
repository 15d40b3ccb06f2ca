// Authenticates a call to OKX: its key and its time.

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { hmacText, isSameSignature, usableKey } from '#loopback/skins/kit/signed-call.ts';
import type { VenueRequest } from '#loopback/skins/skin.ts';
import { OkxRefusal } from '#loopback/skins/okx/okx-errors.ts';

const WINDOW_MS = 30_000;

/** Time stamp, method, path with the query, and then the body as sent. */
export function okxSignedText({ headers, method, path, query, body }: VenueRequest): string {
  const address = query === '' ? path : `${path}?${query}`;
  return `${headers['ok-access-timestamp'] ?? ''}${method}${address}${body}`;
}

/** HMAC-SHA256 in base64. */
export const okxSignature = hmacText('sha256', 'base64');

/** Compares in constant time. */
export function isOkxSignature(secret: string, text: string, given: string): boolean {
  return isSameSignature(okxSignature(secret, text), given);
}

/** Key, address and right; codes are those of REST. */
export function checkOkxKey(
  exchange: Exchange,
  apiKey: string,
  address: string,
  needsTrade: boolean,
): ApiKey {
  const key = usableKey(exchange, apiKey, address, {
    unknown: () => new OkxRefusal(50_111, 'Invalid OK-ACCESS-KEY.', 401),
    foreign: () => new OkxRefusal(50_110, `Your IP ${address} is not in your IP whitelist.`, 401),
  });
  if (needsTrade && !key.canTrade)
    throw new OkxRefusal(50_120, "This API key doesn't have permission to use this function.", 401);
  return key;
}

/** Time stamps in the future are treated as those of the past, which is not documented. */
function checkTime(request: VenueRequest, nowMs: number): void {
  const text = request.headers['ok-access-timestamp'] ?? '';
  const atMs = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/.test(text) || Number.isNaN(atMs))
    throw new OkxRefusal(50_112, 'Invalid OK-ACCESS-TIMESTAMP.', 401);
  if (Math.abs(nowMs - atMs) > WINDOW_MS)
    throw new OkxRefusal(50_102, 'Timestamp request expired.', 401);
}

/** Of a call: headers, time, key, passphrase, signature. */
export function authenticateOkx(
  exchange: Exchange,
  request: VenueRequest,
  needsTrade: boolean,
): ApiKey {
  const { headers, address } = request;
  checkTime(request, exchange.clock.nowMs());
  const key = checkOkxKey(exchange, headers['ok-access-key'] ?? '', address, needsTrade);
  if (headers['ok-access-passphrase'] !== key.passphrase)
    throw new OkxRefusal(50_105, 'Request header "OK-ACCESS-PASSPHRASE" incorrect.', 401);
  if (!isOkxSignature(key.secret, okxSignedText(request), headers['ok-access-sign'] ?? ''))
    throw new OkxRefusal(50_113, 'Invalid signature.', 401);
  return key;
}

/** Of an order: the instant from which the venue discards it. */
export function checkOkxExpiry({ headers }: VenueRequest, nowMs: number): void {
  const text = headers['exptime'];
  if (text === undefined) return;
  if (!/^\d{13}$/.test(text)) throw new OkxRefusal(51_000, 'Parameter expTime error', 400);
  if (nowMs > Number(text))
    throw new OkxRefusal(51_149, 'Order timed out. Please try again later.');
}
