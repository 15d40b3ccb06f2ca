// Names of a key's parts at an exchange; a part that it does not have has no name.

import type { Exchange } from '@tidemill/client';

type Part = Exchange['credential_fields'][number];

/** Names by part. */
export function credentialNames(
  parts: readonly Part[],
): Partial<Readonly<Record<Part['field'], string>>> {
  return Object.fromEntries(parts.map(({ field, name }) => [field, name]));
}
