// Makes a webhook, or a new secret for one. A secret is shown in one response; what is retained of
// it is sealed.

import type { AddressRange } from '#domain/access/address-range.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { parseWebhookUrl } from '#domain/webhook/webhook-address.ts';
import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { WebhookStore } from '#ports/stores/webhook-store.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { Random } from '#ports/world/random.ts';
import type { Secrets } from '#ports/world/secrets.ts';
import type { CompletionSlot } from '#services/orders/order-deps.ts';
import { completionWith } from '#services/orders/order-deps.ts';

export type WebhookDeps = {
  readonly webhooks: WebhookStore;
  /** Networks that webhooks may reach although they are not public. */
  readonly webhookNetworks: readonly AddressRange[];
  readonly secrets: Pick<Secrets, 'seal'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
};

/** The events of a user are its own matter: a key of one end user has no webhooks. */
export type WebhookCaller = Pick<Principal, 'userId' | 'endUserId'>;

/** `secret` is the text that receivers verify signatures with; nothing can show it again. */
export type WebhookWithSecret = Webhook & { readonly secret: string };

export type CreateWebhookCommand = {
  readonly caller: WebhookCaller;
  readonly url: string;
  /** Empty: all. */
  readonly types: readonly EventType[];
  /** From which its id follows. */
  readonly derivationId: string;
  readonly completion: CompletionSlot<WebhookWithSecret> | null;
};

export type CreateWebhookRejection =
  | { readonly code: 'forbidden'; readonly detail: string }
  | { readonly code: 'url_invalid'; readonly expected: string };

const DETAILS = {
  webhooks_limit: `At most ${LIMITS.webhooksPerUserMax} webhooks may exist; delete one first.`,
  user_deleted: 'The user is being deleted.',
} as const;

/**
 * Makes a webhook with its secret, which is in this result alone; rejects addresses that may not be
 * called.
 */
export async function createWebhook(
  deps: WebhookDeps,
  { caller, url, types, derivationId, completion }: CreateWebhookCommand,
): Promise<Result<WebhookWithSecret, CreateWebhookRejection>> {
  if (caller.endUserId !== null)
    return rejected({ code: 'forbidden', detail: 'A key of one end user has no webhooks.' });
  const address = parseWebhookUrl(url, deps.webhookNetworks);
  if (!address.ok) return rejected({ code: 'url_invalid', expected: address.rejection });
  const webhookId = identifierFromBytes('wh', deps.digest.sha256(`webhook ${derivationId}`));
  const { secret, sealed } = newSecret(deps, webhookId);
  const webhook: Webhook = {
    webhookId,
    userId: caller.userId,
    url: address.value,
    types,
    createdAtMs: deps.clock.nowMs(),
    previousUntilMs: null,
    failingSinceMs: null,
    failingReason: null,
    disabled: null,
  };
  const made = { ...webhook, secret };
  const completed = completionWith(completion, made);
  const { webhooksPerUserMax } = LIMITS;
  const inserting = deps.webhooks.insertWebhook(webhook, sealed, completed, webhooksPerUserMax);
  const outcome = await inserting;
  if (outcome === 'inserted') return accepted(made);
  return rejected({ code: 'forbidden', detail: DETAILS[outcome] });
}

/** For a while the present secret signs too, so that receivers can be changed without a gap. */
export async function rotateWebhook(
  deps: WebhookDeps,
  command: {
    readonly caller: WebhookCaller;
    readonly webhookId: string;
    readonly completion: CompletionSlot<WebhookWithSecret> | null;
  },
): Promise<Result<WebhookWithSecret, 'webhook_not_found'>> {
  const { caller, webhookId, completion } = command;
  const key = { userId: caller.userId, webhookId };
  const found = caller.endUserId === null ? await deps.webhooks.findWebhook(key) : null;
  if (found === null) return rejected('webhook_not_found');
  const { secret, sealed } = newSecret(deps, webhookId);
  const previousUntilMs = deps.clock.nowMs() + LIMITS.webhookSecretOverlapMs;
  const rotated = { ...found, previousUntilMs, secret };
  const completed = completionWith(completion, rotated);
  const isDone = await deps.webhooks.setSecret(key, { sealed, previousUntilMs }, completed);
  return isDone ? accepted(rotated) : rejected('webhook_not_found');
}

const SECRET_BYTES = 24;

function newSecret({ random, secrets }: WebhookDeps, webhookId: string) {
  const bytes = random.bytes(SECRET_BYTES);
  const secret = `whsec_${btoa(String.fromCharCode(...bytes))}`;
  return { secret, sealed: secrets.seal(bytes, webhookId) };
}
