// Sending a webhook, as a port: one request to an address that a user chose, within limits on time
// and size, to no network that it must not reach.

import type { WebhookResponse } from '#domain/webhook/judge-attempt.ts';

export type WebhookRequest = {
  readonly url: string;
  /** The same whenever the same event is sent to the same webhook. */
  readonly id: string;
  readonly sentAtMs: number;
  /** Sent and signed as it is. */
  readonly body: string;
  /** Each signs; the newest first. */
  readonly secrets: readonly Uint8Array[];
};

export type WebhookSender = {
  /** Never throws; ends within the limits, whatever the receiver does. */
  send(this: void, request: WebhookRequest): Promise<WebhookResponse>;
};
