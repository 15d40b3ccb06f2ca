// Texts: searching, cutting, joining, and reading values out of them. Places count from 0 and are
// bytes; capital and small letters are those of ASCII.

import type { CommandBodies } from '#engine/commands/command-body.ts';
import type { CommandContext } from '#engine/desks/command-context.ts';
import { findConstant, constantNumber } from '#engine/values/constant-value.ts';
import { readDelimited } from '#engine/values/delimited-text.ts';
import { valueFromJsonText } from '#engine/values/json-value.ts';
import { isSeries } from '#engine/values/elements-of.ts';
import { toDisplayText } from '#script/library/to-string.ts';
import { chargeString } from '#script/runtime/concatenate.ts';
import { toNumber } from '#script/runtime/convert.ts';
import { chargeBytes, chargeSteps } from '#script/runtime/meter.ts';
import { LuaTable, newTable, rawSet, tableFromList } from '#script/runtime/table.ts';
import type { LuaValue } from '#script/runtime/value.ts';
import { bytesFromText } from '#script/syntax/byte-string.ts';

const BYTES_PER_PART = 40;

function folded(text: string, ignoresCase: boolean): string {
  chargeSteps(text.length >> 3);
  if (!ignoresCase) return text;
  chargeString(text.length);
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function indexOf(_: unknown, text: string, part: string, ignoresCase: boolean): number {
  return folded(text, ignoresCase).indexOf(folded(part, ignoresCase));
}

/** The parts between delimiters; without a delimiter the text is its only part. */
function explode(_: unknown, text: string, delimiter: string): LuaTable {
  chargeSteps(text.length);
  if (delimiter === '') return tableFromList([text]);
  const parts = text.split(delimiter);
  chargeBytes(parts.length * BYTES_PER_PART);
  return tableFromList(parts);
}

function join(_: unknown, first: LuaValue, second: LuaValue, separator: string): string {
  const text = toDisplayText(first) + separator + toDisplayText(second);
  chargeString(text.length);
  return text;
}

/** `%41` and `+` in their meaning; what is no valid escape stays as it is. */
function unescaped(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.replaceAll(/%([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function fromQuery(_: unknown, query: string): LuaTable {
  chargeSteps(query.length);
  const table = newTable();
  for (const pair of query.replace(/^\?/, '').split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = unescaped(at < 0 ? pair : pair.slice(0, at));
    rawSet(table, name, at < 0 ? '' : unescaped(pair.slice(at + 1)));
  }
  return table;
}

function namedRow(headers: readonly string[], cells: readonly string[]): LuaTable {
  const row = newTable();
  for (const [at, header] of headers.entries()) rawSet(row, header, cells[at] ?? '');
  return row;
}

function parseCsv(
  _: unknown,
  text: string,
  hasHeaders: boolean,
  columnDelimiter: string,
  rowDelimiter: string,
): LuaTable {
  chargeSteps(text.length * 2);
  const rows = readDelimited(text, columnDelimiter, rowDelimiter);
  chargeBytes(rows.reduce((sum, cells) => sum + (cells.length + 2) * BYTES_PER_PART, 0));
  if (!hasHeaders) return tableFromList(rows.map((cells) => tableFromList(cells)));
  const [headers = [], ...others] = rows;
  return tableFromList(others.map((cells) => namedRow(headers, cells)));
}

const TYPE = {
  text: constantNumber('StringType'),
  number: constantNumber('NumberType'),
  constant: constantNumber('EnumType'),
  boolean: constantNumber('BooleanType'),
  numbers: constantNumber('ListNumberType'),
  list: constantNumber('ListDynamicType'),
};

const TRUE_TEXTS: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on']);
const FALSE_TEXTS: ReadonlySet<string> = new Set(['false', '0', 'no', 'off', '']);

function toBoolean(value: LuaValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = toDisplayText(value).toLowerCase();
  if (TRUE_TEXTS.has(text)) return true;
  return FALSE_TEXTS.has(text) ? false : undefined;
}

function toConstant(value: LuaValue): LuaValue {
  if (typeof value !== 'string') return toNumber(value);
  return findConstant(value) ?? toNumber(value);
}

function toNumbers({ series }: CommandContext, value: LuaValue): LuaValue {
  if (typeof value !== 'string') return series.from(value) ?? undefined;
  chargeSteps(value.length);
  const numbers = value.split(/[\s,;]+/).filter((part) => part !== '');
  const found = numbers.map(toNumber).filter((number) => number !== undefined);
  return found.length === numbers.length ? series.fromNumbers(found) : undefined;
}

/** The value converted to a type; nil when that is not possible. */
function parse(context: CommandContext, value: LuaValue, type: number): LuaValue {
  if (value === undefined) return undefined;
  switch (type) {
    case TYPE.text:
      return toDisplayText(value);
    case TYPE.number:
      return toNumber(value);
    case TYPE.constant:
      return toConstant(value);
    case TYPE.boolean:
      return toBoolean(value);
    case TYPE.numbers:
      return toNumbers(context, value);
    case TYPE.list:
      if (value instanceof LuaTable || isSeries(value)) return value;
      return typeof value === 'string' ? explode(context, value, ',') : undefined;
    default:
      return value;
  }
}

export const TEXT_BODIES = {
  NewGuid: ({ chance }) => bytesFromText(chance.nextGuid()),
  Parse: parse,
  ParseCsv: parseCsv,
  ParseJson: (_, json: string) => valueFromJsonText(json),
  StringContains: (_, text: string, part: string, ignoresCase: boolean) =>
    indexOf(_, text, part, ignoresCase) >= 0,
  StringExplode: explode,
  StringFromQuery: fromQuery,
  StringIndexOf: indexOf,
  StringJoin: join,
  SubString: (_, text: string, start: number, length: number) => {
    const from = Math.max(0, Math.trunc(start));
    return text.slice(from, from + Math.max(0, Math.trunc(length)));
  },
} satisfies CommandBodies;
