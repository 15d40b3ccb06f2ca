// Orders that were placed elsewhere on an account.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import { attachedName } from '#venue-port/order/attached-name.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { Exchange, OrderLookup, VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { OrderStore, UnreadableOrder } from '#ports/stores/order-store.ts';
import { sampleAccount } from '#ports/stores/store.fixture.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { OrderHarness } from '#services/orders/order-harness.fixture.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

/** What an exchange lists as open, it finds. */
function showing(orders: readonly VenueOrder[]): Pick<Exchange, 'fetchOpenOrders' | 'fetchOrder'> {
  return {
    fetchOpenOrders: async () => orders,
    async fetchOrder(_account, marketTag, name): Promise<OrderLookup> {
      const order = orders.find(
        (each) => each.marketTag === marketTag && each.venueOrderId === name.venueOrderId,
      );
      const absent = { kind: 'absent', asOfMs: Number.MAX_SAFE_INTEGER } as const;
      return order === undefined ? absent : { kind: 'found', order };
    },
  };
}

test('two of one number on two markets are two orders', async () => {
  const { deps, store, spotAtExchange } = await makeOrderHarness();
  const order: VenueOrder = {
    venueOrderId: '7',
    clientOrderId: null,
    marketTag: 'SIM_BTC_USDT',
    side: 'buy',
    type: 'limit',
    price: decimal('1000'),
    amount: decimal('0.01'),
    terms: PLAIN_TERMS,
    filledAmount: ZERO,
    averageFillPrice: ZERO,
    state: 'open',
    reason: null,
    placedAtMs: 1,
    updatedAtMs: 1,
  };
  const orders = [order, { ...order, marketTag: 'SIM_ETH_USDT' }];
  const exchange = { ...spotAtExchange.exchange, ...showing(orders) };
  for (const adopted of [2, 0]) {
    const done = await reconcileAccount(deps, { ...spotAtExchange, exchange });
    assert.equal(done.adopted, adopted);
  }
  const { accountId } = spotAtExchange.account;
  const tags = (await store.listWorkingOrders(accountId)).map(({ marketTag }) => marketTag);
  assert.deepEqual(new Set(tags), new Set(['SIM_BTC_USDT', 'SIM_ETH_USDT']));
  assert.equal(tags.length, 2);
});

const EVERYTHING = { marketTag: null, botId: null, states: null, fromMs: null, toMs: null };

/** Ours, as the exchange shows it when it leaves its name out. */
const NAMELESS: VenueOrder = {
  venueOrderId: '7',
  clientOrderId: null,
  marketTag: 'SIM_BTC_USDT',
  side: 'buy',
  type: 'limit',
  price: decimal('1000'),
  amount: decimal('0.01'),
  terms: PLAIN_TERMS,
  filledAmount: ZERO,
  averageFillPrice: ZERO,
  state: 'open',
  reason: null,
  placedAtMs: 1_000,
  updatedAtMs: 1_000,
};

/** Of ours, written between the reading of our records and that of the exchange's list. */
function ownOrder(accountId: string, changes: Partial<Order>): Order {
  const { marketTag, side, type, price, amount, terms } = NAMELESS;
  const orderId = 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c';
  return {
    orderId,
    accountId,
    clientOrderId: orderId.replace('_', ''),
    venueOrderId: null,
    marketTag,
    side,
    type,
    price,
    amount,
    filledAmount: ZERO,
    terms,
    state: 'pending',
    reason: null,
    botId: null,
    placedAtMs: 900,
    updatedAtMs: 900,
    ...changes,
  };
}

const OF_OURS: readonly (readonly [title: string, changes: Partial<Order>, adopted: number])[] = [
  ['that is being placed', {}, 0],
  ['whose outcome is unknown', { state: 'unknown' }, 0],
  ['that the exchange has named', { state: 'open', venueOrderId: '7' }, 0],
  // Its exchange says that it is at work.
  ['that has ended here', { state: 'filled', venueOrderId: '7' }, 1],
];

