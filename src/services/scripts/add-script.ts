// The operator adds a script for a user.

import { identifierAt } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { isVisualText } from '#domain/visual/read-visual-text.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Random } from '#ports/world/random.ts';
import type { ScriptChecker } from '#ports/work/script-checker.ts';
import type { Script, ScriptStore } from '#ports/stores/script-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';
import type { UnreadableDocument } from '#services/scripts/check-visual.ts';
import { createScript, createVisualScript } from '#services/scripts/create-script.ts';

export type AddScriptDeps = {
  readonly users: Pick<UserStore, 'findUserByName'>;
  readonly scripts: ScriptStore;
  readonly checker: ScriptChecker;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
};

export type AddScriptRejection =
  | 'user_not_found'
  | 'invalid_name'
  | 'too_many_scripts'
  | UnreadableDocument;

/** Stored whatever its check finds. */
export async function addScript(
  deps: AddScriptDeps,
  command: { readonly userName: string; readonly name: string; readonly source: string },
): Promise<Result<Script, AddScriptRejection>> {
  const name = command.name.trim();
  if (name === '' || name.length > LIMITS.nameCharactersMax) return rejected('invalid_name');
  const user = await deps.users.findUserByName(command.userName);
  if (user === null) return rejected('user_not_found');
  const { userId } = user;
  const derivationId = identifierAt('idm', deps.clock.nowMs(), deps.random.bytes(10));
  const { source } = command;
  const wish = { userId, name, description: null, source, derivationId };
  const create = isVisualText(source) ? createVisualScript : createScript;
  const made = await create(deps, wish);
  if (made.ok) return accepted(made.value);
  const { rejection } = made;
  return rejected(rejection.code === 'too_many_scripts' ? rejection.code : rejection);
}
