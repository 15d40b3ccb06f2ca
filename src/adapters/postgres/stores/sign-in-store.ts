// Means of sign-in, in PostgreSQL.

import { appendAuditEntry } from '#adapters/postgres/stores/append-audit-entry.ts';
import { CLEAR_CACHES } from '#adapters/postgres/connection/cache-channel.ts';
import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import type { Session as Transaction } from '#adapters/postgres/connection/database.ts';
import type { AuditRow, SessionRow } from '#adapters/postgres/rows/session-row.ts';
import {
  AUDIT_COLUMNS,
  auditFromRow,
  SESSION_COLUMNS,
  sessionFromRow,
  sessionToRow,
} from '#adapters/postgres/rows/session-row.ts';
import { knownUsers } from '#adapters/postgres/stores/known-users.ts';
import { lockUser } from '#adapters/postgres/stores/lock-user.ts';
import type { Role } from '#domain/access/role.ts';
import { nextAttempt } from '#domain/access/attempts.ts';
import { scopesOfRole } from '#domain/access/role.ts';
import { sessionEndMs } from '#domain/access/session-life.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Session, SignInStore, UserAccess } from '#ports/stores/sign-in-store.ts';

type AccessRow = {
  readonly user_id: string;
  readonly name: string;
  readonly role: Role | null;
  readonly password_hash: string | null;
  readonly is_partner: boolean;
};

const ACCESS = `
  SELECT u.user_id, u.name, a.role, a.password_hash, p.user_id IS NOT NULL AS is_partner
  FROM users u LEFT JOIN user_access a USING (user_id) LEFT JOIN partners p USING (user_id)
  WHERE u.deletion_began_at_ms IS NULL
    AND NOT EXISTS (SELECT FROM end_users e WHERE e.user_id = u.user_id)`;

const FIND_ACCESS: Statement<AccessRow> = { text: `${ACCESS} AND u.name = $1` };
const FIND_ACCESS_OF: Statement<AccessRow> = { text: `${ACCESS} AND u.user_id = $1` };

const SET_PASSWORD: Statement<unknown> = {
  text: `
    INSERT INTO user_access (user_id, password_hash, password_set_at_ms) VALUES ($1, $2, $3)
    ON CONFLICT (user_id) DO UPDATE SET password_hash = EXCLUDED.password_hash,
      password_set_at_ms = EXCLUDED.password_set_at_ms`,
};

const END_ALL: Statement<unknown> = {
  text: `
    WITH ended AS (DELETE FROM sessions WHERE user_id = $1),
      used AS (DELETE FROM sign_in_links WHERE user_id = $1)
    SELECT ${CLEAR_CACHES}`,
};

const INSERT_SESSION: Statement<unknown> = {
  text: `
    INSERT INTO sessions (${SESSION_COLUMNS.join(', ')}, secret_hash)
    VALUES (${[...SESSION_COLUMNS, ''].map((_, index) => `$${index + 1}`).join(', ')})`,
};

const END_OLDEST: Statement<unknown> = {
  text: `
    WITH ended AS (
      DELETE FROM sessions WHERE session_id IN (
        SELECT session_id FROM sessions WHERE user_id = $1 ORDER BY session_id DESC OFFSET $2
      ) RETURNING session_id
    )
    SELECT ${CLEAR_CACHES} FROM ended LIMIT 1`,
};

type PrincipalRow = SessionRow & {
  readonly role: Role | null;
  readonly plan: PlanName;
  readonly plan_until_ms: number | null;
  readonly is_partner: boolean;
};

const FIND_SESSION: Statement<PrincipalRow> = {
  name: 'find_session',
  responseMsMax: LIMITS.principalLookupMsMax,
  text: `
    SELECT ${SESSION_COLUMNS.map((column) => `s.${column}`).join(', ')}, a.role, u.plan,
      u.plan_until_ms, p.user_id IS NOT NULL AS is_partner
    FROM sessions s JOIN users u ON u.user_id = s.user_id
      LEFT JOIN user_access a ON a.user_id = s.user_id
      LEFT JOIN partners p ON p.user_id = s.user_id
    WHERE s.secret_hash = $1 AND u.deletion_began_at_ms IS NULL`,
};

