// The Idempotency-Key header, and the fingerprint that tells whether two requests are the same.

import { createHmac, hash } from 'node:crypto';
import { canonicalJson } from '#lib/json.ts';
import { LIMITS } from '#lib/limits.ts';

/** Visible ASCII without quotes, comma and backslash. */
const KEY = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/;

/** Null when the header is no key. A key in double quotes is the same key as without them. */
export function readIdempotencyKey(header: string): string | null {
  const isQuoted = header.length >= 2 && header.startsWith('"') && header.endsWith('"');
  const key = isQuoted ? header.slice(1, -1) : header;
  return key.length <= LIMITS.idempotencyKeyCharactersMax && KEY.test(key) ? key : null;
}

type FingerprintOptions = {
  readonly keyId?: string | null;
  readonly sealingKey?: Uint8Array | null;
};

/**
 * 32 bytes; equal for requests that mean the same, whatever the order of fields and parameters.
 * With a `keyId` requests through other API keys are other requests. With a `sealingKey` it says
 * nothing to who does not have that key.
 */
export function requestFingerprint(
  method: string,
  path: string,
  queryText: string,
  body: unknown,
  { keyId = null, sealingKey = null }: FingerprintOptions = {},
): Uint8Array {
  const query = [...new URLSearchParams(queryText)].map((pair) => JSON.stringify(pair)).sort();
  const through = keyId === null ? [] : [keyId];
  const text = canonicalJson([method, path, query, body ?? null, ...through]);
  if (sealingKey !== null) return createHmac('sha256', sealingKey).update(text).digest();
  return hash('sha256', text, 'buffer');
}
