// Deleting a script, unless a running bot holds it.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ScriptDeps } from '#services/scripts/script-deps.ts';

export type DeleteScriptRejection =
  | { readonly code: 'script_not_found' }
  | { readonly code: 'in_use'; readonly botIds: readonly string[] };

/** Deletes a script with its versions; rejects one in use, with the bots that run it. */
export async function deleteScript(
  deps: Pick<ScriptDeps, 'scripts' | 'bots'>,
  { userId, scriptId }: { readonly userId: string; readonly scriptId: string },
): Promise<Result<null, DeleteScriptRejection>> {
  if ((await deps.scripts.findScript(userId, scriptId)) === null) {
    return rejected({ code: 'script_not_found' });
  }
  const botIds = await deps.bots.findRunningBots(userId, scriptId);
  if (botIds.length > 0) return rejected({ code: 'in_use', botIds });
  const isKnown = await deps.scripts.deleteScript(userId, scriptId);
  return isKnown ? accepted(null) : rejected({ code: 'script_not_found' });
}
