// A page of a user's scripts, by id: a list that stays right while scripts come and go.

import type { ScriptRow, ScriptStore } from '#ports/stores/script-store.ts';

export type ScriptPage = {
  readonly scripts: readonly ScriptRow[];
  /** Where the next page begins after; null on the last one. */
  readonly lastId: string | null;
};

/** Page in the order of ids; `lastId` is null on the last page. */
export async function listScripts(
  deps: { readonly scripts: Pick<ScriptStore, 'listScripts'> },
  request: { readonly userId: string; readonly afterId: string | null; readonly limit: number },
): Promise<ScriptPage> {
  const { userId, afterId, limit } = request;
  const found = await deps.scripts.listScripts(userId, afterId, limit + 1);
  const scripts = found.slice(0, limit);
  const lastId = found.length > limit ? (scripts.at(-1)?.scriptId ?? null) : null;
  return { scripts, lastId };
}
