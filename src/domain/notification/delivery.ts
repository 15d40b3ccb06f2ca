// Messages to channels and what became of them.

import type { NotificationMessage } from '#domain/notification/message.ts';

/** `code`: it proves the channel; the message that is retained does not have the code itself. */
export const NOTIFICATION_KINDS = ['events', 'test', 'code'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATION_STATES = ['waiting', 'delivered', 'given_up'] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

export type NotificationDelivery = {
  readonly deliveryId: number;
  readonly channelId: string;
  readonly kind: NotificationKind;
  readonly message: NotificationMessage;
  /** That it tells of, those included that are only counted. */
  readonly eventsCount: number;
  readonly queuedAtMs: number;
  readonly state: NotificationState;
  readonly attemptsCount: number;
  /** When it is tried next; null unless it waits after an attempt. */
  readonly nextAtMs: number | null;
  readonly endedAtMs: number | null;
  /** What the channel responded when it took it; null: it did not. */
  readonly response: string | null;
  /** Why the last attempt failed, in words; null: it did not. */
  readonly problem: string | null;
};
