// Orders that were given up and reached the exchange after all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Exchange } from '#ports/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#ports/world/failure.ts';
import { sampleAccount, sampleOrder } from '#ports/stores/store.fixture.ts';
import type { Order } from '#domain/order/order.ts';
import { orderNameOf } from '#services/orders/order-identity.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { OrderHarness } from '#services/orders/order-harness.fixture.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { reconcileAccounts } from '#services/orders/reconcile-accounts.ts';

/** A market order whose request is still under way when it is given up. */
async function giveUpMarketOrder(harness: OrderHarness) {
  const { exchange } = harness.spotAtExchange;
  const requests: (() => Promise<unknown>)[] = [];
  let requested = 0;
  const slow: Exchange = {
    ...exchange,
    placeOrder(...request) {
      requests.push(() => exchange.placeOrder(...request));
      return Promise.reject(new OutcomeUnknown('no response came'));
    },
    fetchOrder(...question) {
      requested += 1;
      return exchange.fetchOrder(...question);
    },
  };
  const deps = { ...harness.deps, exchanges: exchangeRegistry([slow]) };
  const placed = await placeOrder(deps, harness.command({ type: 'market', price: null }));
  assert(placed.ok);
  const { orderId } = placed.value;
  const read = async () =>
    present(await harness.store.findOrder(harness.caller.userId, orderId), 'it was written');
  await harness.sim.advanceMs?.(exchange.promises.requestHorizonMs + LIMITS.orderSendMsMax + 1_000);
  await reconcileAccounts(deps);
  assert.equal((await read()).state, 'unplaced');
  const [land] = requests;
  assert(land !== undefined);
  return { deps, read, land, requestedCount: () => requested };
}

test('one that fills at once when it lands late is adopted with what was filled', async () => {
  const harness = await makeOrderHarness();
  const { deps, read, land } = await giveUpMarketOrder(harness);
  await land();
  await reconcileAccounts(deps);
  const order = await read();
  assert.equal(order.state, 'filled');
  assert.equal(order.filledAmount, order.amount);
});

/** Accounts with a working order each, and an exchange whose replies wait. */
async function manyAccounts(harness: OrderHarness, count: number) {
  for (let index = 0; index < count; index += 1) {
    const account = sampleAccount(harness.spot.userId, { exchange: 'sim', marketType: 'spot' });
    await harness.store.insertAccount(account);
    await harness.store.insertIntent(sampleOrder(account.accountId, { marketTag: 'SIM_BTC_USDT' }));
  }
}

test('accounts are compared in parallel, so many at once at each exchange', async () => {
  const harness = await makeOrderHarness();
  await manyAccounts(harness, 40);
  let underWay = 0;
  let most = 0;
  const slow: Exchange = {
    ...harness.spotAtExchange.exchange,
    async fetchOpenOrders() {
      underWay += 1;
      most = Math.max(most, underWay);
      for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
      underWay -= 1;
      return [];
    },
    fetchOrder: async () => ({ kind: 'forgotten' }),
    fetchOrderFills: async () => [],
  };
  const deps = { ...harness.deps, exchanges: exchangeRegistry([slow]) };
  const round = await reconcileAccounts(deps);
  assert.deepEqual(round, { compared: 40, failed: 0 });
  assert.equal(most, LIMITS.accountsAtOncePerExchangeMax);
});

test('an account of an exchange without a driver does not keep the others', async () => {
  const harness = await makeOrderHarness();
  const account = sampleAccount(harness.spot.userId, { exchange: 'gone', marketType: 'spot' });
  await harness.store.insertAccount(account);
  await harness.store.insertIntent(sampleOrder(account.accountId));
  await placeOrder(harness.deps, harness.command());
  assert.deepEqual(await reconcileAccounts(harness.deps), { compared: 1, failed: 1 });
});

test('of an exchange that is down one account is tried in a round', async () => {
  const harness = await makeOrderHarness();
  await manyAccounts(harness, 40);
  let requested = 0;
  const down: Exchange = {
    ...harness.spotAtExchange.exchange,
    health: () => 'down',
    fetchOpenOrders() {
      requested += 1;
      return Promise.reject(new Failure('unavailable', 'the exchange is down'));
    },
  };
  const deps = { ...harness.deps, exchanges: exchangeRegistry([down]) };
  assert.deepEqual(await reconcileAccounts(deps), { compared: 0, failed: 40 });
  assert.equal(requested, 1);
});

