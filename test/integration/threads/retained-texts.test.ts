// Long texts retained by a run hold no more memory than what is retained.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Json } from '#lib/json.ts';
import { runLog, writeLine } from '#engine/run/run-log.ts';
import { keepNote, keepValue } from '#engine/run/saved-values.ts';
import { copyForKeeping } from '#engine/values/copy-value.ts';
import { fillMeter } from '#lua/runtime/meter.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

const TEXTS = 100;
const LONG_CHARACTERS = 200_000;
/** Of what is retained of all texts; held whole, they are some 20 MB. */
const BYTES_MAX = 2_000_000;

/** How far memory grows when `keep` is given a part of each of many long texts. */
function growthOf(keep: (part: string, index: number) => void): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const bytes = (): number => {
    collect();
    return getHeapStatistics().used_heap_size;
  };
  const before = bytes();
  for (let index = 0; index < TEXTS; index += 1) {
    const long = `${index}`.padEnd(LONG_CHARACTERS, 'text ');
    keep(long.slice(10, 110), index);
  }
  return bytes() - before;
}

const saved = { bytes: 0 };
const values = new Map<string, LuaValue>();
const notes = new Map<string, Json>();
const log = runLog({ kind: 'live', keepsLog: true });

const KEEPERS: Readonly<Record<string, (part: string, index: number) => void>> = {
  'a log': (part) => writeLine(log, 0, 'info', part),
  'saved values': (part, index) => keepValue(saved, values, `v${index}`, copyForKeeping(part)),
  'names of saved values': (part, index) => keepValue(saved, values, `${part}${index}`, 1),
  'notes of commands': (part, index) => keepNote(saved, notes, `n${index}`, { at: [part] }),
};

for (const [what, keep] of Object.entries(KEEPERS)) {
  test(`${what} hold no text of which they keep a part`, () => {
    fillMeter();
    const growth = growthOf(keep);
    assert.ok(growth < BYTES_MAX, `${growth} bytes`);
  });
}
