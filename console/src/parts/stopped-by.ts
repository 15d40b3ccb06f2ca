// Texts of who stopped a bot. What its owner or the risk switch stopped is as it was meant; what
// ended for any other reason needs a look.

import type { Bot } from '@tidemill/client';
import { PARTS } from '../words/parts.ts';

type Stop = Pick<Bot, 'is_activated' | 'stopped_by'>;

/** Bot that neither its owner nor the risk switch stopped. */
export function hasStoppedByItself({ is_activated: isActive, stopped_by: by }: Stop): boolean {
  return !isActive && by !== null && by !== 'user' && by !== 'risk';
}

const WORDS: Readonly<Record<NonNullable<Bot['stopped_by']>, string>> = {
  user: PARTS.stoppedByUser,
  risk: PARTS.stoppedByRisk,
  script: PARTS.stoppedByScript,
  exchange: PARTS.stoppedByExchange,
  service: PARTS.stoppedByService,
};

/** Null while it runs and before its first start. */
export function stopWords({ is_activated: isActive, stopped_by: by }: Stop): string | null {
  return isActive || by === null ? null : WORDS[by];
}

const DAY_MS = 86_400_000;
/** Whoever did not start them again by then does not want to. */
const ASKED_DAYS = 7;

/** Those that the risk switch or a limit stopped, while that is news. */
export function lastStoppedByRisk<Of extends Stop & Pick<Bot, 'last_update_at'>>(
  bots: readonly Of[],
  nowMs: number,
): readonly Of[] {
  const isRecent = (at: string | null): boolean =>
    at === null || nowMs - Date.parse(at) < ASKED_DAYS * DAY_MS;
  return bots.filter(
    (bot) => !bot.is_activated && bot.stopped_by === 'risk' && isRecent(bot.last_update_at),
  );
}
