// Use cases of a user's webhooks beside making them.

import type { Delivery, Webhook } from '#domain/webhook/webhook.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import type { WebhookStore } from '#ports/stores/webhook-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { WebhookCaller } from '#services/webhooks/create-webhook.ts';

type Deps = { readonly webhooks: WebhookStore };
type WebhookQuery = { readonly caller: WebhookCaller; readonly webhookId: string };
type Changing = WebhookQuery & { readonly claim: HeldClaim | null };

/** Oldest first. */
export async function listWebhooks(
  { webhooks }: Deps,
  caller: WebhookCaller,
): Promise<readonly Webhook[]> {
  return caller.endUserId === null ? webhooks.listWebhooks(caller.userId) : [];
}

/** With all that waits to be sent. */
export async function deleteWebhook(
  { webhooks }: Deps,
  wanted: WebhookQuery,
): Promise<Result<null, 'webhook_not_found'>> {
  const isDone = isOwn(wanted) && (await webhooks.deleteWebhook(keyOf(wanted)));
  return isDone ? accepted(null) : rejected('webhook_not_found');
}

/** What waited when it was disabled is sent; what happened since was not queued. */
export async function enableWebhook(
  { webhooks }: Deps,
  { claim, ...wanted }: Changing,
): Promise<Result<Webhook, 'webhook_not_found'>> {
  const isDone = isOwn(wanted) && (await webhooks.enableWebhook(keyOf(wanted), claim));
  const found = isDone ? await webhooks.findWebhook(keyOf(wanted)) : null;
  return found === null ? rejected('webhook_not_found') : accepted(found);
}

export type DeliveryPage = {
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
  /** Null on the last page. */
  readonly lastId: number | null;
};

/** Page of deliveries, newest first. */
export async function listDeliveries(
  { webhooks }: Deps,
  query: WebhookQuery & { readonly beforeId: number | null; readonly limit: number },
): Promise<Result<DeliveryPage, 'webhook_not_found'>> {
  const { beforeId, limit } = query;
  const key = keyOf(query);
  if (!isOwn(query) || (await webhooks.findWebhook(key)) === null)
    return rejected('webhook_not_found');
  return accepted(pageOf(await webhooks.listDeliveries(key, beforeId, limit + 1), limit));
}

/**
 * Of all webhooks of the caller, what is about a bot that the caller may see; whether it may is for
 * whoever calls.
 */
export async function listBotDeliveries(
  { webhooks }: { readonly webhooks: Pick<WebhookStore, 'listBotDeliveries'> },
  {
    caller,
    botId,
    beforeId,
    limit,
  }: Pick<WebhookQuery, 'caller'> & {
    readonly botId: string;
    readonly beforeId: number | null;
    readonly limit: number;
  },
): Promise<DeliveryPage> {
  if (caller.endUserId !== null) return { deliveries: [], lastId: null };
  return pageOf(await webhooks.listBotDeliveries(caller.userId, botId, beforeId, limit + 1), limit);
}

function pageOf(found: readonly Delivery[], limit: number): DeliveryPage {
  const deliveries = found.slice(0, limit);
  const lastId = found.length > limit ? (deliveries.at(-1)?.deliveryId ?? null) : null;
  return { deliveries, lastId };
}

/** Also what was delivered; the receiver tells it by the id of the message. */
export async function resendDelivery(
  { webhooks }: Deps,
  { claim, deliveryId, ...wanted }: Changing & { readonly deliveryId: number },
): Promise<Result<null, 'delivery_not_found'>> {
  const isDone = isOwn(wanted) && (await webhooks.resendDelivery(keyOf(wanted), deliveryId, claim));
  return isDone ? accepted(null) : rejected('delivery_not_found');
}

/** Sends a message of no event, once; its delivery says what became of it. */
export async function testWebhook(
  { webhooks, clock }: Deps & { readonly clock: Clock },
  { claim, ...wanted }: Changing,
): Promise<Result<Delivery, 'webhook_not_found' | 'webhook_disabled' | 'test_waits'>> {
  const key = keyOf(wanted);
  const found = isOwn(wanted) ? await webhooks.findWebhook(key) : null;
  if (found === null) return rejected('webhook_not_found');
  if (found.disabled !== null) return rejected('webhook_disabled');
  const queued = await webhooks.queueTest(key, clock.nowMs(), claim);
  return queued === null ? rejected('test_waits') : accepted(queued);
}

function isOwn({ caller }: WebhookQuery): boolean {
  return caller.endUserId === null;
}

function keyOf({ caller, webhookId }: WebhookQuery) {
  return { userId: caller.userId, webhookId };
}
