// Leases on shards in a table of PostgreSQL, by the database's clock. A lease is renewed while it
// has not run out; one that has is taken over with a higher token.

import type { Session, Statement } from '#adapters/postgres/connection/database.ts';

type Lease = { readonly shard: number; readonly token: number };

export type ShardLeases = {
  /** Prolongs what `owner` holds, and takes free shards until it has `shareCount`. */
  renew(
    session: Session,
    owner: string,
    ttlMs: number,
    shareCount: number,
  ): Promise<readonly Lease[]>;
  /** Null: all shards. */
  release(session: Session, owner: string, shards: readonly number[] | null): Promise<void>;
};

/** Over a table with shard, owner, token and expires_at. */
export function shardLeases(table: 'bot_leases' | 'account_leases'): ShardLeases {
  const renewed: Statement<Lease> = {
    name: `renew_${table}`,
    text: `
      UPDATE ${table} SET expires_at = clock_timestamp() + $2::int * interval '1 millisecond'
      WHERE owner = $1 AND expires_at > clock_timestamp() RETURNING shard, token`,
  };
  const taken: Statement<Lease> = {
    name: `take_${table}`,
    text: `
      UPDATE ${table}
      SET owner = $1, token = token + 1,
        expires_at = clock_timestamp() + $2::int * interval '1 millisecond'
      WHERE shard IN (
        SELECT shard FROM ${table} WHERE expires_at <= clock_timestamp()
        ORDER BY shard LIMIT $3 FOR UPDATE SKIP LOCKED
      ) RETURNING shard, token`,
  };
  const released: Statement<unknown> = {
    text: `
      UPDATE ${table} SET expires_at = '-infinity'
      WHERE owner = $1 AND ($2::int[] IS NULL OR shard = ANY ($2))`,
  };
  return {
    async renew(session, owner, ttlMs, shareCount) {
      const held = await session.write(renewed, [owner, ttlMs]);
      const missing = shareCount - held.length;
      if (missing <= 0) return held;
      return [...held, ...(await session.write(taken, [owner, ttlMs, missing]))];
    },
    async release(session, owner, shards) {
      await session.write(released, [owner, shards]);
    },
  };
}
