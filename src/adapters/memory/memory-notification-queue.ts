// Queue of notifications to channels, in memory.

import { insistOnClaim } from '#adapters/memory/memory-idempotency-store.ts';
import type {
  NotificationTables,
  StoredChannel,
  StoredItem,
} from '#adapters/memory/memory-notification-tables.ts';
import { addDelivery, listed, waitingOf } from '#adapters/memory/memory-notification-tables.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import type { SendingVerdict } from '#domain/notification/judge-sending.ts';
import type { WaitingItems } from '#domain/notification/plan-items.ts';
import type {
  ChannelWork,
  ClaimChannels,
  NewDelivery,
  NotificationReader,
  NotificationStore,
  TakeReaders,
} from '#ports/stores/notification-store.ts';

type QueueMethods = Pick<
  NotificationStore,
  | 'takeReaders'
  | 'noteRead'
  | 'claimChannels'
  | 'startDelivery'
  | 'endSending'
  | 'listDeliveries'
  | 'resendDelivery'
  | 'purgeNotifications'
>;

/** Queue over these tables and the events of the state. */
export function memoryNotificationQueue(
  state: MemoryState,
  tables: NotificationTables,
): QueueMethods {
  return {
    ...readerMethods(state, tables),
    ...sendingMethods(state, tables),
    ...deliveryMethods(state, tables),
  };
}

function readerMethods(
  state: MemoryState,
  tables: NotificationTables,
): Pick<NotificationStore, 'takeReaders' | 'noteRead'> {
  const { users, channels, rules, items } = tables;
  return {
    async takeReaders(request) {
      const { nowMs, claimedUntilMs, usersMax } = request;
      const due = [...users].filter(
        ([userId, { isReading, readSequence, claimedUntilMs: claimedMs }]) =>
          isReading && claimedMs <= nowMs && (state.events.get(userId)?.length ?? 0) > readSequence,
      );
      return due.slice(0, usersMax).map(([userId, reading]) => {
        reading.claimedUntilMs = claimedUntilMs;
        return readerOf(state, tables, userId, request);
      });
    },
    async noteRead({ reader, items: planned, skipped }, atMs) {
      const { userId, claimedUntilMs, readSequence, lastSequence } = reader;
      const reading = users.get(userId);
      if (reading === undefined || reading.claimedUntilMs !== claimedUntilMs) return;
      if (reading.readSequence !== readSequence) return;
      reading.readSequence = lastSequence;
      reading.claimedUntilMs = atMs;
      for (const item of planned) {
        if (!channels.has(item.channelId) || !rules.has(item.ruleId)) continue;
        const itemId = tables.nextId;
        tables.nextId += 1;
        items.set(itemId, { ...item, itemId, userId, queuedAtMs: atMs });
      }
      for (const [channelId, count] of skipped) {
        const stored = channels.get(channelId);
        if (stored !== undefined) stored.skippedCount += count;
      }
    },
  };
}

function readerOf(
  state: MemoryState,
  { users, channels, rules, items, paces }: NotificationTables,
  userId: string,
  { claimedUntilMs, eventsMax, types }: TakeReaders,
): NotificationReader {
  const readSequence = users.get(userId)?.readSequence ?? 0;
  const seen = (state.events.get(userId) ?? []).slice(readSequence, readSequence + eventsMax);
  const waiting = new Map<string, WaitingItems>();
  for (const { channelId, ruleId, dueAtMs, userId: ownerId } of items.values()) {
    if (ownerId !== userId) continue;
    const key = `${channelId} ${ruleId}`;
    const before = waiting.get(key) ?? { channelId, ruleId, dueAtMs, count: 0 };
    const earliest = Math.min(before.dueAtMs, dueAtMs);
    waiting.set(key, { ...before, dueAtMs: earliest, count: before.count + 1 });
  }
  return {
    userId,
    claimedUntilMs,
    readSequence,
    lastSequence: seen.at(-1)?.sequence ?? readSequence,
    events: seen.filter(({ type }) => types.includes(type)),
    rules: [...rules.values()].filter((rule) => rule.userId === userId && rule.isEnabled),
    channels: [...channels.values()]
      .map(({ channel }) => channel)
      .filter((channel) => channel.userId === userId),
    waiting: [...waiting.values()],
    paces: [...paces.values()].filter(
      ({ channelId }) => channels.get(channelId)?.channel.userId === userId,
    ),
  };
}

