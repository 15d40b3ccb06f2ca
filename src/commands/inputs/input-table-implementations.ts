// A table of fields. What was chosen is JSON text: a list of rows, each a list of its cells.

import type { CommandImplementations } from '#commands/definition/command-implementation.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { elementsOf } from '#engine/values/elements-of.ts';
import { valueFromJsonText } from '#engine/values/json-value.ts';
import { toDisplayText } from '#lua/library/to-string.ts';
import { libraryError } from '#lua/runtime/errors.ts';
import { LuaTable, newTable, rawGet, rawSet, tableFromList } from '#lua/runtime/table.ts';
import type { LuaValue } from '#lua/runtime/value.ts';
import { bytesFromText, textFromBytes } from '#lua/syntax/byte-string.ts';

const ROWS_MAX = 1_000;
const COLUMNS_MAX = 100;

type Column = { readonly name: string; readonly values: readonly LuaValue[] };

function record(fields: Readonly<Record<string, LuaValue>>): LuaTable {
  const table = newTable();
  for (const [name, value] of Object.entries(fields)) rawSet(table, name, value);
  return table;
}

/** Values one by one, or as one list. */
function valuesOf(values: readonly LuaValue[]): LuaValue[] {
  return values.flatMap((value) => (value instanceof LuaTable ? value.list : [value]));
}

function columnOf(value: LuaValue): Column {
  if (!(value instanceof LuaTable)) return { name: toDisplayText(value), values: [] };
  const values = rawGet(value, 'values');
  const name = toDisplayText(rawGet(value, 'name') ?? '');
  return { name, values: values instanceof LuaTable ? values.list : [] };
}

function numberAt(table: LuaTable | null, name: string): number | null {
  const value = table === null ? undefined : rawGet(table, name);
  return typeof value === 'number' && value >= 0 ? Math.min(ROWS_MAX, Math.trunc(value)) : null;
}

function textAt(table: LuaTable | null, name: string): string {
  const value = table === null ? undefined : rawGet(table, name);
  return typeof value === 'string' ? textFromBytes(value) : '';
}

function cellText(value: LuaValue): string | number | boolean {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return value;
  return value === undefined ? '' : textFromBytes(toDisplayText(value));
}

function defaultRows(columns: readonly Column[], rowsRequested: number | null): string {
  const longest = columns.reduce((most, { values }) => Math.max(most, values.length), 0);
  const count = Math.min(ROWS_MAX, rowsRequested ?? longest);
  const rows = Array.from({ length: count }, (_, row) =>
    columns.map(({ values }) => cellText(values[row])),
  );
  return JSON.stringify(rows);
}

/** The rows that were chosen, as lists of cells. */
function inputTable({ inputs }: CommandContext, options: LuaValue, ...given: LuaValue[]): LuaValue {
  const columns = given.map(columnOf);
  if (columns.length > COLUMNS_MAX) throw libraryError("'InputTable' has too many columns");
  const settings = options instanceof LuaTable ? options : null;
  const label =
    settings === null ? textFromBytes(toDisplayText(options)) : textAt(settings, 'title');
  const chosen = inputs.value({
    kind: 'table',
    label: label === '' ? 'Table' : label,
    group: textAt(settings, 'group'),
    tooltip: '',
    defaultValue: defaultRows(columns, numberAt(settings, 'rows')),
    options: columns.map(({ name }, at) => ({ label: textFromBytes(name), value: at + 1 })),
    least: numberAt(settings, 'rows'),
    most: numberAt(settings, 'maxRows') ?? numberAt(settings, 'rows'),
    step: null,
  });
  const rows = typeof chosen === 'string' ? valueFromJsonText(bytesFromText(chosen)) : undefined;
  if (rows instanceof LuaTable) return rows;
  throw libraryError(`the value of input '${label}' must be a list of rows`);
}

export const INPUT_TABLE_IMPLEMENTATIONS = {
  InputTable: inputTable,
  InputTableColumn: (_, name: string, ...values: LuaValue[]) =>
    record({ name, values: tableFromList(valuesOf(values)) }),
  InputTableColumnDropdown: (_, name: string, options: LuaValue, ...values: LuaValue[]) => {
    const choices = typeof options === 'string' ? options.split(',') : elementsOf(options, name, 2);
    return record({
      name,
      options: tableFromList(choices.slice()),
      values: tableFromList(valuesOf(values)),
    });
  },
  InputTableOptions: (
    _,
    title: string,
    rows: number | undefined,
    maxRows: number | undefined,
    group: string,
  ) => record({ title, rows, maxRows, group }),
} satisfies CommandImplementations;
