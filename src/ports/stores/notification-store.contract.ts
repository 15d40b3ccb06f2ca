// Contract of every store of notifications.

import assert from 'node:assert/strict';
import { EVENT_TYPES } from '#domain/event-log/event-catalogue.ts';
import type { NotificationChannel } from '#domain/notification/channel.ts';
import type { SendingVerdict } from '#domain/notification/judge-sending.ts';
import type { NotificationMessage } from '#domain/notification/message.ts';
import { planItems } from '#domain/notification/plan-items.ts';
import type { NotificationRule } from '#domain/notification/rule.ts';
import { present } from '#lib/assert.ts';
import { HOUR_MS } from '#lib/time.ts';
import { declareSuites } from '#ports/declare-cases.contract.ts';
import type {
  ClaimedChannel,
  NewCode,
  NotificationStore,
} from '#ports/stores/notification-store.ts';
import {
  DELETION_PLAN,
  heldCompletion,
  sampleId,
  sampleOrder,
  storedAccount,
} from '#ports/stores/store.fixture.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Store } from '#ports/stores/store.ts';

type StoresOfCase = { readonly store: Store; readonly notifications: NotificationStore };
type Cases = { readonly [name: string]: (opened: StoresOfCase) => Promise<void> };

/** Later than anything that another case left behind. */
let nextMs = 1_000_000_000;

const MESSAGE: NotificationMessage = {
  notices: [{ title: 'It happened', text: null, context: null, atMs: 1, link: null }],
  more: null,
  timeZone: null,
};
const SEALED = new Uint8Array([1, 2, 3]);

function codeAt(atMs: number, codesMax = 10): NewCode {
  return {
    sealed: new Uint8Array([9]),
    atMs,
    expiresAtMs: atMs + 1_000,
    message: MESSAGE,
    codesMax,
  };
}

function sampleRule(userId: string, change: Partial<NotificationRule> = {}): NotificationRule {
  return {
    ruleId: sampleId('nrl'),
    userId,
    name: 'Orders',
    types: ['order.placed', 'order.cancelled'],
    isProblemsOnly: false,
    botIds: [],
    accountIds: [],
    channelIds: [],
    everyMs: 0,
    quietHours: null,
    isEnabled: true,
    createdAtMs: 1,
    ...change,
  };
}

async function withChannel(opened: StoresOfCase) {
  const { store, notifications } = opened;
  const account = await storedAccount(store);
  const { userId } = account;
  nextMs += 100_000_000;
  const nowMs = nextMs;
  const channel: NotificationChannel = {
    channelId: sampleId('nch'),
    userId,
    kind: 'slack',
    name: 'Team',
    destination: 'hooks.example (…abcd)',
    createdAtMs: nowMs,
    provenAtMs: null,
    mute: null,
    failingSinceMs: null,
    lastProblem: null,
    lastDeliveredAtMs: null,
    disabled: null,
  };
  const key = { userId, channelId: channel.channelId };
  await notifications.openNotifications(userId, []);
  const rest = { sealedAddress: SEALED, hasOwnServer: false, channelsMax: 2 };
  const made = { channel, ...rest, code: codeAt(nowMs) };
  assert.equal(await notifications.insertChannel(made, null), 'inserted');
  const claim = async (atMs: number) => {
    const claimed = await notifications.claimChannels({
      nowMs: atMs,
      claimedUntilMs: atMs + 60_000,
      limit: 1_000,
      perUser: 3,
      itemsMax: 10,
    });
    return claimed.filter((each) => each.channel.userId === userId);
  };
  const end = (
    claimed: ClaimedChannel,
    deliveryId: number,
    verdict: SendingVerdict,
    atMs: number,
  ) =>
    notifications.endSending({
      claimed: { channelId: key.channelId, claimedUntilMs: claimed.claimedUntilMs },
      deliveryId,
      verdict,
      atMs,
      moved: null,
      pauseUntilMs: 0,
    });
  /** Sends what waits, and proves the channel. */
  const prove = async (atMs: number) => {
    const [claimed] = await claim(atMs);
    const { work } = present(claimed, 'the code waits');
    assert(work.kind === 'deliver');
    await end(present(claimed, 'claimed'), work.deliveryId, DELIVERED, atMs);
    assert.equal(await notifications.proveChannel(key, atMs, null), true);
  };
  const log = eventsOf(opened, account);
  return { key, channel, made, nowMs, claim, end, prove, ...log };
}

