// Scripts in memory.

import { completeRecord, insistOnRecord } from '#adapters/memory/memory-idempotency-store.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { assert } from '#lib/assert.ts';
import type { Script, ScriptStore } from '#ports/stores/script-store.ts';
import { SCRIPT_LIBRARIES_MAX, SCRIPT_VERSIONS_MAX } from '#ports/stores/script-store.ts';
import type { Completion } from '#ports/stores/idempotency-store.ts';

/** Store over this state; each save adds a version, and old ones are removed. */
export function memoryScriptStore(state: MemoryState): ScriptStore {
  const { users, scripts, scriptVersions } = state;
  const noteVersion = (script: Script): void => addVersion(state, script);
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
      noteVersion(script);
      return 'inserted';
    },
    async findScript(userId, scriptId) {
      return ownScript(userId, scriptId);
    },
    async listScripts(userId, afterId, limit) {
      return ownScripts(userId)
        .filter(({ scriptId }) => afterId === null || scriptId > afterId)
        .slice(0, limit)
        .map(({ source: _source, check, ...row }) => ({
          ...row,
          isValid: check.isValid,
          language: check.language ?? ('lua' as const),
        }));
    },
    async replaceSource(userId, scriptId, source, check, atMs, completion = null) {
      const script = ownScript(userId, scriptId);
      if (script === null) return false;
      complete(completion);
      const changed = { ...script, source, check, updatedAtMs: atMs };
      scripts.set(scriptId, changed);
      noteVersion(changed);
      return true;
    },
    async renameScript(userId, scriptId, { name, description }, completion = null) {
      const script = ownScript(userId, scriptId);
      if (script === null) return false;
      complete(completion);
      const words = { name, ...(description === undefined ? {} : { description }) };
      scripts.set(scriptId, { ...script, ...words });
      return true;
    },
    ...versionsOf(state, ownScript),
    async deleteScript(userId, scriptId) {
      if (ownScript(userId, scriptId) === null) return false;
      scriptVersions.delete(scriptId);
      return scripts.delete(scriptId);
    },
    async countScripts(userId) {
      return ownScripts(userId).length;
    },
    async listLibraries(userId) {
      return ownScripts(userId)
        .filter(({ check }) => check.isValid && check.commandName !== null)
        .slice(0, SCRIPT_LIBRARIES_MAX)
        .map(({ name, source, check }) => ({ name, source: check.lua ?? source }));
    },
  };
}

function addVersion(
  { scriptVersions }: MemoryState,
  { scriptId, source, check, updatedAtMs: savedAtMs }: Script,
): void {
  const known = scriptVersions.get(scriptId) ?? [];
  const newest = known.at(-1);
  if (newest?.source === source) return;
  const version = (newest?.version ?? 0) + 1;
  const made = { version, source, isValid: check.isValid, savedAtMs };
  scriptVersions.set(scriptId, [...known, made].slice(-SCRIPT_VERSIONS_MAX));
}

function versionsOf(
  { scriptVersions }: MemoryState,
  ownScript: (userId: string, scriptId: string) => Script | null,
): Pick<ScriptStore, 'listVersions' | 'findVersion'> {
  return {
    async listVersions(userId, scriptId, beforeVersion, limit) {
      if (ownScript(userId, scriptId) === null) return [];
      return (scriptVersions.get(scriptId) ?? [])
        .filter(({ version }) => beforeVersion === null || version < beforeVersion)
        .toReversed()
        .slice(0, limit)
        .map(({ source: _source, ...head }) => head);
    },
    async findVersion(userId, scriptId, version) {
      if (ownScript(userId, scriptId) === null) return null;
      const known = scriptVersions.get(scriptId) ?? [];
      return known.find((each) => each.version === version) ?? null;
    },
  };
}
