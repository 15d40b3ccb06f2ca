// Sessions and entries of the audit log as rows, without the hash of a session's secret, which is
// only ever looked up by.

import type { AuditEntry, Session } from '#ports/stores/sign-in-store.ts';

export type SessionRow = {
  readonly session_id: string;
  readonly user_id: string;
  readonly created_at_ms: number;
  readonly last_seen_at_ms: number;
  readonly address: string | null;
  readonly agent: string | null;
  readonly signed_in_by: Session['signedInBy'];
  readonly confirmed_at_ms: number;
};

export const SESSION_COLUMNS = [
  'session_id',
  'user_id',
  'created_at_ms',
  'last_seen_at_ms',
  'address',
  'agent',
  'signed_in_by',
  'confirmed_at_ms',
] as const satisfies readonly (keyof SessionRow)[];

/** Session of a row. */
export function sessionFromRow(row: SessionRow): Session {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    createdAtMs: row.created_at_ms,
    lastSeenAtMs: row.last_seen_at_ms,
    address: row.address,
    agent: row.agent,
    signedInBy: row.signed_in_by,
    confirmedAtMs: row.confirmed_at_ms,
  };
}

/** Row of a session. */
export function sessionToRow(session: Session): SessionRow {
  return {
    session_id: session.sessionId,
    user_id: session.userId,
    created_at_ms: session.createdAtMs,
    last_seen_at_ms: session.lastSeenAtMs,
    address: session.address,
    agent: session.agent,
    signed_in_by: session.signedInBy,
    confirmed_at_ms: session.confirmedAtMs,
  };
}

export type AuditRow = {
  readonly entry_id: string;
  readonly user_id: string;
  readonly at_ms: number;
  readonly act: AuditEntry['act'];
  readonly actor_id: string | null;
  readonly address: string | null;
  readonly subject: string | null;
  readonly actor_user_id: string | null;
};

export const AUDIT_COLUMNS = [
  'entry_id',
  'user_id',
  'at_ms',
  'act',
  'actor_id',
  'address',
  'subject',
  'actor_user_id',
] as const satisfies readonly (keyof AuditRow)[];

/** Entry of the audit log from its row. */
export function auditFromRow(row: AuditRow): AuditEntry {
  return {
    entryId: row.entry_id,
    userId: row.user_id,
    atMs: row.at_ms,
    act: row.act,
    actorId: row.actor_id,
    address: row.address,
    subject: row.subject,
    actorUserId: row.actor_user_id,
  };
}