const LIST_SESSIONS: Statement<SessionRow> = {
  isReadByRow: true,
  text: `
    SELECT ${SESSION_COLUMNS.join(', ')} FROM sessions WHERE user_id = $1
    ORDER BY session_id DESC`,
};

const END_SESSION: Statement<unknown> = {
  text: `
    WITH ended AS (
      DELETE FROM sessions WHERE user_id = $1 AND session_id = $2 RETURNING session_id
    )
    SELECT ${CLEAR_CACHES} FROM ended`,
};

const END_OTHERS: Statement<{ readonly ended: number }> = {
  text: `
    WITH ended AS (
      DELETE FROM sessions WHERE user_id = $1 AND session_id IS DISTINCT FROM $2 RETURNING 1
    ), used AS (DELETE FROM sign_in_links WHERE user_id = $1)
    SELECT (SELECT count(*) FROM ended) AS ended, ${CLEAR_CACHES}`,
};

const CONFIRM: Statement<unknown> = {
  text: `
    WITH changed AS (
      UPDATE sessions SET confirmed_at_ms = $2 WHERE session_id = $1 RETURNING session_id
    )
    SELECT ${CLEAR_CACHES} FROM changed`,
};

const TOUCH_SESSIONS: Statement<unknown> = {
  name: 'touch_sessions',
  text: `
    UPDATE sessions s SET last_seen_at_ms = greatest(s.last_seen_at_ms, used.at_ms)
    FROM unnest($1::text[], $2::bigint[]) AS used (session_id, at_ms)
    WHERE s.session_id = used.session_id`,
};

const INSERT_LINK: Statement<unknown> = {
  text: 'INSERT INTO sign_in_links (user_id, secret_hash, expires_at_ms) VALUES ($1, $2, $3)',
};

const TAKE_LINK: Statement<{ readonly user_id: string; readonly expires_at_ms: number }> = {
  text: 'DELETE FROM sign_in_links WHERE secret_hash = $1 RETURNING user_id, expires_at_ms',
};

type AttemptsRow = {
  readonly failed_count: number;
  readonly failed_at_ms: number;
  readonly blocked_until_ms: number;
};

const BEGIN_ATTEMPTS: Statement<unknown> = {
  text: `
    INSERT INTO sign_in_attempts (subject, failed_count, failed_at_ms, blocked_until_ms)
    VALUES ($1, 0, 0, 0) ON CONFLICT (subject) DO NOTHING`,
};

const LOCK_ATTEMPTS: Statement<AttemptsRow> = {
  text: `
    SELECT failed_count, failed_at_ms, blocked_until_ms FROM sign_in_attempts
    WHERE subject = $1 FOR UPDATE`,
};

const WRITE_ATTEMPTS: Statement<unknown> = {
  text: `
    UPDATE sign_in_attempts SET failed_count = $2, failed_at_ms = $3, blocked_until_ms = $4
    WHERE subject = $1`,
};

const RETURN_ATTEMPT: Statement<unknown> = {
  text: `
    UPDATE sign_in_attempts SET failed_count = greatest(failed_count - 1, 0), blocked_until_ms = 0
    WHERE subject = $1`,
};

const NOTE_NETWORK: Statement<unknown> = {
  text: `
    INSERT INTO known_networks (user_id, network, seen_at_ms) VALUES ($1, $2, $3)
    ON CONFLICT (user_id, network) DO UPDATE SET
      seen_at_ms = greatest(known_networks.seen_at_ms, excluded.seen_at_ms)`,
};

const IS_KNOWN_NETWORK: Statement<unknown> = {
  text: `
    SELECT k.user_id FROM known_networks k JOIN users u ON u.user_id = k.user_id
    WHERE u.name = $1 AND k.network = $2 AND k.seen_at_ms >= $3`,
};