for (const [title, changes, adopted] of OF_OURS)
  test(`an order of ours ${title} is not recorded again when its name comes back empty`, async () => {
    const { deps, store, spotAtExchange } = await makeOrderHarness();
    const { accountId, userId } = spotAtExchange.account;
    const order = ownOrder(accountId, changes);
    const exchange = {
      ...spotAtExchange.exchange,
      ...showing([NAMELESS]),
      async fetchOpenOrders() {
        await store.insertIntent(order, { risk: 'exempt' });
        return [NAMELESS];
      },
    };
    const done = await reconcileAccount(deps, { ...spotAtExchange, exchange });
    assert.equal(done.adopted, adopted);
    const filter = { ...EVERYTHING, userId, accountId };
    const all = await store.listOrders(filter, null, 10);
    assert.deepEqual(
      all.map(({ orderId }) => orderId),
      [order.orderId],
    );
  });

test('an order of another amount is recorded beside one that is being placed', async () => {
  const { deps, store, spotAtExchange } = await makeOrderHarness();
  const { accountId } = spotAtExchange.account;
  await store.insertIntent(ownOrder(accountId, { amount: decimal('0.02') }), { risk: 'exempt' });
  const exchange = { ...spotAtExchange.exchange, ...showing([NAMELESS]) };
  const done = await reconcileAccount(deps, { ...spotAtExchange, exchange });
  assert.equal(done.adopted, 1);
});

test('an order of unknown outcome is not absent while one without a name may be it', async () => {
  const { deps, store, spotAtExchange } = await makeOrderHarness();
  const { accountId } = spotAtExchange.account;
  const order = ownOrder(accountId, { state: 'unknown' });
  await store.insertIntent(order, { risk: 'exempt' });
  const exchange: Exchange = {
    ...spotAtExchange.exchange,
    fetchOpenOrders: async () => [NAMELESS],
    fetchOrder: async () => ({ kind: 'absent', asOfMs: Number.MAX_SAFE_INTEGER }),
    fetchOrderFills: async () => [],
  };
  for (let round = 0; round < 3; round += 1)
    await reconcileAccount(deps, { ...spotAtExchange, exchange });
  const [only, ...others] = await store.listWorkingOrders(accountId);
  assert.deepEqual([only?.orderId, only?.state, others.length], [order.orderId, 'unknown', 0]);
});

const UNREADABLE: readonly (readonly [string, Partial<UnreadableOrder>, adopted: number])[] = [
  ['may be that of', {}, 0],
  ['has another name at the exchange than', { venueOrderId: '8' }, 1],
  ['is of another market than', { marketTag: 'SIM_ETH_USDT' }, 1],
  ['is of the other side than', { side: 'sell' }, 1],
];

for (const [title, changes, adopted] of UNREADABLE)
  test(`a record that cannot be read and ${title} a row without a name`, async () => {
    const harness = await makeOrderHarness();
    const { terms: _, ...rest } = ownOrder(harness.spot.accountId, {});
    const unreadable = { ...rest, cause: 'a hand was in it', ...changes };
    let isThere = false;
    const orders: OrderStore = {
      ...harness.store,
      async listWorkingOrders(accountId, onUnreadable) {
        if (isThere) onUnreadable?.(unreadable);
        return harness.store.listWorkingOrders(accountId);
      },
    };
    const exchange = {
      ...harness.spotAtExchange.exchange,
      ...showing([NAMELESS]),
      // It is written while the list is on its way.
      async fetchOpenOrders() {
        isThere = true;
        return [NAMELESS];
      },
    };
    const at = { ...harness.spotAtExchange, exchange };
    assert.equal((await reconcileAccount({ ...harness.deps, orders }, at)).adopted, adopted);
    assert.equal((await recordsOf(harness)).length, adopted);
  });

