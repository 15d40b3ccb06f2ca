// The tables as Kysely sees them, and the way to run what it builds. Kysely builds and types the
// statements that do not run often; those that do are written by hand, so that nothing is built
// per request. A test compares these types' columns with the database's own catalogue.

import type { Compilable, Generated } from 'kysely';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { AccountRow } from '#adapters/postgres/rows/account-row.ts';
import type { Session } from '#adapters/postgres/connection/database.ts';
import type { KeyRow } from '#adapters/postgres/rows/key-row.ts';
import type { EndUserRow } from '#adapters/postgres/rows/end-user-row.ts';
import type { OrderRow } from '#adapters/postgres/rows/order-row.ts';
import type { UserRow } from '#adapters/postgres/rows/user-row.ts';

export type Tables = {
  readonly users: UserRow;
  readonly api_keys: KeyRow & { readonly secret_hash: Uint8Array };
  readonly accounts: AccountRow;
  readonly end_users: EndUserRow;
  readonly orders: OrderRow & { readonly sequence: Generated<number> };
};

/** Builds statements; has no connection. */
export const build = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Runs a built statement that changes nothing. Throws Failure. */
export function readBuilt<Row>(session: Session, built: Compilable<Row>): Promise<readonly Row[]> {
  const { sql, parameters } = built.compile();
  return session.read<Row>({ text: sql }, parameters);
}

/** Runs a built statement that changes something. Throws as `Session.write` does. */
export function writeBuilt<Row>(session: Session, built: Compilable<Row>): Promise<readonly Row[]> {
  const { sql, parameters } = built.compile();
  return session.write<Row>({ text: sql }, parameters);
}
