// Replacing a script's source. Bots that run keep the text that they loaded.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Script } from '#ports/stores/script-store.ts';
import type { ScriptCheck, ScriptLibrary } from '#ports/work/script-checker.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { UnreadableDocument } from '#services/scripts/check-visual.ts';
import { checkVisual } from '#services/scripts/check-visual.ts';
import { runnableSource } from '#services/scripts/runnable-source.ts';
import type { ScriptDeps } from '#services/scripts/script-deps.ts';

export type ReplaceSourceCommand = {
  readonly userId: string;
  readonly scriptId: string;
  /** Lua, or the document of a visual script. */
  readonly source: string;
  readonly completion?: CompletionSlot<ScriptCheck> | null;
};

type Deps = Pick<ScriptDeps, 'scripts' | 'checker' | 'clock'>;

/**
 * Returns what the check of the new source found; an invalid source is stored too. A document that
 * cannot be read is refused, and the script stays as it was.
 */
export async function replaceSource(
  deps: Deps,
  command: ReplaceSourceCommand,
): Promise<Result<ScriptCheck, 'script_not_found' | UnreadableDocument>> {
  const { userId, scriptId, completion = null } = command;
  const replaced = await deps.scripts.findScript(userId, scriptId);
  if (replaced === null) return rejected('script_not_found');
  const libraries = await deps.scripts.listLibraries(userId);
  const own = libraries.findIndex(
    (library) => library.name === replaced.name && library.source === runnableSource(replaced),
  );
  const others = libraries.filter((_, at) => at !== own);
  const checked = await checkedSource(deps, replaced, command.source, others);
  if (!checked.ok) return checked;
  const { source, check } = checked.value;
  const atMs = deps.clock.nowMs();
  const text = [userId, scriptId, source, check, atMs] as const;
  const isKnown = await deps.scripts.replaceSource(...text, completionWith(completion, check));
  return isKnown ? accepted(check) : rejected('script_not_found');
}

async function checkedSource(
  deps: Deps,
  { type, userId }: Script,
  source: string,
  libraries: readonly ScriptLibrary[],
): Promise<Result<Pick<Script, 'source' | 'check'>, UnreadableDocument>> {
  if (type === 'visual') return checkVisual(deps, source, libraries, userId);
  return accepted({ source, check: await deps.checker.check(source, libraries, userId) });
}