function sendingMethods(
  state: MemoryState,
  tables: NotificationTables,
): Pick<NotificationStore, 'claimChannels' | 'startDelivery' | 'endSending'> {
  const { channels, deliveries } = tables;
  const claimedOf = (claimed: { readonly channelId: string; readonly claimedUntilMs: number }) => {
    const stored = channels.get(claimed.channelId);
    return stored?.claimedUntilMs === claimed.claimedUntilMs ? stored : null;
  };
  return {
    async claimChannels(request) {
      const { nowMs, claimedUntilMs, limit, perUser } = request;
      const sending = new Map<string, number>();
      const countOf = (userId: string): number => sending.get(userId) ?? 0;
      for (const { channel, claimedUntilMs: untilMs } of channels.values())
        if (untilMs > nowMs) sending.set(channel.userId, countOf(channel.userId) + 1);
      const claimed = [];
      for (const stored of channels.values()) {
        const { userId } = stored.channel;
        const isTaken = stored.claimedUntilMs > nowMs || countOf(userId) >= perUser;
        if (isTaken || claimed.length >= limit) continue;
        const work = workOf(state, tables, stored, request);
        if (work === null) continue;
        sending.set(userId, countOf(userId) + 1);
        stored.claimedUntilMs = claimedUntilMs;
        const { channel, sealedAddress, hasOwnServer, failuresCount } = stored;
        const known = { channel, sealedAddress, hasOwnServer, failuresCount };
        claimed.push({ ...known, claimedUntilMs, work });
      }
      return claimed;
    },
    startDelivery: async (delivery) => start(tables, claimedOf(delivery.claimed), delivery),
    async endSending({ claimed, deliveryId, verdict, atMs, moved, pauseUntilMs }) {
      const stored = claimedOf(claimed);
      if (stored === null) return;
      stored.claimedUntilMs = 0;
      noteVerdict(stored, verdict, atMs, pauseUntilMs);
      if (moved !== null) {
        stored.sealedAddress = moved.sealedAddress;
        stored.channel = { ...stored.channel, destination: moved.destination };
      }
      const delivery = deliveries.get(deliveryId);
      if (delivery === undefined) return;
      if (verdict.kind === 'delivered') {
        const ended = { state: verdict.kind, endedAtMs: atMs, nextAtMs: null, problem: null };
        deliveries.set(deliveryId, { ...delivery, ...ended, response: verdict.response });
        return;
      }
      const { nextAtMs, problem } = verdict;
      deliveries.set(deliveryId, {
        ...delivery,
        problem,
        nextAtMs,
        response: null,
        dueAtMs: nextAtMs ?? delivery.dueAtMs,
        state: nextAtMs === null ? 'given_up' : 'waiting',
        endedAtMs: nextAtMs === null ? atMs : null,
      });
    },
  };
}

function start(
  tables: NotificationTables,
  stored: StoredChannel | null,
  { atMs, itemIds, message, eventsCount, skippedCount }: NewDelivery,
): number | null {
  const { items, deliveries, paces } = tables;
  if (stored === null) return null;
  stored.skippedCount = Math.max(stored.skippedCount - skippedCount, 0);
  const { channelId, userId } = stored.channel;
  for (const itemId of itemIds) {
    const ruleId = items.get(itemId)?.ruleId;
    if (ruleId === undefined) continue;
    paces.set(`${channelId} ${ruleId}`, { channelId, ruleId, lastMs: atMs });
    items.delete(itemId);
  }
  const made = addDelivery(tables, { userId, channelId }, 'events', message, atMs);
  const before = made === null ? undefined : deliveries.get(made.deliveryId);
  if (before === undefined) return null;
  const tried = { eventsCount, attemptsCount: 1, triedSinceMs: atMs };
  deliveries.set(before.deliveryId, { ...before, ...tried });
  return before.deliveryId;
}

