// Checks a source as saving it would, and stores nothing: for whoever is still writing it.

import type { ScriptCheck } from '#ports/work/script-checker.ts';
import type { ScriptDeps } from '#services/scripts/script-deps.ts';

export type CheckSourceCommand = {
  readonly userId: string;
  readonly source: string;
  /** The script that it is to replace, whose own custom command it may define again; null: none. */
  readonly scriptId: string | null;
};

export async function checkSource(
  deps: Pick<ScriptDeps, 'scripts' | 'checker'>,
  { userId, source, scriptId }: CheckSourceCommand,
): Promise<ScriptCheck> {
  const replaced = scriptId === null ? null : await deps.scripts.findScript(userId, scriptId);
  const libraries = await deps.scripts.listLibraries(userId);
  const others = libraries.filter(
    (library) => library.name !== replaced?.name || library.source !== replaced.source,
  );
  return deps.checker.check(source, others, userId);
}
