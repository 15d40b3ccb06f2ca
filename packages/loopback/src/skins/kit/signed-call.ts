// Signatures and keys, as all venues check them before their own rules.

import { createHmac, timingSafeEqual } from 'node:crypto';

import type { ApiKey, Exchange } from '#loopback/exchange/exchange.ts';

/** HMAC of a text, written in base64 or in hexadecimal digits. */
export function hmacText(
  algorithm: 'sha256' | 'sha512',
  encoding: 'base64' | 'hex',
): (secret: string, text: string) => string {
  return (secret, text) => createHmac(algorithm, secret).update(text).digest(encoding);
}

/** Compares a signature with the expected one in constant time. */
export function isSameSignature(expected: string, given: string): boolean {
  const [own, other] = [Buffer.from(expected), Buffer.from(given)];
  return own.length === other.length && timingSafeEqual(own, other);
}

/** Key that may be used from this address. Throws the refusal of an unknown or foreign one. */
export function usableKey(
  exchange: Exchange,
  apiKey: string,
  address: string,
  refusals: { readonly unknown: () => Error; readonly foreign: () => Error },
): ApiKey {
  const key = exchange.keys.get(apiKey);
  if (key === undefined || key.isRevoked) throw refusals.unknown();
  if (key.addresses.length > 0 && !key.addresses.includes(address)) throw refusals.foreign();
  return key;
}
