// Values that a run retains from update to update under names: those that the script saved, those
// of its session, and the notes of commands. All of it together is limited in names and in bytes.

import type { Json } from '#lib/json.ts';
import { LIMITS } from '#lib/limits.ts';
import { ownText } from '#lib/own-text.ts';
import { jsonBytes, retainedBytes } from '#engine/values/retained-bytes.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

/** Of all that a run has saved, in bytes. */
export type SavedSize = { bytes: number };

const NAME_BYTES = 64;
/** Bytes that are gone through in a step. */
const BYTES_PER_STEP = 8;

/** What a saved value takes with its name. */
export function bytesOfSaved(name: string, value: LuaValue): number {
  return NAME_BYTES + name.length + retainedBytes(value);
}

/**
 * Keeps a value that nothing else holds; nil deletes. Throws LuaError where the limits are reached.
 */
export function keepValue(
  saved: SavedSize,
  values: Map<string, LuaValue>,
  name: string,
  value: LuaValue,
): void {
  const before = values.get(name);
  const freed = before === undefined ? 0 : bytesOfSaved(name, before);
  if (value === undefined) {
    values.delete(name);
    saved.bytes -= freed;
    return;
  }
  if (before === undefined) checkCount(values.size);
  const bytes = bytesOfSaved(name, value);
  chargeSteps((freed + bytes) / BYTES_PER_STEP);
  checkBytes(saved.bytes + bytes - freed, name);
  // A map keeps the key that it has.
  values.set(before === undefined ? ownText(name) : name, value);
  saved.bytes += bytes - freed;
}

/** The same for what a command retains. */
export function keepNote(
  saved: SavedSize,
  notes: Map<string, Json>,
  name: string,
  note: Json,
): void {
  const before = notes.get(name);
  const freed = before === undefined ? 0 : NAME_BYTES + name.length + jsonBytes(before);
  if (before === undefined) checkCount(notes.size);
  const bytes = NAME_BYTES + name.length + jsonBytes(note);
  chargeSteps((freed + bytes) / BYTES_PER_STEP);
  checkBytes(saved.bytes + bytes - freed, name);
  if (note !== before) notes.set(before === undefined ? ownText(name) : name, ownNote(note));
  saved.bytes += bytes - freed;
}

function ownNote(note: Json): Json {
  if (typeof note === 'string') return ownText(note);
  return holdsText(note) ? (JSON.parse(JSON.stringify(note)) as Json) : note;
}

/** Whether the note has texts, which could be parts of longer ones. */
function holdsText(json: Json): boolean {
  if (typeof json === 'string') return true;
  if (typeof json !== 'object' || json === null) return false;
  return Array.isArray(json) ? json.some(holdsText) : Object.values(json).some(holdsText);
}

function checkCount(count: number): void {
  const { savedKeysPerBotMax: most } = LIMITS;
  if (count >= most) throw libraryError(`no more than ${most} names can be saved`);
}

function checkBytes(bytes: number, name: string): void {
  const { savedBytesPerBotMax: most } = LIMITS;
  if (bytes <= most) return;
  const shown = name.length <= 40 ? name : `${name.slice(0, 40)}…`;
  throw libraryError(`no more than ${most} bytes can be saved: "${shown}" would make it ${bytes}`);
}
