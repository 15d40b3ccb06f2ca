// All scripts of a user, for the operator.

import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ScriptRow, ScriptStore } from '#ports/stores/script-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

type Deps = {
  readonly users: Pick<UserStore, 'findUserByName'>;
  readonly scripts: Pick<ScriptStore, 'listScripts'>;
};

/** Scripts of a named user, up to the limit of scripts. */
export async function listScriptsOfUser(
  deps: Deps,
  { userName }: { readonly userName: string },
): Promise<Result<readonly ScriptRow[], 'user_not_found'>> {
  const user = await deps.users.findUserByName(userName);
  if (user === null) return rejected('user_not_found');
  return accepted(await deps.scripts.listScripts(user.userId, null, LIMITS.scriptsPerUserMax));
}
