// Authenticates a call to Kraken: its key, and that its number is above those before.

import { createHash, createHmac } from 'node:crypto';

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { isSameSignature, usableKey } from '#loopback/skins/kit/signed-call.ts';
import type { VenueRequest } from '#loopback/skins/skin.ts';
import { KrakenRefusal } from '#loopback/skins/kraken/kraken-errors.ts';

/** The last numbers by key. */
export type KrakenNumbers = Map<string, bigint>;

/** Over the path, then the hash of the number and the body as sent; the secret is in base64. */
export function krakenSignature(secret: string, path: string, nonce: string, body: string): string {
  const hash = createHash('sha256').update(`${nonce}${body}`).digest();
  const hmac = createHmac('sha512', Buffer.from(secret, 'base64'));
  return hmac.update(path).update(hash).digest('base64');
}

/** Key, address, signature and number of a call; without a window of numbers. */
export function authenticateKraken(
  exchange: Exchange,
  numbers: KrakenNumbers,
  request: VenueRequest,
  nonce: string,
): ApiKey {
  const { headers, path, body, address } = request;
  const key = usableKey(exchange, headers['api-key'] ?? '', address, {
    unknown: () => new KrakenRefusal('EAPI:Invalid key'),
    foreign: () => new KrakenRefusal('EGeneral:Permission denied'),
  });
  const expected = krakenSignature(key.secret, path, nonce, body);
  if (!isSameSignature(expected, headers['api-sign'] ?? ''))
    throw new KrakenRefusal('EAPI:Invalid signature');
  const isNumber = /^\d{1,19}$/.test(nonce);
  if (!isNumber || BigInt(nonce) <= (numbers.get(key.key) ?? 0n))
    throw new KrakenRefusal('EAPI:Invalid nonce');
  numbers.set(key.key, BigInt(nonce));
  return key;
}
