// The role under which the service works: it reads and writes rows of its own tables, and can
// change no table, reach no other schema, file or program. Its rights are given by the owner of the
// database, who migrates it and whom nothing else uses.

import type { Client } from 'pg';
import { installQueue } from '#adapters/postgres/jobs/open-jobs.ts';
import type { Statement } from '#adapters/postgres/connection/database.ts';
import { migrate, readSchema } from '#adapters/postgres/connection/migrate.ts';
import { Failure } from '#venue-port/world/failure.ts';

/** That of the embedded database, made where it is missing. */
export const SERVICE_ROLE = 'tidemill_service';

export type ServiceRole = {
  readonly name: string;
  /** Whether the owner may make it. */
  readonly isOurs: boolean;
};

/** What the role that a connection works under may do beyond its task. */
export const ROLE_RIGHTS: Statement<{
  readonly role: string;
  readonly is_superuser: boolean;
  readonly changes_schema: boolean;
}> = {
  text: `
    SELECT rolname AS role, rolsuper AS is_superuser,
      rolcreaterole OR has_database_privilege(oid, current_database(), 'CREATE')
        OR has_schema_privilege(oid, 'public', 'CREATE') AS changes_schema
    FROM pg_roles WHERE rolname = current_user`,
};

/** As `migrate`, and lets the role work on what there is then. Throws Failure. */
export function migrateFor(ownerUrl: string, role: ServiceRole): Promise<readonly string[]> {
  return migrate(ownerUrl, readSchema(), async (client) => {
    await installQueue(client);
    await makeRole(client, role);
    if (await lacksRights(client, role.name)) await giveRights(client, role.name);
  });
}

async function makeRole(client: Client, { name, isOurs }: ServiceRole): Promise<void> {
  const found = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  if (found.rowCount === 1) return;
  if (!isOurs) throw new Failure('unavailable', `The database has no role "${name}".`);
  await client.query(`
    CREATE ROLE ${client.escapeIdentifier(name)}
    LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS NOINHERIT`);
}

/** An owner that works on its own tables lacks none. */
const LACKS_RIGHTS = `
  SELECT current_user <> $1 AND (has_schema_privilege($1, 'public', 'CREATE')
    OR has_database_privilege($1, current_database(), 'TEMPORARY') OR EXISTS (
      SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('public', 'pgboss') AND c.relname <> 'schema_migration' AND (
        NOT has_schema_privilege($1, n.oid, 'USAGE')
        OR c.relkind IN ('r', 'p') AND NOT has_table_privilege($1, c.oid,
          CASE c.relname WHEN 'schema_function' THEN 'SELECT' ELSE 'DELETE' END)
        OR c.relkind = 'S' AND NOT has_sequence_privilege($1, c.oid, 'USAGE')
      )
    )) AS lacks`;

async function lacksRights(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ readonly lacks: boolean }>(LACKS_RIGHTS, [name]);
  return rows[0]?.lacks === true;
}

/** What is revoked from everybody is what PostgreSQL gives everybody of a new database. */
async function giveRights(client: Client, name: string): Promise<void> {
  const role = client.escapeIdentifier(name);
  const own = client.escapeIdentifier(client.database ?? '');
  await client.query(`
    BEGIN;
    REVOKE TEMPORARY ON DATABASE ${own} FROM PUBLIC;
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    GRANT USAGE ON SCHEMA public, pgboss TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, pgboss TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public, pgboss TO ${role};
    REVOKE INSERT, UPDATE, DELETE ON schema_migration, schema_function FROM ${role};
    COMMIT`);
}
