// Notifications in memory. Nothing in it waits, so each call is a transaction.

import {
  completeRecord,
  insistOnClaim,
  insistOnRecord,
} from '#adapters/memory/memory-idempotency-store.ts';
import { memoryNotificationQueue } from '#adapters/memory/memory-notification-queue.ts';
import type {
  NotificationTables,
  StoredChannel,
} from '#adapters/memory/memory-notification-tables.ts';
import {
  addDelivery,
  giveUpWaiting,
  listed,
  notificationTables,
  readingOf,
  waitingOf,
} from '#adapters/memory/memory-notification-tables.ts';
import type { MemoryState } from '#adapters/memory/memory-state.ts';
import { noteCreatedAccess } from '#adapters/memory/note-created-access.ts';
import { sortedValues } from '#adapters/memory/memory-state.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { Completion, HeldClaim } from '#ports/stores/idempotency-store.ts';
import type { ChannelKey, NewCode, NotificationStore } from '#ports/stores/notification-store.ts';

/** Store over this state, with tables of its own. */
export function memoryNotificationStore(state: MemoryState): NotificationStore {
  const tables = notificationTables();
  return {
    ...channelMethods(state, tables),
    ...codeMethods(state, tables),
    ...ruleMethods(state, tables),
    ...memoryNotificationQueue(state, tables),
    deleteNotifications: async (userId) => deleteAll(tables, userId),
  };
}

/** The row of the user stays, so that no rules to begin with are made again. */
function deleteAll(tables: NotificationTables, userId: string): void {
  const { channels, rules, items, deliveries, paces } = tables;
  readingOf(tables, userId).isReading = false;
  deleteWhere(channels, ({ channel }) => channel.userId === userId);
  deleteWhere(rules, (rule) => rule.userId === userId);
  deleteWhere(items, (item) => item.userId === userId);
  deleteWhere(deliveries, (delivery) => delivery.userId === userId);
  deleteWhere(paces, ({ channelId }) => !channels.has(channelId));
}

function complete(state: MemoryState, completion: Completion | null): void {
  if (completion !== null) insistOnRecord(completeRecord(state, completion));
}

function insist(state: MemoryState, claim: HeldClaim | null): void {
  if (claim !== null) insistOnClaim(state, claim);
}

function deleteWhere<Key, Row>(table: Map<Key, Row>, isGone: (row: Row) => boolean): void {
  for (const [key, row] of table) if (isGone(row)) table.delete(key);
}

function find(tables: NotificationTables, key: ChannelKey): StoredChannel | null {
  const stored = tables.channels.get(key.channelId);
  return stored?.channel.userId === key.userId ? stored : null;
}

type ChannelMethods = Pick<
  NotificationStore,
  | 'insertChannel'
  | 'listChannels'
  | 'findChannel'
  | 'deleteChannel'
  | 'changeChannel'
  | 'enableChannel'
  | 'queueTest'
>;

function channelMethods(state: MemoryState, tables: NotificationTables): ChannelMethods {
  const { channels, items, deliveries, paces } = tables;
  const listOf = (userId: string) =>
    sortedValues(channels)
      .map(({ channel }) => channel)
      .filter((channel) => channel.userId === userId);
  return {
    async insertChannel({ channel, sealedAddress, hasOwnServer, code, channelsMax }, completion) {
      const { channelId, userId } = channel;
      if (state.deletions.has(userId)) return 'user_deleted';
      if (listOf(userId).length >= channelsMax) return 'channels_limit';
      const isNew = !channels.has(channelId);
      if (isNew && !countCode(tables, userId, code)) return 'codes_limit';
      complete(state, completion);
      if (isNew) {
        const rest = { skippedCount: 0, failuresCount: 0, retryAtMs: 0, claimedUntilMs: 0 };
        channels.set(channelId, { channel, sealedAddress, hasOwnServer, code: null, ...rest });
        queueCode(tables, channel, code);
        noteCreatedAccess(state, 'channel.created', { ...channel, objectId: channelId });
      }
      return 'inserted';
    },
    listChannels: async (userId) => listOf(userId),
    findChannel: async (key) => find(tables, key)?.channel ?? null,
    async deleteChannel(key) {
      if (find(tables, key) === null) return false;
      channels.delete(key.channelId);
      const isOfIt = ({ channelId }: { readonly channelId: string }) => channelId === key.channelId;
      deleteWhere(items, isOfIt);
      deleteWhere(deliveries, isOfIt);
      deleteWhere(paces, isOfIt);
      if (!listOf(key.userId).some(({ provenAtMs }) => provenAtMs !== null))
        readingOf(tables, key.userId).isReading = false;
      return true;
    },
    async changeChannel(key, { name, mute }, atMs, claim) {
      const stored = find(tables, key);
      if (stored === null) return false;
      insist(state, claim);
      const { channel } = stored;
      const changed = { ...channel, name: name ?? channel.name };
      stored.channel = mute === undefined ? changed : { ...changed, mute };
      if (mute === undefined || mute === null) return true;
      deleteWhere(items, ({ channelId }) => channelId === key.channelId);
      giveUpWaiting(tables, key.channelId, 'events', atMs, 'The channel was muted.');
      return true;
    },
    async enableChannel(key, atMs, claim) {
      const stored = find(tables, key);
      if (stored === null) return false;
      insist(state, claim);
      const { channel } = stored;
      stored.channel = { ...channel, failingSinceMs: null, lastProblem: null, disabled: null };
      stored.failuresCount = 0;
      stored.retryAtMs = atMs;
      return true;
    },
    async queueTest(key, message, atMs, claim) {
      const stored = find(tables, key);
      if (stored === null || stored.channel.provenAtMs === null) return null;
      insist(state, claim);
      const made = addDelivery(tables, key, 'test', message, atMs);
      if (made !== null || claim === null) return made;
      const waiting = waitingOf(tables, key.channelId).find(({ kind }) => kind === 'test');
      return waiting === undefined ? null : listed(waiting);
    },
  };
}

