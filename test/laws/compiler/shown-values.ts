// Outcome of a piece of program, as one line that all ways write alike: numbers by 14 digits (C's
// and V8's logarithms differ beyond), texts with their bytes escaped, tables by their entries in
// the order of their texts.

import { LuaTable } from '#lua/runtime/table.ts';
import { TableCursor } from '#lua/runtime/traverse.ts';
import { SlowTable } from '../../reference/slow-values.ts';

const TEXT_MAX = 300;
const DIGITS = 14;

/**
 * `tell` of real Lua, on one line so that the lines of messages stay. Numbers stand between two
 * marks and tables between two others, so that both can be written here.
 */
export const TELL_IN_LUA = `
local function shown(v, depth)
  local kind = type(v)
  if kind == "number" then
    if v ~= v then return "nan" end
    if v == 1/0 then return "inf" elseif v == -1/0 then return "-inf" end
    return string.format("\\250%.17g\\250", v)
  elseif kind == "string" then
    local cut = v:sub(1, ${TEXT_MAX}):gsub("[%c\\127-\\255\\"\\\\]", function(c) return string.format("\\\\%03d", c:byte()) end)
    return '"' .. cut .. '"' .. (#v > ${TEXT_MAX} and tostring(#v) or "")
  elseif kind == "table" then
    if depth > 1 then return "table" end
    local parts = {}
    for k, e in pairs(v) do parts[#parts + 1] = "[" .. shown(k == 0 and 0 or k, depth + 1) .. "]=" .. shown(e, depth + 1) end
    return "\\251" .. table.concat(parts, "\\252") .. "\\253"
  elseif kind == "boolean" or kind == "nil" then return tostring(v) end
  return kind
end
function tell(ok, ...)
  local line = { ok and "gives" or "fails" }
  for i = 1, select("#", ...) do line[#line + 1] = shown((select(i, ...)), 0) end
  print(table.concat(line, " "))
end`.replaceAll(/\n\s*/g, ' ');

const INNERMOST = /û([^ûý]*)ý/g;

/** A line of real Lua with numbers and tables as they are written here. */
export function fromRealLua(line: string): string {
  let text = line.replaceAll(/ú([^ú]*)ú/g, (_, number: string) => shownNumber(Number(number)));
  while (text.includes('ý')) {
    text = text.replaceAll(INNERMOST, (_, parts: string) => shownParts(parts.split('ü')));
  }
  return text;
}

function shownParts(parts: readonly string[]): string {
  return `{${parts.toSorted(byBytes).join(' ')}}`;
}

function shownNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0' : String(Number(value.toPrecision(DIGITS)));
}

function shownText(bytes: string): string {
  const cut = Array.from(bytes.slice(0, TEXT_MAX), (each) => {
    const isPlain = each >= ' ' && each <= '~' && each !== '"' && each !== '\\';
    return isPlain ? each : `\\${String(each.charCodeAt(0)).padStart(3, '0')}`;
  });
  return `"${cut.join('')}"${bytes.length > TEXT_MAX ? bytes.length : ''}`;
}

function entriesOf(table: LuaTable | SlowTable): (readonly [unknown, unknown])[] {
  if (table instanceof SlowTable)
    return [...table.entries].filter(([, value]) => value !== undefined);
  const cursor = new TableCursor(table);
  const entries: (readonly [unknown, unknown])[] = [];
  while (cursor.advance()) entries.push([cursor.key, cursor.value]);
  return entries;
}

function shown(value: unknown, depth: number): string {
  if (value === undefined) return 'nil';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return shownNumber(value);
  if (typeof value === 'string') return shownText(value);
  if (typeof value === 'function') return 'function';
  if (!(value instanceof LuaTable) && !(value instanceof SlowTable)) return 'thread';
  if (depth > 1) return 'table';
  const parts = entriesOf(value).map(
    ([key, each]) => `[${shown(key, depth + 1)}]=${shown(each, depth + 1)}`,
  );
  return shownParts(parts);
}

/** As C compares texts. */
function byBytes(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The line of `tell(pcall(...))`. */
export function shownLine([isDone, ...values]: readonly unknown[]): string {
  return [isDone === true ? 'gives' : 'fails', ...values.map((each) => shown(each, 0))].join(' ');
}
