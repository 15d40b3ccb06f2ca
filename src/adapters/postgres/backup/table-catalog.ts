// The tables, sequences and foreign keys of our schema, as the database's catalogue has them.

import type { ClientBase } from 'pg';

export type CatalogTable = { readonly table: string; readonly columns: readonly string[] };
export type CatalogSequence = { readonly sequence: string; readonly value: string };
export type ForeignKey = {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
};

/** Migrations and functions are applied anew, and note themselves. */
const NOT_COPIED = ['schema_migration', 'schema_function'];

/** Partitions stand for the tables that they are parts of; generated columns are computed anew. */
const LIST_TABLES = `
  SELECT c.relname AS "table", array_agg(a.attname::text ORDER BY a.attnum) AS columns
  FROM pg_class c
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    AND a.attgenerated = ''
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
  GROUP BY c.relname ORDER BY c.relname`;

const LIST_SEQUENCES = `
  SELECT sequencename AS sequence, last_value::text AS value FROM pg_sequences
  WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`;

/** Those of partitions come with those of their tables. */
const LIST_FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS "table", conname AS name,
    pg_get_constraintdef(oid) AS definition
  FROM pg_constraint
  WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace
  ORDER BY conname`;

/** Tables by name, without those that a backup leaves out. */
export async function listTables(client: ClientBase): Promise<readonly CatalogTable[]> {
  return (await client.query<CatalogTable>(LIST_TABLES, [NOT_COPIED])).rows;
}

/** Sequences with their present values. */
export async function listSequences(client: ClientBase): Promise<readonly CatalogSequence[]> {
  return (await client.query<CatalogSequence>(LIST_SEQUENCES)).rows;
}

/** Foreign keys of the schema. */
export async function listForeignKeys(client: ClientBase): Promise<readonly ForeignKey[]> {
  return (await client.query<ForeignKey>(LIST_FOREIGN_KEYS)).rows;
}

/** `"orders" ("order_id", "state")`, as COPY takes it. */
export function copyTarget(
  client: ClientBase,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
): string {
  const names = columns.map((column) => client.escapeIdentifier(column));
  return `${client.escapeIdentifier(table)} (${names.join(', ')})`;
}
