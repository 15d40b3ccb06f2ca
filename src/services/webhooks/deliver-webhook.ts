// Sends what waits for webhooks. The store hands each delivery to one process for a while; one that
// dies meanwhile is followed by another, so a receiver may get a message twice and never misses
// one.

import type { LoggedEvent } from '#domain/event-log/event.ts';
import type { WebhookResponse } from '#domain/webhook/judge-attempt.ts';
import { judgeAttempt, judgeTest } from '#domain/webhook/judge-attempt.ts';
import type { ClaimedDelivery, WebhookTest } from '#domain/webhook/webhook.ts';
import { TEST_TYPE } from '#domain/webhook/webhook.ts';
import { LIMITS } from '#lib/limits.ts';
import { storableText } from '#lib/storable-text.ts';
import type { WebhookStore } from '#ports/stores/webhook-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Log } from '#venue-port/world/log.ts';
import type { Secrets } from '#ports/world/secrets.ts';
import type { WebhookSender } from '#ports/world/webhook-sender.ts';

export type DeliverDeps = {
  readonly webhooks: Pick<WebhookStore, 'claimDeliveries' | 'endAttempt'>;
  readonly sender: WebhookSender;
  readonly secrets: Pick<Secrets, 'open'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info'>;
  /** The message of an event that happened to the user, or of a test. */
  bodyOf(this: void, event: LoggedEvent | WebhookTest, userId: string): string;
};

/** For this process alone until the claims end; at most so many. */
export async function claimWebhooks(
  { webhooks, clock }: Pick<DeliverDeps, 'webhooks' | 'clock'>,
  limit: number,
): Promise<readonly ClaimedDelivery[]> {
  const nowMs = clock.nowMs();
  return webhooks.claimDeliveries({
    nowMs,
    claimedUntilMs: nowMs + LIMITS.webhookClaimMs,
    limit,
    perWebhook: LIMITS.webhookRequestsMax,
  });
}

/** One attempt. Throws Failure when its result cannot be written: it is then tried again. */
export async function deliverWebhook(deps: DeliverDeps, claimed: ClaimedDelivery): Promise<void> {
  const response = await attempt(deps, claimed);
  const atMs = deps.clock.nowMs();
  const isTest = claimed.event?.type === TEST_TYPE;
  const verdict = isTest
    ? judgeTest(response)
    : judgeAttempt(response, { ...claimed, nowMs: atMs });
  const hasResponded = response.kind === 'responded';
  const status = hasResponded ? response.status : null;
  const text = hasResponded ? storableText(response.text) : null;
  await deps.webhooks.endAttempt({ claimed, verdict, atMs, status, response: text });
  if (verdict.kind === 'failed' && verdict.disabledReason !== null)
    deps.log.info('webhook.disabled', {
      webhook_id: claimed.webhookId,
      reason: verdict.disabledReason,
    });
}

async function attempt(deps: DeliverDeps, claimed: ClaimedDelivery): Promise<WebhookResponse> {
  const { event, userId, webhookId, url, deliveryId } = claimed;
  if (event === null) return unreachable('The event is retained no longer.');
  const opened = [claimed.sealedSecret, claimed.previousSealed].flatMap((sealed) =>
    sealed === null ? [] : (deps.secrets.open(sealed, webhookId) ?? []),
  );
  if (opened.length === 0) return unreachable('Its secret cannot be opened; rotate it.');
  return deps.sender.send({
    url,
    id: `${userId}-${event.type === TEST_TYPE ? `test-${deliveryId}` : event.sequence}`,
    sentAtMs: deps.clock.nowMs(),
    body: deps.bodyOf(event, userId),
    secrets: opened,
  });
}

function unreachable(problem: string): WebhookResponse {
  return { kind: 'unreachable', problem };
}
