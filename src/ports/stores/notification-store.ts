// Channels, rules, and messages that are to be sent. What rules are about is read from the log of
// events, by one process at a time for each user; what is to be sent on a channel is sent by one
// process at a time. All throw Failure; writes may throw OutcomeUnknown.

import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import type { Mute, NotificationChannel } from '#domain/notification/channel.ts';
import type { NotificationDelivery, NotificationKind } from '#domain/notification/delivery.ts';
import type { SendingVerdict } from '#domain/notification/judge-sending.ts';
import type { NotificationMessage } from '#domain/notification/message.ts';
import type { Planning, PlannedItem } from '#domain/notification/plan-items.ts';
import type { NotificationRule } from '#domain/notification/rule.ts';
import type { Completion, HeldClaim } from '#ports/stores/idempotency-store.ts';

export type ChannelKey = { readonly userId: string; readonly channelId: string };
export type RuleKey = { readonly userId: string; readonly ruleId: string };

/** A code that proves a channel, to be sent to it. */
export type NewCode = {
  readonly sealed: Uint8Array;
  readonly atMs: number;
  readonly expiresAtMs: number;
  /** As it is listed, without the code. */
  readonly message: NotificationMessage;
  /** Of one user, within the hour. */
  readonly codesMax: number;
};

export type NewChannel = {
  readonly channel: NotificationChannel;
  readonly sealedAddress: Uint8Array;
  /** Whether messages go by a mail server of the user's own. */
  readonly hasOwnServer: boolean;
  readonly code: NewCode;
  readonly channelsMax: number;
};

/** `user_deleted`: the deletion of the user has begun. */
export type InsertChannelOutcome = 'inserted' | 'channels_limit' | 'codes_limit' | 'user_deleted';

/** A user whose events are read by this process alone until `claimedUntilMs`. */
export type NotificationReader = Omit<Planning, 'nowMs'> & {
  readonly userId: string;
  readonly claimedUntilMs: number;
  /** Events behind this one are read, up to the next one. */
  readonly readSequence: number;
  readonly lastSequence: number;
};

export type TakeReaders = {
  readonly nowMs: number;
  readonly claimedUntilMs: number;
  readonly usersMax: number;
  /** Of each user. */
  readonly eventsMax: number;
  /** That this release knows. */
  readonly types: readonly EventType[];
};

export type ReadEvents = {
  readonly reader: Pick<
    NotificationReader,
    'userId' | 'claimedUntilMs' | 'readSequence' | 'lastSequence'
  >;
  readonly items: readonly PlannedItem[];
  readonly skipped: ReadonlyMap<string, number>;
};

export type ClaimChannels = {
  readonly nowMs: number;
  readonly claimedUntilMs: number;
  readonly limit: number;
  /** To channels of one user at once. */
  readonly perUser: number;
  readonly itemsMax: number;
};

export type ChannelWork =
  /** One that was made before. `sealedCode` is that of the channel; null: it has none. */
  | {
      readonly kind: 'deliver';
      readonly deliveryId: number;
      readonly deliveryKind: NotificationKind;
      readonly message: NotificationMessage;
      readonly attemptsCount: number;
      readonly triedSinceMs: number;
      readonly sealedCode: Uint8Array | null;
    }
  /** Events that are due, to be made into one. */
  | {
      readonly kind: 'compose';
      readonly itemIds: readonly number[];
      /** Oldest first; what is retained no longer is left out. */
      readonly events: readonly LoggedEvent[];
      readonly skippedCount: number;
      /** Of the quiet hours of a rule; null: none has any. */
      readonly timeZone: string | null;
    };

/** A channel that this process alone sends to until `claimedUntilMs`. */
export type ClaimedChannel = {
  readonly channel: NotificationChannel;
  readonly sealedAddress: Uint8Array;
  readonly hasOwnServer: boolean;
  readonly claimedUntilMs: number;
  /** Attempts since one succeeded. */
  readonly failuresCount: number;
  readonly work: ChannelWork;
};

type OfClaim = Pick<ClaimedChannel, 'claimedUntilMs'> & { readonly channelId: string };

export type NewDelivery = {
  readonly claimed: OfClaim;
  readonly atMs: number;
  readonly itemIds: readonly number[];
  readonly message: NotificationMessage;
  readonly eventsCount: number;
  readonly skippedCount: number;
};

export type SendingOutcome = {
  readonly claimed: OfClaim;
  readonly deliveryId: number;
  readonly verdict: SendingVerdict;
  readonly atMs: number;
  /** Where the channel leads from now on; null: where it did. */
  readonly moved: { readonly sealedAddress: Uint8Array; readonly destination: string } | null;
  /** No message of events is made before. */
  readonly pauseUntilMs: number;
};

