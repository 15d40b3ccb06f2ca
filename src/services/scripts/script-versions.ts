// Earlier sources of a script.

import type { ScriptVersion } from '#ports/stores/script-store.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ScriptDeps } from '#services/scripts/script-deps.ts';

export type { ScriptVersion } from '#ports/stores/script-store.ts';

export type VersionHead = Omit<ScriptVersion, 'source'>;

type Deps = Pick<ScriptDeps, 'scripts'>;
type ScriptQuery = { readonly userId: string; readonly scriptId: string };

export type VersionPage = {
  readonly versions: readonly VersionHead[];
  /** Where the next page begins after; null on the last one. */
  readonly lastKey: string | null;
};

/** Newest first. Each script has one at least. */
export async function listVersions(
  deps: Deps,
  request: ScriptQuery & { readonly after: string | null; readonly limit: number },
): Promise<Result<VersionPage, 'script_not_found'>> {
  const { userId, scriptId, after, limit } = request;
  const before = after === null ? null : Number(after);
  const found = await deps.scripts.listVersions(userId, scriptId, before, limit + 1);
  if (found.length === 0 && before === null) return rejected('script_not_found');
  const versions = found.slice(0, limit);
  const last = found.length > limit ? versions.at(-1) : undefined;
  return accepted({ versions, lastKey: last === undefined ? null : String(last.version) });
}

/** Earlier source by its number. */
export async function getVersion(
  deps: Deps,
  { userId, scriptId, version }: ScriptQuery & { readonly version: number },
): Promise<Result<ScriptVersion, 'script_not_found'>> {
  const found = await deps.scripts.findVersion(userId, scriptId, version);
  return found === null ? rejected('script_not_found') : accepted(found);
}
