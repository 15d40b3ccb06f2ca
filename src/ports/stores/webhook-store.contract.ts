// Contract of every store of webhooks for those that users make, and for tests of them. What events
// queue is only in PostgreSQL (`test/integration/storage/webhooks.test.ts`).

import assert from 'node:assert/strict';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { present } from '#lib/assert.ts';
import { declareCases } from '#ports/declare-cases.contract.ts';
import type { Store } from '#ports/stores/store.ts';
import {
  DELETION_PLAN,
  heldCompletion,
  sampleId,
  storedAccount,
} from '#ports/stores/store.fixture.ts';
import type { WebhookStore } from '#ports/stores/webhook-store.ts';

type StoresOfCase = { readonly store: Store; readonly webhooks: WebhookStore };
type Cases = { readonly [statement: string]: (opened: StoresOfCase) => Promise<void> };

const SEALED = new Uint8Array([1, 2, 3]);

function sampleWebhook(userId: string): Webhook {
  return {
    webhookId: sampleId('wh'),
    userId,
    url: 'https://example.com/hook',
    types: ['order.filled'],
    createdAtMs: 1_000,
    previousUntilMs: null,
    failingSinceMs: null,
    failingReason: null,
    disabled: null,
  };
}

async function withWebhook({ store, webhooks }: StoresOfCase) {
  const { userId } = await storedAccount(store);
  const webhook = sampleWebhook(userId);
  assert.equal(await webhooks.insertWebhook(webhook, SEALED, null, 2), 'inserted');
  return { userId, webhook, key: { userId, webhookId: webhook.webhookId } };
}

/** What of the webhook is due; null: nothing. */
async function claimOf(webhooks: WebhookStore, webhookId: string) {
  const request = { nowMs: 5_500, claimedUntilMs: 9_000, limit: 1_000, perWebhook: 9 };
  const claimed = await webhooks.claimDeliveries(request);
  return claimed.find((each) => each.webhookId === webhookId) ?? null;
}

