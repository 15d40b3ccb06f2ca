// Makes a user a partner: from then on it may have end users. What they may use is enabled apart.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Partner, PartnerStore } from '#ports/stores/partner-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

export type CreatePartnerRejection = 'user_not_found' | 'already_partner';

/** Makes a named user a partner without exchanges and markets; rejects one that is a partner. */
export async function createPartner(
  deps: {
    readonly users: Pick<UserStore, 'findUserByName'>;
    readonly partners: Pick<PartnerStore, 'insertPartner'>;
    readonly clock: Clock;
  },
  command: { readonly userName: string },
): Promise<Result<Partner, CreatePartnerRejection>> {
  const user = await deps.users.findUserByName(command.userName);
  if (user === null) return rejected('user_not_found');
  const createdAtMs = deps.clock.nowMs();
  const partner = { partnerId: user.userId, exchanges: [], marketTags: [], createdAtMs };
  const isNew = await deps.partners.insertPartner(partner);
  return isNew ? accepted(partner) : rejected('already_partner');
}
