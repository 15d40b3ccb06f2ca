// Contract of every store for the log of events: each change of an order is reported once, in the
// order of the changes, to its user alone, under numbers without gaps.

import assert from 'node:assert/strict';
import type { LoggedEvent, NewEvent } from '#domain/event-log/event.ts';
import { eventsOfOrder } from '#domain/event-log/events-of-order.ts';
import type { Order, OrderState } from '#venue-port/order/order.ts';
import { ORDER_STATES } from '#venue-port/order/order.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import type { EventQuery } from '#ports/stores/event-log.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import {
  sampleAccount,
  sampleBot,
  sampleId,
  sampleOrder,
  storedAccount,
} from '#ports/stores/store.fixture.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Store } from '#ports/stores/store.ts';
import { CARRIED_ON } from '#ports/stores/bot-store.ts';

const AT_ONCE = 100;

async function numberAll(store: Store): Promise<void> {
  while ((await store.numberEvents(AT_ONCE)) > 0);
}

/** All of a user's events, numbered first. */
async function logOf(
  store: Store,
  { userId }: Pick<Account, 'userId'>,
  changes: Partial<EventQuery> = {},
): Promise<readonly LoggedEvent[]> {
  await numberAll(store);
  const query = { userId, after: 0, types: null, limit: 1_000, ...changes };
  return (await store.readEvents(query)).events;
}

type Change = {
  readonly to: OrderState;
  readonly filledAmount?: Decimal;
  readonly reason?: string;
};

/** Stores the order, changes it and returns it as it was after each change. */
async function changedOrder(
  store: Store,
  order: Order,
  changes: readonly Change[],
): Promise<readonly Order[]> {
  assert.deepEqual(await store.insertIntent(order), { kind: 'inserted' });
  const versions = [order];
  for (const { to, filledAmount, reason = null } of changes) {
    const before = present(versions.at(-1), 'an order has a first version');
    const after = {
      ...before,
      state: to,
      filledAmount: filledAmount ?? before.filledAmount,
      reason,
      updatedAtMs: before.updatedAtMs + 1,
    };
    const { orderId } = order;
    const change = { orderId, from: [before.state], to, reason, venueOrderId: null };
    const { filledAmount: filled, updatedAtMs: atMs } = after;
    assert(await store.transition({ ...change, filledAmount: filled, atMs }, null));
    versions.push(after);
  }
  return versions;
}

function expected(versions: readonly Order[]): readonly NewEvent[] {
  return versions.flatMap((order, index) => eventsOfOrder(versions[index - 1] ?? null, order));
}

function numbered(events: readonly NewEvent[]): readonly LoggedEvent[] {
  return events.map((event, index) => ({ ...event, sequence: index + 1 }));
}

async function storedEndUser(store: Store) {
  const { userId: partnerId, accountId: partnersAccountId } = await storedAccount(store);
  const offer = { exchanges: ['sim'], marketTags: [], createdAtMs: 1 };
  await store.insertPartner({ partnerId, ...offer });
  const userId = sampleId('usr');
  const made = { exchange: 'sim', isSimulated: true, createdAtMs: 1, externalId: userId };
  const account = sampleAccount(userId);
  const own = { account, deposits: null, credentials: null };
  assert.equal(await store.insertEndUser({ userId, partnerId, ...made }, [own], null), 'inserted');
  return { partnerId, partnersAccountId, userId, account };
}

