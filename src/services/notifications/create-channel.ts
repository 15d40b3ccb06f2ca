// Makes a channel and has a code sent to it; nothing else is sent before the code was entered.

import type { ChannelAddress, NotificationChannel } from '#domain/notification/channel.ts';
import type { AddressRefusal } from '#domain/notification/channel-address.ts';
import { checkAddress, destinationOf } from '#domain/notification/channel-address.ts';
import { DEFAULT_RULES } from '#domain/notification/rule.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { newCode } from '#services/notifications/channel-codes.ts';
import type {
  NotificationCaller,
  NotificationDeps,
} from '#services/notifications/notification-deps.ts';
import { userOf } from '#services/notifications/notification-deps.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type CreateChannelCommand = {
  readonly caller: NotificationCaller;
  readonly name: string;
  readonly address: ChannelAddress;
  /** From which its id follows. */
  readonly derivationId: string;
  readonly completion: CompletionSlot<NotificationChannel> | null;
};

export type CreateChannelRejection =
  | { readonly code: 'forbidden'; readonly detail: string }
  | ({ readonly code: 'address_invalid' } & AddressRefusal);

export const TOO_MANY_CODES =
  `At most ${LIMITS.notificationCodesPerHourMax} codes are sent within an hour; ` +
  'wait before you ask for another.';

const DETAILS = {
  codes_limit: TOO_MANY_CODES,
  channels_limit: `At most ${LIMITS.notificationChannelsPerUserMax} channels may exist; delete one first.`,
  user_deleted: 'The user is being deleted.',
} as const;

/**
 * Makes a channel and queues its code; rejects addresses that may not be used, and keys of one end
 * user.
 */
export async function createChannel(
  deps: NotificationDeps,
  { caller, name, address, derivationId, completion }: CreateChannelCommand,
): Promise<Result<NotificationChannel, CreateChannelRejection>> {
  const userId = userOf(caller);
  if (userId === null)
    return rejected({ code: 'forbidden', detail: 'A key of one end user has no channels.' });
  const checked = checkAddress(address, deps.notificationRules);
  if (!checked.ok) return rejected({ code: 'address_invalid', ...checked.rejection });
  const channelId = identifierFromBytes('nch', deps.digest.sha256(`channel ${derivationId}`));
  const channel: NotificationChannel = {
    channelId,
    userId,
    kind: checked.value.kind,
    name,
    destination: destinationOf(checked.value),
    createdAtMs: deps.clock.nowMs(),
    provenAtMs: null,
    mute: null,
    failingSinceMs: null,
    lastProblem: null,
    lastDeliveredAtMs: null,
    disabled: null,
  };
  await openNotifications(deps, userId);
  const made = {
    channel,
    sealedAddress: sealAddress(deps, channelId, checked.value),
    hasOwnServer: checked.value.kind === 'email' && checked.value.smtp !== null,
    code: newCode(deps, channelId),
    channelsMax: LIMITS.notificationChannelsPerUserMax,
  };
  const completed = completionWith(completion, channel);
  const outcome = await deps.notifications.insertChannel(made, completed);
  if (outcome === 'inserted') return accepted(channel);
  return rejected({ code: 'forbidden', detail: DETAILS[outcome] });
}

/** The rules that a user begins with, the first time. */
export async function openNotifications(
  { notifications, clock, digest }: Pick<NotificationDeps, 'notifications' | 'clock' | 'digest'>,
  userId: string,
): Promise<void> {
  const createdAtMs = clock.nowMs();
  const rules = DEFAULT_RULES.map((terms) => {
    const ruleId = identifierFromBytes('nrl', digest.sha256(`rule ${userId} ${terms.name}`));
    return { ...terms, ruleId, userId, createdAtMs };
  });
  await notifications.openNotifications(userId, rules);
}

/** Address sealed for this channel alone. */
export function sealAddress(
  { secrets }: { readonly secrets: Pick<NotificationDeps['secrets'], 'seal'> },
  channelId: string,
  address: ChannelAddress,
): Uint8Array {
  return secrets.seal(new TextEncoder().encode(JSON.stringify(address)), channelId);
}

/** Null: it cannot be opened. */
export function openAddress(
  { secrets }: { readonly secrets: Pick<NotificationDeps['secrets'], 'open'> },
  channelId: string,
  sealed: Uint8Array,
): ChannelAddress | null {
  const opened = secrets.open(sealed, channelId);
  // Only what was checked is sealed.
  return opened === null ? null : (JSON.parse(new TextDecoder().decode(opened)) as ChannelAddress);
}
