// Rules of notifications in words, and as the API takes them.

import type { NotificationRule, SaveNotificationRule } from '@tidemill/client';
import { NOTIFICATIONS } from '../../../words/notifications.ts';

export const DIGESTS = [
  [0, NOTIFICATIONS.atOnce],
  [5, NOTIFICATIONS.every5Minutes],
  [15, NOTIFICATIONS.every15Minutes],
  [60, NOTIFICATIONS.everyHour],
  [240, NOTIFICATIONS.every4Hours],
  [1_440, NOTIFICATIONS.onceADay],
] as const satisfies readonly (readonly [number, string])[];

/** Pace of a rule in words. */
export function digestInWords(minutes: number): string {
  const named = DIGESTS.find(([each]) => each === minutes);
  return named?.[1] ?? NOTIFICATIONS.everyMinutes(minutes);
}

/** By its name, without its id: what a rule becomes when one thing of it changes. */
export function termsOf(rule: NotificationRule): SaveNotificationRule {
  const { rule_id: _id, created_at: _at, ...terms } = rule;
  return terms;
}

/** A rule that a form begins with. */
export const newTerms = (): SaveNotificationRule => ({
  name: '',
  types: ['bot.stopped', 'order.filled'],
  problems_only: false,
  bot_ids: [],
  account_ids: [],
  channel_ids: [],
  every_minutes: 0,
  quiet_hours: null,
  is_enabled: true,
});

/** `2 bots`; null: all of them. */
export function countInWords(ids: readonly string[], one: string): string | null {
  if (ids.length === 0) return null;
  return ids.length === 1 ? `1 ${one}` : `${ids.length} ${one}s`;
}
