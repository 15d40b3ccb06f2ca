// Deletes an end user: its bots are stopped and deleted, its credentials forgotten, and the keys
// that reach it alone revoked. Its orders stay at the exchange.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Clock } from '#ports/clock.ts';
import type { PartnerStore } from '#ports/partner-store.ts';
import type { Principal } from '#ports/store.ts';
import { reachOf } from '#services/partners/partner-deps.ts';

export async function deleteEndUser(
  deps: { readonly partners: Pick<PartnerStore, 'deleteEndUser'>; readonly clock: Clock },
  { caller, userId }: { readonly caller: Principal; readonly userId: string },
): Promise<Result<null, 'user_not_found'>> {
  const atMs = deps.clock.nowMs();
  const isDeleted = await deps.partners.deleteEndUser(reachOf(caller), userId, atMs);
  return isDeleted ? accepted(null) : rejected('user_not_found');
}
