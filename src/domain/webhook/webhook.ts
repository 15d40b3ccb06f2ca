// Webhooks of users, what is to be sent to them, and what became of it.

import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';

export type Webhook = {
  readonly webhookId: string;
  readonly userId: string;
  readonly url: string;
  /** Empty: all. */
  readonly types: readonly EventType[];
  readonly createdAtMs: number;
  /** Until when the secret before the present one signs too; null: there is none. */
  readonly previousUntilMs: number | null;
  /** Null: the last delivery succeeded, or there was none. */
  readonly failingSinceMs: number | null;
  /** Why the oldest delivery that waits failed last, in words; null unless they fail. */
  readonly failingReason: string | null;
  /** Null: it is enabled. */
  readonly disabled: { readonly atMs: number; readonly reason: string } | null;
};

/** What a user has sent to see whether it arrives; in no log of events. */
export const TEST_TYPE = 'webhook.tested';

export type WebhookTest = {
  readonly type: typeof TEST_TYPE;
  readonly webhookId: string;
  readonly atMs: number;
};

export const DELIVERY_STATES = ['waiting', 'delivered', 'given_up'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export type Delivery = {
  readonly deliveryId: number;
  readonly webhookId: string;
  /** Whom the event happened to: the webhook's user, or an end user of it. */
  readonly userId: string;
  /** Of the event; 0: it is a test. */
  readonly sequence: number;
  readonly type: EventType | typeof TEST_TYPE;
  readonly objectId: string;
  /** The signal that the event is; null: it is another one. */
  readonly signalId: string | null;
  readonly queuedAtMs: number;
  readonly state: DeliveryState;
  readonly attemptsCount: number;
  /** When it is tried next; null unless it waits after a failure. */
  readonly nextAtMs: number | null;
  readonly endedAtMs: number | null;
  /** The status that the last attempt got; null: none. */
  readonly status: number | null;
  /** The beginning of what was responded; null: nothing. */
  readonly response: string | null;
  /** Why the last attempt failed, in words; null: it did not. */
  readonly problem: string | null;
};

/** A delivery that this process alone sends until `claimedUntilMs`. */
export type ClaimedDelivery = {
  readonly deliveryId: number;
  readonly webhookId: string;
  readonly userId: string;
  readonly url: string;
  readonly sealedSecret: Uint8Array;
  /** Null: there is none that still signs. */
  readonly previousSealed: Uint8Array | null;
  readonly claimedUntilMs: number;
  /** This one included. */
  readonly attemptsCount: number;
  readonly triedSinceMs: number;
  /** Attempts at the webhook that failed since one succeeded. */
  readonly failuresCount: number;
  readonly failingSinceMs: number | null;
  /** Null: it is retained no longer. */
  readonly event: LoggedEvent | WebhookTest | null;
};
