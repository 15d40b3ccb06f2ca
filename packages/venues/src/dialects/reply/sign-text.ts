// Signatures of frames for the streams of venues, for all three kinds of keys. Requests over HTTP
// are signed below the dialects.

import { createHmac, createPrivateKey, sign } from 'node:crypto';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';

/**
 * A shared secret's HMAC as `digest` says, a private key's signature in base64. Throws for a broken
 * key.
 */
export function signedText(
  { secret }: Pick<VenueCredentials, 'secret'>,
  text: string,
  digest: 'hex' | 'base64' = 'hex',
): string {
  if (!secret.includes('PRIVATE KEY'))
    return createHmac('sha256', secret).update(text).digest(digest);
  const key = createPrivateKey(secret);
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return sign(algorithm, Buffer.from(text), key).toString('base64');
}
