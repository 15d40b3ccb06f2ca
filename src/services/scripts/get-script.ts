// One script of a user, with its source and what its last check found.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Script, ScriptStore } from '#ports/stores/script-store.ts';

/** A foreign script is treated like an unknown one. */
export async function getScript(
  deps: { readonly scripts: Pick<ScriptStore, 'findScript'> },
  { userId, scriptId }: { readonly userId: string; readonly scriptId: string },
): Promise<Result<Script, 'script_not_found'>> {
  const script = await deps.scripts.findScript(userId, scriptId);
  return script === null ? rejected('script_not_found') : accepted(script);
}
