// The keys that a caller could have made itself: no wider in scopes, end user, networks and expiry
// than its own. All others of its partner are treated like unknown ones, also where a key is
// revoked.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { allowsRanges } from '#domain/access/address-range.ts';
import type { ApiKey, Principal } from '#ports/stores/key-store.ts';
import type { PartnerDeps } from '#services/partners/partner-deps.ts';

export type PartnerKey = ApiKey;

export type PartnerKeyPage = {
  readonly keys: readonly ApiKey[];
  /** Where the next page begins after; null on the last one. */
  readonly lastId: string | null;
};

type Deps = Pick<PartnerDeps, 'keys'>;

/** Sorted by id. */
export async function listPartnerKeys(
  deps: Deps,
  query: { readonly caller: Principal; readonly afterId: string | null; readonly limit: number },
): Promise<PartnerKeyPage> {
  const { caller, afterId, limit } = query;
  const all = await deps.keys.listKeys(caller.userId);
  const rest = all.filter(
    (key) => isWithin(key, caller) && (afterId === null || key.keyId > afterId),
  );
  const keys = rest.slice(0, limit);
  return { keys, lastId: rest.length > limit ? (keys.at(-1)?.keyId ?? null) : null };
}

/** At once and in every process; a key may revoke itself. */
export async function revokePartnerKey(
  deps: Deps,
  { caller, keyId }: { readonly caller: Principal; readonly keyId: string },
): Promise<Result<null, 'key_not_found'>> {
  const all = await deps.keys.listKeys(caller.userId);
  const key = all.find((each) => each.keyId === keyId);
  if (key === undefined || !isWithin(key, caller)) return rejected('key_not_found');
  return (await deps.keys.deleteKey(keyId)) ? accepted(null) : rejected('key_not_found');
}

function isWithin(key: ApiKey, caller: Principal): boolean {
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