test('one that never lands is queried for a while, and then no more', async () => {
  const harness = await makeOrderHarness();
  const { deps, read, requestedCount } = await giveUpMarketOrder(harness);
  const before = requestedCount();
  await reconcileAccounts(deps);
  assert.equal(requestedCount(), before + 1);
  await harness.sim.advanceMs?.(LIMITS.givenUpOrderWatchMs);
  await reconcileAccounts(deps);
  assert.equal(requestedCount(), before + 1);
  assert.equal((await read()).state, 'unplaced');
});

for (const status of ['invalid_credentials', 'disabled'] as const) {
  test(`an account that is ${status} is not queried until it has a key again`, async () => {
    const harness = await makeOrderHarness();
    let requested = 0;
    const { exchange } = harness.spotAtExchange;
    const counting: Exchange = {
      ...exchange,
      fetchOpenOrders(...question) {
        requested += 1;
        return exchange.fetchOpenOrders(...question);
      },
    };
    const orders = {
      ...harness.deps.orders,
      listAccountsToReconcile: async () => [{ ...harness.spotAtExchange.account, status }],
    };
    const deps = { ...harness.deps, orders, exchanges: exchangeRegistry([counting]) };
    assert.deepEqual(await reconcileAccounts(deps), { compared: 0, failed: 0 });
    assert.equal(requested, 0);
  });
}

/** An account with two orders; afterwards the market of the first is gone from the exchange. */
async function goneMarketHarness(lookUp: 'fails' | 'works') {
  const harness = await makeOrderHarness();
  const { exchange: plain } = harness.spotAtExchange;
  const gone = { isGone: false };
  const ofGone = (marketTag: string): boolean => gone.isGone && marketTag === 'SIM_BTC_USDT';
  const exchange: Exchange = {
    ...plain,
    listMarkets: async () => {
      const markets = await plain.listMarkets();
      return markets.filter(({ marketTag }) => !ofGone(marketTag));
    },
    fetchOpenOrders: async (account) => {
      const orders = await plain.fetchOpenOrders(account);
      return orders.filter(({ marketTag }) => !ofGone(marketTag));
    },
    async fetchOrder(account, marketTag, name) {
      if (lookUp === 'fails' && ofGone(marketTag)) throw new Failure('unavailable', 'not listed');
      return plain.fetchOrder(account, marketTag, name);
    },
  };
  const deps = { ...harness.deps, exchanges: exchangeRegistry([exchange]) };
  const place = async (marketTag: string) => {
    const placed = await placeOrder(deps, harness.command({ marketTag }));
    assert(placed.ok, marketTag);
    const { orderId } = placed.value;
    return async () =>
      present(await harness.store.findOrder(harness.caller.userId, orderId), 'it was written');
  };
  const [first, second] = [await place('SIM_BTC_USDT'), await place('SIM_ETH_USDT')];
  gone.isGone = true;
  const cancel = async (order: Order): Promise<void> => {
    const { marketTag } = order;
    await plain.cancelOrder(harness.spot, marketTag ?? '', orderNameOf(order));
  };
  return { deps, first, second, cancel };
}

test('an order whose market is gone is lost, and keeps no other order back', async () => {
  const { deps, first, second, cancel } = await goneMarketHarness('fails');
  await cancel(await second());
  for (let round = 0; round < 3; round += 1)
    assert.deepEqual(await reconcileAccounts(deps), { compared: 1, failed: 0 });
  assert.deepEqual([(await first()).state, (await second()).state], ['lost', 'cancelled']);
  assert.match((await first()).reason ?? '', /market is gone/);
});

test('an order that its exchange ended with its market has ended', async () => {
  const { deps, first, cancel } = await goneMarketHarness('works');
  await cancel(await first());
  await reconcileAccounts(deps);
  assert.equal((await first()).state, 'cancelled');
});
