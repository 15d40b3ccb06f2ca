// Deletion of users in PostgreSQL: the row stays, nothing signs in by it any more.

import { appendAuditEntry } from '#adapters/postgres/stores/append-audit-entry.ts';
import { CLEAR_CACHES } from '#adapters/postgres/connection/cache-channel.ts';
import type { Database, Session, Statement } from '#adapters/postgres/connection/database.ts';
import { lockUser } from '#adapters/postgres/stores/lock-user.ts';
import { deletedName } from '#ports/stores/user-store.ts';
import type { UserStore } from '#ports/stores/user-store.ts';

const LOCK_OWNERS: Statement<{ readonly user_id: string }> = {
  text: `SELECT user_id FROM user_access WHERE role = 'owner' ORDER BY user_id FOR UPDATE`,
};

const BEGIN: Statement<{ readonly is_first: boolean }> = {
  text: `
    UPDATE users u SET deletion_began_at_ms = coalesce(u.deletion_began_at_ms, $2),
      deletion_cancels_orders = $3, deletion_closes_positions = $4, deletion_resumes_at_ms = $5
    FROM (SELECT deletion_began_at_ms IS NULL AS is_first FROM users WHERE user_id = $1) AS was
    WHERE u.user_id = $1 AND u.deleted_at_ms IS NULL
      AND NOT EXISTS (SELECT FROM end_users e WHERE e.user_id = u.user_id)
    RETURNING was.is_first`,
};

/** Whatever a person or a program signs in with. */
const REVOKE_ALL: Statement<unknown> = {
  text: `
    WITH keys AS (DELETE FROM api_keys WHERE user_id = $1),
      opened AS (DELETE FROM sessions WHERE user_id = $1),
      links AS (DELETE FROM sign_in_links WHERE user_id = $1),
      tickets AS (DELETE FROM sign_in_tickets WHERE user_id = $1),
      factors AS (DELETE FROM second_factors WHERE user_id = $1),
      networks AS (DELETE FROM known_networks WHERE user_id = $1),
      known_passkeys AS (DELETE FROM passkeys WHERE user_id = $1),
      access AS (DELETE FROM user_access WHERE user_id = $1)
    SELECT ${CLEAR_CACHES}`,
};

const END: Statement<unknown> = {
  text: `
    UPDATE users SET deleted_at_ms = $2, name = $3
    WHERE user_id = $1 AND deletion_began_at_ms IS NOT NULL AND deleted_at_ms IS NULL
    RETURNING user_id`,
};

type HeldRow = {
  readonly user_id: string;
  readonly deletion_cancels_orders: boolean;
  readonly deletion_closes_positions: boolean;
};

const CLAIM: Statement<HeldRow> = {
  text: `
    UPDATE users SET deletion_resumes_at_ms = $2
    WHERE user_id = (
      SELECT user_id FROM users
      WHERE deletion_began_at_ms IS NOT NULL AND deleted_at_ms IS NULL
        AND deletion_resumes_at_ms <= $1
      ORDER BY deletion_resumes_at_ms LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING user_id, deletion_cancels_orders, deletion_closes_positions`,
};

const OWN_ACCOUNTS = '(SELECT account_id FROM accounts WHERE user_id = $1)';

const DESTROY_CREDENTIALS: Statement<unknown> = {
  text: `DELETE FROM account_credentials WHERE account_id IN ${OWN_ACCOUNTS}`,
};

const NOTE_EQUITY_NO_MORE: Statement<unknown> = {
  text: `DELETE FROM equity_schedule WHERE account_id IN ${OWN_ACCOUNTS}`,
};

const FORGET_CHOICES: Statement<unknown> = {
  text: `
    WITH watched AS (DELETE FROM watched_markets WHERE user_id = $1)
    DELETE FROM data_series WHERE user_id = $1`,
};

/** A slice of what may be millions: as one statement it would be ended by its limit each time. */
const FORGET_POINTS: Statement<{ readonly count: number }> = {
  text: `
    WITH points AS (
      SELECT p.series_id, p.at_ms FROM data_points p
        JOIN data_series s USING (series_id) JOIN users u USING (user_id)
      WHERE u.user_id = $1 AND u.deletion_began_at_ms IS NOT NULL LIMIT $2
    ), gone AS (
      DELETE FROM data_points p USING points
      WHERE p.series_id = points.series_id AND p.at_ms = points.at_ms RETURNING p.at_ms
    )
    SELECT count(*)::int AS count FROM gone`,
};
const POINTS_AT_ONCE = 10_000;

const CLOSE_ACCOUNTS: Statement<unknown> = {
  text: `
    UPDATE accounts SET status = 'disabled', allows_bots = false, updated_at_ms = $2
    WHERE user_id = $1`,
};

/** Deletions over this database; a deletion that began is continued, not begun again. */
export function userDeletions(
  database: Database,
): Pick<UserStore, 'beginDeletion' | 'endDeletion' | 'claimDeletion'> {
  return {
    beginDeletion: (userId, atMs, { cancelsOrders, closesPositions, resumesAtMs }, audit = null) =>
      database.transaction(async (session) => {
        await lockUser(session, userId);
        const owners = await session.write(LOCK_OWNERS, []);
        if (owners.length === 1 && owners[0]?.user_id === userId) return 'last_owner';
        const values = [userId, atMs, cancelsOrders, closesPositions, resumesAtMs];
        const [row] = await session.write(BEGIN, values);
        if (row === undefined) return 'user_not_found';
        await session.write(REVOKE_ALL, [userId]);
        if (row.is_first && audit !== null) await appendAuditEntry(session, audit);
        return row.is_first ? 'begun' : 'begun_before';
      }),
    async endDeletion(userId, atMs, audit = null) {
      await forgetPoints(database, userId);
      return database.transaction(async (session) => {
        await lockUser(session, userId);
        const ended = await session.write(END, [userId, atMs, deletedName(userId)]);
        if (ended.length === 0) return false;
        await closeAccounts(session, userId, atMs);
        await session.write(FORGET_CHOICES, [userId]);
        await session.write(REVOKE_ALL, [userId]);
        if (audit !== null) await appendAuditEntry(session, audit);
        return true;
      });
    },
    async claimDeletion(nowMs, resumesAtMs) {
      const [row] = await database.write(CLAIM, [nowMs, resumesAtMs]);
      if (row === undefined) return null;
      return {
        userId: row.user_id,
        cancelsOrders: row.deletion_cancels_orders,
        closesPositions: row.deletion_closes_positions,
      };
    },
  };
}

/** None are added meanwhile, as the user is being deleted. */
async function forgetPoints(database: Database, userId: string): Promise<void> {
  for (;;) {
    const [gone] = await database.write(FORGET_POINTS, [userId, POINTS_AT_ONCE]);
    if ((gone?.count ?? 0) < POINTS_AT_ONCE) return;
  }
}

async function closeAccounts(session: Session, userId: string, atMs: number): Promise<void> {
  await session.write(DESTROY_CREDENTIALS, [userId]);
  await session.write(NOTE_EQUITY_NO_MORE, [userId]);
  await session.write(CLOSE_ACCOUNTS, [userId, atMs]);
}
