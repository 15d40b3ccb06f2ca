// Plans which events are to be sent on which channels, and when, by the rules of a user.

import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { NotificationChannel } from '#domain/notification/channel.ts';
import { takesEvents } from '#domain/notification/channel.ts';
import { sendableAtMs } from '#domain/notification/quiet-hours.ts';
import type { NotificationRule } from '#domain/notification/rule.ts';
import { fitsChannel, isAbout } from '#domain/notification/rule.ts';
import { LIMITS } from '#lib/limits.ts';

/** An event that waits to be sent on a channel. */
export type PlannedItem = {
  readonly channelId: string;
  readonly ruleId: string;
  readonly sequence: number;
  readonly dueAtMs: number;
};

/** What waits already of one rule on one channel. */
export type WaitingItems = {
  readonly channelId: string;
  readonly ruleId: string;
  readonly dueAtMs: number;
  readonly count: number;
};

/** When a message of the rule was made last for the channel. */
export type RulePace = {
  readonly channelId: string;
  readonly ruleId: string;
  readonly lastMs: number;
};

export type Planning = {
  readonly nowMs: number;
  readonly events: readonly LoggedEvent[];
  readonly rules: readonly NotificationRule[];
  readonly channels: readonly NotificationChannel[];
  readonly waiting: readonly WaitingItems[];
  readonly paces: readonly RulePace[];
};

export type Plan = {
  readonly items: readonly PlannedItem[];
  /** By channel, how many were left out because too many wait. */
  readonly skipped: ReadonlyMap<string, number>;
};

/** An event is sent once on a channel: by the rule by which it is there first. */
export function planItems(planning: Planning): Plan {
  const { nowMs, events, rules, channels } = planning;
  const items: PlannedItem[] = [];
  const skipped = new Map<string, number>();
  for (const channel of channels.filter((each) => takesEvents(each, nowMs))) {
    const { channelId } = channel;
    const dueByRule = duesOf(planning, channelId);
    let room = LIMITS.notificationItemsMax - waitingCount(planning.waiting, channelId);
    for (const event of events) {
      const rule = earliestRule(event, channel, rules, dueByRule);
      if (rule === null) continue;
      const { ruleId, dueAtMs } = rule;
      if (room > 0) items.push({ channelId, ruleId, sequence: event.sequence, dueAtMs });
      else skipped.set(channelId, (skipped.get(channelId) ?? 0) + 1);
      room -= 1;
    }
  }
  return { items, skipped };
}

type RuleDue = { readonly ruleId: string; readonly dueAtMs: number };

function earliestRule(
  event: LoggedEvent,
  { channelId, kind }: NotificationChannel,
  rules: readonly NotificationRule[],
  dueByRule: (rule: NotificationRule) => number,
): RuleDue | null {
  if (!fitsChannel(event, kind)) return null;
  let earliest: RuleDue | null = null;
  for (const rule of rules) {
    const { channelIds, ruleId } = rule;
    const isForIt = channelIds.length === 0 || channelIds.includes(channelId);
    if (!isForIt || !isAbout(rule, event)) continue;
    const dueAtMs = dueByRule(rule);
    if (earliest === null || dueAtMs < earliest.dueAtMs) earliest = { ruleId, dueAtMs };
  }
  return earliest;
}

/** When what a rule is about is due on the channel; with what waits already, as one message. */
function duesOf({ nowMs, waiting, paces }: Planning, channelId: string) {
  const known = new Map<string, number>();
  return (rule: NotificationRule): number => {
    const { ruleId, everyMs, quietHours } = rule;
    const before = known.get(ruleId);
    if (before !== undefined) return before;
    const isOfIt = (each: WaitingItems | RulePace): boolean =>
      each.channelId === channelId && each.ruleId === ruleId;
    const waits = waiting.find(isOfIt);
    const lastMs = paces.find(isOfIt)?.lastMs ?? 0;
    const earliestMs = Math.max(nowMs + LIMITS.notificationGatherMs, lastMs + everyMs);
    const dueAtMs = waits?.dueAtMs ?? sendableAtMs(quietHours, earliestMs);
    known.set(ruleId, dueAtMs);
    return dueAtMs;
  };
}

function waitingCount(waiting: readonly WaitingItems[], channelId: string): number {
  return waiting
    .filter((each) => each.channelId === channelId)
    .reduce((sum, { count }) => sum + count, 0);
}