test('an order of another that has ended is not looked for again by an older list', async () => {
  const harness = await makeOrderHarness();
  const shown = showing([NAMELESS]);
  let requests = 0;
  const exchange: Exchange = {
    ...harness.spotAtExchange.exchange,
    ...shown,
    promises: { ...harness.spotAtExchange.exchange.promises, visibilityLagMs: 1 },
    fetchOrder(...request) {
      requests += 1;
      return shown.fetchOrder(...request);
    },
  };
  const at = { ...harness.spotAtExchange, exchange };
  assert.equal((await reconcileAccount(harness.deps, at)).adopted, 1);
  const ended: Exchange = {
    ...exchange,
    fetchOpenOrders: async () => [],
    fetchOrder: async () => ({ kind: 'found', order: { ...NAMELESS, state: 'cancelled' } }),
  };
  await reconcileAccount(harness.deps, { ...at, exchange: ended });
  assert.equal((await recordsOf(harness))[0]?.state, 'cancelled');
  requests = 0;
  assert.deepEqual(await reconcileAccount(harness.deps, at), { changed: 0, adopted: 0 });
  assert.equal(requests, 0, 'so soon after its end the list says nothing');
});

async function recordsOf({ store, spot, caller }: OrderHarness): Promise<readonly Order[]> {
  const filter = { ...EVERYTHING, userId: caller.userId, accountId: spot.accountId };
  return store.listOrders(filter, null, 100);
}

const NOT_FOUND: readonly OrderLookup[] = [
  { kind: 'absent', asOfMs: 1 },
  { kind: 'forgotten' },
  { kind: 'unreadable' },
];

for (const seen of NOT_FOUND)
  test(`a row that the look-up shows as ${seen.kind} is not recorded`, async () => {
    const harness = await makeOrderHarness();
    const { exchange } = harness.spotAtExchange;
    const misdirected = { ...exchange, ...showing([NAMELESS]), fetchOrder: async () => seen };
    const at = { ...harness.spotAtExchange, exchange: misdirected };
    assert.deepEqual(await reconcileAccount(harness.deps, at), { changed: 0, adopted: 0 });
    assert.deepEqual(await recordsOf(harness), []);
  });

test('a row whose look-up fails is recorded at the next list', async () => {
  const harness = await makeOrderHarness();
  const shown = { ...harness.spotAtExchange.exchange, ...showing([NAMELESS]) };
  const failing: Exchange = {
    ...shown,
    fetchOrder: () => Promise.reject(new Failure('timeout', 'no reply')),
  };
  const failed = reconcileAccount(harness.deps, { ...harness.spotAtExchange, exchange: failing });
  await assert.rejects(failed, { code: 'timeout' });
  assert.deepEqual(await recordsOf(harness), []);
  const at = { ...harness.spotAtExchange, exchange: shown };
  assert.deepEqual(await reconcileAccount(harness.deps, at), { changed: 0, adopted: 1 });
  const [record] = await recordsOf(harness);
  assert.deepEqual([record?.venueOrderId, record?.state], ['7', 'open']);
});

test('a row is recorded as the look-up shows it', async () => {
  const harness = await makeOrderHarness();
  const filledAmount = decimal('0.004');
  const later: VenueOrder = { ...NAMELESS, filledAmount, clientOrderId: 'by hand' };
  const exchange: Exchange = {
    ...harness.spotAtExchange.exchange,
    ...showing([later]),
    fetchOpenOrders: async () => [NAMELESS],
  };
  await reconcileAccount(harness.deps, { ...harness.spotAtExchange, exchange });
  const [record] = await recordsOf(harness);
  assert.deepEqual([record?.clientOrderId, record?.filledAmount], ['by hand', filledAmount]);
});

test('a row without a name that the look-up names as ours is that order', async () => {
  const harness = await makeOrderHarness();
  // The row alone does not suggest it: it has another amount.
  const changes = { state: 'unplaced', amount: decimal('0.02') } as const;
  const order = ownOrder(harness.spot.accountId, changes);
  await harness.store.insertIntent(order, { risk: 'exempt' });
  const named: VenueOrder = { ...NAMELESS, clientOrderId: order.clientOrderId };
  const exchange: Exchange = {
    ...harness.spotAtExchange.exchange,
    ...showing([named]),
    fetchOpenOrders: async () => [NAMELESS],
  };
  await reconcileAccount(harness.deps, { ...harness.spotAtExchange, exchange });
  const states = (await recordsOf(harness)).map(({ orderId, state }) => [orderId, state]);
  assert.deepEqual(states, [[order.orderId, 'open']]);
});

