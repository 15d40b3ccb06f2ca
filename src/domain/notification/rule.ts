// Rules: which events a user hears of, on which channels, how often and when.

import type { EventContent, LoggedEvent } from '#domain/event-log/event.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import { ACCESS_EVENT_TYPES, PROBLEM_TYPES } from '#domain/event-log/event-catalogue.ts';
import type { ChannelKind } from '#domain/notification/channel.ts';
import type { QuietHours } from '#domain/notification/quiet-hours.ts';

export type NotificationRule = {
  readonly ruleId: string;
  readonly userId: string;
  readonly name: string;
  /** At least one. */
  readonly types: readonly EventType[];
  /** Of these types, what went well is left out. */
  readonly isProblemsOnly: boolean;
  /** Empty: all, and what is of none. */
  readonly botIds: readonly string[];
  readonly accountIds: readonly string[];
  /** Empty: all. */
  readonly channelIds: readonly string[];
  /** A message comes at most so often, with all that came together; 0: at once. */
  readonly everyMs: number;
  readonly quietHours: QuietHours | null;
  readonly isEnabled: boolean;
  readonly createdAtMs: number;
};

/** What a user chooses of a rule. */
export type RuleTerms = Omit<NotificationRule, 'ruleId' | 'userId' | 'createdAtMs'>;

const AT_ONCE = {
  botIds: [],
  accountIds: [],
  channelIds: [],
  everyMs: 0,
  quietHours: null,
  isEnabled: true,
} as const;

/** What a user begins with: what needs somebody to look, and what scripts say. */
export const DEFAULT_RULES: readonly RuleTerms[] = [
  {
    ...AT_ONCE,
    name: 'Problems',
    types: [
      'bot.stopped',
      'order.unknown',
      'order.lost',
      'account.invalid_credentials',
      'exchange.degraded',
      ...ACCESS_EVENT_TYPES,
      'webhook.disabled',
      'channel.disabled',
    ],
    isProblemsOnly: true,
  },
  { ...AT_ONCE, name: 'Messages of scripts', types: ['bot.notified'], isProblemsOnly: false },
];

/** Whether the rule is about the event, on whatever channel. */
export function isAbout(rule: NotificationRule, event: LoggedEvent): boolean {
  const { types, botIds, accountIds } = rule;
  if (!rule.isEnabled || !types.includes(event.type)) return false;
  if (rule.isProblemsOnly && !isProblem(event)) return false;
  const { botId, accountId } = subjectOf(event);
  return isAmong(botIds, botId) && isAmong(accountIds, accountId);
}

function isAmong(ids: readonly string[], id: string | null): boolean {
  return ids.length === 0 || (id !== null && ids.includes(id));
}

/** Whether the event may be sent there: what a script sends to one service goes to no other. */
export function fitsChannel(event: EventContent, kind: ChannelKind): boolean {
  if (event.type !== 'bot.notified') return true;
  const { service } = event.data;
  return service === null || service === kind;
}

/** Whether something went wrong that its owner did not ask for. */
function isProblem(event: EventContent): boolean {
  if (event.type === 'bot.stopped') return event.data.reason !== null;
  if (event.type === 'bot.logged')
    return event.data.severity === 'error' || event.data.severity === 'warning';
  return PROBLEM_TYPES.has(event.type);
}

type Subject = { readonly botId: string | null; readonly accountId: string | null };

/** Of which bot and account the event is; null: of none. */
export function subjectOf({ data }: EventContent): Subject {
  return {
    botId: 'botId' in data ? data.botId : null,
    accountId: 'accountId' in data ? data.accountId : null,
  };
}
