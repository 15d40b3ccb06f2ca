// Notifications between processes that run bots, sent between the looks that they take anyway.

import type { Database, Statement } from '#adapters/postgres/connection/database.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';

export const BOT_CHANNEL = 'tidemill_bots';

/**
 * `inbox`: an input waits; `bots`: some were started, stopped or deleted. The risk switch says
 * `switch` with its own statement.
 */
type BotNews = 'inbox' | 'bots';

/** Bots were stopped that nothing more is to be sent for. */
export const SWITCH_NEWS = 'switch';

const NOTIFY: Statement<unknown> = { name: 'notify', text: 'SELECT pg_notify($1, $2)' };

/**
 * Sends a notification; calls that come while one is under way share the one after it. What cannot
 * be sent is not missed for long, since nobody relies on it.
 */
export function notifyOnce(
  database: Database,
  channel: string,
  payload: BotNews,
): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  async function send(): Promise<void> {
    try {
      await database.write(NOTIFY, [channel, payload]);
    } catch (error) {
      if (!(error instanceof Failure || error instanceof OutcomeUnknown)) throw error;
    }
  }
  async function follow(before: Promise<void>): Promise<void> {
    await before;
    next = null;
    await start();
  }
  function start(): Promise<void> {
    const sending = send().finally(() => {
      if (underWay === sending) underWay = null;
    });
    underWay = sending;
    return sending;
  }
  return () => {
    if (underWay === null) return start();
    next ??= follow(underWay);
    return next;
  };
}
