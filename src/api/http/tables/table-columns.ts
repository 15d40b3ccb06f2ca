// Columns of a list that is sent as a table: the fields of its items, and of a field whose names
// are not in the document one column for each name that the first page has.

import type { TArray, TObject, TSchema } from 'typebox';
import { present } from '#lib/assert.ts';

const COLUMN_KINDS = ['decimal', 'instant', 'int32', 'int64', 'number', 'flag', 'text'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

export type TableItem = Readonly<Record<string, unknown>>;

export type TableCell = string | number | boolean | null;

export type TableColumn = {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly read: (item: TableItem) => TableCell;
};

/** In the order of the document; `page`: the schema of a page. */
export function tableColumns(page: TSchema, items: readonly TableItem[]): readonly TableColumn[] {
  const { properties } = page as unknown as TObject;
  const list = present(properties['data'], 'a table is a page of items') as TArray<TObject>;
  return Object.entries(list.items.properties).flatMap(([name, schema]) =>
    isOpenRecord(schema) ? namedColumns(name, items) : [plainColumn(name, schema)],
  );
}

type FieldSchema = {
  readonly type?: string;
  readonly format?: string;
  readonly anyOf?: readonly FieldSchema[];
  readonly additionalProperties?: unknown;
};

function isOpenRecord({ type, additionalProperties }: FieldSchema): boolean {
  return type === 'object' && additionalProperties === true;
}

function plainColumn(name: string, schema: TSchema): TableColumn {
  return { name, kind: kindOf(schema), read: (item) => cellOf(item[name]) };
}

/** Several words are one cell. */
function cellOf(value: unknown): TableCell {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(wordOf).join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : (value as TableCell);
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function kindOf({ type, format, anyOf = [] }: FieldSchema): ColumnKind {
  const [choice] = anyOf.filter((each) => each.type !== 'null');
  if (choice !== undefined) return anyOf.length > 2 ? 'text' : kindOf(choice);
  if (format === 'decimal') return 'decimal';
  if (format === 'date-time') return 'instant';
  if (type === 'integer') return format === 'int64' ? 'int64' : 'int32';
  if (type === 'boolean') return 'flag';
  return type === 'number' ? 'number' : 'text';
}

/** `parameters.Length` for each name in `parameters`. */
function namedColumns(field: string, items: readonly TableItem[]): readonly TableColumn[] {
  const records = items.map((item) => (item[field] ?? {}) as TableItem);
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return [...names].map((name) => ({
    name: `${field}.${name}`,
    kind: kindOfValues(records.map((record) => record[name])),
    read: (item) => cellOf(((item[field] ?? {}) as TableItem)[name]),
  }));
}

/** What is not the same in all rows is text. */
function kindOfValues(values: readonly unknown[]): ColumnKind {
  const kinds = new Set(values.filter((value) => value !== undefined).map((value) => typeof value));
  if (kinds.size !== 1) return 'text';
  return kinds.has('number') ? 'number' : kinds.has('boolean') ? 'flag' : 'text';
}
