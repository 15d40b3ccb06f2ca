// End users of a partner: one, or a page by id.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { EndUserView, PartnerStore } from '#ports/stores/partner-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import { reachOf } from '#services/partners/partner-deps.ts';

export type EndUserPage = {
  readonly endUsers: readonly EndUserView[];
  /** Where the next page begins after; null on the last one. */
  readonly lastId: string | null;
};

type Deps = { readonly partners: Pick<PartnerStore, 'findEndUserView' | 'listEndUsers'> };

/** Page in the order of ids, within the caller's reach; `lastId` is null on the last page. */
export async function listEndUsers(
  deps: Deps,
  query: { readonly caller: Principal; readonly afterId: string | null; readonly limit: number },
): Promise<EndUserPage> {
  const { caller, afterId, limit } = query;
  const found = await deps.partners.listEndUsers(reachOf(caller), afterId, limit + 1);
  const endUsers = found.slice(0, limit);
  return { endUsers, lastId: found.length > limit ? (endUsers.at(-1)?.userId ?? null) : null };
}

/** A foreign end user is treated like an unknown one. */
export async function getEndUser(
  deps: Deps,
  { caller, userId }: { readonly caller: Principal; readonly userId: string },
): Promise<Result<EndUserView, 'user_not_found'>> {
  const found = await deps.partners.findEndUserView(reachOf(caller), userId);
  return found === null ? rejected('user_not_found') : accepted(found);
}
