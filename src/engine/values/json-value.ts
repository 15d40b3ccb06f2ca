// JSON data as values of a script, and back. Keys are ordinary ones, whatever they are called.

import type { Json } from '#lib/json.ts';
import { chargeBytes, chargeSteps } from '#lua/runtime/meter.ts';
import { newTable, rawSet, tableFromList } from '#lua/runtime/table.ts';
import type { LuaTable } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { bytesFromText, textFromBytes } from '#lua/syntax/byte-string.ts';

const DEPTH_MAX = 64;
const BYTES_PER_CHARACTER = 8;
/** Each may be a value that becomes a table's. */
const STEPS_PER_CHARACTER = 8;

/** Parsing builds objects beside the text: charged before it begins. */
function parse(text: string): Json | undefined {
  chargeSteps(text.length * STEPS_PER_CHARACTER);
  chargeBytes(text.length * BYTES_PER_CHARACTER);
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function listFrom(items: readonly Json[], depth: number): LuaTable | undefined {
  const values: LuaValue[] = [];
  const table = tableFromList(values);
  for (const [index, item] of items.entries()) {
    const value = valueFrom(item, depth + 1);
    if (item !== null && value === undefined) return undefined;
    rawSet(table, index + 1, value);
  }
  return table;
}

/** The value; undefined when it is too deep. null becomes nil. */
function valueFrom(json: Json, depth: number): LuaValue {
  if (json === null || depth > DEPTH_MAX) return undefined;
  if (typeof json === 'string') return bytesFromText(json);
  if (typeof json !== 'object') return json;
  if (Array.isArray(json)) return listFrom(json, depth);
  const table = newTable();
  for (const [key, item] of Object.entries(json)) {
    const value = valueFrom(item, depth + 1);
    if (item !== null && value === undefined) return undefined;
    rawSet(table, bytesFromText(key), value);
  }
  return table;
}

/** Undefined when it is deeper than 64 levels. */
export function valueFromJson(json: Json): LuaValue {
  return valueFrom(json, 0);
}

/** JSON text as a value; nil when it is not JSON, or deeper than 64 levels. */
export function valueFromJsonText(bytes: string): LuaValue {
  chargeSteps(bytes.length);
  const json = parse(textFromBytes(bytes));
  return json === undefined ? undefined : valueFrom(json, 0);
}
