// Authenticates a call to Bitget: its key and its time. Signed are the time stamp, the method, the
// path with its query, and the body.

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { hmacText, isSameSignature, usableKey } from '#loopback/skins/kit/signed-call.ts';
import type { VenueRequest } from '#loopback/skins/skin.ts';
import { BitgetRefusal } from '#loopback/skins/bitget/bitget-errors.ts';

const WINDOW_MS = 30_000;

/** HMAC-SHA256 in base64. */
export const bitgetSignature = hmacText('sha256', 'base64');

/** Compares in constant time. */
export function isBitgetSignature(secret: string, text: string, given: string): boolean {
  return isSameSignature(bitgetSignature(secret, text), given);
}

/** "+ '?' + queryString": as it reads, where the client has encoded it. */
function bitgetSignedText({ headers, method, path, query, body }: VenueRequest): string {
  const address = query === '' ? path : `${path}?${decodeURIComponent(query)}`;
  return `${headers['access-timestamp'] ?? ''}${method}${address}${body}`;
}

/** Key that may be used from this address. Throws the refusal of any other. */
export function checkBitgetKey(exchange: Exchange, apiKey: string, address: string): ApiKey {
  return usableKey(exchange, apiKey, address, {
    unknown: () => new BitgetRefusal(40_037, 'Apikey does not exist'),
    foreign: () => new BitgetRefusal(40_038, 'The current ip is not in the apikey ip whitelist'),
  });
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
