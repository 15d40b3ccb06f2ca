// Scripts in memory.

import { completeRecord, insistOnRecord } from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { assert } from '#lib/assert.ts';
import type { Script, ScriptStore } from '#ports/stores/script-store.ts';
import { SCRIPT_LIBRARIES_MAX } from '#ports/stores/script-store.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';

export function memoryScriptStore(state: MemoryState): ScriptStore {
  const { users, scripts } = state;
  function ownScript(userId: string, scriptId: string): Script | null {
    const script = scripts.get(scriptId);
    return script?.userId === userId ? script : null;
  }
  function ownScripts(userId: string): readonly Script[] {
    return sortedValues(scripts).filter((script) => script.userId === userId);
  }
  function complete(completion: Completion | null): void {
    if (completion !== null) insistOnRecord(completeRecord(state, completion));
  }
  return {
    async insertScript(script, scriptsMax = Infinity, completion = null) {
      assert(users.has(script.userId), 'a script belongs to a user');
      if (scripts.has(script.scriptId)) return 'exists';
      if (ownScripts(script.userId).length >= scriptsMax) return 'limit';
      complete(completion);
      scripts.set(script.scriptId, script);
      return 'inserted';
    },
    async findScript(userId, scriptId) {
      return ownScript(userId, scriptId);
    },
    async listScripts(userId, afterId, limit) {
      return ownScripts(userId)
        .filter(({ scriptId }) => afterId === null || scriptId > afterId)
        .slice(0, limit)
        .map(({ source: _source, check, ...row }) => ({ ...row, isValid: check.isValid }));
    },
    async replaceSource(userId, scriptId, source, check, atMs, completion = null) {
      const script = ownScript(userId, scriptId);
      if (script === null) return false;
      complete(completion);
      scripts.set(scriptId, { ...script, source, check, updatedAtMs: atMs });
      return true;
    },
    async deleteScript(userId, scriptId) {
      return ownScript(userId, scriptId) !== null && scripts.delete(scriptId);
    },
    async countScripts(userId) {
      return ownScripts(userId).length;
    },
    async listLibraries(userId) {
      return ownScripts(userId)
        .filter(({ check }) => check.isValid && check.commandName !== null)
        .slice(0, SCRIPT_LIBRARIES_MAX)
        .map(({ name, source }) => ({ name, source }));
    },
  };
}
