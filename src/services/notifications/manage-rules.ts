// Rules of a user: which events it hears of, where, how often and when.

import type { NotificationRule, RuleTerms } from '#domain/notification/rule.ts';
import { isTimeZone } from '#domain/notification/quiet-hours.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import { openNotifications } from '#services/notifications/create-channel.ts';
import type {
  NotificationCaller,
  NotificationDeps,
} from '#services/notifications/notification-deps.ts';
import { userOf } from '#services/notifications/notification-deps.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

type RuleDeps = Pick<NotificationDeps, 'notifications' | 'clock' | 'digest'>;
type RuleQuery = { readonly caller: NotificationCaller; readonly ruleId: string };

const NOT_FOUND = 'rule_not_found';

/** What cannot be a rule, and which field of it. */
export type RuleRefusal = {
  readonly code: 'rule_invalid';
  readonly field: string;
  readonly expected: string;
};

/** Sorted by id. A user begins with rules of its own. */
export async function listRules(
  deps: RuleDeps,
  caller: NotificationCaller,
): Promise<readonly NotificationRule[]> {
  const userId = userOf(caller);
  if (userId === null) return [];
  await openNotifications(deps, userId);
  return deps.notifications.listRules(userId);
}

/** Makes a rule; rejects unknown channels and subjects, and keys of one end user. */
export async function createRule(
  deps: RuleDeps,
  command: {
    readonly caller: NotificationCaller;
    readonly terms: RuleTerms;
    readonly derivationId: string;
    readonly completion: CompletionSlot<NotificationRule> | null;
  },
): Promise<
  Result<NotificationRule, RuleRefusal | { readonly code: 'forbidden'; readonly detail: string }>
> {
  const { caller, terms, derivationId, completion } = command;
  const userId = userOf(caller);
  if (userId === null)
    return rejected({ code: 'forbidden', detail: 'A key of one end user has no rules.' });
  const refusal = await refusalOf(deps, userId, terms);
  if (refusal !== null) return rejected(refusal);
  await openNotifications(deps, userId);
  const ruleId = identifierFromBytes('nrl', deps.digest.sha256(`rule ${derivationId}`));
  const rule = { ...terms, ruleId, userId, createdAtMs: deps.clock.nowMs() };
  const { notificationRulesPerUserMax: rulesMax } = LIMITS;
  const completed = completionWith(completion, rule);
  if (await deps.notifications.insertRule(rule, rulesMax, completed)) return accepted(rule);
  const detail = `At most ${rulesMax} rules may exist; delete one first.`;
  return rejected({ code: 'forbidden', detail });
}

/** All but its id and when it was made. */
export async function replaceRule(
  deps: RuleDeps,
  command: RuleQuery & { readonly terms: RuleTerms; readonly claim: HeldClaim | null },
): Promise<Result<NotificationRule, RuleRefusal | { readonly code: 'rule_not_found' }>> {
  const { caller, ruleId, terms, claim } = command;
  const userId = userOf(caller);
  const before = userId === null ? null : await deps.notifications.findRule({ userId, ruleId });
  if (before === null) return rejected({ code: NOT_FOUND });
  const refusal = await refusalOf(deps, before.userId, terms);
  if (refusal !== null) return rejected(refusal);
  const rule = { ...before, ...terms };
  const isDone = await deps.notifications.replaceRule(rule, claim);
  return isDone ? accepted(rule) : rejected({ code: NOT_FOUND });
}

/** With what waits by it. */
export async function deleteRule(
  { notifications }: Pick<NotificationDeps, 'notifications'>,
  { caller, ruleId }: RuleQuery,
): Promise<Result<null, 'rule_not_found'>> {
  const userId = userOf(caller);
  const isDone = userId !== null && (await notifications.deleteRule({ userId, ruleId }));
  return isDone ? accepted(null) : rejected(NOT_FOUND);
}

/** Bots and accounts are not looked up: a rule about one that is not there is about nothing. */
async function refusalOf(
  { notifications }: Pick<NotificationDeps, 'notifications'>,
  userId: string,
  { types, channelIds, quietHours }: RuleTerms,
): Promise<RuleRefusal | null> {
  if (types.length === 0) return refuse('types', 'at least one type of events');
  if (quietHours !== null && !isTimeZone(quietHours.timeZone))
    return refuse('quiet_hours.time_zone', 'the name of a time zone such as "Europe/Berlin"');
  if (quietHours !== null && quietHours.fromMinute === quietHours.toMinute)
    return refuse('quiet_hours.to', 'another time than that at which they begin');
  if (channelIds.length === 0) return null;
  const known = new Set((await notifications.listChannels(userId)).map((each) => each.channelId));
  return channelIds.every((channelId) => known.has(channelId))
    ? null
    : refuse('channel_ids', 'channels of yours, as they are listed');
}

function refuse(field: string, expected: string): RuleRefusal {
  return { code: 'rule_invalid', field, expected };
}
