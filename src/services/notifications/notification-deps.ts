// Dependencies of the use cases of notifications.

import type { AddressRules } from '#domain/notification/channel-address.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { NotificationStore } from '#ports/stores/notification-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Random } from '#ports/world/random.ts';
import type { Secrets } from '#ports/world/secrets.ts';

export type NotificationDeps = {
  readonly notifications: NotificationStore;
  readonly notificationRules: AddressRules;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
};

/** The events of a user are its own matter: a key of one end user has no channels. */
export type NotificationCaller = Pick<Principal, 'userId' | 'endUserId'>;

/** Null: the caller has no channels or rules. */
export function userOf({ userId, endUserId }: NotificationCaller): string | null {
  return endUserId === null ? userId : null;
}