/** What happens on the account, and how it is read. */
function eventsOf({ store, notifications }: StoresOfCase, { userId, accountId }: Account) {
  const happen = async (count: number) => {
    for (let index = 0; index < count; index += 1)
      await store.insertIntent(sampleOrder(accountId, { marketTag: sampleId('market') }));
    while ((await store.numberEvents(1_000)) > 0);
  };
  const take = async (atMs: number) => {
    const request = { nowMs: atMs, claimedUntilMs: atMs + 15_000, usersMax: 1_000, eventsMax: 100 };
    const readers = await notifications.takeReaders({ ...request, types: EVENT_TYPES });
    return readers.find((reader) => reader.userId === userId) ?? null;
  };
  const read = async (atMs: number) => {
    const reader = await take(atMs);
    if (reader === null) return 0;
    const { items, skipped } = planItems({ ...reader, nowMs: atMs });
    await notifications.noteRead({ reader, items, skipped }, atMs);
    return items.length;
  };
  return { happen, take, read };
}

const DELIVERED: SendingVerdict = { kind: 'delivered', response: 'ok' };

function failedUntil(nextAtMs: number | null, disabledReason: string | null): SendingVerdict {
  const retryAtMs = nextAtMs ?? 0;
  return { kind: 'failed', problem: 'It was down.', nextAtMs, retryAtMs, disabledReason };
}

const CHANNEL_CASES: Cases = {
  'a user sees its own channels, and has so many at most': async (opened) => {
    const { notifications } = opened;
    const { key, channel, made } = await withChannel(opened);
    const other = await withChannel(opened);
    assert.deepEqual(await notifications.listChannels(key.userId), [channel]);
    const foreign = { userId: other.key.userId, channelId: key.channelId };
    assert.equal(await notifications.findChannel(foreign), null);
    assert.equal(await notifications.deleteChannel(foreign), false);
    assert.equal(await notifications.changeChannel(foreign, { name: 'x' }, 1, null), false);
    assert.equal(await notifications.sendCode(foreign, codeAt(1), null), 'unknown');
    assert.equal(await notifications.proveChannel(foreign, 1, null), false);
    assert.equal(await notifications.enableChannel(foreign, 1, null), false);
    const second = { ...made, channel: { ...channel, channelId: sampleId('nch') } };
    assert.equal(await notifications.insertChannel(second, null), 'inserted');
    const third = { ...made, channel: { ...channel, channelId: sampleId('nch') } };
    assert.equal(await notifications.insertChannel(third, null), 'channels_limit');
    assert.equal(await notifications.deleteChannel(key), true);
    assert.equal(await notifications.findChannel(key), null);
  },
  'a code is tried so often, for so long, and proves once': async (opened) => {
    const { notifications } = opened;
    const { key, nowMs } = await withChannel(opened);
    const at = { nowMs, triesMax: 2 };
    assert.deepEqual([...((await notifications.takeCodeTry(key, at, null)) ?? [])], [9]);
    const late = { ...at, nowMs: nowMs + 1_000 };
    assert.equal(await notifications.takeCodeTry(key, late, null), null);
    assert(await notifications.takeCodeTry(key, at, null));
    assert.equal(await notifications.takeCodeTry(key, at, null), null);
    assert.equal(await notifications.sendCode(key, codeAt(nowMs), null), 'queued');
    assert(await notifications.takeCodeTry(key, at, null));
    assert.equal(await notifications.proveChannel(key, nowMs + 5, null), true);
    assert.equal(await notifications.takeCodeTry(key, at, null), null);
    assert.equal((await notifications.findChannel(key))?.provenAtMs, nowMs + 5);
  },
  'so many codes are sent in an hour; another replaces one that waits': async (opened) => {
    const { notifications } = opened;
    const { key, nowMs, claim } = await withChannel(opened);
    assert.equal(await notifications.sendCode(key, codeAt(nowMs, 2), null), 'queued');
    assert.equal(await notifications.sendCode(key, codeAt(nowMs, 2), null), 'codes_limit');
    const list = await notifications.listDeliveries(key.userId, null, null, 10);
    assert.deepEqual(
      list.map(({ kind, state }) => [kind, state]),
      [
        ['code', 'waiting'],
        ['code', 'given_up'],
      ],
    );
    assert.equal((await claim(nowMs)).length, 1);
    const later = nowMs + HOUR_MS;
    assert.equal(await notifications.sendCode(key, codeAt(later, 2), null), 'queued');
    const [newest] = await notifications.listDeliveries(key.userId, key.channelId, null, 1);
    assert.equal(
      await notifications.resendDelivery(key.userId, newest?.deliveryId ?? 0, 1, null),
      false,
    );
  },
  'a test is sent to a proven channel, one at a time': async (opened) => {
    const { notifications } = opened;
    const { key, nowMs, prove, claim, end } = await withChannel(opened);
    assert.equal(await notifications.queueTest(key, MESSAGE, nowMs, null), null);
    await prove(nowMs);
    const test = await notifications.queueTest(key, MESSAGE, nowMs, null);
    assert.equal(test?.state, 'waiting');
    assert.equal(await notifications.queueTest(key, MESSAGE, nowMs, null), null);
    const { completion } = await heldCompletion(opened.store);
    assert.deepEqual(await notifications.queueTest(key, MESSAGE, nowMs, completion), test);
    const [claimed] = await claim(nowMs);
    const { work } = present(claimed, 'the test waits');
    assert(work.kind === 'deliver');
    assert.deepEqual([work.deliveryId, work.attemptsCount], [test.deliveryId, 1]);
    assert.deepEqual(await claim(nowMs), []);
    await end(present(claimed, 'claimed'), test.deliveryId, DELIVERED, nowMs);
    const [listed] = await notifications.listDeliveries(key.userId, null, null, 1);
    assert.deepEqual([listed?.state, listed?.response], ['delivered', 'ok']);
    const resend = (userId: string, deliveryId: number) =>
      notifications.resendDelivery(userId, deliveryId, nowMs, null);
    assert.equal(await resend('usr_of_nobody', test.deliveryId), false);
    assert.equal(await resend(key.userId, 999_999), false);
    assert.deepEqual(await claim(nowMs), []);
    assert.equal(await resend(key.userId, test.deliveryId), true);
    assert.equal((await claim(nowMs)).length, 1);
  },
};

