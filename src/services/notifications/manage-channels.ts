// Use cases of a user's channels beside making them.

import type { Mute, NotificationChannel } from '#domain/notification/channel.ts';
import type { NotificationDelivery } from '#domain/notification/delivery.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import { newCode, openCode } from '#services/notifications/channel-codes.ts';
import type {
  NotificationCaller,
  NotificationDeps,
} from '#services/notifications/notification-deps.ts';
import { userOf } from '#services/notifications/notification-deps.ts';

type StoreDeps = Pick<NotificationDeps, 'notifications'>;
type ChannelQuery = { readonly caller: NotificationCaller; readonly channelId: string };
type Changing = ChannelQuery & { readonly claim: HeldClaim | null };
type ChannelResult = Result<NotificationChannel, 'channel_not_found'>;

const NOT_FOUND = 'channel_not_found';

/** Sorted by id. */
export async function listChannels(
  { notifications }: StoreDeps,
  caller: NotificationCaller,
): Promise<readonly NotificationChannel[]> {
  const userId = userOf(caller);
  return userId === null ? [] : notifications.listChannels(userId);
}

/** Channel of the caller; rejects those of others as if they did not exist. */
export async function findChannel(
  { notifications }: StoreDeps,
  { caller, channelId }: ChannelQuery,
): Promise<ChannelResult> {
  const userId = userOf(caller);
  const found = userId === null ? null : await notifications.findChannel({ userId, channelId });
  return found === null ? rejected(NOT_FOUND) : accepted(found);
}

/** With all that waits to be sent, and its deliveries. */
export async function deleteChannel(
  { notifications }: StoreDeps,
  { caller, channelId }: ChannelQuery,
): Promise<Result<null, 'channel_not_found'>> {
  const userId = userOf(caller);
  const isDone = userId !== null && (await notifications.deleteChannel({ userId, channelId }));
  return isDone ? accepted(null) : rejected(NOT_FOUND);
}

export type ChangeChannelCommand = Changing & {
  /** Undefined: as it is. */
  readonly name: string | undefined;
  /** Undefined: as it is. Null: it is not muted. `untilMs` null: until it is unmuted. */
  readonly mute: Pick<Mute, 'untilMs'> | null | undefined;
};

/** What waits for a channel that is muted is not sent later either. */
export async function changeChannel(
  deps: Pick<NotificationDeps, 'notifications' | 'clock'>,
  { caller, channelId, claim, name, mute }: ChangeChannelCommand,
): Promise<ChannelResult> {
  const userId = userOf(caller);
  if (userId === null) return rejected(NOT_FOUND);
  const atMs = deps.clock.nowMs();
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(mute === undefined ? {} : { mute: mute === null ? null : { ...mute, sinceMs: atMs } }),
  };
  const isDone = await deps.notifications.changeChannel(
    { userId, channelId },
    changes,
    atMs,
    claim,
  );
  return isDone ? findChannel(deps, { caller, channelId }) : rejected(NOT_FOUND);
}

/** Another code is sent; the one before is of no use any more. */
export async function sendCode(
  deps: NotificationDeps,
  { caller, channelId, claim }: Changing,
): Promise<Result<null, 'channel_not_found' | 'codes_limit'>> {
  const userId = userOf(caller);
  if (userId === null) return rejected(NOT_FOUND);
  const code = newCode(deps, channelId);
  const outcome = await deps.notifications.sendCode({ userId, channelId }, code, claim);
  if (outcome === 'unknown') return rejected(NOT_FOUND);
  return outcome === 'queued' ? accepted(null) : rejected('codes_limit');
}

