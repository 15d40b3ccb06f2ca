// Makes a key for a partner, which may be for one of its end users alone.

import type { Result } from '#lib/result.ts';
import { rejected } from '#lib/result.ts';
import type { NewKey } from '#services/keys/create-key.ts';
import type { CreateOwnKeyCommand, CreateOwnKeyRejection } from '#services/keys/create-own-key.ts';
import { createOwnKey } from '#services/keys/create-own-key.ts';
import type { PartnerDeps } from '#services/partners/partner-deps.ts';
import { reachOf } from '#services/partners/partner-deps.ts';

export type NewPartnerKey = NewKey;

export type CreatePartnerKeyRejection =
  | CreateOwnKeyRejection
  | { readonly code: 'user_not_found'; readonly detail: string };

/** Makes a key within the caller's bounds; rejects an end user out of reach. */
export async function createPartnerKey(
  deps: PartnerDeps,
  command: CreateOwnKeyCommand,
): Promise<Result<NewKey, CreatePartnerKeyRejection>> {
  const { caller, endUserId } = command;
  if (endUserId !== null) {
    const reached = await deps.partners.findEndUser(reachOf(caller), endUserId);
    if (reached === null)
      return rejected({ code: 'user_not_found', detail: 'There is no such end user.' });
  }
  return createOwnKey(deps, command);
}
