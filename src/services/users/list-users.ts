// Every user of the installation, for its operator.

import type { User, UserStore } from '#ports/stores/user-store.ts';

/** Oldest first. */
export async function listUsers(deps: {
  readonly users: Pick<UserStore, 'listUsers'>;
}): Promise<readonly User[]> {
  return deps.users.listUsers();
}
