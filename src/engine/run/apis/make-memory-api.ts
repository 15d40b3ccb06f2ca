// The API of memory over a run.

import type { MemoryApi } from '#engine/run-api/memory-api.ts';
import type { Run } from '#engine/run/run.ts';
import { keepNote, keepValue } from '#engine/run/saved-values.ts';
import { copyForKeeping } from '#engine/values/copy-value.ts';

/**
 * Memory API of a run. Values are copied at the border, so that a script cannot change them
 * afterwards.
 */
export function makeMemoryApi(run: Run): MemoryApi {
  const { memory, session, notes, saved } = run;
  return {
    save: (key, value) => keepValue(saved, memory, key, copyForKeeping(value)),
    load: (key) => copyForKeeping(memory.get(key)),
    delete: (key) => keepValue(saved, memory, key, undefined),
    sessionSave: (key, value) => keepValue(saved, session, key, copyForKeeping(value)),
    sessionLoad: (key) => copyForKeeping(session.get(key)),
    note: (key) => notes.get(key),
    keepNote: (key, value) => keepNote(saved, notes, key, value),
  };
}
