// Our signatures of webhooks, as the public library of Standard Webhooks verifies them.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { signWebhook } from '#adapters/webhooks/sign-webhook.ts';

const ID = 'usr_1-42';
const BODY = '{"type":"order.filled","data":{"reason":"größer als 1 €"}}';

function message(secrets: readonly Uint8Array[], atMs = Date.now()) {
  const timestamp = Math.floor(atMs / 1_000);
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(secrets, ID, timestamp, BODY),
  };
}

function verifier(secret: Uint8Array): Webhook {
  return new Webhook(`whsec_${Buffer.from(secret).toString('base64')}`);
}

test('a message verifies with its secret, and its body is returned', () => {
  const secret = randomBytes(32);
  assert.deepEqual(verifier(secret).verify(BODY, message([secret])), JSON.parse(BODY));
});

test('while a secret is replaced a message verifies with either', () => {
  const [secret, previous] = [randomBytes(32), randomBytes(32)];
  for (const each of [secret, previous])
    assert.doesNotThrow(() => verifier(each).verify(BODY, message([secret, previous])));
});

test('another secret, another body, another id and an old message do not verify', () => {
  const secret = randomBytes(32);
  const hook = verifier(secret);
  const headers = message([secret]);
  for (const [body, given] of [
    [BODY, message([randomBytes(32)])],
    [BODY.replace('filled', 'placed'), headers],
    [BODY, { ...headers, 'webhook-id': 'usr_1-43' }],
    [BODY, message([secret], Date.now() - 3_600_000)],
  ] as const)
    assert.throws(() => hook.verify(body, given), WebhookVerificationError);
});
