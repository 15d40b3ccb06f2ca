// The tables of notifications in memory.

import type { NotificationChannel } from '#domain/notification/channel.ts';
import type { NotificationDelivery, NotificationKind } from '#domain/notification/delivery.ts';
import type { NotificationMessage } from '#domain/notification/message.ts';
import type { PlannedItem, RulePace } from '#domain/notification/plan-items.ts';
import type { NotificationRule } from '#domain/notification/rule.ts';
import type { ChannelKey } from '#ports/stores/notification-store.ts';

export type StoredChannel = {
  channel: NotificationChannel;
  sealedAddress: Uint8Array;
  readonly hasOwnServer: boolean;
  code: { readonly sealed: Uint8Array; readonly expiresAtMs: number; tries: number } | null;
  skippedCount: number;
  failuresCount: number;
  retryAtMs: number;
  claimedUntilMs: number;
};

export type StoredItem = PlannedItem & {
  readonly itemId: number;
  readonly userId: string;
  readonly queuedAtMs: number;
};

export type StoredNotification = NotificationDelivery & {
  readonly userId: string;
  readonly triedSinceMs: number | null;
  /** Also of one that was not tried. */
  readonly dueAtMs: number;
};

export type StoredReading = {
  isReading: boolean;
  readSequence: number;
  claimedUntilMs: number;
  codesSinceMs: number;
  codesCount: number;
};

export type NotificationTables = {
  readonly users: Map<string, StoredReading>;
  readonly channels: Map<string, StoredChannel>;
  readonly rules: Map<string, NotificationRule>;
  readonly items: Map<number, StoredItem>;
  readonly deliveries: Map<number, StoredNotification>;
  /** By channel and rule. */
  readonly paces: Map<string, RulePace>;
  nextId: number;
};

/** Tables without rows. */
export function notificationTables(): NotificationTables {
  return {
    users: new Map(),
    channels: new Map(),
    rules: new Map(),
    items: new Map(),
    deliveries: new Map(),
    paces: new Map(),
    nextId: 1,
  };
}

/** Reading of a user's log, which is made when there is none. */
export function readingOf({ users }: NotificationTables, userId: string): StoredReading {
  const known = users.get(userId);
  if (known !== undefined) return known;
  const rest = { codesSinceMs: 0, codesCount: 0 };
  const made = { isReading: false, readSequence: 0, claimedUntilMs: 0, ...rest };
  users.set(userId, made);
  return made;
}

/** Null: one of the kind waits already. */
export function addDelivery(
  tables: NotificationTables,
  { userId, channelId }: ChannelKey,
  kind: NotificationKind,
  message: NotificationMessage,
  atMs: number,
): NotificationDelivery | null {
  if (waitingOf(tables, channelId).some((each) => each.kind === kind)) return null;
  const made: StoredNotification = {
    deliveryId: tables.nextId,
    userId,
    channelId,
    kind,
    message,
    eventsCount: 0,
    queuedAtMs: atMs,
    state: 'waiting',
    attemptsCount: 0,
    triedSinceMs: null,
    dueAtMs: atMs,
    nextAtMs: null,
    endedAtMs: null,
    response: null,
    problem: null,
  };
  tables.nextId += 1;
  tables.deliveries.set(made.deliveryId, made);
  return listed(made);
}

/** Message as lists show it: without what only its sending needs. */
export function listed(stored: StoredNotification): NotificationDelivery {
  const { userId: _user, triedSinceMs: _tried, dueAtMs: _due, ...delivery } = stored;
  return delivery;
}

/** Messages that wait on a channel, in the order in which they were queued. */
export function waitingOf(
  { deliveries }: NotificationTables,
  channelId: string,
): readonly StoredNotification[] {
  return [...deliveries.values()].filter(
    (each) => each.channelId === channelId && each.state === 'waiting',
  );
}

/** Gives up the waiting messages of one kind on a channel, with the problem that ended them. */
export function giveUpWaiting(
  tables: NotificationTables,
  channelId: string,
  kind: NotificationKind,
  atMs: number,
  problem: string,
): void {
  for (const each of waitingOf(tables, channelId).filter((waiting) => waiting.kind === kind))
    tables.deliveries.set(each.deliveryId, {
      ...each,
      state: 'given_up',
      nextAtMs: null,
      endedAtMs: atMs,
      problem,
    });
}
