// Sends what is due on a channel. The store hands each channel to one process for a while; one that
// dies meanwhile is followed by another, so a message may arrive twice and is never left out.

import { paceOf } from '#domain/notification/channel.ts';
import { destinationOf } from '#domain/notification/channel-address.ts';
import type { SendingResult } from '#domain/notification/judge-sending.ts';
import { judgeSending } from '#domain/notification/judge-sending.ts';
import type { NotificationMessage } from '#domain/notification/message.ts';
import { LIMITS } from '#lib/limits.ts';
import { countText } from '#lib/group-thousands.ts';
import type {
  ChannelWork,
  ClaimedChannel,
  NotificationStore,
} from '#ports/stores/notification-store.ts';
import type { ChannelSender } from '#ports/world/channel-sender.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { Secrets } from '#ports/world/secrets.ts';
import { codeMessage, openCode } from '#services/notifications/channel-codes.ts';
import { composeMessage, shownEvents } from '#services/notifications/compose-message.ts';
import { openAddress, sealAddress } from '#services/notifications/create-channel.ts';
import type { NameDeps } from '#services/notifications/look-up-names.ts';
import { lookUpNames } from '#services/notifications/look-up-names.ts';

export type SendNotificationDeps = NameDeps & {
  readonly notifications: Pick<NotificationStore, 'claimChannels' | 'startDelivery' | 'endSending'>;
  readonly channelSender: ChannelSender;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
  /** Of the console, without a slash at the end; null: messages have no links. */
  readonly consoleUrl: string | null;
};

/** For this process alone until the claims end; at most so many. */
export async function claimChannels(
  { notifications, clock }: Pick<SendNotificationDeps, 'notifications' | 'clock'>,
  limit: number,
): Promise<readonly ClaimedChannel[]> {
  const nowMs = clock.nowMs();
  return notifications.claimChannels({
    nowMs,
    claimedUntilMs: nowMs + LIMITS.notificationClaimMs,
    limit,
    perUser: LIMITS.notificationsPerUserMax,
    itemsMax: LIMITS.notificationItemsMax,
  });
}

type Sending = Pick<
  Extract<ChannelWork, { readonly kind: 'deliver' }>,
  'deliveryId' | 'message' | 'attemptsCount' | 'triedSinceMs'
>;

/** One attempt. Throws Failure when its result cannot be written: it is then tried again. */
export async function sendNotification(
  deps: SendNotificationDeps,
  channel: ClaimedChannel,
): Promise<void> {
  const sending = await sendingOf(deps, channel);
  if (sending !== null) await attempt(deps, channel, sending);
}

/** Null: the claim has passed to another. */
async function sendingOf(
  deps: SendNotificationDeps,
  claimed: ClaimedChannel,
): Promise<Sending | null> {
  const { work, claimedUntilMs } = claimed;
  const { channelId } = claimed.channel;
  if (work.kind === 'deliver') return work;
  const { itemIds, skippedCount } = work;
  const message = await composed(deps, claimed, work);
  const atMs = deps.clock.nowMs();
  const deliveryId = await deps.notifications.startDelivery({
    claimed: { channelId, claimedUntilMs },
    atMs,
    itemIds,
    message,
    eventsCount: itemIds.length + skippedCount,
    skippedCount,
  });
  return deliveryId === null ? null : { deliveryId, message, attemptsCount: 1, triedSinceMs: atMs };
}

async function composed(
  deps: SendNotificationDeps,
  { channel }: ClaimedChannel,
  work: Extract<ChannelWork, { readonly kind: 'compose' }>,
): Promise<NotificationMessage> {
  const { events, itemIds, skippedCount, timeZone } = work;
  if (events.length === 0) {
    const title = `${countText(itemIds.length)} events that are retained no longer`;
    const notice = { title, text: null, context: null, atMs: deps.clock.nowMs(), link: null };
    return { notices: [notice], more: null, timeZone };
  }
  const { userId, kind } = channel;
  const names = await lookUpNames(deps, userId, shownEvents(events));
  const baseUrl = deps.consoleUrl;
  return composeMessage({ events, skippedCount, names, kind, baseUrl, timeZone });
}

async function attempt(
  deps: SendNotificationDeps,
  claimed: ClaimedChannel,
  { deliveryId, message, attemptsCount, triedSinceMs }: Sending,
): Promise<void> {
  const { channel, claimedUntilMs, failuresCount, hasOwnServer } = claimed;
  const { channelId, kind, failingSinceMs } = channel;
  const result = await sent(deps, claimed, deliveryId, message);
  const atMs = deps.clock.nowMs();
  const facts = { nowMs: atMs, attemptsCount, triedSinceMs, failuresCount, failingSinceMs };
  const verdict = judgeSending(result, facts);
  const moved =
    result.kind === 'moved'
      ? {
          sealedAddress: sealAddress(deps, channelId, result.address),
          destination: destinationOf(result.address),
        }
      : null;
  const isOfEvents = claimed.work.kind === 'compose' || claimed.work.deliveryKind === 'events';
  await deps.notifications.endSending({
    claimed: { channelId, claimedUntilMs },
    deliveryId,
    verdict,
    atMs,
    moved,
    pauseUntilMs: isOfEvents ? atMs + paceOf(kind, hasOwnServer) : 0,
  });
  if (verdict.kind === 'failed' && verdict.disabledReason !== null && channel.disabled === null)
    deps.log.info('notification_channel.disabled', {
      channel_id: channelId,
      reason: verdict.disabledReason,
    });
}

async function sent(
  deps: SendNotificationDeps,
  { channel, sealedAddress, work }: ClaimedChannel,
  deliveryId: number,
  message: NotificationMessage,
): Promise<SendingResult> {
  const { channelId } = channel;
  const address = openAddress(deps, channelId, sealedAddress);
  if (address === null)
    return { kind: 'failed', problem: 'Its address cannot be opened; make the channel again.' };
  const whole = work.kind === 'deliver' ? withCode(deps, channelId, work) : message;
  if (whole === null) return { kind: 'refused', problem: 'The code is valid no longer.' };
  return deps.channelSender.send({ address, id: `${channelId}-${deliveryId}`, message: whole });
}

/** The code is not retained in the message. Null: there is none any more. */
function withCode(
  deps: SendNotificationDeps,
  channelId: string,
  work: Extract<ChannelWork, { readonly kind: 'deliver' }>,
): NotificationMessage | null {
  const { deliveryKind, message, sealedCode } = work;
  if (deliveryKind !== 'code') return message;
  const code = sealedCode === null ? null : openCode(deps, sealedCode, channelId);
  return code === null ? null : codeMessage(code, deps.clock.nowMs());
}