const RULE_CASES: Cases = {
  'rules to begin with are made once; a user has so many and sees its own': async (opened) => {
    const { store, notifications } = opened;
    const { userId } = await storedAccount(store);
    const first = sampleRule(userId);
    await notifications.openNotifications(userId, [first]);
    await notifications.openNotifications(userId, [sampleRule(userId)]);
    assert.deepEqual(await notifications.listRules(userId), [first]);
    assert.equal(await notifications.insertRule(sampleRule(userId), 2, null), true);
    assert.equal(await notifications.insertRule(sampleRule(userId), 2, null), false);
    const { userId: otherId } = await storedAccount(store);
    const { ruleId } = first;
    assert.equal(await notifications.findRule({ userId: otherId, ruleId }), null);
    assert.equal(await notifications.replaceRule({ ...first, userId: otherId }, null), false);
    assert.equal(await notifications.deleteRule({ userId: otherId, ruleId }), false);
    const quietHours = { fromMinute: 1_350, toMinute: 420, timeZone: 'Europe/Berlin' };
    const changed: NotificationRule = {
      ...first,
      name: 'Mine',
      types: ['bot.stopped'],
      botIds: ['b'],
      everyMs: 60_000,
      quietHours,
      isEnabled: false,
    };
    assert.equal(await notifications.replaceRule(changed, null), true);
    assert.deepEqual(await notifications.findRule({ userId, ruleId }), changed);
    assert.equal(await notifications.deleteRule({ userId, ruleId }), true);
    assert.equal(await notifications.deleteRule({ userId, ruleId }), false);
  },
};

