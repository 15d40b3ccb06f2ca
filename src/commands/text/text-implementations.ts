// Texts: searching, cutting, joining, and reading values out of them. Places count from 0 and are
// bytes; capital and small letters are those of ASCII.

import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { findConstant, constantNumber } from '#commands/values/constant-value.ts';
import { readDelimited } from '#commands/values/delimited-text.ts';
import { valueFromJsonText } from '#engine/values/json-value.ts';
import { isSeries } from '#engine/values/elements-of.ts';
import { lowerCase } from '#lua/library/change-bytes.ts';
import { toDisplayText } from '#lua/library/to-string.ts';
import { chargeString } from '#lua/runtime/concatenate.ts';
import { toNumber } from '#lua/runtime/convert.ts';
import { findText } from '#lua/runtime/find-text.ts';
import { chargeBytes, chargeSteps } from '#lua/runtime/meter.ts';
import { LuaTable, newTable, rawSet, tableFromList } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { bytesFromText } from '#lua/syntax/byte-string.ts';

const BYTES_PER_PART = 40;

function indexOf(_: unknown, text: string, part: string, ignoresCase: boolean): number {
  if (!ignoresCase) return findText(text, part, 0);
  return findText(lowerCase(text), lowerCase(part), 0);
}

/** Of cutting a part out, beside finding it. */
const PART_STEPS = 8;

/** The parts of a text between delimiters, which are not empty. */
function partsBetween(text: string, delimiter: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const at = findText(text, delimiter, from);
    chargeSteps(PART_STEPS);
    chargeBytes(BYTES_PER_PART);
    parts.push(text.slice(from, at < 0 ? text.length : at));
    if (at < 0) return parts;
    from = at + delimiter.length;
  }
}

/** The parts between delimiters; without a delimiter the text is its only part. */
function explode(_: unknown, text: string, delimiter: string): LuaTable {
  return tableFromList(delimiter === '' ? [text] : partsBetween(text, delimiter));
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

/** For each character: a name and a value may be two of them. */
const QUERY_STEPS = 8;
const QUERY_BYTES = 16;

function fromQuery(_: unknown, query: string): LuaTable {
  chargeSteps(query.length * QUERY_STEPS);
  chargeBytes(query.length * QUERY_BYTES);
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

/** For each character, which may be a cell in lists that grow. */
const CELL_BYTES = 24;

function parseCsv(
  _: unknown,
  text: string,
  hasHeaders: boolean,
  columnDelimiter: string,
  rowDelimiter: string,
): LuaTable {
  // Both delimiters are looked for at each character, and each may be a cell.
  chargeSteps(text.length * (4 + ((columnDelimiter.length + rowDelimiter.length) >> 3)));
  chargeBytes(text.length * CELL_BYTES);
  const rows = readDelimited(text, columnDelimiter, rowDelimiter);
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

/** Longer than all texts that stand for a truth value. */
const WORD_MAX = 16;
const TRUE_TEXTS: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on']);
const FALSE_TEXTS: ReadonlySet<string> = new Set(['false', '0', 'no', 'off', '']);

function toBoolean(value: LuaValue): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = toDisplayText(value).slice(0, WORD_MAX).toLowerCase();
  if (TRUE_TEXTS.has(text)) return true;
  return FALSE_TEXTS.has(text) ? false : undefined;
}

function toConstant(value: LuaValue): LuaValue {
  if (typeof value !== 'string') return toNumber(value);
  return findConstant(value) ?? toNumber(value);
}

/** For each character, which may be a number. */
const NUMBER_STEPS = 6;

function toNumbers({ series }: CommandContext, value: LuaValue): LuaValue {
  if (typeof value !== 'string') return series.from(value) ?? undefined;
  chargeSteps(value.length * NUMBER_STEPS);
  chargeBytes(value.length * CELL_BYTES);
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

export const TEXT_IMPLEMENTATIONS = {
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
} satisfies CommandImplementations;