export const EVENT_CASES: StoreCases = {
  'what happens to an end user is in the log of its partner, too': async (store) => {
    const [one, other] = [await storedEndUser(store), await storedEndUser(store)];
    const versions = await changedOrder(store, sampleOrder(one.account.accountId), [
      { to: 'open', filledAmount: decimal('0.5') },
    ]);
    const events = numbered(expected(versions));
    assert.deepEqual(await logOf(store, one), events);
    const inPartners = events.map((event) => ({ ...event, endUserId: one.userId }));
    assert.deepEqual(await logOf(store, { userId: one.partnerId }), inPartners);
    assert.deepEqual(await logOf(store, { userId: other.partnerId }), []);
    const own = await changedOrder(store, sampleOrder(one.partnersAccountId), []);
    const [newest] = (await logOf(store, { userId: one.partnerId })).slice(events.length);
    const [placed] = expected(own);
    assert.deepEqual(newest, { ...placed, sequence: events.length + 1 });
    assert.deepEqual(await logOf(store, one), events);
  },
  'nothing has happened to a new user': async (store) => {
    const { userId } = await storedAccount(store);
    await numberAll(store);
    const slice = await store.readEvents({ userId, after: 0, types: null, limit: 10 });
    assert.deepEqual(slice, { events: [], lastSequence: 0, newest: 0, oldest: null });
    assert.equal((await store.newestEvents([userId])).size, 0);
  },
  'each change of an order is one event, and each growth of its fill': async (store) => {
    const account = await storedAccount(store);
    const order = sampleOrder(account.accountId, { botId: 'bot_1', amount: decimal('2') });
    const versions = await changedOrder(store, order, [
      { to: 'open' },
      { to: 'open', filledAmount: decimal('0.000000000000000001') },
      { to: 'open' },
      { to: 'filled', filledAmount: decimal('2') },
    ]);
    const log = await logOf(store, account);
    assert.deepEqual(log, numbered(expected(versions)));
    assert.deepEqual(
      log.map(({ type }) => type),
      ['order.placed', 'order.opened', 'fill.created', 'fill.created', 'order.filled'],
    );
  },
  'an order gets into every state by an event of its own': async (store) => {
    for (const to of ORDER_STATES) {
      const account = await storedAccount(store);
      const order = sampleOrder(account.accountId, { marketTag: null, placedAtMs: null });
      const versions = await changedOrder(store, order, [{ to, reason: 'a "reason"' }]);
      assert.deepEqual(await logOf(store, account), numbered(expected(versions)), to);
    }
  },
  'a fill that is taken back is reported as the state that is left': async (store) => {
    const account = await storedAccount(store);
    const versions = await changedOrder(store, sampleOrder(account.accountId), [
      { to: 'open', filledAmount: decimal('1') },
      { to: 'open', filledAmount: ZERO },
    ]);
    const log = await logOf(store, account);
    assert.deepEqual(log, numbered(expected(versions)));
    assert.equal(log.at(-1)?.type, 'order.opened');
  },
  'an order that is adopted with fills is reported with them': async (store) => {
    const account = await storedAccount(store);
    const filled = { state: 'open', filledAmount: decimal('0.5') } as const;
    const versions = await changedOrder(store, sampleOrder(account.accountId, filled), []);
    assert.deepEqual(await logOf(store, account), numbered(expected(versions)));
  },
  'an order that is tried again is placed again': async (store) => {
    const account = await storedAccount(store);
    const order = sampleOrder(account.accountId);
    const versions = await changedOrder(store, order, [{ to: 'unplaced', reason: 'gone' }]);
    const again = { ...order, updatedAtMs: order.updatedAtMs + 5 };
    await store.retryIntent(again, order.updatedAtMs + 1);
    assert.deepEqual(await logOf(store, account), numbered(expected([...versions, again])));
  },
  'a bot that is started and stopped is reported, with the reason': async (store) => {
    const account = await storedAccount(store);
    const { accountId, userId } = account;
    const bot = sampleBot(account);
    const { botId, name, marketTag } = bot;
    await store.insertBot(bot, null);
    const loaded = { kind: 'script', source: '', libraries: [] } as const;
    const start = { userId, botId, loaded, runningMax: null };
    await store.activateBot({ ...start, atMs: 5 });
    await store.activateBot({ ...start, atMs: 6 });
    await store.deactivateBot(userId, botId, 7);
    await store.deactivateBot(userId, botId, 8);
    await store.activateBot({ ...start, atMs: 9, carriesOn: true });
    // Of lines that wait to be numbered the newest alone need be an event.
    await logOf(store, account);
    await store.stopBots({ kind: 'user', userId }, { reason: 'A "reason".', by: 'risk', atMs: 10 });
    const data = { botId, name, accountId, marketTag, reason: null, stoppedBy: null };
    const object = { objectId: botId, data };
    assert.deepEqual(
      await logOf(store, account),
      numbered([
        { ...object, type: 'bot.started', atMs: 5 },
        { ...object, type: 'bot.stopped', atMs: 7, data: { ...data, stoppedBy: 'user' } },
        { ...object, type: 'bot.started', atMs: 9 },
        {
          objectId: botId,
          type: 'bot.logged',
          atMs: 9,
          data: { botId, severity: 'info', message: CARRIED_ON },
        },
        {
          ...object,
          type: 'bot.stopped',
          atMs: 10,
          data: { ...data, reason: 'A "reason".', stoppedBy: 'risk' },
        },
        {
          objectId: botId,
          type: 'bot.logged',
          atMs: 10,
          data: { botId, severity: 'warning', message: 'A "reason".' },
        },
      ]),
    );
  },
  'what was refused is no event': async (store) => {
    const account = await storedAccount(store);
    const order = sampleOrder(account.accountId);
    await store.insertIntent(order);
    await store.insertIntent({ ...order, amount: decimal('5') });
    const { orderId } = order;
    const refused = { orderId, from: ['open'], to: 'filled', filledAmount: decimal('1') } as const;
    await store.transition({ ...refused, venueOrderId: null, reason: null, atMs: 7 }, null);
    assert.deepEqual(await logOf(store, account), numbered(expected([order])));
  },
  'a user reads nothing of another': async (store) => {
    const [one, other] = [await storedAccount(store), await storedAccount(store)];
    const ofOne = await changedOrder(store, sampleOrder(one.accountId), [{ to: 'open' }]);
    const ofOther = await changedOrder(store, sampleOrder(other.accountId), [{ to: 'rejected' }]);
    assert.deepEqual(await logOf(store, one), numbered(expected(ofOne)));
    assert.deepEqual(await logOf(store, other), numbered(expected(ofOther)));
  },
  'events are readable when they are numbered': async (store) => {
    const { accountId, userId } = await storedAccount(store);
    await numberAll(store);
    await store.insertIntent(sampleOrder(accountId));
    assert.equal((await store.newestEvents([userId])).size, 0);
    assert.equal(await store.numberEvents(AT_ONCE), 1);
    const other = await storedAccount(store);
    const newest = await store.newestEvents([userId, other.userId]);
    assert.deepEqual(newest, new Map([[userId, 1]]));
    assert.equal(await store.numberEvents(AT_ONCE), 0);
  },
  'events are read piece by piece, of the wanted types': async (store) => {
    const account = await storedAccount(store);
    await changedOrder(store, sampleOrder(account.accountId), [
      { to: 'open', filledAmount: decimal('1') },
      { to: 'cancelled' },
    ]);
    await numberAll(store);
    const query = { userId: account.userId, types: ['fill.created'], limit: 2 } as const;
    const bounds = { newest: 4, oldest: 1 };
    const first = await store.readEvents({ ...query, after: 0 });
    assert.deepEqual(
      { ...first, events: first.events.map((event) => event.sequence) },
      { ...bounds, events: [2], lastSequence: 4 },
    );
    const one = await store.readEvents({ ...query, limit: 1, after: 0 });
    assert.deepEqual([one.events.length, one.lastSequence], [1, 2]);
    const second = await store.readEvents({ ...query, after: one.lastSequence });
    assert.deepEqual(second, { ...bounds, events: [], lastSequence: 4 });
    const rare = await store.readEvents({
      ...query,
      types: ['order.cancelled'],
      limit: 1,
      after: 0,
    });
    assert.deepEqual(
      rare.events.map(({ sequence }) => sequence),
      [rare.lastSequence],
    );
    const third = await store.readEvents({ ...query, after: 4 });
    assert.deepEqual(third, { ...bounds, events: [], lastSequence: 4 });
  },
  'whoever numbers at once, numbers have no gap, and those of an order are in order': async (
    store,
  ) => {
    const accounts = [await storedAccount(store), await storedAccount(store)];
    const made = accounts.flatMap((account) =>
      Array.from({ length: 10 }, async () => {
        const order = sampleOrder(account.accountId, { marketTag: sampleId('market') });
        const changes: readonly Change[] = [{ to: 'open' }, { to: 'filled', filledAmount: ONE }];
        return changedOrder(store, order, changes);
      }),
    );
    const numbering = [1, 2, 3].map(async () => {
      for (let round = 0; round < 20; round += 1) await store.numberEvents(3);
    });
    const orders = await Promise.all(made);
    await Promise.all(numbering);
    for (const account of accounts) {
      const log = await logOf(store, account);
      assert.deepEqual(
        log.map(({ sequence }) => sequence),
        Array.from({ length: 40 }, (_, index) => index + 1),
      );
      for (const versions of orders.filter(([order]) => order?.accountId === account.accountId)) {
        const own = log.filter(({ objectId }) => objectId === versions[0]?.orderId);
        assert.deepEqual(own.map(withoutNumber), expected(versions));
      }
    }
  },
  'a stream that was cut off is reported to its user': async (store) => {
    const [account, other] = [await storedAccount(store), await storedAccount(store)];
    const cut = { keyId: 'key_1', path: '/v1/events', reason: 'Its reader took nothing.' };
    await store.noteCutStream({ ...cut, userId: account.userId, atMs: 5 });
    const event = { type: 'stream.cut', objectId: 'key_1', atMs: 5, data: cut };
    assert.deepEqual(await logOf(store, account), [{ ...event, sequence: 1 }]);
    assert.deepEqual(await logOf(store, other), []);
  },
};

const ONE = decimal('1');

function withoutNumber({ sequence: _sequence, ...event }: LoggedEvent): NewEvent {
  return event;
}