const LIST_AUDIT: Statement<AuditRow> = {
  isReadByRow: true,
  text: `
    SELECT ${AUDIT_COLUMNS.join(', ')} FROM audit_entries
    WHERE $1::text IS NULL OR entry_id < $1
    ORDER BY entry_id DESC LIMIT $2`,
};

/** Each part by its own index. */
const LIST_AUDIT_OF: Statement<AuditRow> = {
  isReadByRow: true,
  text: `
    (SELECT ${AUDIT_COLUMNS.join(', ')} FROM audit_entries
      WHERE user_id = $3 AND ($1::text IS NULL OR entry_id < $1)
      ORDER BY entry_id DESC LIMIT $2)
    UNION
    (SELECT ${AUDIT_COLUMNS.join(', ')} FROM audit_entries
      WHERE actor_user_id = $3 AND ($1::text IS NULL OR entry_id < $1)
      ORDER BY entry_id DESC LIMIT $2)
    ORDER BY entry_id DESC LIMIT $2`,
};

const FORGET: Statement<unknown> = {
  text: `
    WITH ended AS (DELETE FROM sessions WHERE created_at_ms < $1 OR last_seen_at_ms < $2),
      used AS (DELETE FROM sign_in_links WHERE expires_at_ms <= $3),
      left_over AS (DELETE FROM sign_in_tickets WHERE expires_at_ms <= $3),
      unseen AS (DELETE FROM known_networks WHERE seen_at_ms < $1)
    DELETE FROM sign_in_attempts WHERE failed_at_ms < $1`,
};

/** Store over this database. */
export function postgresSignInStore(database: Database): SignInStore {
  return {
    ...accessStore(database),
    ...knownUsers(database),
    ...sessionStore(database),
    ...auditStore(database),
  };
}

function accessStore(
  database: Database,
): Pick<
  SignInStore,
  | 'findAccess'
  | 'findAccessOf'
  | 'setPassword'
  | 'insertLink'
  | 'takeLink'
  | 'takeAttempt'
  | 'returnAttempt'
  | 'noteNetwork'
  | 'isKnownNetwork'
> {
  const find = async (statement: Statement<AccessRow>, wanted: string) => {
    const [row] = await database.read(statement, [wanted]);
    return row === undefined ? null : accessFromRow(row);
  };
  return {
    findAccess: (userName) => find(FIND_ACCESS, userName),
    findAccessOf: (userId) => find(FIND_ACCESS_OF, userId),
    setPassword: ({ userId, passwordHash, atMs, session, sessionHash }) =>
      database.transaction(async (transaction) => {
        await lockUser(transaction, userId);
        await transaction.write(SET_PASSWORD, [userId, passwordHash, atMs]);
        await transaction.write(END_ALL, [userId]);
        await insertSession(transaction, session, sessionHash);
      }),
    async insertLink(userId, secretHash, expiresAtMs) {
      await database.write(INSERT_LINK, [userId, secretHash, expiresAtMs]);
    },
    async takeLink(secretHash, nowMs) {
      const [row] = await database.write(TAKE_LINK, [secretHash]);
      return row !== undefined && row.expires_at_ms > nowMs ? row.user_id : null;
    },
    takeAttempt: (subject, rules, nowMs) =>
      database.transaction(async (transaction) => {
        await transaction.write(BEGIN_ATTEMPTS, [subject]);
        const [row] = await transaction.write(LOCK_ATTEMPTS, [subject]);
        const known = attemptsFromRow(present(row, 'it was begun'));
        const next = nextAttempt(known, rules, nowMs);
        if (next === null) return known.blockedUntilMs - nowMs;
        const { failedCount, failedAtMs, blockedUntilMs } = next;
        const values = [subject, failedCount, failedAtMs, blockedUntilMs];
        await transaction.write(WRITE_ATTEMPTS, values);
        return 0;
      }),
    async returnAttempt(subject) {
      await database.write(RETURN_ATTEMPT, [subject]);
    },
    async noteNetwork(userId, network, atMs) {
      await database.write(NOTE_NETWORK, [userId, network, atMs]);
    },
    async isKnownNetwork(userName, network, sinceMs) {
      return (await database.read(IS_KNOWN_NETWORK, [userName, network, sinceMs])).length > 0;
    },
  };
}