const SENDING_CASES: Cases = {
  'events since it was proven become one message, and none is read twice': async (opened) => {
    const { notifications } = opened;
    const made = await withChannel(opened);
    const { key, nowMs, prove, happen, take, read, claim, end } = made;
    await notifications.insertRule(sampleRule(key.userId), 9, null);
    await happen(1);
    assert.equal(await take(nowMs), null);
    await prove(nowMs);
    await happen(2);
    const lost = await take(nowMs);
    assert.equal(await take(nowMs + 14_999), null);
    assert.equal(await read(nowMs + 15_000), 2);
    // Who had them first comes too late.
    const { items, skipped } = planItems({ ...present(lost, 'a reader'), nowMs });
    await notifications.noteRead({ reader: present(lost, 'a reader'), items, skipped }, nowMs);
    assert.equal(await read(nowMs + 16_000), 0);
    const dueMs = nowMs + 20_000;
    const [claimed] = await claim(dueMs);
    const { work, claimedUntilMs } = present(claimed, 'items are due');
    assert(work.kind === 'compose');
    assert.deepEqual(
      work.events.map(({ type, sequence }) => [type, sequence]),
      [
        ['order.placed', 3],
        ['order.placed', 4],
      ],
    );
    const start = {
      claimed: { channelId: key.channelId, claimedUntilMs },
      atMs: dueMs,
      itemIds: work.itemIds,
      message: MESSAGE,
      eventsCount: 2,
      skippedCount: 0,
    };
    const stale = { ...start, claimed: { ...start.claimed, claimedUntilMs: claimedUntilMs - 1 } };
    assert.equal(await notifications.startDelivery(stale), null);
    const deliveryId = present(await notifications.startDelivery(start), 'started');
    // A process that dies now is followed by another, which sends the same message.
    const [again] = await claim(claimedUntilMs);
    const retried = present(again, 'it waits').work;
    assert(retried.kind === 'deliver');
    assert.deepEqual([retried.deliveryId, retried.attemptsCount], [deliveryId, 2]);
    await end(present(claimed, 'the dead one'), deliveryId, failedUntil(null, 'late'), dueMs);
    assert.equal((await notifications.findChannel(key))?.disabled, null);
    await end(present(again, 'the other'), deliveryId, DELIVERED, claimedUntilMs);
    assert.deepEqual(await claim(claimedUntilMs + 1), []);
    const reader = present(await takeAfter(made, claimedUntilMs), 'a reader');
    const { lastMs, channelId } = present(reader.paces[0], 'a pace');
    assert.deepEqual([lastMs, channelId], [dueMs, key.channelId]);
  },
  'a failure delays the others, and a channel that is disabled keeps what waits': async (
    opened,
  ) => {
    const { notifications } = opened;
    const { key, nowMs, prove, happen, read, claim, end } = await withChannel(opened);
    await notifications.insertRule(sampleRule(key.userId), 9, null);
    await prove(nowMs);
    const test = await notifications.queueTest(key, MESSAGE, nowMs, null);
    const { deliveryId } = present(test, 'a test');
    const [claimed] = await claim(nowMs);
    const retryMs = nowMs + 50_000;
    await end(present(claimed, 'claimed'), deliveryId, failedUntil(retryMs, null), nowMs);
    const failing = await notifications.findChannel(key);
    assert.deepEqual([failing?.failingSinceMs, failing?.lastProblem], [nowMs, 'It was down.']);
    await happen(1);
    assert.equal(await read(nowMs + 1), 1);
    assert.deepEqual(await claim(retryMs - 1), []);
    const [retried] = await claim(retryMs);
    assert.equal(retried?.failuresCount, 1);
    const gone = failedUntil(null, 'It is gone.');
    await end(present(retried, 'retried'), deliveryId, gone, retryMs);
    const disabled = await notifications.findChannel(key);
    assert.deepEqual(disabled?.disabled, { atMs: retryMs, reason: 'It is gone.' });
    assert.deepEqual(await claim(retryMs + 1_000), []);
    assert.equal(await notifications.enableChannel(key, retryMs + 1_000, null), true);
    const [enabled] = await claim(retryMs + 1_000);
    assert.equal(enabled?.work.kind, 'compose');
  },
  'a channel that is muted loses what waits, and one that is deleted all of it': async (opened) => {
    const { notifications } = opened;
    const { key, nowMs, prove, happen, read, claim } = await withChannel(opened);
    await notifications.insertRule(sampleRule(key.userId), 9, null);
    await prove(nowMs);
    await happen(1);
    assert.equal(await read(nowMs), 1);
    const mute = { sinceMs: nowMs, untilMs: null };
    assert.equal(await notifications.changeChannel(key, { mute }, nowMs, null), true);
    assert.deepEqual((await notifications.findChannel(key))?.mute, mute);
    assert.deepEqual(await claim(nowMs + 10_000), []);
    await happen(1);
    assert.equal(await read(nowMs), 0);
    const changes = { name: 'Again', mute: null };
    assert.equal(await notifications.changeChannel(key, changes, nowMs, null), true);
    await happen(1);
    assert.equal(await read(nowMs + 20_000), 1);
    assert.equal(await notifications.deleteChannel(key), true);
    assert.deepEqual(await claim(nowMs + 90_000), []);
    assert.deepEqual(await notifications.listDeliveries(key.userId, null, null, 9), []);
  },
};