function noteVerdict(
  stored: StoredChannel,
  verdict: SendingVerdict,
  atMs: number,
  pauseUntilMs: number,
): void {
  const { channel } = stored;
  switch (verdict.kind) {
    case 'delivered':
      stored.retryAtMs = pauseUntilMs;
      stored.failuresCount = 0;
      stored.channel = {
        ...channel,
        failingSinceMs: null,
        lastProblem: null,
        lastDeliveredAtMs: atMs,
      };
      return;
    case 'postponed':
      stored.retryAtMs = Math.max(pauseUntilMs, verdict.nextAtMs);
      stored.channel = { ...channel, lastProblem: verdict.problem };
      return;
    case 'failed': {
      const { problem, retryAtMs, disabledReason: reason } = verdict;
      stored.retryAtMs = Math.max(pauseUntilMs, retryAtMs);
      stored.failuresCount += 1;
      stored.channel = {
        ...channel,
        failingSinceMs: channel.failingSinceMs ?? atMs,
        lastProblem: problem,
        disabled: channel.disabled ?? (reason === null ? null : { atMs, reason }),
      };
    }
  }
}

function workOf(
  state: MemoryState,
  tables: NotificationTables,
  { channel, retryAtMs, code, skippedCount }: StoredChannel,
  { nowMs, itemsMax }: ClaimChannels,
): ChannelWork | null {
  const { channelId, disabled, provenAtMs } = channel;
  const waiting = waitingOf(tables, channelId);
  const isDisabled = disabled !== null;
  const due = waiting
    .filter((each) => each.dueAtMs <= nowMs && !(each.kind === 'events' && isDisabled))
    .toSorted((left, right) => Number(left.kind === 'events') - Number(right.kind === 'events'));
  const [delivery] = due;
  if (delivery !== undefined) {
    const attemptsCount = delivery.attemptsCount + 1;
    const triedSinceMs = delivery.triedSinceMs ?? nowMs;
    const { deliveryId, kind: deliveryKind, message } = delivery;
    tables.deliveries.set(deliveryId, { ...delivery, attemptsCount, triedSinceMs });
    const known = { deliveryId, deliveryKind, message, attemptsCount, triedSinceMs };
    return { kind: 'deliver', ...known, sealedCode: code?.sealed ?? null };
  }
  if (isDisabled || provenAtMs === null || retryAtMs > nowMs) return null;
  if (waiting.some(({ kind }) => kind === 'events')) return null;
  const items = [...tables.items.values()]
    .filter((item) => item.channelId === channelId && item.dueAtMs <= nowMs)
    .slice(0, itemsMax);
  if (items.length === 0) return null;
  return {
    kind: 'compose',
    itemIds: items.map(({ itemId }) => itemId),
    events: items.flatMap(({ userId, sequence }) => state.events.get(userId)?.[sequence - 1] ?? []),
    skippedCount,
    timeZone: zoneOf(tables, items),
  };
}

function zoneOf({ rules }: NotificationTables, items: readonly StoredItem[]): string | null {
  const zones = items.flatMap(({ ruleId }) => rules.get(ruleId)?.quietHours?.timeZone ?? []);
  return zones.toSorted()[0] ?? null;
}

function deliveryMethods(
  state: MemoryState,
  tables: NotificationTables,
): Pick<NotificationStore, 'listDeliveries' | 'resendDelivery' | 'purgeNotifications'> {
  const { deliveries, items } = tables;
  return {
    async listDeliveries(userId, channelId, beforeId, limit) {
      return [...deliveries.values()]
        .filter((each) => each.userId === userId)
        .filter((each) => channelId === null || each.channelId === channelId)
        .filter(({ deliveryId }) => beforeId === null || deliveryId < beforeId)
        .toSorted((left, right) => right.deliveryId - left.deliveryId)
        .slice(0, limit)
        .map(listed);
    },
    async resendDelivery(userId, deliveryId, atMs, claim) {
      const delivery = deliveries.get(deliveryId);
      if (delivery?.userId !== userId || delivery.kind === 'code') return false;
      if (claim !== null) insistOnClaim(state, claim);
      deliveries.set(deliveryId, {
        ...delivery,
        state: 'waiting',
        dueAtMs: atMs,
        triedSinceMs: null,
        attemptsCount: 0,
        nextAtMs: null,
        endedAtMs: null,
        response: null,
        problem: null,
      });
      return true;
    },
    async purgeNotifications(beforeMs, limit) {
      let count = 0;
      for (const table of [deliveries, items])
        for (const [id, { queuedAtMs }] of table)
          if (queuedAtMs < beforeMs && count < limit) count += Number(table.delete(id));
      return count;
    },
  };
}
