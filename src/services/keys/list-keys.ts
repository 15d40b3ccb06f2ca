// API keys for the installation's operator, with the names of the users they belong to.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ApiKey, KeyStore } from '#ports/stores/key-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

export type KeyOfUser = ApiKey & { readonly userName: string };

/** Oldest first; one user's or, with null, everyone's. */
export async function listKeys(
  deps: {
    readonly users: Pick<UserStore, 'listUsers'>;
    readonly keys: Pick<KeyStore, 'listKeys'>;
  },
  query: { readonly userName: string | null },
): Promise<Result<readonly KeyOfUser[], 'user_not_found'>> {
  const users = await deps.users.listUsers();
  const owner = users.find((user) => user.name === query.userName);
  if (query.userName !== null && owner === undefined) return rejected('user_not_found');
  const names = new Map(users.map((user) => [user.userId, user.name]));
  const keys = await deps.keys.listKeys(owner?.userId ?? null);
  return accepted(keys.map((key) => ({ ...key, userName: names.get(key.userId) ?? key.userId })));
}
