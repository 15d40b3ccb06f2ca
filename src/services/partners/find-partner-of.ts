// Finds a partner by the name of its user, for the operator.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Partner, PartnerStore } from '#ports/stores/partner-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

export type FindPartnerDeps = {
  readonly users: Pick<UserStore, 'findUserByName'>;
  readonly partners: Pick<PartnerStore, 'findPartner'>;
};

export type NoPartner = 'user_not_found' | 'not_a_partner';

/** Partner by the name of its user. */
export async function findPartnerOf(
  deps: FindPartnerDeps,
  userName: string,
): Promise<Result<Partner, NoPartner>> {
  const user = await deps.users.findUserByName(userName);
  if (user === null) return rejected('user_not_found');
  const partner = await deps.partners.findPartner(user.userId);
  return partner === null ? rejected('not_a_partner') : accepted(partner);
}
