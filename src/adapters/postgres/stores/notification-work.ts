// Schedules the next work of a notification channel: noted anew in each transaction that may change
// it.

import type { Session, Statement } from '#adapters/postgres/connection/database.ts';

const PLAN: Statement<unknown> = { text: 'SELECT plan_notification_work($1::text[])' };

/** Schedules the next work of these channels, within the session's transaction. */
export async function planWork(session: Session, channelIds: readonly string[]): Promise<void> {
  if (channelIds.length > 0) await session.write(PLAN, [channelIds]);
}
