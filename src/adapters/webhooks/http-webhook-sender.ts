// Sends webhooks over HTTP, signed by the Standard Webhooks convention.

import type { WebhookOutcome } from '#domain/webhook/judge-attempt.ts';
import type { WebhookSender } from '#ports/world/webhook-sender.ts';
import type { PostOptions } from '#adapters/outgoing/guarded-post.ts';
import { guardedPost } from '#adapters/outgoing/guarded-post.ts';
import { signWebhook } from '#adapters/webhooks/sign-webhook.ts';

/** Sender over HTTP; an address that cannot be reached is a value. */
export function httpWebhookSender(options: PostOptions): WebhookSender {
  return {
    async send({ url, id, sentAtMs, body, secrets }) {
      const timestamp = Math.floor(sentAtMs / 1_000);
      const headers = {
        'user-agent': 'Tidemill-Webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signWebhook(secrets, id, timestamp, body),
      };
      const response = await guardedPost(options, { url, headers, body });
      if (response.kind === 'unreachable') return response;
      const { kind, status, text } = response;
      return { kind, outcome: outcomeOf(status), status, text };
    },
  };
}

function outcomeOf(status: number): WebhookOutcome {
  if (status >= 200 && status < 300) return 'accepted';
  if (status >= 300 && status < 400) return 'redirected';
  return status === 410 ? 'gone' : 'refused';
}
