// The parts of the credentials of an exchange, as whoever gives them sees them.

import type { CredentialForm } from '#venue-port/exchange/venue-credentials.ts';

/** As fields of a request. */
export const CREDENTIAL_PARTS = ['api_key', 'api_secret', 'passphrase'] as const;

export type CredentialPart = {
  readonly field: (typeof CREDENTIAL_PARTS)[number];
  /** What the exchange calls it. */
  readonly name: string;
};

/** None where accounts have no credentials. */
export function credentialParts(form: CredentialForm | null): readonly CredentialPart[] {
  if (form === null) return [];
  const { apiKey, secret, passphrase } = form;
  const names = { api_key: apiKey, api_secret: secret, passphrase };
  return CREDENTIAL_PARTS.flatMap((field) => {
    const name = names[field];
    return name === null ? [] : [{ field, name }];
  });
}
