// Replacing a script's source. Bots that run keep the text that they loaded.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ScriptCheck } from '#ports/work/script-checker.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { ScriptDeps } from '#services/scripts/script-deps.ts';

export type ReplaceSourceCommand = {
  readonly userId: string;
  readonly scriptId: string;
  readonly source: string;
  readonly completion?: CompletionSlot<ScriptCheck> | null;
};

/** Returns what the check of the new source found; an invalid source is stored too. */
export async function replaceSource(
  deps: Pick<ScriptDeps, 'scripts' | 'checker' | 'clock'>,
  command: ReplaceSourceCommand,
): Promise<Result<ScriptCheck, 'script_not_found'>> {
  const { userId, scriptId, source, completion = null } = command;
  const replaced = await deps.scripts.findScript(userId, scriptId);
  if (replaced === null) return rejected('script_not_found');
  const libraries = await deps.scripts.listLibraries(userId);
  const own = libraries.findIndex(
    (library) => library.name === replaced.name && library.source === replaced.source,
  );
  const others = libraries.filter((_, at) => at !== own);
  const check = await deps.checker.check(source, others, userId);
  const atMs = deps.clock.nowMs();
  const text = [userId, scriptId, source, check, atMs] as const;
  const isKnown = await deps.scripts.replaceSource(...text, completionWith(completion, check));
  return isKnown ? accepted(check) : rejected('script_not_found');
}
