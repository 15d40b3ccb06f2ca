// The wire shapes of credentials, and of what is known of the key of an account.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { VenueCredentials } from '#services/credentials/credential-deps.ts';
import { nullable, shape } from '#api/schemas/wire-values.ts';

/** `writeOnly` also keeps what was sent out of messages about it. */
const NEVER_SENT = { writeOnly: true } as const;

function secret(description: string) {
  return Type.String({ minLength: 1, maxLength: 4_000, ...NEVER_SENT, description });
}

export const CredentialsSchema = shape(
  'Credentials',
  'What signs in at the exchange; never returned.',
  {
    api_key: secret('Key at the exchange.'),
    api_secret: secret('Its secret.'),
    passphrase: Type.Optional(nullable(secret('Where the exchange has one.'))),
  },
  NEVER_SENT,
);

export function credentialsFromWire(wire: Static<typeof CredentialsSchema>): VenueCredentials {
  const { api_key: apiKey, api_secret: secretText, passphrase = null } = wire;
  return { apiKey, secret: secretText, passphrase };
}
