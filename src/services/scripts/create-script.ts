// A new script: compiled and stored, whatever the check finds.

import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { present } from '#lib/assert.ts';
import type { Script } from '#ports/stores/script-store.ts';
import type { ScriptLibrary } from '#ports/work/script-checker.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
import type { UnreadableDocument } from '#services/scripts/check-visual.ts';
import { checkVisual } from '#services/scripts/check-visual.ts';
import type { ScriptDeps } from '#services/scripts/script-deps.ts';

export type CreateScriptCommand = {
  readonly userId: string;
  readonly name: string;
  readonly description: string | null;
  readonly source: string;
  /** Equal for each try of one request: all tries make the same script. */
  readonly derivationId: string;
  readonly completion?: CompletionSlot<Script> | null;
};

export type TooManyScripts = { readonly code: 'too_many_scripts'; readonly limit: number };

type Deps = Omit<ScriptDeps, 'bots'>;
type SourceAndCheck = Pick<Script, 'source' | 'check' | 'type'>;

/** Refused when the user has as many scripts as there may be. */
export async function createScript(
  deps: Deps,
  command: CreateScriptCommand,
): Promise<Result<Script, TooManyScripts>> {
  const { source, userId } = command;
  return storeChecked(deps, command, async (libraries) => {
    const check = await deps.checker.check(source, libraries, userId);
    return accepted({ type: 'lua', source, check });
  });
}

/** `source` is a document; one that cannot be read is refused, and nothing of it is stored. */
export async function createVisualScript(
  deps: Deps,
  command: CreateScriptCommand,
): Promise<Result<Script, TooManyScripts | UnreadableDocument>> {
  return storeChecked(deps, command, async (libraries) => {
    const checked = await checkVisual(deps, command.source, libraries, command.userId);
    if (!checked.ok) return checked;
    const { source, check } = checked.value;
    return accepted({ type: 'visual', source, check });
  });
}

async function storeChecked<Refused>(
  deps: Deps,
  command: CreateScriptCommand,
  checked: (libraries: readonly ScriptLibrary[]) => Promise<Result<SourceAndCheck, Refused>>,
): Promise<Result<Script, TooManyScripts | Refused>> {
  const { userId, name, description, derivationId, completion = null } = command;
  const scriptId = identifierFromBytes('scr', deps.digest.sha256(`script:${derivationId}`));
  const made = await deps.scripts.findScript(userId, scriptId);
  if (made !== null) return accepted(made);
  const limit = LIMITS.scriptsPerUserMax;
  if ((await deps.scripts.countScripts(userId)) >= limit) {
    return rejected({ code: 'too_many_scripts', limit });
  }
  const found = await checked(await deps.scripts.listLibraries(userId));
  if (!found.ok) return found;
  const atMs = deps.clock.nowMs();
  const times = { createdAtMs: atMs, updatedAtMs: atMs };
  const script: Script = { scriptId, userId, name, description, ...found.value, ...times };
  const written = completionWith(completion, script);
  const outcome = await deps.scripts.insertScript(script, limit, written);
  if (outcome === 'limit') return rejected({ code: 'too_many_scripts', limit });
  if (outcome === 'inserted') return accepted(script);
  return accepted(present(await deps.scripts.findScript(userId, scriptId), 'it was stored'));
}
