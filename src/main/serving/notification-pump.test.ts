// Notifications from the event to the message: proof, rules, digests, quiet hours, pauses,
// failures, and receivers that hang. Stores in memory, a clock that is moved by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryNotificationStore } from '#adapters/memory/memory-notification-store.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import { systemSecrets } from '#adapters/system/system-secrets.ts';
import type { RunNotice } from '#domain/event-log/event.ts';
import type { ChannelAddress } from '#domain/notification/channel.ts';
import type { SendingResult } from '#domain/notification/judge-sending.ts';
import { plainTextOf } from '#domain/notification/message.ts';
import type { RuleTerms } from '#domain/notification/rule.ts';
import { LIMITS } from '#lib/limits.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import { pumpNotifications } from '#main/serving/notification-pump.ts';
import { DELETION_PLAN, sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import type { ChannelRequest } from '#ports/world/channel-sender.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { createChannel } from '#services/notifications/create-channel.ts';
import {
  changeChannel,
  findChannel,
  listNotifications,
  resendNotification,
  testChannel,
  verifyChannel,
} from '#services/notifications/manage-channels.ts';
import { createRule, listRules } from '#services/notifications/manage-rules.ts';
import { claimChannels } from '#services/notifications/send-notification.ts';

const SLACK: ChannelAddress = { kind: 'slack', url: 'https://hooks.slack.com/services/T/B/secret' };
const TELEGRAM: ChannelAddress = {
  kind: 'telegram',
  token: '7301188212:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc',
  chatId: '40721',
};
const ACCEPTED: SendingResult = { kind: 'accepted', response: 'ok' };
const ORDERS: RuleTerms = {
  name: 'Orders',
  types: ['order.placed'],
  isProblemsOnly: false,
  botIds: [],
  accountIds: [],
  channelIds: [],
  everyMs: 0,
  quietHours: null,
  isEnabled: true,
};

function makeWorld() {
  const state = memoryState();
  const store = memoryStore(state);
  const time = { nowMs: Date.UTC(2026, 10, 26, 12) };
  const received: ChannelRequest[] = [];
  const receiver = {
    respond: (_request: ChannelRequest): SendingResult | Promise<SendingResult> => ACCEPTED,
  };
  const deps = {
    notifications: memoryNotificationStore(state),
    notificationRules: { networks: [], hasMailServer: true },
    secrets: systemSecrets(new Uint8Array(32).fill(5)),
    clock: { nowMs: () => time.nowMs },
    random: systemRandom,
    digest: systemDigest,
    log: { info: () => undefined },
    bots: store,
    accounts: store,
    exchanges: exchangeRegistry([]),
    consoleUrl: null,
    channelSender: {
      async send(request: ChannelRequest) {
        received.push(request);
        return receiver.respond(request);
      },
    },
  };
  return { deps, store, state, time, received, receiver };
}

function makeHarness() {
  const world = makeWorld();
  const { deps, store, time, received } = world;
  const errors: unknown[] = [];
  const pump = async (): Promise<void> => {
    while ((await store.numberEvents(1_000)) > 0);
    await pumpNotifications(deps, new AbortController().signal, (error) => errors.push(error));
    assert.deepEqual(errors, []);
  };
  let made = 0;
  const harness = {
    ...world,
    pump,
    texts: () => received.splice(0).map(({ message }) => plainTextOf(message)),
    async user() {
      const account = await storedAccount(store);
      return { ...account, caller: { userId: account.userId, endUserId: null } };
    },
    async make(caller: { userId: string; endUserId: null }, address: ChannelAddress = SLACK) {
      made += 1;
      const command = { caller, name: 'Mine', address, derivationId: `c${made}` };
      const done = await createChannel(deps, { ...command, completion: null });
      assert(done.ok);
      await pump();
      const { message } = received.pop() ?? assert.fail('a code is sent');
      const code = /\d{6}/.exec(plainTextOf(message))?.[0] ?? '';
      return { channelId: done.value.channelId, code };
    },
    async prove(caller: { userId: string; endUserId: null }, address?: ChannelAddress) {
      const { channelId, code } = await harness.make(caller, address);
      const wanted = { caller, channelId, code, claim: null };
      assert((await verifyChannel(deps, wanted)).ok);
      return channelId;
    },
    async rule(caller: { userId: string; endUserId: null }, change: Partial<RuleTerms> = {}) {
      made += 1;
      const terms = { ...ORDERS, ...change };
      const command = { caller, terms, derivationId: `r${made}`, completion: null };
      const done = await createRule(deps, command);
      assert(done.ok, JSON.stringify(done));
      return done.value;
    },
    async happen(accountId: string, count = 1) {
      for (let index = 0; index < count; index += 1) {
        made += 1;
        await store.insertIntent(sampleOrder(accountId, { marketTag: `M${made}` }));
      }
      await pump();
    },
    /** Moves the clock, and sends what is due by then. */
    async pass(ms: number) {
      time.nowMs += ms;
      await pump();
    },
  };
  return harness;
}

test('nothing but a code is sent before it was entered; then events are, in words', async () => {
  const harness = makeHarness();
  const { caller, accountId, name } = await harness.user();
  await harness.rule(caller);
  const { channelId, code } = await harness.make(caller);
  await harness.happen(accountId);
  await harness.pass(HOUR_MS / 10);
  assert.deepEqual(harness.received, []);
  const wrong = code === '000000' ? '000001' : '000000';
  const wanted = { caller, channelId, claim: null };
  const refused = await verifyChannel(harness.deps, { ...wanted, code: wrong });
  assert.deepEqual(refused, { ok: false, rejection: 'code_invalid' });
  assert((await verifyChannel(harness.deps, { ...wanted, code })).ok);
  await harness.happen(accountId, 2);
  await harness.pass(LIMITS.notificationGatherMs);
  const [text = '', ...others] = harness.texts();
  assert.deepEqual(others, []);
  assert.equal(text.match(/Order sent: buy/g)?.length, 2);
  assert(text.includes(name));
  const { deliveries } = await listNotifications(harness.deps, {
    caller,
    channelId: null,
    beforeId: null,
    limit: 9,
  });
  assert.deepEqual(
    deliveries.map(({ kind, state, eventsCount }) => [kind, state, eventsCount]),
    [
      ['events', 'delivered', 2],
      ['code', 'delivered', 0],
    ],
  );
  assert(!JSON.stringify(deliveries).includes(code));
});

test('a code is guessed five times at most, within a quarter of an hour', async () => {
  const harness = makeHarness();
  const { caller } = await harness.user();
  const guessed = await harness.make(caller);
  const wrong = guessed.code === '000000' ? '000001' : '000000';
  const wanted = { caller, channelId: guessed.channelId, claim: null };
  for (let index = 0; index < LIMITS.notificationCodeTriesMax; index += 1)
    await verifyChannel(harness.deps, { ...wanted, code: wrong });
  assert.equal((await verifyChannel(harness.deps, { ...wanted, code: guessed.code })).ok, false);
  const late = await harness.make(caller);
  harness.time.nowMs += LIMITS.notificationCodeMs;
  const entered = { caller, channelId: late.channelId, code: late.code, claim: null };
  assert.equal((await verifyChannel(harness.deps, entered)).ok, false);
});

test('a digest comes at most so often, with all that came together', async () => {
  const harness = makeHarness();
  const { caller, accountId } = await harness.user();
  await harness.prove(caller);
  await harness.rule(caller, { everyMs: HOUR_MS });
  await harness.happen(accountId);
  await harness.pass(MINUTE_MS);
  assert.equal(harness.texts().length, 1);
  await harness.happen(accountId, 2);
  await harness.pass(30 * MINUTE_MS);
  await harness.happen(accountId, 1);
  await harness.pass(28 * MINUTE_MS);
  assert.deepEqual(harness.texts(), []);
  await harness.pass(2 * MINUTE_MS);
  const [digest = '', ...others] = harness.texts();
  assert.deepEqual(others, []);
  assert.equal(digest.match(/Order sent/g)?.length, 3);
});

test('in quiet hours nothing comes; what happened comes when they end', async () => {
  const harness = makeHarness();
  const { caller, accountId } = await harness.user();
  await harness.prove(caller);
  // 13:00 in Berlin.
  const quietHours = { fromMinute: 12 * 60, toMinute: 14 * 60, timeZone: 'Europe/Berlin' };
  await harness.rule(caller, { quietHours });
  await harness.happen(accountId, 2);
  await harness.pass(59 * MINUTE_MS);
  assert.deepEqual(harness.texts(), []);
  await harness.pass(MINUTE_MS);
  const [text = ''] = harness.texts();
  assert.equal(text.match(/Order sent/g)?.length, 2);
  // By the clock of the place: the sample orders are of 22:13 UTC.
  assert.match(text, /23:13/);
});

test('a service gets the pause that it requests, and the message once', async () => {
  const harness = makeHarness();
  const { caller, accountId } = await harness.user();
  const channelId = await harness.prove(caller);
  await harness.rule(caller);
  const problem = 'Slack responded 429.';
  harness.receiver.respond = () => ({ kind: 'paused', retryAfterMs: 17_000, problem });
  await harness.happen(accountId);
  await harness.pass(5_000);
  assert.equal(harness.texts().length, 1);
  const found = await findChannel(harness.deps, { caller, channelId });
  assert(found.ok);
  assert.deepEqual([found.value.lastProblem, found.value.failingSinceMs], [problem, null]);
  harness.receiver.respond = () => ACCEPTED;
  await harness.pass(16_999);
  assert.deepEqual(harness.texts(), []);
  await harness.pass(1);
  assert.equal(harness.texts().length, 1);
  await harness.pass(HOUR_MS);
  assert.deepEqual(harness.texts(), []);
});

test('a receiver that hangs holds up no channel of another', async () => {
  const harness = makeHarness();
  const [slow, quick] = [await harness.user(), await harness.user()];
  const hanging = await harness.prove(slow.caller);
  await harness.prove(quick.caller, TELEGRAM);
  await harness.rule(slow.caller);
  await harness.rule(quick.caller);
  const release = Promise.withResolvers<SendingResult>();
  harness.receiver.respond = ({ address }) =>
    address.kind === 'slack' ? release.promise : ACCEPTED;
  for (const { accountId } of [slow, quick])
    await harness.store.insertIntent(sampleOrder(accountId, { marketTag: accountId }));
  const { store, time, received } = harness;
  while ((await store.numberEvents(1_000)) > 0);
  await pumpNotifications(harness.deps, AbortSignal.abort(), (error) => {
    throw error;
  });
  time.nowMs += LIMITS.notificationGatherMs;
  const pumping = harness.pump();
  while (!received.some(({ address }) => address.kind === 'telegram'))
    await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(received.length, 2);
  release.resolve({ kind: 'failed', problem: 'It did not respond within 10 s.' });
  await pumping;
  const found = await findChannel(harness.deps, { caller: slow.caller, channelId: hanging });
  assert(found.ok);
  assert.equal(found.value.lastProblem, 'It did not respond within 10 s.');
});

test('what a process that died had taken is sent by another', async () => {
  const harness = makeHarness();
  const { caller, accountId } = await harness.user();
  await harness.prove(caller);
  await harness.rule(caller);
  await harness.happen(accountId);
  harness.time.nowMs += LIMITS.notificationGatherMs;
  assert.equal((await claimChannels(harness.deps, 10)).length, 1);
  await harness.pass(LIMITS.notificationClaimMs - 1);
  assert.deepEqual(harness.texts(), []);
  await harness.pass(1);
  assert.equal(harness.texts().length, 1);
});

test('a channel that is gone is disabled; one that failed for three days too', async () => {
  const harness = makeHarness();
  const { caller } = await harness.user();
  const gone = await harness.prove(caller);
  harness.receiver.respond = () => ({ kind: 'gone', problem: 'Slack responded 404.' });
  assert((await testChannel(harness.deps, { caller, channelId: gone, claim: null })).ok);
  await harness.pump();
  const found = await findChannel(harness.deps, { caller, channelId: gone });
  assert(found.ok);
  assert.equal(found.value.disabled?.reason, 'Slack responded 404.');
  harness.receiver.respond = () => ACCEPTED;
  const failing = await harness.prove(caller, TELEGRAM);
  harness.receiver.respond = () => ({ kind: 'failed', problem: 'Telegram responded 502.' });
  assert((await testChannel(harness.deps, { caller, channelId: failing, claim: null })).ok);
  for (let quarters = 0; quarters < 14; quarters += 1) await harness.pass(6 * HOUR_MS);
  const late = await findChannel(harness.deps, { caller, channelId: failing });
  assert(late.ok);
  assert.equal(late.value.disabled?.reason, 'It failed for three days. Telegram responded 502.');
});

test('a text of a script for one service reaches no other; a muted channel gets none', async () => {
  const harness = makeHarness();
  const { caller, userId } = await harness.user();
  const slack = await harness.prove(caller);
  await harness.prove(caller, TELEGRAM);
  assert.equal((await listRules(harness.deps, caller)).length, 2);
  const { waitingEvents } = harness.state;
  const say = async (service: RunNotice['service']): Promise<readonly string[]> => {
    const data = { botId: 'bot_1', service, title: null, message: 'done' };
    const at = { objectId: 'bot_1', atMs: harness.time.nowMs };
    waitingEvents.push({ userId, event: { type: 'bot.notified', data, ...at } });
    await harness.pump();
    await harness.pass(10_000);
    return harness.received.splice(0).map(({ address }) => address.kind);
  };
  assert.deepEqual((await say(null)).toSorted(), ['slack', 'telegram']);
  assert.deepEqual(await say('telegram'), ['telegram']);
  assert.deepEqual(await say('discord'), []);
  const muting = { caller, channelId: slack, claim: null, name: undefined };
  assert((await changeChannel(harness.deps, { ...muting, mute: { untilMs: null } })).ok);
  assert.deepEqual(await say(null), ['telegram']);
});

test('what waits and what happens reach no user that is being deleted', async () => {
  const harness = makeHarness();
  const [gone, other] = [await harness.user(), await harness.user()];
  for (const { caller } of [gone, other]) {
    await harness.prove(caller);
    await harness.rule(caller);
  }
  await harness.happen(gone.accountId, 2);
  await harness.store.beginDeletion(gone.userId, harness.time.nowMs, DELETION_PLAN);
  await harness.deps.notifications.deleteNotifications(gone.userId);
  await harness.happen(gone.accountId);
  await harness.happen(other.accountId);
  for (let hours = 0; hours < 3; hours += 1) await harness.pass(HOUR_MS);
  assert.equal(harness.texts().length, 1);
  const command = { caller: gone.caller, name: 'Late', address: SLACK, derivationId: 'late' };
  const late = await createChannel(harness.deps, { ...command, completion: null });
  assert.deepEqual(late.ok ? late.value : late.rejection.code, 'forbidden');
  await harness.pass(HOUR_MS);
  assert.deepEqual(harness.texts(), []);
});

test('an address is checked, and no user reaches what is of another', async () => {
  const harness = makeHarness();
  const [own, other] = [await harness.user(), await harness.user()];
  const channelId = await harness.prove(own.caller);
  const { caller } = other;
  const foreign = { caller, channelId, claim: null };
  assert.equal((await findChannel(harness.deps, foreign)).ok, false);
  assert.equal((await testChannel(harness.deps, foreign)).ok, false);
  assert.equal((await verifyChannel(harness.deps, { ...foreign, code: '000000' })).ok, false);
  const [delivery] = (
    await listNotifications(harness.deps, { ...own, channelId, beforeId: null, limit: 1 })
  ).deliveries;
  const { deliveryId = 0 } = delivery ?? {};
  const resent = await resendNotification(harness.deps, { caller, deliveryId, claim: null });
  assert.equal(resent.ok, false);
  const addresses: readonly ChannelAddress[] = [
    { kind: 'telegram', token: 'none', chatId: '1' },
    { kind: 'discord', url: 'https://169.254.169.254/latest' },
    { kind: 'slack', url: 'http://hooks.slack.com/x' },
    { kind: 'email', to: 'ada@example.com\r\nBcc: all@example.com', smtp: null },
  ];
  for (const address of addresses) {
    const command = { caller, name: 'x', address, derivationId: 'x', completion: null };
    assert.equal((await createChannel(harness.deps, command)).ok, false, address.kind);
  }
  const endUser = { userId: other.userId, endUserId: 'eu_1' };
  const command = { caller: endUser, name: 'x', address: SLACK, derivationId: 'y' };
  const refused = await createChannel(harness.deps, { ...command, completion: null });
  assert.equal(refused.ok, false);
});
