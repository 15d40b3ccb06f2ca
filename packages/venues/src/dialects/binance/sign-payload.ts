// Signatures of frames for Binance's WebSocket API.

import { signedText } from '#venues/dialects/reply/sign-text.ts';
import type { VenueCredentials } from '#venues/wire/venue-wire.ts';

/** The signature of the parameters, sorted by name. Throws for a key that is no key. */
export function signedParameters(
  credentials: Pick<VenueCredentials, 'secret'>,
  parameters: Readonly<Record<string, string | number>>,
): string {
  const payload = Object.entries(parameters)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return signedText(credentials, payload);
}
