// Events that are due on a channel as one message: the oldest in words, the others counted.

import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import type { ChannelKind } from '#domain/notification/channel.ts';
import type { Notice, NotificationMessage } from '#domain/notification/message.ts';
import { plainTextOf } from '#domain/notification/message.ts';
import { countText } from '#lib/group-thousands.ts';
import { LIMITS } from '#lib/limits.ts';
import { describeEvent } from '#services/notifications/describe-event.ts';
import type { Names } from '#services/notifications/names.ts';

export type Composing = {
  /** Oldest first; at least one. */
  readonly events: readonly LoggedEvent[];
  /** Events that were not even queued, because too many were. */
  readonly skippedCount: number;
  readonly names: Names;
  readonly kind: ChannelKind;
  readonly baseUrl: string | null;
  readonly timeZone: string | null;
};

/** Of what each service takes, with room for marks of its own. */
const CHARACTERS_MAX: { readonly [kind in ChannelKind]: number } = {
  telegram: 3_900,
  discord: 3_500,
  slack: 8_000,
  email: 20_000,
};

/** Those that are written out, before any is left out for its length. */
export function shownEvents(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  return withoutRepeats(events).slice(0, LIMITS.notificationNoticesMax);
}

/**
 * Message of as many events as a channel's kind has room for, at least one; the others are counted.
 */
export function composeMessage(composing: Composing): NotificationMessage {
  const { names, kind, baseUrl, timeZone, skippedCount } = composing;
  const all = withoutRepeats(composing.events);
  const notices: Notice[] = [];
  let length = 0;
  for (const event of shownEvents(composing.events)) {
    const notice = describeEvent(event, names, baseUrl);
    length += plainTextOf({ notices: [notice], more: null, timeZone }).length;
    if (notices.length > 0 && length > CHARACTERS_MAX[kind]) break;
    notices.push(notice);
  }
  const more = moreText(all.slice(notices.length), skippedCount);
  return { notices, more, timeZone };
}

/** A fill is reported with the order that it fills. */
function withoutRepeats(events: readonly LoggedEvent[]): readonly LoggedEvent[] {
  const filled = new Set(
    events.filter(({ type }) => type === 'order.filled').map(({ objectId }) => objectId),
  );
  return events.filter(({ type, objectId }) => type !== 'fill.created' || !filled.has(objectId));
}

function moreText(rest: readonly LoggedEvent[], skippedCount: number): string | null {
  const count = rest.length + skippedCount;
  if (count === 0) return null;
  const counts = new Map<EventType, number>();
  for (const { type } of rest) counts.set(type, (counts.get(type) ?? 0) + 1);
  const parts = [...counts]
    .toSorted(([, left], [, right]) => right - left)
    .map(([type, times]) => `${countText(times)} ${type}`);
  if (skippedCount > 0) parts.push(`${countText(skippedCount)} others`);
  return `${countText(count)} more: ${parts.join(', ')}.`;
}
