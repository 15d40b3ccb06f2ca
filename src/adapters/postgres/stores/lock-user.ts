// Limits on what a user has: whoever adds to it locks the user first, so that of many who ask at
// once each counts what the one before wrote.

import type { Session, Statement } from '#adapters/postgres/connection/database.ts';

const LOCK_USER: Statement<unknown> = {
  text: 'SELECT user_id FROM users WHERE user_id = $1 FOR NO KEY UPDATE',
};

/** Until the transaction ends; before any other lock. */
export async function lockUser(session: Session, userId: string): Promise<void> {
  await session.write(LOCK_USER, [userId]);
}

const IS_BEING_DELETED: Statement<unknown> = {
  text: 'SELECT FROM users WHERE user_id = $1 AND deletion_began_at_ms IS NOT NULL',
};

/** Whether the deletion of the user, who is locked, has begun. */
export async function isBeingDeleted(session: Session, userId: string): Promise<boolean> {
  return (await session.read(IS_BEING_DELETED, [userId])).length > 0;
}

/** Whether the user, who is locked, has as many as may be; none given: there is no limit. */
export async function isReached(
  session: Session,
  count: Statement<{ readonly count: number }>,
  userId: string,
  most: number | null | undefined,
): Promise<boolean> {
  if (most === null || most === undefined) return false;
  const [row] = await session.read(count, [userId]);
  return (row?.count ?? 0) >= most;
}