/** Proves the channel: from now on events are sent there. */
export async function verifyChannel(
  deps: NotificationDeps,
  { caller, channelId, claim, code }: Changing & { readonly code: string },
): Promise<Result<NotificationChannel, 'channel_not_found' | 'code_invalid'>> {
  const found = await findChannel(deps, { caller, channelId });
  if (!found.ok) return found;
  const key = { userId: found.value.userId, channelId };
  const nowMs = deps.clock.nowMs();
  const at = { nowMs, triesMax: LIMITS.notificationCodeTriesMax };
  const sealed = await deps.notifications.takeCodeTry(key, at, null);
  const right = sealed === null ? null : openCode(deps, sealed, channelId);
  if (right === null || !isSameCode(right, code)) return rejected('code_invalid');
  const isDone = await deps.notifications.proveChannel(key, nowMs, claim);
  return isDone ? findChannel(deps, { caller, channelId }) : rejected(NOT_FOUND);
}

/** Takes as long whichever digit differs. */
function isSameCode(right: string, given: string): boolean {
  let difference = right.length ^ given.length;
  for (let index = 0; index < right.length; index += 1)
    difference |= right.charCodeAt(index) ^ (given.charCodeAt(index) || 0);
  return difference === 0;
}

/** What waited when it was disabled is sent; what happened since was not queued. */
export async function enableChannel(
  deps: Pick<NotificationDeps, 'notifications' | 'clock'>,
  { caller, channelId, claim }: Changing,
): Promise<ChannelResult> {
  const userId = userOf(caller);
  if (userId === null) return rejected(NOT_FOUND);
  const key = { userId, channelId };
  const isDone = await deps.notifications.enableChannel(key, deps.clock.nowMs(), claim);
  return isDone ? findChannel(deps, { caller, channelId }) : rejected(NOT_FOUND);
}

/** Sends a message of no event; its delivery says what became of it. */
export async function testChannel(
  deps: Pick<NotificationDeps, 'notifications' | 'clock'>,
  { caller, channelId, claim }: Changing,
): Promise<Result<NotificationDelivery, 'channel_not_found' | 'channel_unproven' | 'test_waits'>> {
  const found = await findChannel(deps, { caller, channelId });
  if (!found.ok) return found;
  const { userId, name, provenAtMs } = found.value;
  if (provenAtMs === null) return rejected('channel_unproven');
  const atMs = deps.clock.nowMs();
  const title = `Test of ${name}`;
  const text = 'Notifications arrive here.';
  const message = {
    notices: [{ title, text, context: 'Tidemill', atMs, link: null }],
    more: null,
    timeZone: null,
  };
  const key = { userId, channelId };
  const queued = await deps.notifications.queueTest(key, message, atMs, claim);
  return queued === null ? rejected('test_waits') : accepted(queued);
}

export type NotificationPage = {
  /** Newest first. */
  readonly deliveries: readonly NotificationDelivery[];
  /** Null on the last page. */
  readonly lastId: number | null;
};

/** `channelId` null: of all channels of the caller. */
export async function listNotifications(
  { notifications }: StoreDeps,
  query: {
    readonly caller: NotificationCaller;
    readonly channelId: string | null;
    readonly beforeId: number | null;
    readonly limit: number;
  },
): Promise<NotificationPage> {
  const { caller, channelId, beforeId, limit } = query;
  const userId = userOf(caller);
  if (userId === null) return { deliveries: [], lastId: null };
  const found = await notifications.listDeliveries(userId, channelId, beforeId, limit + 1);
  const deliveries = found.slice(0, limit);
  const lastId = found.length > limit ? (deliveries.at(-1)?.deliveryId ?? null) : null;
  return { deliveries, lastId };
}

/** Also one that arrived. Codes are not sent again: another is requested. */
export async function resendNotification(
  { notifications, clock }: Pick<NotificationDeps, 'notifications' | 'clock'>,
  command: {
    readonly caller: NotificationCaller;
    readonly deliveryId: number;
    readonly claim: HeldClaim | null;
  },
): Promise<Result<null, 'delivery_not_found'>> {
  const { caller, deliveryId, claim } = command;
  const userId = userOf(caller);
  const isDone =
    userId !== null &&
    (await notifications.resendDelivery(userId, deliveryId, clock.nowMs(), claim));
  return isDone ? accepted(null) : rejected('delivery_not_found');
}
