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
  readonly is_by_link: boolean;
};

export const SESSION_COLUMNS = [
  'session_id',
  'user_id',
  'created_at_ms',
  'last_seen_at_ms',
  'address',
  'agent',
  'is_by_link',
] as const satisfies readonly (keyof SessionRow)[];

export function sessionFromRow(row: SessionRow): Session {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    createdAtMs: row.created_at_ms,
    lastSeenAtMs: row.last_seen_at_ms,
    address: row.address,
    agent: row.agent,
    isByLink: row.is_by_link,
  };
}

export function sessionToRow(session: Session): SessionRow {
  return {
    session_id: session.sessionId,
    user_id: session.userId,
    created_at_ms: session.createdAtMs,
    last_seen_at_ms: session.lastSeenAtMs,
    address: session.address,
    agent: session.agent,
    is_by_link: session.isByLink,
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
};

export function auditFromRow(row: AuditRow): AuditEntry {
  return {
    entryId: row.entry_id,
    userId: row.user_id,
    atMs: row.at_ms,
    act: row.act,
    actorId: row.actor_id,
    address: row.address,
    subject: row.subject,
  };
}
