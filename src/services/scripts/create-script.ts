// Making a script: its source is checked and stored whatever the check finds.

import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { present } from '#lib/assert.ts';
import type { Script } from '#ports/stores/script-store.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';
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

/** Refused when the user has as many scripts as there may be. */
export async function createScript(
  deps: Omit<ScriptDeps, 'bots'>,
  command: CreateScriptCommand,
): Promise<Result<Script, { readonly code: 'too_many_scripts'; readonly limit: number }>> {
  const { userId, name, description, source, derivationId, completion = null } = command;
  const scriptId = identifierFromBytes('scr', deps.digest.sha256(`script:${derivationId}`));
  const made = await deps.scripts.findScript(userId, scriptId);
  if (made !== null) return accepted(made);
  const limit = LIMITS.scriptsPerUserMax;
  if ((await deps.scripts.countScripts(userId)) >= limit) {
    return rejected({ code: 'too_many_scripts', limit });
  }
  const libraries = await deps.scripts.listLibraries(userId);
  const check = await deps.checker.check(source, libraries, userId);
  const atMs = deps.clock.nowMs();
  const text = { name, description, source, check } as const;
  const times = { createdAtMs: atMs, updatedAtMs: atMs };
  const script: Script = { scriptId, userId, type: 'lua', ...text, ...times };
  // Counted again where it is written: others may have asked at the same time.
  const written = completionWith(completion, script);
  const outcome = await deps.scripts.insertScript(script, limit, written);
  if (outcome === 'limit') return rejected({ code: 'too_many_scripts', limit });
  if (outcome === 'inserted') return accepted(script);
  // Another try of the same request was faster.
  return accepted(present(await deps.scripts.findScript(userId, scriptId), 'it was stored'));
}
