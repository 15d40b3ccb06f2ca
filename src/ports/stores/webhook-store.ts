// Webhooks of users, and what is to be sent to them. Deliveries are queued by the store when it
// numbers events, in the same transaction. All throw Failure; writes may throw OutcomeUnknown.

import type { AttemptVerdict } from '#domain/webhook/judge-attempt.ts';
import type { ClaimedDelivery, Delivery, Webhook } from '#domain/webhook/webhook.ts';
import type { Completion, HeldClaim } from '#ports/stores/idempotency-store.ts';

export type WebhookKey = { readonly userId: string; readonly webhookId: string };

export type NewSecret = {
  readonly sealed: Uint8Array;
  /** So long the present secret signs beside the new one. */
  readonly previousUntilMs: number;
};

export type ClaimRequest = {
  readonly nowMs: number;
  readonly claimedUntilMs: number;
  readonly limit: number;
  /** To one webhook at once; one that fails gets one. */
  readonly perWebhook: number;
};

export type AttemptResult = {
  readonly claimed: Pick<
    ClaimedDelivery,
    'deliveryId' | 'webhookId' | 'claimedUntilMs' | 'failuresCount'
  >;
  readonly verdict: AttemptVerdict;
  readonly atMs: number;
  readonly status: number | null;
  readonly response: string | null;
};

/** `user_deleted`: the deletion of the user has begun. */
export type InsertWebhookOutcome = 'inserted' | 'webhooks_limit' | 'user_deleted';

export type WebhookStore = {
  /** One with the same id is left as it is. */
  insertWebhook(
    webhook: Webhook,
    sealed: Uint8Array,
    completion: Completion | null,
    webhooksMax: number,
  ): Promise<InsertWebhookOutcome>;
  /** Oldest first. */
  listWebhooks(userId: string): Promise<readonly Webhook[]>;
  findWebhook(key: WebhookKey): Promise<Webhook | null>;
  /** With its deliveries; false: there is none. */
  deleteWebhook(key: WebhookKey): Promise<boolean>;
  /** False: there is none. */
  setSecret(key: WebhookKey, secret: NewSecret, completion: Completion | null): Promise<boolean>;
  /** What waits is sent, and it counts as not failing. False: there is none. */
  enableWebhook(key: WebhookKey, claim: HeldClaim | null): Promise<boolean>;
  /** Newest first. */
  listDeliveries(
    key: WebhookKey,
    beforeId: number | null,
    limit: number,
  ): Promise<readonly Delivery[]>;
  /** Of all webhooks of the user, what is about a bot of it or of an end user; newest first. */
  listBotDeliveries(
    userId: string,
    botId: string,
    beforeId: number | null,
    limit: number,
  ): Promise<readonly Delivery[]>;
  /** Of all webhooks of the user; oldest first. */
  listDeliveriesAbout(
    userId: string,
    about: { readonly orderIds: readonly string[]; readonly signalIds: readonly string[] },
    limit: number,
  ): Promise<readonly Delivery[]>;
  /** It waits again. False: there is none. */
  resendDelivery(key: WebhookKey, deliveryId: number, claim: HeldClaim | null): Promise<boolean>;
  /**
   * Queues a test, which is sent at once, also to a webhook whose deliveries fail. Null: it is
   * disabled, a test waits already, or there is none. Under a claim the test that waits is
   * returned: an earlier try of the same request may have queued it.
   */
  queueTest(key: WebhookKey, atMs: number, claim: HeldClaim | null): Promise<Delivery | null>;
  /**
   * Takes deliveries that are due, of each object only the oldest that waits. Nobody else gets them
   * until the claim ends.
   */
  claimDeliveries(request: ClaimRequest): Promise<readonly ClaimedDelivery[]>;
  /** Changes nothing when the claim has passed to another. */
  endAttempt(result: AttemptResult): Promise<void>;
  /** Deletes those queued before, whatever became of them; returns how many. */
  purgeDeliveries(beforeMs: number, limit: number): Promise<number>;
};