const CASES: Cases = {
  'a webhook is found, listed and deleted by its user alone': async (opened) => {
    const { webhooks } = opened;
    const { userId, webhook, key } = await withWebhook(opened);
    const foreign = { ...key, userId: (await withWebhook(opened)).userId };
    assert.deepEqual(await webhooks.findWebhook(key), webhook);
    assert.deepEqual(await webhooks.listWebhooks(userId), [webhook]);
    assert.equal(await webhooks.findWebhook(foreign), null);
    const secret = { sealed: SEALED, previousUntilMs: 2_000 };
    assert.equal(await webhooks.setSecret(foreign, secret, null), false);
    assert.equal(await webhooks.enableWebhook(foreign, null), false);
    assert.equal(await webhooks.deleteWebhook(foreign), false);
    assert.equal(await webhooks.deleteWebhook(key), true);
    assert.equal(await webhooks.deleteWebhook(key), false);
  },
  'webhooks are listed in the order in which they were made, whatever their ids are': async (
    opened,
  ) => {
    const { webhooks } = opened;
    const { userId, webhook } = await withWebhook(opened);
    const older = { ...sampleWebhook(userId), webhookId: `${webhook.webhookId}x`, createdAtMs: 1 };
    assert.equal(await webhooks.insertWebhook(older, SEALED, null, 9), 'inserted');
    const newer = { ...older, webhookId: webhook.webhookId.slice(0, -1), createdAtMs: 9_000 };
    assert.equal(await webhooks.insertWebhook(newer, SEALED, null, 9), 'inserted');
    assert.deepEqual(await webhooks.listWebhooks(userId), [older, webhook, newer]);
  },
  'a user has so many at most': async (opened) => {
    const { webhooks } = opened;
    const { userId } = await withWebhook(opened);
    const make = () => webhooks.insertWebhook(sampleWebhook(userId), SEALED, null, 2);
    assert.deepEqual([await make(), await make()], ['inserted', 'webhooks_limit']);
    assert.equal((await webhooks.listWebhooks(userId)).length, 2);
  },
  'a rotated secret says until when the one before signs': async (opened) => {
    const { webhooks } = opened;
    const { webhook, key } = await withWebhook(opened);
    const secret = { sealed: new Uint8Array([4]), previousUntilMs: 2_000 };
    assert.equal(await webhooks.setSecret(key, secret, null), true);
    assert.deepEqual(await webhooks.findWebhook(key), { ...webhook, previousUntilMs: 2_000 });
  },
  'a test is queued for its user alone': async (opened) => {
    const { webhooks } = opened;
    const { userId, key } = await withWebhook(opened);
    const foreign = { ...key, userId: (await withWebhook(opened)).userId };
    assert.equal(await webhooks.queueTest(foreign, 5_000, null), null);
    const { deliveryId, ...queued } = present(await webhooks.queueTest(key, 5_000, null), 'queued');
    assert.ok(deliveryId > 0);
    assert.deepEqual(queued, {
      webhookId: key.webhookId,
      userId,
      sequence: 0,
      type: 'webhook.tested',
      objectId: key.webhookId,
      signalId: null,
      queuedAtMs: 5_000,
      state: 'waiting',
      attemptsCount: 0,
      nextAtMs: null,
      endedAtMs: null,
      status: null,
      response: null,
      problem: null,
    });
  },
  'a test is sent once, and its delivery says what became of it': async (opened) => {
    const { webhooks } = opened;
    const { key } = await withWebhook(opened);
    const queued = present(await webhooks.queueTest(key, 5_000, null), 'queued');
    assert.equal(await webhooks.queueTest(key, 5_001, null), null);
    const { completion } = await heldCompletion(opened.store);
    assert.deepEqual(await webhooks.queueTest(key, 5_002, completion), queued);
    const claimed = present(await claimOf(webhooks, key.webhookId), 'it is due');
    assert.deepEqual(
      [claimed.deliveryId, claimed.attemptsCount, [...claimed.sealedSecret]],
      [queued.deliveryId, 1, [...SEALED]],
    );
    assert.equal(await claimOf(webhooks, key.webhookId), null);
    const problem = 'It responded with 500.';
    const verdict = { kind: 'test_failed', problem } as const;
    const ending = { claimed, verdict, atMs: 6_000, status: 500, response: 'no' };
    await webhooks.endAttempt({ ...ending, claimed: { ...claimed, claimedUntilMs: 1 } });
    assert.equal((await webhooks.listDeliveries(key, null, 9))[0]?.state, 'waiting');
    await webhooks.endAttempt(ending);
    const [ended, ...others] = await webhooks.listDeliveries(key, null, 9);
    assert.deepEqual(others, []);
    const said = { state: 'given_up', endedAtMs: 6_000, status: 500, response: 'no', problem };
    assert.deepEqual(ended, { ...queued, ...said, attemptsCount: 1 });
    assert.equal(await claimOf(webhooks, key.webhookId), null);
  },
  'a delivery is sent again for its user alone, with what it says then': async (opened) => {
    const { webhooks } = opened;
    const { key } = await withWebhook(opened);
    const foreign = { ...key, userId: (await withWebhook(opened)).userId };
    const { deliveryId } = present(await webhooks.queueTest(key, 5_000, null), 'queued');
    const end = async (): Promise<void> => {
      const claimed = present(await claimOf(webhooks, key.webhookId), 'it is due');
      const verdict = { kind: 'delivered' } as const;
      await webhooks.endAttempt({ claimed, verdict, atMs: 6_000, status: 200, response: 'ok' });
    };
    const stateNow = async () => (await webhooks.listDeliveries(key, null, 9))[0]?.state;
    await end();
    assert.equal(await webhooks.resendDelivery(foreign, deliveryId, null), false);
    assert.equal(await webhooks.resendDelivery(key, deliveryId + 1, null), false);
    assert.equal(await stateNow(), 'delivered');
    assert.equal(await webhooks.resendDelivery(key, deliveryId, null), true);
    assert.equal(await stateNow(), 'waiting');
    await end();
    assert.equal(await stateNow(), 'delivered');
    assert.deepEqual(await webhooks.listDeliveries(key, deliveryId, 9), []);
    assert.deepEqual(await webhooks.listDeliveries(foreign, null, 9), []);
  },
  'a request that was under way makes nothing for a user that is being deleted': async (opened) => {
    const { store, webhooks } = opened;
    const { userId, key } = await withWebhook(opened);
    await store.beginDeletion(userId, 3_000, DELETION_PLAN);
    assert.equal(await webhooks.deleteWebhook(key), true);
    const late = await webhooks.insertWebhook(sampleWebhook(userId), SEALED, null, 2);
    assert.equal(late, 'user_deleted');
    assert.deepEqual(await webhooks.listWebhooks(userId), []);
  },
};

/** Declares the tests; `open` is called once. */
export function webhookStoreContract(
  open: () => Promise<StoresOfCase & { close(hasFailed: boolean): Promise<void> }>,
): void {
  declareCases(CASES, open, (opened) => opened);
}
