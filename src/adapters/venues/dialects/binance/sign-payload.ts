// Signatures of frames for Binance's WebSocket API, for all three kinds of keys. Requests over HTTP
// are signed below the dialects.

import { createHmac, createPrivateKey, sign } from 'node:crypto';
import type { VenueCredentials } from '#adapters/venues/wire/venue-wire.ts';

/** The signature of the parameters, sorted by name. Throws for a key that is no key. */
export function signedParameters(
  { secret }: Pick<VenueCredentials, 'secret'>,
  parameters: Readonly<Record<string, string | number>>,
): string {
  const payload = Object.entries(parameters)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  if (!secret.includes('PRIVATE KEY'))
    return createHmac('sha256', secret).update(payload).digest('hex');
  const key = createPrivateKey(secret);
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  return sign(algorithm, Buffer.from(payload), key).toString('base64');
}
