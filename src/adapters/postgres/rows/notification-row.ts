// Channels, rules and messages of notifications as rows.

import { isKnownEventType } from '#domain/event-log/event-catalogue.ts';
import type { ChannelKind, NotificationChannel } from '#domain/notification/channel.ts';
import type {
  NotificationDelivery,
  NotificationKind,
  NotificationState,
} from '#domain/notification/delivery.ts';
import type { NotificationMessage } from '#domain/notification/message.ts';
import type { NotificationRule } from '#domain/notification/rule.ts';

export const CHANNEL_COLUMNS = `
  channel_id, user_id, kind, name, destination, created_at_ms, proven_at_ms, muted_at_ms,
  muted_until_ms, failing_since_ms, last_problem, last_delivered_at_ms, disabled_at_ms,
  disabled_reason`;

export type ChannelRow = {
  readonly channel_id: string;
  readonly user_id: string;
  readonly kind: ChannelKind;
  readonly name: string;
  readonly destination: string;
  readonly created_at_ms: number;
  readonly proven_at_ms: number | null;
  readonly muted_at_ms: number | null;
  readonly muted_until_ms: number | null;
  readonly failing_since_ms: number | null;
  readonly last_problem: string | null;
  readonly last_delivered_at_ms: number | null;
  readonly disabled_at_ms: number | null;
  readonly disabled_reason: string | null;
};

/** Channel of a row, without its sealed address. */
export function channelFromRow(row: ChannelRow): NotificationChannel {
  const { muted_at_ms: sinceMs, muted_until_ms: untilMs } = row;
  const { disabled_at_ms: atMs, disabled_reason: reason } = row;
  return {
    channelId: row.channel_id,
    userId: row.user_id,
    kind: row.kind,
    name: row.name,
    destination: row.destination,
    createdAtMs: row.created_at_ms,
    provenAtMs: row.proven_at_ms,
    mute: sinceMs === null ? null : { sinceMs, untilMs },
    failingSinceMs: row.failing_since_ms,
    lastProblem: row.last_problem,
    lastDeliveredAtMs: row.last_delivered_at_ms,
    disabled: atMs === null || reason === null ? null : { atMs, reason },
  };
}

export const RULE_COLUMNS = `
  rule_id, user_id, name, types, is_problems_only, bot_ids, account_ids, channel_ids, every_ms,
  quiet_from, quiet_to, quiet_zone, is_enabled, created_at_ms`;

export type RuleRow = {
  readonly rule_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly types: readonly string[];
  readonly is_problems_only: boolean;
  readonly bot_ids: readonly string[];
  readonly account_ids: readonly string[];
  readonly channel_ids: readonly string[];
  readonly every_ms: number;
  readonly quiet_from: number | null;
  readonly quiet_to: number | null;
  readonly quiet_zone: string | null;
  readonly is_enabled: boolean;
  readonly created_at_ms: number;
};

/** Types that this release does not know are left out. */
export function ruleFromRow(row: RuleRow): NotificationRule {
  const { quiet_from: fromMinute, quiet_to: toMinute, quiet_zone: timeZone } = row;
  const hasQuietHours = fromMinute !== null && toMinute !== null && timeZone !== null;
  return {
    ruleId: row.rule_id,
    userId: row.user_id,
    name: row.name,
    types: row.types.filter(isKnownEventType),
    isProblemsOnly: row.is_problems_only,
    botIds: row.bot_ids,
    accountIds: row.account_ids,
    channelIds: row.channel_ids,
    everyMs: row.every_ms,
    quietHours: hasQuietHours ? { fromMinute, toMinute, timeZone } : null,
    isEnabled: row.is_enabled,
    createdAtMs: row.created_at_ms,
  };
}

/** In the order of `RULE_COLUMNS`. */
export function valuesOfRule(rule: NotificationRule): readonly unknown[] {
  const { quietHours } = rule;
  return [
    rule.ruleId,
    rule.userId,
    rule.name,
    rule.types,
    rule.isProblemsOnly,
    rule.botIds,
    rule.accountIds,
    rule.channelIds,
    rule.everyMs,
    quietHours?.fromMinute ?? null,
    quietHours?.toMinute ?? null,
    quietHours?.timeZone ?? null,
    rule.isEnabled,
    rule.createdAtMs,
  ];
}

export const DELIVERY_COLUMNS = `
  delivery_id, channel_id, kind, message, events_count, queued_at_ms, state, attempts_count,
  tried_since_ms, next_at_ms, ended_at_ms, response, problem`;

export type NotificationDeliveryRow = {
  readonly delivery_id: number;
  readonly channel_id: string;
  readonly kind: NotificationKind;
  readonly message: NotificationMessage;
  readonly events_count: number;
  readonly queued_at_ms: number;
  readonly state: NotificationState;
  readonly attempts_count: number;
  readonly tried_since_ms: number | null;
  readonly next_at_ms: number;
  readonly ended_at_ms: number | null;
  readonly response: string | null;
  readonly problem: string | null;
};

/** Message of a row; `nextAtMs` is null unless another attempt is due. */
export function notificationFromRow(row: NotificationDeliveryRow): NotificationDelivery {
  const isRetried = row.state === 'waiting' && row.problem !== null;
  return {
    deliveryId: row.delivery_id,
    channelId: row.channel_id,
    kind: row.kind,
    message: row.message,
    eventsCount: row.events_count,
    queuedAtMs: row.queued_at_ms,
    state: row.state,
    attemptsCount: row.attempts_count,
    nextAtMs: isRetried ? row.next_at_ms : null,
    endedAtMs: row.ended_at_ms,
    response: row.response,
    problem: row.problem,
  };
}