test('a stop that came with an entry is listed once nobody writes it down any more', async () => {
  const harness = await makeOrderHarness();
  const { store, spot, spotAtExchange } = harness;
  const terms = { ...PLAIN_TERMS, attachedStop: decimal('900') };
  let nowMs = spotAtExchange.account.createdAtMs + 1_000_000;
  const deps = { ...harness.deps, clock: { nowMs: () => nowMs } };
  const botId = 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c';
  const changes = { state: 'filled', terms, venueOrderId: '6', updatedAtMs: nowMs, botId } as const;
  const entry = ownOrder(spot.accountId, changes);
  await store.insertIntent(entry, { risk: 'exempt' });
  const stop: VenueOrder = {
    ...NAMELESS,
    clientOrderId: attachedName(entry.clientOrderId),
    side: 'sell',
    type: 'stop_market',
    price: ZERO,
    terms: { ...PLAIN_TERMS, triggerPrice: decimal('900') },
  };
  const exchange: Exchange = { ...spotAtExchange.exchange, ...showing([stop]) };
  const at = { ...spotAtExchange, exchange };
  // Its bot is about to write it down.
  assert.deepEqual(await reconcileAccount(deps, at), { changed: 0, adopted: 0 });
  nowMs += 900_000;
  assert.equal((await reconcileAccount(deps, at)).adopted, 1);
  const [record] = (await recordsOf(harness)).filter(({ orderId }) => orderId !== entry.orderId);
  assert.deepEqual(
    [record?.clientOrderId, record?.venueOrderId, record?.botId, record?.state],
    [stop.clientOrderId, '7', botId, 'open'],
  );
  assert.equal((await reconcileAccount(deps, at)).adopted, 0);
  assert.equal((await recordsOf(harness)).length, 2);
});

test('an order of another account of the user is not taken from this one', async () => {
  const harness = await makeOrderHarness();
  const other = sampleAccount(harness.caller.userId, { exchange: 'sim' });
  await harness.store.insertAccount(other);
  const order = ownOrder(other.accountId, { state: 'unplaced' });
  await harness.store.insertIntent(order, { risk: 'exempt' });
  const named: VenueOrder = { ...NAMELESS, clientOrderId: order.clientOrderId };
  const exchange = { ...harness.spotAtExchange.exchange, ...showing([named]) };
  const done = await reconcileAccount(harness.deps, { ...harness.spotAtExchange, exchange });
  assert.deepEqual(done, { changed: 0, adopted: 0 });
  const record = await harness.store.findOrder(harness.caller.userId, order.orderId);
  assert.equal(record?.state, 'unplaced');
});

test('of many rows so many are looked up in a round, and the others later', async () => {
  const harness = await makeOrderHarness();
  const count = 2 * LIMITS.foreignOrdersConfirmedMax + 1;
  const rows = Array.from({ length: count }, (_, index) => ({
    ...NAMELESS,
    venueOrderId: String(index),
  }));
  const shown = showing(rows);
  let requests = 0;
  const exchange: Exchange = {
    ...harness.spotAtExchange.exchange,
    ...shown,
    fetchOrder(...request) {
      requests += 1;
      return shown.fetchOrder(...request);
    },
  };
  for (const adopted of [
    LIMITS.foreignOrdersConfirmedMax,
    LIMITS.foreignOrdersConfirmedMax,
    1,
    0,
  ]) {
    requests = 0;
    const done = await reconcileAccount(harness.deps, { ...harness.spotAtExchange, exchange });
    assert.deepEqual([done.adopted, requests], [adopted, adopted]);
  }
});
