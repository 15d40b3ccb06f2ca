// The keys that a caller could have made itself: no wider in scopes, end user, networks and expiry
// than its own. All others of its user are treated like unknown ones, also where a key is switched
// or revoked.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { allowsRanges } from '#domain/access/address-range.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import type { ApiKey, KeyStore, Principal } from '#ports/stores/key-store.ts';
import { boundsOf } from '#services/keys/create-own-key.ts';

export type { ApiKey };

export type OwnKeyPage = {
  readonly keys: readonly ApiKey[];
  /** Where the next page begins after; null on the last one. */
  readonly lastId: string | null;
};

type Deps<Name extends keyof KeyStore> = { readonly keys: Pick<KeyStore, Name | 'listKeys'> };

/** Sorted by id. */
export async function listOwnKeys(
  deps: Deps<'listKeys'>,
  query: { readonly caller: Principal; readonly afterId: string | null; readonly limit: number },
): Promise<OwnKeyPage> {
  const { caller, afterId, limit } = query;
  const all = await deps.keys.listKeys(caller.userId);
  const rest = all.filter(
    (key) => isWithin(key, caller) && (afterId === null || key.keyId > afterId),
  );
  const keys = rest.slice(0, limit);
  return { keys, lastId: rest.length > limit ? (keys.at(-1)?.keyId ?? null) : null };
}

/** At once and in every process; a key may revoke itself. */
export async function revokeOwnKey(
  deps: Deps<'deleteKey'>,
  { caller, keyId }: OfKey,
): Promise<Result<null, 'key_not_found'>> {
  if ((await findOwnKey(deps, { caller, keyId })) === null) return rejected('key_not_found');
  return (await deps.keys.deleteKey(keyId)) ? accepted(null) : rejected('key_not_found');
}

/** At once and in every process; a key that is off responds like an unknown one. */
export async function switchOwnKey(
  deps: Deps<'setKeyEnabled'>,
  {
    caller,
    keyId,
    isEnabled,
    claim,
  }: OfKey & { readonly isEnabled: boolean; readonly claim: HeldClaim | null },
): Promise<Result<ApiKey, 'key_not_found'>> {
  const key = await findOwnKey(deps, { caller, keyId });
  if (key === null || !(await deps.keys.setKeyEnabled(keyId, isEnabled, claim)))
    return rejected('key_not_found');
  return accepted({ ...key, isEnabled });
}

type OfKey = { readonly caller: Principal; readonly keyId: string };

async function findOwnKey(
  deps: Deps<'listKeys'>,
  { caller, keyId }: OfKey,
): Promise<ApiKey | null> {
  const all = await deps.keys.listKeys(caller.userId);
  const key = all.find((each) => each.keyId === keyId);
  return key !== undefined && isWithin(key, caller) ? key : null;
}

function isWithin(key: ApiKey, asker: Principal): boolean {
  const caller = boundsOf(asker);
  return (
    (caller.endUserId === null || key.endUserId === caller.endUserId) &&
    expiresNoLater(key, caller) &&
    allowsRanges(caller.addresses, key.addresses) &&
    hasNoFurtherScope(key, caller)
  );
}

function expiresNoLater(key: ApiKey, caller: Principal): boolean {
  if (caller.expiresAtMs === null) return true;
  return key.expiresAtMs !== null && key.expiresAtMs <= caller.expiresAtMs;
}

function hasNoFurtherScope(key: ApiKey, caller: Principal): boolean {
  if (caller.scopes.length === 0) return true;
  return key.scopes.length > 0 && key.scopes.every((scope) => caller.scopes.includes(scope));
}
