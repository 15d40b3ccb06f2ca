// Rounds of reconciliation: what one compares, adopts and passes over.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Exchange, VenueOrder } from '#venue-port/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { sampleAccount, sampleOrder } from '#ports/stores/store.fixture.ts';
import type { Order } from '#venue-port/order/order.ts';
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

test('nothing is concluded of what may be an order that cannot be read; others go on', async () => {
  const harness = await makeOrderHarness();
  const { exchange } = harness.spotAtExchange;
  const insert = async (changes: Partial<Order>): Promise<Order> => {
    const shared = { marketTag: 'SIM_BTC_USDT', venueOrderId: null, ...changes };
    const order = sampleOrder(harness.spot.accountId, shared);
    await harness.store.insertIntent(order);
    return order;
  };
  const open = await insert({ state: 'open', venueOrderId: 'v1' });
  const pending = await insert({ state: 'pending', marketTag: 'SIM_ETH_USDT' });
  const listed = await insert({ state: 'unknown', marketTag: 'SIM_SOL_USDT' });
  const readable: VenueOrder = {
    ...listed,
    venueOrderId: 'v3',
    marketTag: 'SIM_SOL_USDT',
    averageFillPrice: ZERO,
    state: 'open',
    placedAtMs: listed.updatedAtMs,
  };
  const partly: Exchange = {
    ...exchange,
    fetchOpenOrders: async () => [readable],
    fetchOrder: async () => ({ kind: 'unreadable' }),
  };
  const deps = { ...harness.deps, exchanges: exchangeRegistry([partly]) };
  for (let round = 0; round < 3; round += 1) {
    await harness.sim.advanceMs?.(exchange.promises.requestHorizonMs + LIMITS.orderSendMsMax);
    assert.deepEqual(await reconcileAccounts(deps), { compared: 1, failed: 0 });
  }
  const states = [open, pending, listed].map(
    async ({ orderId }) => (await harness.store.findOrder(harness.caller.userId, orderId))?.state,
  );
  assert.deepEqual(await Promise.all(states), ['open', 'unknown', 'open']);
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
  await harness.sim.advanceMs?.(LIMITS.deniedOrderWatchMs);
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

const MARKETS = ['SIM_BTC_USDT', 'SIM_SOL_USDT', 'SIM_BNB_USDT', 'SIM_ETH_USDT'] as const;

/** Cancelled orders of one account on four markets, some of which cannot be read. */
async function unreadableHarness(failure: Failure, unreadable: readonly string[]) {
  const harness = await makeOrderHarness();
  const { exchange: plain } = harness.spotAtExchange;
  let lookUps = 0;
  let listed = 0;
  const exchange: Exchange = {
    ...plain,
    async fetchOrder(account, marketTag, name) {
      lookUps += 1;
      if (unreadable.includes(marketTag)) throw failure;
      return plain.fetchOrder(account, marketTag, name);
    },
  };
  const clock = { nowMs: () => harness.sim.nowMs() + listed * LIMITS.reconcileIntervalMs };
  const deps = { ...harness.deps, clock, exchanges: exchangeRegistry([exchange]) };
  const stateOf = new Map<string, () => Promise<string>>();
  for (const marketTag of MARKETS) {
    const [price, amount] = [decimal('10'), decimal('1')];
    const placed = await placeOrder(deps, harness.command({ marketTag, price, amount }));
    assert(placed.ok, marketTag);
    const { orderId } = placed.value;
    const read = async () =>
      present(await harness.store.findOrder(harness.caller.userId, orderId), 'it was written');
    await plain.cancelOrder(harness.spot, marketTag, orderNameOf(await read()));
    stateOf.set(marketTag, async () => (await read()).state);
  }
  return {
    round: () => {
      listed += 1;
      lookUps = 0;
      return reconcileAccounts(deps);
    },
    lookUps: () => lookUps,
    states: () => Promise.all(MARKETS.map(async (marketTag) => stateOf.get(marketTag)?.())),
  };
}

test('an order that cannot be read keeps no other order of its account back', async () => {
  const failure = new Failure('corrupt_reply', 'a status that nobody knows');
  const { round, states } = await unreadableHarness(failure, MARKETS.slice(1));
  assert.deepEqual(await round(), { compared: 0, failed: 1 });
  assert.deepEqual(await states(), ['cancelled', 'open', 'open', 'open']);
});

test('an exchange that responds to no look-up is not asked about every order', async () => {
  const { round, lookUps } = await unreadableHarness(new Failure('timeout', 'none'), MARKETS);
  assert.deepEqual(await round(), { compared: 0, failed: 1 });
  assert.equal(lookUps(), 3);
});

test('orders whose look-ups time out keep no other order back for long', async () => {
  const failure = new Failure('timeout', 'no response');
  const { round, states } = await unreadableHarness(failure, MARKETS.slice(1));
  for (let rounds = 0; rounds < 8; rounds += 1) await round();
  assert.deepEqual(await states(), ['cancelled', 'open', 'open', 'open']);
});

test('a service that is killed in each round compares all accounts nevertheless', async () => {
  const harness = await makeOrderHarness();
  await manyAccounts(harness, 60);
  const reached = new Set<string>();
  let [requestedCount, rounds] = [0, 0];
  const exchange: Exchange = {
    ...harness.spotAtExchange.exchange,
    async fetchOpenOrders({ accountId }) {
      requestedCount += 1;
      if (requestedCount > 10) throw new Error('killed');
      reached.add(accountId);
      return [];
    },
  };
  const clock = { nowMs: () => harness.sim.nowMs() + rounds * LIMITS.reconcileIntervalMs };
  const deps = { ...harness.deps, clock, exchanges: exchangeRegistry([exchange]) };
  for (; rounds < 30; rounds += 1) {
    requestedCount = 0;
    await assert.rejects(reconcileAccounts(deps), /killed/);
  }
  assert.equal(reached.size, 60);
});
