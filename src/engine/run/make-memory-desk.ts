// The desk of memory over a run.

import { LIMITS } from '#lib/limits.ts';
import type { MemoryDesk } from '#engine/desks/memory-desk.ts';
import type { Run } from '#engine/run/run.ts';
import { copyForKeeping } from '#engine/values/copy-value.ts';
import { libraryError } from '#script/runtime/errors.ts';
import type { LuaValue } from '#script/runtime/value.ts';

export function makeMemoryDesk(run: Run): MemoryDesk {
  const { memory, session, notes } = run;
  return {
    save: (key, value) => keep(memory, key, value),
    load: (key) => copyForKeeping(memory.get(key)),
    delete(key) {
      memory.delete(key);
    },
    sessionSave: (key, value) => keep(session, key, value),
    sessionLoad: (key) => copyForKeeping(session.get(key)),
    note: (key) => notes.get(key),
    keepNote(key, value) {
      notes.set(key, value);
    },
  };
}

function keep(kept: Map<string, LuaValue>, key: string, value: LuaValue): void {
  if (value === undefined) {
    kept.delete(key);
    return;
  }
  if (kept.size >= LIMITS.savedKeysPerBotMax && !kept.has(key))
    throw libraryError(`no more than ${LIMITS.savedKeysPerBotMax} names can be saved`);
  kept.set(key, copyForKeeping(value));
}
