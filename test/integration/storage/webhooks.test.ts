// Webhooks over PostgreSQL: what is numbered is queued, whatever dies in between; order by object,
// failures, secrets, partners, and what is sent again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#adapters/postgres/connection/database.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { postgresBotInbox } from '#adapters/postgres/stores/bot-inbox.ts';
import { postgresWebhookStore } from '#adapters/postgres/stores/webhook-store.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import { webhookBody } from '#api/schemas/webhook.ts';
import type { EventType } from '#domain/event-log/event-catalogue.ts';
import type { WebhookResponse } from '#domain/webhook/judge-attempt.ts';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import { pumpWebhooks } from '#main/serving/webhook-pump.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { BotInput } from '#ports/stores/bot-inbox.ts';
import { sampleBot, sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { WebhookRequest } from '#ports/world/webhook-sender.ts';
import { createWebhook, rotateWebhook } from '#services/webhooks/create-webhook.ts';
import { claimWebhooks } from '#services/webhooks/deliver-webhook.ts';
import { enableWebhook, resendDelivery, testWebhook } from '#services/webhooks/manage-webhooks.ts';
import { withTestDatabase } from '../../support/database.ts';

const ACCEPTED: WebhookResponse = {
  kind: 'responded',
  outcome: 'accepted',
  status: 200,
  text: 'ok',
};
const REFUSED: WebhookResponse = { ...ACCEPTED, outcome: 'refused', status: 500 };
const URL_OF_HOOK = 'https://example.com/hook';

type Respond = (request: WebhookRequest) => WebhookResponse | Promise<WebhookResponse>;

/** The clock is moved by hand; `respond` may be replaced. */
async function withWebhooks(
  work: (harness: ReturnType<typeof harnessOver>) => Promise<void>,
): Promise<void> {
  await withTestDatabase(({ database }) => work(harnessOver(database)));
}

function harnessOver(database: Database) {
  const time = { nowMs: Date.now() };
  const received: WebhookRequest[] = [];
  const receiver: { respond: Respond } = { respond: () => ACCEPTED };
  const store = postgresStore(database);
  const deps = {
    webhooks: postgresWebhookStore(database),
    webhookNetworks: [],
    secrets: systemSecrets(new Uint8Array(32).fill(5)),
    clock: { nowMs: () => time.nowMs },
    random: systemRandom,
    digest: systemDigest,
    log: { info: () => undefined },
    bodyOf: webhookBody,
    sender: {
      async send(request: WebhookRequest) {
        received.push(request);
        return receiver.respond(request);
      },
    },
  };
  const errors: unknown[] = [];
  return {
    database,
    store,
    deps,
    time,
    received,
    receiver,
    async make(userId: string, types: readonly EventType[] = []) {
      const caller = { userId, endUserId: null };
      const derivationId = `${time.nowMs} ${Math.random()}`;
      const command = { caller, url: URL_OF_HOOK, types, derivationId, completion: null };
      const made = await createWebhook(deps, command);
      assert(made.ok);
      // That it was made is an event too, which these tests leave out.
      const text = `DELETE FROM waiting_events WHERE type = 'webhook.created'`;
      await database.write({ text }, []);
      return { caller, ...made.value };
    },
    async deliver() {
      while ((await store.numberEvents(1_000)) > 0);
      await pumpWebhooks(deps, new AbortController().signal, (error) => errors.push(error));
      assert.deepEqual(errors, []);
    },
    ids: () => received.map(({ id }) => Number(id.split('-')[1])),
    async listed({ userId, webhookId }: { userId: string; webhookId: string }) {
      return deps.webhooks.listDeliveries({ userId, webhookId }, null, 100);
    },
    /** Order by order, in markets of their own. */
    async place({ accountId }: Account, count: number) {
      const orders = Array.from({ length: count }, (_, index) =>
        sampleOrder(accountId, { marketTag: `M${time.nowMs}_${index}` }),
      );
      for (const order of orders) await store.insertIntent(order);
      return orders;
    },
    async open(orderId: string) {
      const text = `UPDATE orders SET state = 'open' WHERE order_id = $1`;
      await database.write({ text }, [orderId]);
    },
  };
}

test('each event of the wanted types is sent once, and its delivery is listed', async () => {
  await withWebhooks(async (harness) => {
    const account = await storedAccount(harness.store);
    const webhook = await harness.make(account.userId, ['order.placed']);
    const [order] = await harness.place(account, 1);
    await harness.open(order?.orderId ?? '');
    await harness.deliver();
    await harness.deliver();
    const [request, ...others] = harness.received;
    assert.deepEqual(others, []);
    assert.equal(request?.url, URL_OF_HOOK);
    assert.equal(request.id, `${account.userId}-1`);
    const body = JSON.parse(request.body) as Record<string, unknown>;
    assert.equal(body['type'], 'order.placed');
    assert.equal(body['event_id'], '1');
    assert.equal(body['user_id'], account.userId);
    assert.equal(body['object_id'], order?.orderId);
    const secret = Buffer.from(request.secrets[0] ?? []).toString('base64');
    assert.equal(webhook.secret, `whsec_${secret}`);
    const [delivery, ...rest] = await harness.listed(webhook);
    assert.deepEqual(rest, []);
    const { state, attemptsCount, status, response, problem } = delivery ?? {};
    assert.deepEqual(
      [state, attemptsCount, status, response, problem],
      ['delivered', 1, 200, 'ok', null],
    );
  });
});

test('what a process that died had taken is sent by another, and nothing is left out', async () => {
  await withWebhooks(async (harness) => {
    const account = await storedAccount(harness.store);
    await harness.make(account.userId);
    await harness.place(account, 20);
    while ((await harness.store.numberEvents(7)) > 0);
    const taken = await claimWebhooks(harness.deps, 100);
    assert.equal(taken.length, LIMITS.webhookRequestsMax);
    await harness.deliver();
    assert.deepEqual(harness.received, []);
    harness.time.nowMs += LIMITS.webhookClaimMs;
    await harness.deliver();
    assert.deepEqual(
      harness.ids().sort((left, right) => left - right),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    // What the dead one still writes changes nothing.
    const [late] = taken;
    assert(late !== undefined);
    const verdict = {
      kind: 'failed',
      problem: 'late',
      nextAtMs: null,
      retryAtMs: 0,
      disabledReason: 'late',
    } as const;
    const result = { claimed: late, verdict, atMs: 1, status: null, response: null };
    await harness.deps.webhooks.endAttempt(result);
    const [webhook] = await harness.deps.webhooks.listWebhooks(account.userId);
    assert.equal(webhook?.disabled, null);
  });
});

test('events of one object keep their order behind one that fails; others go on', async () => {
  await withWebhooks(async (harness) => {
    const account = await storedAccount(harness.store);
    const webhook = await harness.make(account.userId);
    const [stuck] = await harness.place(account, 4);
    await harness.open(stuck?.orderId ?? '');
    const isStuck = ({ body }: WebhookRequest) => body.includes(`"event_id":"1"`);
    harness.receiver.respond = (request) => (isStuck(request) ? REFUSED : ACCEPTED);
    for (let round = 0; round < 4; round += 1) {
      await harness.deliver();
      harness.time.nowMs += 6_000;
    }
    const before = harness.ids();
    assert.deepEqual(new Set(before), new Set([1, 2, 3, 4]));
    harness.receiver.respond = () => ACCEPTED;
    harness.time.nowMs += 3_600_000;
    await harness.deliver();
    assert.deepEqual(harness.ids().slice(before.length), [1, 5]);
    const deliveries = await harness.listed(webhook);
    assert(deliveries.every(({ state }) => state === 'delivered'));
  });
});

test('a receiver that hangs holds few places, and others are not held up', async () => {
  await withWebhooks(async (harness) => {
    const [slow, quick] = [await storedAccount(harness.store), await storedAccount(harness.store)];
    const hanging = await harness.make(slow.userId);
    await harness.make(quick.userId);
    await harness.place(slow, 20);
    await harness.place(quick, 20);
    const release = Promise.withResolvers<WebhookResponse>();
    const ofSlow = ({ id }: WebhookRequest) => id.startsWith(`${slow.userId}-`);
    harness.receiver.respond = (request) => (ofSlow(request) ? release.promise : ACCEPTED);
    const delivering = harness.deliver();
    while (harness.received.filter((request) => !ofSlow(request)).length < 20) await pause(5);
    assert.equal(harness.received.filter(ofSlow).length, LIMITS.webhookRequestsMax);
    release.resolve({ kind: 'unreachable', problem: 'It did not respond within 10 s.' });
    await delivering;
    const [delivery] = (await harness.listed(hanging)).filter((each) => each.attemptsCount > 0);
    assert.equal(delivery?.problem, 'It did not respond within 10 s.');
    assert.equal(delivery.state, 'waiting');
    assert((delivery.nextAtMs ?? 0) > harness.time.nowMs);
    // One that fails is tried with one message at a time.
    harness.received.length = 0;
    harness.time.nowMs += 60_000;
    harness.receiver.respond = () => REFUSED;
    await harness.deliver();
    assert.equal(harness.received.length, 1);
  });
});

test('a receiver that was away while many messages were sent is tried again soon', async () => {
  await withWebhooks(async (harness) => {
    const account = await storedAccount(harness.store);
    const webhook = await harness.make(account.userId, ['order.placed']);
    await harness.place(account, 2 * LIMITS.webhookRequestsMax);
    const orders = await harness.store.listWorkingOrders(account.accountId);
    for (const { orderId } of orders) await harness.open(orderId);
    harness.receiver.respond = async () => {
      // All of them are under way by then.
      await pause(50);
      return REFUSED;
    };
    await harness.deliver();
    assert.ok(harness.received.length >= LIMITS.webhookRequestsMax);
    // The first look after that fails as well; the receiver is back for the second.
    harness.time.nowMs += 5_000;
    await harness.deliver();
    harness.receiver.respond = () => ACCEPTED;
    harness.time.nowMs += 60_000;
    await harness.deliver();
    const deliveries = await harness.listed(webhook);
    assert.equal(deliveries.length, orders.length);
    assert.deepEqual(
      deliveries.filter(({ state }) => state !== 'delivered'),
      [],
    );
  });
});

test('after three days a webhook is disabled with an event, and can be enabled', async () => {
  await withWebhooks(async (harness) => {
    const account = await storedAccount(harness.store);
    const webhook = await harness.make(account.userId, ['order.placed']);
    await harness.place(account, 2);
    harness.receiver.respond = () => REFUSED;
    await harness.deliver();
    const [failing] = await harness.deps.webhooks.listWebhooks(account.userId);
    assert.equal(failing?.failingSinceMs, harness.time.nowMs);
    assert.match(failing.failingReason ?? '', /^It responded 500;/);
    for (let hour = 0; hour < 80; hour += 1) {
      await harness.deliver();
      harness.time.nowMs += 3_600_000;
    }
    const key = { userId: account.userId, webhookId: webhook.webhookId };
    const found = await harness.deps.webhooks.findWebhook(key);
    assert.match(found?.disabled?.reason ?? '', /^It failed for three days\./);
    const query = { userId: account.userId, after: 0, limit: 100 } as const;
    const types = ['webhook.disabled'] as const;
    const { events } = await harness.store.readEvents({ ...query, types });
    assert.deepEqual(
      events.map(({ objectId }) => objectId),
      [webhook.webhookId],
    );
    harness.received.length = 0;
    harness.receiver.respond = () => ACCEPTED;
    await harness.place(account, 1);
    await harness.deliver();
    assert.deepEqual(harness.received, []);
    const enabled = await enableWebhook(harness.deps, { ...webhook, claim: null });
    assert(enabled.ok);
    harness.time.nowMs += 6 * 3_600_000;
    await harness.place(account, 1);
    await harness.deliver();
    assert(harness.received.length >= 1);
    const [newest] = await harness.listed(webhook);
    assert.equal(newest?.state, 'delivered');
    const [working] = await harness.deps.webhooks.listWebhooks(account.userId);
    assert.deepEqual([working?.failingSinceMs, working?.failingReason], [null, null]);
  });
});

test('a rotated secret signs beside the one before; what was delivered is sent again', async () => {
  await withWebhooks(async (harness) => {
    const account = await storedAccount(harness.store);
    const webhook = await harness.make(account.userId);
    await harness.place(account, 1);
    await harness.deliver();
    const { caller, webhookId } = webhook;
    const rotated = await rotateWebhook(harness.deps, { caller, webhookId, completion: null });
    assert(rotated.ok);
    const [delivery] = await harness.listed(webhook);
    const deliveryId = delivery?.deliveryId ?? 0;
    const again = { caller, webhookId, deliveryId, claim: null };
    assert.equal((await resendDelivery(harness.deps, again)).ok, true);
    await harness.deliver();
    harness.time.nowMs += LIMITS.webhookSecretOverlapMs;
    await resendDelivery(harness.deps, again);
    await harness.deliver();
    const [first, second, third] = harness.received;
    assert.equal(second?.id, first?.id);
    const text = (secrets: readonly Uint8Array[] = []) =>
      secrets.map((secret) => `whsec_${Buffer.from(secret).toString('base64')}`);
    assert.deepEqual(text(first?.secrets), [webhook.secret]);
    assert.deepEqual(text(second?.secrets), [rotated.value.secret, webhook.secret]);
    assert.deepEqual(text(third?.secrets), [rotated.value.secret]);
    // Another try of the request has its Idempotency-Key by now.
    const claim = { recordId: 'idm_lost', ownerId: 'own_lost' };
    await assert.rejects(resendDelivery(harness.deps, { ...again, claim }), Failure);
    await harness.deliver();
    assert.equal(harness.received.length, 3);
    const foreign = { ...again, caller: { userId: 'usr_other', endUserId: null } };
    assert.equal((await resendDelivery(harness.deps, foreign)).ok, false);
  });
});

test("a partner's webhook gets the events of its end users, and of nobody else", async () => {
  await withWebhooks(async (harness) => {
    const [partner, endUser, other] = [
      await storedAccount(harness.store),
      await storedAccount(harness.store),
      await storedAccount(harness.store),
    ];
    const texts = [
      `INSERT INTO partners (user_id, exchanges, market_tags, created_at_ms)
        VALUES ('${partner.userId}', '{}', '{}', 1)`,
      `INSERT INTO end_users (user_id, partner_id, external_id, exchange, is_simulated,
        created_at_ms) VALUES ('${endUser.userId}', '${partner.userId}', 'e', 'SIM', true, 1)`,
    ];
    for (const text of texts) await harness.database.write({ text }, []);
    await harness.make(partner.userId);
    for (const account of [partner, endUser, other]) await harness.place(account, 1);
    await harness.deliver();
    const users = harness.received.map(({ id }) => id.split('-')[0]);
    assert.deepEqual(new Set(users), new Set([partner.userId, endUser.userId]));
    assert.equal(users.length, 2);
  });
});

test('what is sent of a bot, its orders and its signals is listed by them', async () => {
  await withWebhooks(async (harness) => {
    const { database, deps, store } = harness;
    const account = await storedAccount(store);
    const { accountId, userId } = account;
    await harness.make(userId, ['order.placed', 'signal.received']);
    const bot = sampleBot(account);
    const { botId } = bot;
    await store.insertBot(bot, null);
    const loaded = { kind: 'script', source: '', libraries: [] } as const;
    await store.activateBot({ userId, botId, loaded, runningMax: null, atMs: 5 });
    const signal = { name: 'trend', action: 'buy', signalAtMs: 5, payload: null };
    const input: BotInput = { kind: 'signal', ...signal };
    const deliveries = [{ botId, input }];
    await postgresBotInbox(database).send(deliveries, 6, null);
    const own = sampleOrder(accountId, { botId, marketTag: 'A' });
    const byHand = sampleOrder(accountId, { marketTag: 'B' });
    for (const order of [own, byHand]) await store.insertIntent(order);
    await harness.deliver();
    const ofBot = await deps.webhooks.listBotDeliveries(userId, botId, null, 10);
    assert.deepEqual(
      ofBot.map(({ type, objectId, state }) => [type, objectId, state]),
      [
        ['order.placed', own.orderId, 'delivered'],
        ['signal.received', botId, 'delivered'],
      ],
    );
    const [newest, oldest] = ofBot;
    const { deliveryId = 0 } = newest ?? {};
    const rest = await deps.webhooks.listBotDeliveries(userId, botId, deliveryId, 10);
    assert.deepEqual(rest, [oldest]);
    const { signalId } = oldest ?? {};
    const sent = JSON.parse(harness.received[0]?.body ?? '') as { data: { signal_id: string } };
    assert.equal(sent.data.signal_id, signalId);
    const about = { orderIds: [byHand.orderId], signalIds: [signalId ?? ''] };
    const found = await deps.webhooks.listDeliveriesAbout(userId, about, 10);
    assert.deepEqual(
      found.map(({ type, objectId }) => [type, objectId]),
      [
        ['signal.received', botId],
        ['order.placed', byHand.orderId],
      ],
    );
    const stranger = (await storedAccount(store)).userId;
    assert.deepEqual(await deps.webhooks.listBotDeliveries(stranger, botId, null, 10), []);
    assert.deepEqual(await deps.webhooks.listDeliveriesAbout(stranger, about, 10), []);
  });
});

test('a test is sent at once and once, and says nothing of events', async () => {
  await withWebhooks(async (harness) => {
    const { deps, receiver, received } = harness;
    const account = await storedAccount(harness.store);
    const webhook = await harness.make(account.userId, ['order.placed']);
    const send = () => testWebhook(deps, { ...webhook, claim: null });
    receiver.respond = () => REFUSED;
    await harness.place(account, 1);
    await harness.deliver();
    const claim = { recordId: 'idm_lost', ownerId: 'own_lost' };
    await assert.rejects(testWebhook(deps, { ...webhook, claim }), Failure);
    // While it is failing and nothing is due.
    assert((await send()).ok);
    assert.deepEqual(await send(), { ok: false, rejection: 'test_waits' });
    await harness.deliver();
    const [test] = await harness.listed(webhook);
    assert.deepEqual([test?.type, test?.state, test?.status], ['webhook.tested', 'given_up', 500]);
    assert.equal(
      (await deps.webhooks.findWebhook(webhook))?.failingReason,
      'It responded 500; a status from 200 to 299 is expected.',
    );
    receiver.respond = () => ACCEPTED;
    assert((await send()).ok);
    await harness.deliver();
    const last = present(received.at(-2), 'the test precedes the event that waited');
    assert.match(last.id, new RegExp(`^${account.userId}-test-`));
    const { timestamp, ...message } = JSON.parse(last.body) as Record<string, unknown>;
    assert.ok(timestamp);
    const { webhookId, userId } = webhook;
    const of = { user_id: userId, event_id: '0', object_id: webhookId };
    assert.deepEqual(message, { type: 'webhook.tested', ...of, data: {} });
    assert.equal((await deps.webhooks.findWebhook(webhook))?.failingSinceMs, null);
    // One that is gone says so; a test does not disable it.
    receiver.respond = () => ({ ...REFUSED, outcome: 'gone', status: 410 });
    assert((await send()).ok);
    await harness.deliver();
    assert.equal((await deps.webhooks.findWebhook(webhook))?.disabled, null);
    await harness.place(account, 1);
    await harness.deliver();
    assert.deepEqual(await send(), { ok: false, rejection: 'webhook_disabled' });
  });
});
