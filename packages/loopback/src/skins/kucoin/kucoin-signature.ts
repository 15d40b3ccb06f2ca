// Signatures of KuCoin: HMAC-SHA256 in base64 of time stamp, method, path with query, and body. The
// passphrase is not sent: its own HMAC is.

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { hmacText, isSameSignature, usableKey } from '#loopback/skins/kit/signed-call.ts';
import type { VenueRequest } from '#loopback/skins/skin.ts';
import { KucoinRefusal } from '#loopback/skins/kucoin/kucoin-errors.ts';

const WINDOW_MS = 5_000;
const HEADERS = ['kc-api-key', 'kc-api-sign', 'kc-api-timestamp', 'kc-api-passphrase'];
const VERSIONS = new Set<string | undefined>(['2', '3']);

/** HMAC-SHA256 in base64. */
export const kucoinSignature = hmacText('sha256', 'base64');

/** Whether the secret signs the text so. */
export function isKucoinSignature(
  secret: string,
  text: string,
  given: string | undefined,
): boolean {
  return isSameSignature(kucoinSignature(secret, text), given ?? '');
}

/** Headers, time, key, address, version, passphrase, signature, right. */
export function authenticateKucoin(
  exchange: Exchange,
  request: VenueRequest,
  needsTrade: boolean,
): ApiKey {
  const { headers, address, method, path, query, body } = request;
  if (HEADERS.some((name) => headers[name] === undefined))
    throw new KucoinRefusal(400_001, 'Please check the header of your request.', 401);
  checkTime(headers['kc-api-timestamp'] ?? '', exchange.clock.nowMs());
  const key = usableKey(exchange, headers['kc-api-key'] ?? '', address, {
    unknown: () => new KucoinRefusal(400_003, 'KC-API-KEY not exists', 401),
    foreign: () =>
      new KucoinRefusal(400_006, `Invalid request IP, the current client IP is: ${address}`, 401),
  });
  if (!VERSIONS.has(headers['kc-api-key-version']))
    throw new KucoinRefusal(400_009, 'Invalid KC-API-KEY-VERSION.', 401);
  if (!isKucoinSignature(key.secret, key.passphrase ?? '', headers['kc-api-passphrase']))
    throw new KucoinRefusal(400_004, 'Invalid KC-API-PASSPHRASE', 401);
  const text = `${headers['kc-api-timestamp']}${method}${path}${query === '' ? '' : `?${query}`}${body}`;
  if (!isKucoinSignature(key.secret, text, headers['kc-api-sign']))
    throw new KucoinRefusal(400_005, 'Invalid KC-API-SIGN', 401);
  if (needsTrade && !key.canTrade)
    throw new KucoinRefusal(400_007, 'Access denied, require more permission.', 403);
  return key;
}

function checkTime(text: string, nowMs: number): void {
  if (!/^\d{13}$/.test(text) || Math.abs(nowMs - Number(text)) > WINDOW_MS)
    throw new KucoinRefusal(400_002, 'Invalid KC-API-TIMESTAMP', 400);
}
