// Tables altered under running processes, as an upgrade or an administrator does it: each gets a
// column and an index more, one after another.

import type { Client } from 'pg';

const TABLES = `
  SELECT c.oid::regclass::text AS name FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('schema_migration', 'schema_function')
  ORDER BY c.relname`;

let alterationsCount = 0;

/** Alters those of these names; all unless given. Returns how many. */
export async function alterTables(
  client: Pick<Client, 'query'>,
  only?: readonly string[],
): Promise<number> {
  const { rows } = await client.query<{ name: string }>(TABLES);
  const names = rows.map(({ name }) => name).filter((name) => only?.includes(name) !== false);
  for (const name of names) {
    alterationsCount += 1;
    const column = `added_${alterationsCount}`;
    await client.query(`ALTER TABLE ${name} ADD COLUMN ${column} integer`);
    await client.query(`CREATE INDEX ON ${name} (${column})`);
  }
  return names.length;
}
