// Users as owners see them, with their roles, in PostgreSQL.

import { CLEAR_CACHES } from '#adapters/postgres/connection/cache-channel.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { UserRow } from '#adapters/postgres/rows/user-row.ts';
import { USER_COLUMNS, userFromRow } from '#adapters/postgres/rows/user-row.ts';
import { insistOnClaim } from '#adapters/postgres/stores/idempotency-store.ts';
import type { Role } from '#domain/access/role.ts';
import { LIMITS } from '#lib/limits.ts';
import type { KnownUser, SignInStore } from '#ports/stores/sign-in-store.ts';

const SET_ROLE: Statement<unknown> = {
  text: `
    WITH changed AS (
      INSERT INTO user_access AS a (user_id, role)
      SELECT u.user_id, $2 FROM users u WHERE u.user_id = $1 AND u.deletion_began_at_ms IS NULL
        AND NOT EXISTS (SELECT FROM end_users e WHERE e.user_id = u.user_id)
      ON CONFLICT (user_id) DO UPDATE SET role = EXCLUDED.role
      RETURNING user_id
    )
    SELECT ${CLEAR_CACHES} FROM changed`,
};

const LOCK_OWNERS: Statement<{ readonly user_id: string }> = {
  text: `SELECT user_id FROM user_access WHERE role = 'owner' ORDER BY user_id FOR UPDATE`,
};

type KnownUserRow = UserRow & {
  readonly role: Role | null;
  readonly has_password: boolean;
  readonly has_app: boolean;
  readonly passkeys_count: number;
  readonly keys_count: number;
  readonly sessions_count: number;
  readonly last_seen_at_ms: number | null;
  readonly deletion_began_at_ms: number | null;
};

const KNOWN_USERS = `
    SELECT ${USER_COLUMNS.map((column) => `u.${column}`).join(', ')}, u.deletion_began_at_ms, a.role,
      a.password_hash IS NOT NULL AS has_password,
      EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.user_id) AS has_app,
      (SELECT count(*) FROM passkeys p WHERE p.user_id = u.user_id) AS passkeys_count,
      (SELECT count(*) FROM api_keys k WHERE k.user_id = u.user_id) AS keys_count,
      coalesce(s.count, 0) AS sessions_count, s.last_seen_at_ms
    FROM users u LEFT JOIN user_access a ON a.user_id = u.user_id
      LEFT JOIN LATERAL (
        SELECT count(*) AS count, max(last_seen_at_ms) AS last_seen_at_ms FROM sessions s
        WHERE s.user_id = u.user_id AND s.created_at_ms > $1 AND s.last_seen_at_ms > $2
      ) s ON true
    WHERE u.deleted_at_ms IS NULL
      AND NOT EXISTS (SELECT FROM end_users e WHERE e.user_id = u.user_id)`;

const LIST_KNOWN_USERS: Statement<KnownUserRow> = {
  text: `${KNOWN_USERS} AND ($3::text IS NULL OR u.user_id > $3) ORDER BY u.user_id LIMIT $4`,
};

const FIND_KNOWN_USER: Statement<KnownUserRow> = { text: `${KNOWN_USERS} AND u.user_id = $3` };

type KnownUsers = Pick<SignInStore, 'setRole' | 'changeRole' | 'listKnownUsers' | 'findKnownUser'>;

/** Users over this database; the last owner keeps the role. */
export function knownUsers(database: Database): KnownUsers {
  return {
    async setRole(userId, role) {
      return (await database.write(SET_ROLE, [userId, role])).length === 1;
    },
    changeRole: (userId, role, claim = null) =>
      database.transaction(async (transaction) => {
        if (claim !== null) await insistOnClaim(transaction, claim);
        const owners = await transaction.write(LOCK_OWNERS, []);
        const isLast = owners.length === 1 && owners[0]?.user_id === userId;
        if (isLast && role !== 'owner') return 'last_owner';
        const changed = await transaction.write(SET_ROLE, [userId, role]);
        return changed.length === 1 ? 'changed' : 'user_not_found';
      }),
    async listKnownUsers({ afterId, limit, nowMs }) {
      const values = [...openSince(nowMs), afterId, limit];
      return (await database.read(LIST_KNOWN_USERS, values)).map(knownUserFromRow);
    },
    async findKnownUser(userId, nowMs) {
      const [row] = await database.read(FIND_KNOWN_USER, [...openSince(nowMs), userId]);
      return row === undefined ? null : knownUserFromRow(row);
    },
  };
}

/** Sessions that were opened, and seen, after these instants are not over. */
function openSince(nowMs: number): readonly number[] {
  return [nowMs - LIMITS.sessionMsMax, nowMs - LIMITS.sessionIdleMsMax];
}

function knownUserFromRow(row: KnownUserRow): KnownUser {
  return {
    ...userFromRow(row),
    role: row.role ?? 'trader',
    hasPassword: row.has_password,
    hasApp: row.has_app,
    passkeysCount: row.passkeys_count,
    keysCount: row.keys_count,
    sessionsCount: row.sessions_count,
    lastSeenAtMs: row.last_seen_at_ms,
    deletionBeganAtMs: row.deletion_began_at_ms,
  };
}
