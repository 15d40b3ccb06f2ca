// An entry of the audit log, by itself or in the transaction of what it is about.

import type { Session, Statement } from '#adapters/postgres/connection/database.ts';
import type { AuditEntry } from '#ports/stores/sign-in-store.ts';

const APPEND_AUDIT: Statement<unknown> = {
  text: `
    INSERT INTO audit_entries (
      entry_id, user_id, at_ms, act, actor_id, address, subject, actor_user_id
    )
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/** Appends an entry within the session's transaction, if it has one. */
export async function appendAuditEntry(
  session: Pick<Session, 'write'>,
  { entryId, userId, atMs, act, actorId, address, subject, actorUserId }: AuditEntry,
): Promise<void> {
  const values = [entryId, userId, atMs, act, actorId, address, subject, actorUserId];
  await session.write(APPEND_AUDIT, values);
}
