// Authenticates a call to Bitget: its key and its time. Signed are the time stamp, the method, the
// path with its query, and the body.

import { createHmac, timingSafeEqual } from 'node:crypto';

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import type { VenueRequest } from '#loopback/skins/skin.ts';
import { BitgetRefusal } from '#loopback/skins/bitget/bitget-errors.ts';

const WINDOW_MS = 30_000;

export function bitgetSignature(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64');
}

export function isBitgetSignature(secret: string, text: string, given: string): boolean {
  const expected = Buffer.from(bitgetSignature(secret, text));
  const actual = Buffer.from(given);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** "+ '?' + queryString": as it reads, where the client has encoded it. */
function bitgetSignedText({ headers, method, path, query, body }: VenueRequest): string {
  const address = query === '' ? path : `${path}?${decodeURIComponent(query)}`;
  return `${headers['access-timestamp'] ?? ''}${method}${address}${body}`;
}

export function checkBitgetKey(exchange: Exchange, apiKey: string, address: string): ApiKey {
  const key = exchange.keys.get(apiKey);
  if (key === undefined || key.isRevoked) throw new BitgetRefusal(40_037, 'Apikey does not exist');
  if (key.addresses.length > 0 && !key.addresses.includes(address))
    throw new BitgetRefusal(40_038, 'The current ip is not in the apikey ip whitelist');
  return key;
}

const HEADERS: readonly (readonly [string, number])[] = [
  ['access-key', 40_001],
  ['access-sign', 40_002],
  ['access-timestamp', 40_003],
  ['access-passphrase', 40_011],
];

/** Of a call: headers, time, key, passphrase, signature, right. */
export function authenticateBitget(
  exchange: Exchange,
  request: VenueRequest,
  needsTrade: boolean,
): ApiKey {
  const { headers, address } = request;
  for (const [name, code] of HEADERS)
    if (headers[name] === undefined)
      throw new BitgetRefusal(code, `Request header "${name.toUpperCase()}" is required`);
  const text = headers['access-timestamp'] ?? '';
  if (!/^\d{13}$/.test(text)) throw new BitgetRefusal(40_005, 'Invalid ACCESS_TIMESTAMP');
  if (Math.abs(exchange.clock.nowMs() - Number(text)) > WINDOW_MS)
    throw new BitgetRefusal(40_008, 'Request timestamp expired');
  const key = checkBitgetKey(exchange, headers['access-key'] ?? '', address);
  if (headers['access-passphrase'] !== key.passphrase)
    throw new BitgetRefusal(40_012, 'apikey/password is incorrect');
  if (!isBitgetSignature(key.secret, bitgetSignedText(request), headers['access-sign'] ?? ''))
    throw new BitgetRefusal(40_009, 'sign signature error');
  if (needsTrade && !key.canTrade) throw new BitgetRefusal(40_014, 'Incorrect permissions');
  return key;
}
