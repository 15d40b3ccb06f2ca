// Checks a source as saving it would, and stores nothing: for whoever is still writing it.

import type { Result } from '#lib/result.ts';
import type { ScriptCheck, ScriptLibrary } from '#ports/work/script-checker.ts';
import type { CheckedVisual, UnreadableDocument } from '#services/scripts/check-visual.ts';
import { checkVisual } from '#services/scripts/check-visual.ts';
import { runnableSource } from '#services/scripts/runnable-source.ts';
import type { ScriptDeps } from '#services/scripts/script-deps.ts';

export type CheckSourceCommand = {
  readonly userId: string;
  readonly source: string;
  /** The script that it is to replace, whose own custom command it may define again; null: none. */
  readonly scriptId: string | null;
};

type Deps = Pick<ScriptDeps, 'scripts' | 'checker'>;

/** Check of a source against the user's other libraries. */
export async function checkSource(deps: Deps, command: CheckSourceCommand): Promise<ScriptCheck> {
  const { source, userId } = command;
  return deps.checker.check(source, await otherLibraries(deps, command), userId);
}

/** `source` is a document. */
export async function checkDocument(
  deps: Deps,
  command: CheckSourceCommand,
): Promise<Result<CheckedVisual, UnreadableDocument>> {
  const { source, userId } = command;
  return checkVisual(deps, source, await otherLibraries(deps, command), userId);
}

async function otherLibraries(
  deps: Deps,
  { userId, scriptId }: CheckSourceCommand,
): Promise<readonly ScriptLibrary[]> {
  const replaced = scriptId === null ? null : await deps.scripts.findScript(userId, scriptId);
  const libraries = await deps.scripts.listLibraries(userId);
  return libraries.filter(
    ({ name, source }) =>
      replaced === null || name !== replaced.name || source !== runnableSource(replaced),
  );
}