function sessionStore(
  database: Database,
): Pick<
  SignInStore,
  | 'insertSession'
  | 'findSession'
  | 'listSessions'
  | 'endSession'
  | 'endOtherSessions'
  | 'confirmSession'
  | 'touchSessions'
> {
  return {
    insertSession: (session, secretHash, sessionsMax) =>
      database.transaction(async (transaction) => {
        await lockUser(transaction, session.userId);
        await transaction.write(END_OLDEST, [session.userId, sessionsMax - 1]);
        await insertSession(transaction, session, secretHash);
      }),
    async findSession(secretHash) {
      const [row] = await database.read(FIND_SESSION, [secretHash]);
      if (row === undefined) return null;
      const session = sessionFromRow(row);
      return {
        keyId: session.sessionId,
        userId: session.userId,
        scopes: scopesOfRole(row.role ?? 'trader'),
        plan: row.plan,
        planUntilMs: row.plan_until_ms,
        expiresAtMs: sessionEndMs(session),
        addresses: [],
        endUserId: null,
        isPartner: row.is_partner,
        role: row.role ?? 'trader',
        confirmedAtMs: session.confirmedAtMs,
      };
    },
    async listSessions(userId, nowMs) {
      const rows = await database.read(LIST_SESSIONS, [userId]);
      return rows.map(sessionFromRow).filter((session) => sessionEndMs(session) > nowMs);
    },
    async endSession(userId, sessionId) {
      return (await database.write(END_SESSION, [userId, sessionId])).length === 1;
    },
    async endOtherSessions(userId, sessionId) {
      const [row] = await database.write(END_OTHERS, [userId, sessionId]);
      return row?.ended ?? 0;
    },
    async confirmSession(sessionId, atMs) {
      await database.write(CONFIRM, [sessionId, atMs]);
    },
    async touchSessions(uses) {
      if (uses.length === 0) return;
      const ids = uses.map((use) => use.keyId);
      const usedAtMs = uses.map((use) => use.usedAtMs);
      await database.write(TOUCH_SESSIONS, [ids, usedAtMs]);
    },
  };
}

function auditStore(
  database: Database,
): Pick<SignInStore, 'appendAudit' | 'listAudit' | 'forgetSignIns'> {
  return {
    appendAudit: (entry) => appendAuditEntry(database, entry),
    async listAudit({ userId, before, limit }) {
      const rows =
        userId === null
          ? await database.read(LIST_AUDIT, [before, limit])
          : await database.read(LIST_AUDIT_OF, [before, limit, userId]);
      return rows.map(auditFromRow);
    },
    async forgetSignIns(nowMs) {
      const { sessionMsMax, sessionIdleMsMax } = LIMITS;
      await database.write(FORGET, [nowMs - sessionMsMax, nowMs - sessionIdleMsMax, nowMs]);
    },
  };
}

async function insertSession(
  transaction: Transaction,
  session: Session,
  secretHash: Uint8Array,
): Promise<void> {
  const row = sessionToRow(session);
  const values = SESSION_COLUMNS.map((column) => row[column]);
  await transaction.write(INSERT_SESSION, [...values, secretHash]);
}

function accessFromRow({ user_id, name, role, ...row }: AccessRow): UserAccess {
  const { password_hash: passwordHash, is_partner: isPartner } = row;
  return { userId: user_id, name, role: role ?? 'trader', passwordHash, isPartner };
}

function attemptsFromRow({ failed_count, failed_at_ms, blocked_until_ms }: AttemptsRow) {
  return {
    failedCount: failed_count,
    failedAtMs: failed_at_ms,
    blockedUntilMs: blocked_until_ms,
  };
}
