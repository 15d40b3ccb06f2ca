// Memory of a script during a dry run.

import type { Json } from '#lib/json.ts';
import type { MemoryApi } from '#engine/run-api/memory-api.ts';
import { copyForKeeping } from '#engine/values/copy-value.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** Memory of one dry run, empty at first. */
export function createMemory(): MemoryApi {
  const retained = new Map<string, LuaValue>();
  const notes = new Map<string, Json>();
  const ofSession = new Map<string, LuaValue>();
  return {
    save: (key, value) => {
      retained.set(key, copyForKeeping(value));
    },
    load: (key) => copyForKeeping(retained.get(key)),
    delete: (key) => {
      retained.delete(key);
    },
    sessionSave: (key, value) => {
      ofSession.set(key, copyForKeeping(value));
    },
    sessionLoad: (key) => copyForKeeping(ofSession.get(key)),
    note: (key) => notes.get(key),
    keepNote: (key, value) => {
      notes.set(key, value);
    },
  };
}
