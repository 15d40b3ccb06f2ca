// The custom commands that a script calls and that nobody offers it, with the scripts of its user
// that would define them if they were valid.

import { calledCommands, commandNameOf } from '#engine/check/declared-names.ts';
import type { Script, ScriptRow, ScriptStore } from '#ports/script-store.ts';

const PAGE = 100;

export type MissingCommand = {
  /** As it is called: `CC_Name`. */
  readonly name: string;
  /** Scripts that define it; none of them is valid. */
  readonly definedBy: readonly Pick<ScriptRow, 'scriptId' | 'name'>[];
};

async function scriptsOf(store: ScriptStore, userId: string): Promise<readonly Script[]> {
  const found: Script[] = [];
  let afterId: string | null = null;
  for (;;) {
    const page: readonly ScriptRow[] = await store.listScripts(userId, afterId, PAGE);
    for (const { scriptId } of page) {
      const script = await store.findScript(userId, scriptId);
      if (script !== null) found.push(script);
    }
    afterId = page.at(-1)?.scriptId ?? null;
    if (page.length < PAGE || afterId === null) return found;
  }
}

/** In the order in which the script names them. */
export async function missingCommands(
  deps: { readonly scripts: ScriptStore },
  { userId, scriptId, source }: Pick<Script, 'userId' | 'scriptId' | 'source'>,
): Promise<readonly MissingCommand[]> {
  const called = calledCommands(source);
  if (called.length === 0) return [];
  const others = (await scriptsOf(deps.scripts, userId)).filter(
    (script) => script.scriptId !== scriptId,
  );
  return called.flatMap(({ name }) => {
    const definedBy = others.filter((script) => `CC_${commandNameOf(script.source)}` === name);
    if (definedBy.some(({ check }) => check.isValid)) return [];
    const rows = definedBy.map((script) => ({ scriptId: script.scriptId, name: script.name }));
    return [{ name, definedBy: rows }];
  });
}
