// Signatures of frames for the streams of venues, for all three kinds of keys. Requests over HTTP
// are signed below the dialects.

import { createHmac, createPrivateKey, sign } from 'node:crypto';
import type { VenueCredentials } from '#adapters/venues/wire/venue-wire.ts';

/** Hex of a shared secret's HMAC, base64 of a private key's signature. Throws for a broken key. */
export function signedText({ secret }: Pick<VenueCredentials, 'secret'>, text: string): string {
  if (!secret.includes('PRIVATE KEY'))
    return createHmac('sha256', secret).update(text).digest('hex');
  const key = createPrivateKey(secret);
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return sign(algorithm, Buffer.from(text), key).toString('base64');
}
