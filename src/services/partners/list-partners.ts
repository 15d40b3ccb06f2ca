// The partners of the installation, for its operator, with the names of their users.

import type { Partner, PartnerStore } from '#ports/stores/partner-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

export type PartnerOfUser = Partner & { readonly userName: string };

/** Sorted by id. */
export async function listPartners(deps: {
  readonly users: Pick<UserStore, 'listUsers'>;
  readonly partners: Pick<PartnerStore, 'listPartners'>;
}): Promise<readonly PartnerOfUser[]> {
  const users = await deps.users.listUsers();
  const names = new Map(users.map((user) => [user.userId, user.name]));
  const partners = await deps.partners.listPartners();
  return partners.map((partner) => ({
    ...partner,
    userName: names.get(partner.partnerId) ?? partner.partnerId,
  }));
}