const DELETION_CASES: Cases = {
  'from the deletion of a user on nothing is read or sent, and nothing is left': async (opened) => {
    const { store, notifications } = opened;
    const { key, nowMs, prove, happen, take, read, claim } = await withChannel(opened);
    const other = await withChannel(opened);
    const { userId } = key;
    await notifications.insertRule(sampleRule(userId), 9, null);
    const foreign = sampleRule(other.key.userId);
    await notifications.insertRule(foreign, 9, null);
    await prove(nowMs);
    await happen(2);
    assert.equal(await read(nowMs), 2);
    assert(await notifications.queueTest(key, MESSAGE, nowMs, null));
    await store.beginDeletion(userId, nowMs, DELETION_PLAN);
    await notifications.deleteNotifications(userId);
    await happen(1);
    assert.equal(await take(nowMs + 100_000), null);
    assert.deepEqual(await claim(nowMs + 100_000), []);
    assert.deepEqual(await notifications.listChannels(userId), []);
    assert.deepEqual(await notifications.listRules(userId), []);
    assert.deepEqual(await notifications.listDeliveries(userId, null, null, 9), []);
    await notifications.deleteNotifications(userId);
    assert.deepEqual(await notifications.listChannels(other.key.userId), [other.channel]);
    assert.deepEqual(await notifications.listRules(other.key.userId), [foreign]);
  },
  'a message that was taken before the deletion of its user is not begun': async (opened) => {
    const { notifications } = opened;
    const { key, nowMs, prove, happen, read, claim, end } = await withChannel(opened);
    await notifications.insertRule(sampleRule(key.userId), 9, null);
    await prove(nowMs);
    await happen(1);
    await read(nowMs);
    const [claimed] = await claim(nowMs + 10_000);
    const { work, claimedUntilMs } = present(claimed, 'items are due');
    assert(work.kind === 'compose');
    await notifications.deleteNotifications(key.userId);
    const start = { itemIds: work.itemIds, message: MESSAGE, eventsCount: 1, skippedCount: 0 };
    const { channelId } = key;
    const of = { claimed: { channelId, claimedUntilMs }, atMs: nowMs + 10_000 };
    assert.equal(await notifications.startDelivery({ ...of, ...start }), null);
    await end(present(claimed, 'claimed'), 1, DELIVERED, nowMs + 10_000);
    assert.equal(await notifications.findChannel(key), null);
  },
  'a request that was under way makes nothing for a user that is being deleted': async (opened) => {
    const { store, notifications } = opened;
    const { key, made, channel, nowMs } = await withChannel(opened);
    const { userId } = key;
    const { userId: unopenedId } = await storedAccount(store);
    await store.beginDeletion(userId, nowMs, DELETION_PLAN);
    for (const each of [userId, unopenedId]) await notifications.deleteNotifications(each);
    const late = { ...made, channel: { ...channel, channelId: sampleId('nch') } };
    assert.equal(await notifications.insertChannel(late, null), 'user_deleted');
    assert.equal(await notifications.insertRule(sampleRule(userId), 9, null), false);
    for (const each of [userId, unopenedId]) {
      await notifications.openNotifications(each, [sampleRule(each)]);
      assert.deepEqual(await notifications.listRules(each), []);
    }
    assert.deepEqual(await notifications.listChannels(userId), []);
  },
};

async function takeAfter(
  { happen, take }: Pick<Awaited<ReturnType<typeof withChannel>>, 'happen' | 'take'>,
  atMs: number,
) {
  await happen(1);
  return take(atMs + 100_000);
}

/** Declares the tests; `open` is called once. */
export function notificationStoreContract(
  open: () => Promise<StoresOfCase & { close(hasFailed: boolean): Promise<void> }>,
): void {
  const suites = {
    channels: CHANNEL_CASES,
    rules: RULE_CASES,
    sending: SENDING_CASES,
    deletion: DELETION_CASES,
  };
  declareSuites(suites, open, (opened) => opened);
}