export type ChannelChanges = { readonly name?: string; readonly mute?: Mute | null };

export type NotificationStore = {
  /** Makes the rules that a user begins with, the first time. */
  openNotifications(userId: string, rules: readonly NotificationRule[]): Promise<void>;

  /** Its code is queued. One with the same id is left as it is. */
  insertChannel(made: NewChannel, completion: Completion | null): Promise<InsertChannelOutcome>;
  /** Sorted by id. */
  listChannels(userId: string): Promise<readonly NotificationChannel[]>;
  findChannel(key: ChannelKey): Promise<NotificationChannel | null>;
  /** With all that waits for it, and its deliveries. False: there is none. */
  deleteChannel(key: ChannelKey): Promise<boolean>;
  /** What waits for one that is muted is not sent any more. False: there is none. */
  changeChannel(
    key: ChannelKey,
    changes: ChannelChanges,
    atMs: number,
    claim: HeldClaim | null,
  ): Promise<boolean>;
  /** Replaces its code and queues the new one. */
  sendCode(
    key: ChannelKey,
    code: NewCode,
    claim: HeldClaim | null,
  ): Promise<'queued' | 'unknown' | 'codes_limit'>;
  /** Counts a try and returns the code; null: there is none that is valid, or no try is left. */
  takeCodeTry(
    key: ChannelKey,
    at: { readonly nowMs: number; readonly triesMax: number },
    claim: HeldClaim | null,
  ): Promise<Uint8Array | null>;
  /** Events from now on are sent. Its code is gone. False: there is none. */
  proveChannel(key: ChannelKey, atMs: number, claim: HeldClaim | null): Promise<boolean>;
  /** What waits is sent, and it counts as not failing. False: there is none. */
  enableChannel(key: ChannelKey, atMs: number, claim: HeldClaim | null): Promise<boolean>;
  /**
   * Null: the channel is unknown or not proven, or a test waits already. Under a claim the test
   * that waits is returned: an earlier try of the same request may have queued it.
   */
  queueTest(
    key: ChannelKey,
    message: NotificationMessage,
    atMs: number,
    claim: HeldClaim | null,
  ): Promise<NotificationDelivery | null>;

  /**
   * False: the user has so many, or is being deleted. One with the same id is left as it is.
   */
  insertRule(
    rule: NotificationRule,
    rulesMax: number,
    completion: Completion | null,
  ): Promise<boolean>;
  /** Sorted by id. */
  listRules(userId: string): Promise<readonly NotificationRule[]>;
  findRule(key: RuleKey): Promise<NotificationRule | null>;
  /** All but id, user and creation. False: there is none. */
  replaceRule(rule: NotificationRule, claim: HeldClaim | null): Promise<boolean>;
  /** With what waits by it. False: there is none. */
  deleteRule(key: RuleKey): Promise<boolean>;

  /** Newest first; of one channel, or of all of the user. */
  listDeliveries(
    userId: string,
    channelId: string | null,
    beforeId: number | null,
    limit: number,
  ): Promise<readonly NotificationDelivery[]>;
  /** It waits again. False: there is none, or it is a code. */
  resendDelivery(
    userId: string,
    deliveryId: number,
    atMs: number,
    claim: HeldClaim | null,
  ): Promise<boolean>;

  /** Users with proven channels and events that were not read; nobody else gets them meanwhile. */
  takeReaders(request: TakeReaders): Promise<readonly NotificationReader[]>;
  /** Queues the items, gives the user back. Changes nothing when the claim has passed on. */
  noteRead(read: ReadEvents, atMs: number): Promise<void>;

  /** Channels with something to send, of each user by turns; nobody else gets them meanwhile. */
  claimChannels(request: ClaimChannels): Promise<readonly ClaimedChannel[]>;
  /** Makes items into a message, which is tried first now. Null: the claim has passed on. */
  startDelivery(delivery: NewDelivery): Promise<number | null>;
  /** Gives the channel back. Changes nothing when the claim has passed to another. */
  endSending(outcome: SendingOutcome): Promise<void>;
  /**
   * Deletes channels, rules, deliveries and what waits; no rules to begin with are made after it.
   * May be repeated.
   */
  deleteNotifications(userId: string): Promise<void>;

  /** Deletes those queued before, and items of events of then; returns how many. */
  purgeNotifications(beforeMs: number, limit: number): Promise<number>;
};
