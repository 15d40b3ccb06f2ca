// Whom the risk switch reaches when an operator names a user: the user, and the end users of a
// partner.

import type { SwitchReach } from '#ports/stores/risk-switch-store.ts';
import type { FindPartnerDeps } from '#services/partners/find-partner-of.ts';

/** Null when there is no such user. */
export async function reachesOfUser(
  { users, partners }: FindPartnerDeps,
  userName: string,
): Promise<readonly SwitchReach[] | null> {
  const user = await users.findUserByName(userName);
  if (user === null) return null;
  const { userId } = user;
  const own: SwitchReach = { kind: 'user', userId };
  const partner = await partners.findPartner(userId);
  if (partner === null) return [own];
  return [own, { kind: 'end_users', partnerId: partner.partnerId, endUserId: null }];
}
