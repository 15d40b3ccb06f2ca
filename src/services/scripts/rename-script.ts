// Renames and describes a script. Its source, and what runs, stay as they are.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ScriptWords } from '#ports/stores/script-store.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { Script, ScriptDeps } from '#services/scripts/script-deps.ts';

export type RenameScriptCommand = ScriptWords & {
  readonly userId: string;
  readonly scriptId: string;
  readonly completion: CompletionSlot<Script> | null;
};

/** Returns the script as it then is. */
export async function renameScript(
  deps: Pick<ScriptDeps, 'scripts'>,
  { userId, scriptId, completion, ...words }: RenameScriptCommand,
): Promise<Result<Script, 'script_not_found'>> {
  const script = await deps.scripts.findScript(userId, scriptId);
  if (script === null) return rejected('script_not_found');
  const description = words.description === undefined ? script.description : words.description;
  const renamed = { ...script, name: words.name, description };
  const ending = completionWith(completion, renamed);
  const isKnown = await deps.scripts.renameScript(userId, scriptId, words, ending);
  return isKnown ? accepted(renamed) : rejected('script_not_found');
}
