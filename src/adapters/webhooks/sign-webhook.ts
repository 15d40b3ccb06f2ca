// Signatures of webhooks by the Standard Webhooks convention: HMAC-SHA256 over id, time and body.

import { createHmac } from 'node:crypto';

/** One signature for each secret, separated by spaces. */
export function signWebhook(
  secrets: readonly Uint8Array[],
  id: string,
  timestampSeconds: number,
  body: string,
): string {
  const signed = `${id}.${timestampSeconds}.${body}`;
  return secrets
    .map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
    .join(' ');
}
