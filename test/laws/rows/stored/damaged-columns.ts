// Damages of one column of a stored row, as far as the database takes them: what an older version,
// a restoration or a hand may have left there.

import type { Database } from '#adapters/postgres/connection/database.ts';
import { damagesOf } from '../damages.ts';

/** A table, and the row of it that is damaged. */
export type DamagedRow = {
  readonly table: string;
  readonly where: Readonly<Record<string, string>>;
};

export type ColumnDamage = {
  readonly title: string;
  readonly column: string;
  /** As text; null is NULL. */
  readonly value: string | null;
};

const SPELLINGS: readonly (readonly [title: string, value: string | null])[] = [
  ['null', null],
  ['empty', ''],
  ['a foreign word', 'ж 1,5'],
  ['a negative number', '-1'],
  ['beyond what a double holds', '9007199254740993'],
  ['an object', '{}'],
  ['half of a list', '['],
  ['a truth', 'true'],
];

type Column = { readonly name: string; readonly type: string };

const COLUMNS = {
  text: `
    SELECT column_name AS name, udt_name AS type FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'
    ORDER BY ordinal_position`,
};

/** Each column in each way, and each field of the documents among them. */
export async function damagesOfRow(
  database: Database,
  row: DamagedRow,
): Promise<readonly ColumnDamage[]> {
  const columns = await database.read<Column>(COLUMNS, [row.table]);
  const damages: ColumnDamage[] = [];
  for (const { name, type } of columns) {
    if (name in row.where) continue;
    for (const [title, value] of SPELLINGS)
      damages.push({ title: `${name} is ${title}`, column: name, value });
    const document = documentIn(await columnText(database, row, name), type);
    for (const { title, field, row: changed } of document === null ? [] : damagesOf(document))
      if (field !== '')
        damages.push({ title: `${name}: ${title}`, column: name, value: JSON.stringify(changed) });
  }
  return damages;
}

/** Documents are stored as JSON of either kind, and as text. */
function documentIn(text: string | null, type: string): unknown {
  if (text === null || !['json', 'jsonb', 'text'].includes(type) || !/^[[{]/.test(text))
    return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Damages the row while `work` runs; false: the database takes no such value. */
export async function whileDamaged(
  database: Database,
  row: DamagedRow,
  { column, value }: ColumnDamage,
  work: () => Promise<void>,
): Promise<boolean> {
  const before = await columnText(database, row, column);
  const type = await columnType(database, row, column);
  const set = (text: string | null): Promise<unknown> =>
    database.write(
      {
        text: `UPDATE ${row.table} SET ${column} = CAST($1::text AS ${type}) WHERE ${whereOf(row)}`,
      },
      [text, ...Object.values(row.where)],
    );
  try {
    await set(value);
  } catch {
    return false;
  }
  try {
    await work();
  } finally {
    await set(before);
  }
  return true;
}

async function columnType(database: Database, { table }: DamagedRow, name: string) {
  const columns = await database.read<Column>(COLUMNS, [table]);
  return columns.find((column) => column.name === name)?.type ?? 'text';
}

async function columnText(database: Database, row: DamagedRow, column: string) {
  const text = `SELECT ${column}::text AS value FROM ${row.table} WHERE ${whereOf(row, 1)}`;
  const [found] = await database.read<{ readonly value: string | null }>(
    { text },
    Object.values(row.where),
  );
  return found?.value ?? null;
}

function whereOf({ where }: DamagedRow, from = 2): string {
  return Object.keys(where)
    .map((column, index) => `${column}::text = $${index + from}`)
    .join(' AND ');
}
