// The operator acts for a user by name: with the user's plan and all rights.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

/**
 * Principal that acts for a user at the machine: the owner's role and no key; rejects an unknown
 * name.
 */
export async function callerOfUser(
  { users }: { readonly users: Pick<UserStore, 'findUserByName'> },
  userName: string,
): Promise<Result<Principal, 'user_not_found'>> {
  const user = await users.findUserByName(userName);
  if (user === null) return rejected('user_not_found');
  const { plan, planUntilMs, userId } = user;
  const reach = { addresses: [], endUserId: null, isPartner: false };
  const person = { role: 'owner', confirmedAtMs: null } as const;
  return accepted({
    keyId: '',
    userId,
    scopes: [],
    plan,
    planUntilMs,
    expiresAtMs: null,
    ...reach,
    ...person,
  });
}