function codeMethods(
  state: MemoryState,
  tables: NotificationTables,
): Pick<NotificationStore, 'sendCode' | 'takeCodeTry' | 'proveChannel'> {
  return {
    async sendCode(key, code, claim) {
      if (find(tables, key) === null) return 'unknown';
      if (!countCode(tables, key.userId, code)) return 'codes_limit';
      insist(state, claim);
      queueCode(tables, key, code);
      return 'queued';
    },
    async takeCodeTry(key, { nowMs, triesMax }, claim) {
      const code = find(tables, key)?.code ?? null;
      if (code === null || code.expiresAtMs <= nowMs || code.tries >= triesMax) return null;
      insist(state, claim);
      code.tries += 1;
      return code.sealed;
    },
    async proveChannel(key, atMs, claim) {
      const stored = find(tables, key);
      if (stored === null) return false;
      insist(state, claim);
      const { channel } = stored;
      stored.channel = { ...channel, provenAtMs: channel.provenAtMs ?? atMs };
      stored.code = null;
      const reading = readingOf(tables, key.userId);
      if (!reading.isReading) reading.readSequence = state.events.get(key.userId)?.length ?? 0;
      reading.isReading = true;
      return true;
    },
  };
}

/** The window of an hour begins with the first code. */
function countCode(tables: NotificationTables, userId: string, { atMs, codesMax }: NewCode) {
  const reading = readingOf(tables, userId);
  const isNewHour = reading.codesSinceMs <= atMs - HOUR_MS;
  if (!isNewHour && reading.codesCount >= codesMax) return false;
  reading.codesCount = isNewHour ? 1 : reading.codesCount + 1;
  if (isNewHour) reading.codesSinceMs = atMs;
  return true;
}

function queueCode(tables: NotificationTables, key: ChannelKey, code: NewCode): void {
  const stored = find(tables, key);
  if (stored === null) return;
  const { sealed, atMs, expiresAtMs, message } = code;
  stored.code = { sealed, expiresAtMs, tries: 0 };
  giveUpWaiting(tables, key.channelId, 'code', atMs, 'Another code was sent.');
  addDelivery(tables, key, 'code', message, atMs);
}

type RuleMethods = Pick<
  NotificationStore,
  'openNotifications' | 'insertRule' | 'listRules' | 'findRule' | 'replaceRule' | 'deleteRule'
>;

function ruleMethods(state: MemoryState, tables: NotificationTables): RuleMethods {
  const { rules, users, items, paces } = tables;
  return {
    async openNotifications(userId, made) {
      if (users.has(userId)) return;
      readingOf(tables, userId);
      for (const rule of made) rules.set(rule.ruleId, rule);
    },
    async insertRule(rule, rulesMax, completion) {
      const own = [...rules.values()].filter(({ userId }) => userId === rule.userId);
      if (own.length >= rulesMax || state.deletions.has(rule.userId)) return false;
      complete(state, completion);
      if (!rules.has(rule.ruleId)) rules.set(rule.ruleId, rule);
      return true;
    },
    listRules: async (userId) => sortedValues(rules).filter((rule) => rule.userId === userId),
    async findRule({ userId, ruleId }) {
      const rule = rules.get(ruleId);
      return rule?.userId === userId ? rule : null;
    },
    async replaceRule(rule, claim) {
      const before = rules.get(rule.ruleId);
      if (before?.userId !== rule.userId) return false;
      insist(state, claim);
      rules.set(rule.ruleId, { ...rule, createdAtMs: before.createdAtMs });
      return true;
    },
    async deleteRule({ userId, ruleId }) {
      if (rules.get(ruleId)?.userId !== userId) return false;
      deleteWhere(items, (item) => item.ruleId === ruleId);
      deleteWhere(paces, (pace) => pace.ruleId === ruleId);
      return rules.delete(ruleId);
    },
  };
}
