// Outcome of an order, and the trade history of its account.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { listFills } from '#services/orders/list-fills.ts';
import { cancelOrder } from '#services/orders/cancel-order.ts';
import type { OrderHarness } from '#services/orders/order-harness.fixture.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import type { PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { showOrder } from '#services/orders/show-order.ts';

const AT_MARKET = { type: 'market', price: null } as const;

async function placedOrder(harness: OrderHarness, changes: Partial<PlaceOrderCommand> = {}) {
  const placed = await placeOrder(harness.deps, harness.command(changes));
  assert.ok(placed.ok);
  return placed.value.orderId;
}

async function shown({ deps, caller }: OrderHarness, orderId: string) {
  const found = await showOrder(deps, { caller, orderId });
  assert.ok(found.ok);
  return found.value;
}

test('a market order shows its price, its fee and when it filled', async () => {
  const harness = await makeOrderHarness();
  await placedOrder(harness, AT_MARKET);
  const orderId = await placedOrder(harness, { ...AT_MARKET, amount: decimal('0.02') });
  const { order, averagePrice, fees, filledAtMs } = await shown(harness, orderId);
  assert.equal(order.state, 'filled');
  assert.equal(filledAtMs, harness.sim.nowMs());
  const { fills } = await harness.sim.exchange.fetchFills(harness.spot, [], null, 100);
  const own = fills.filter(({ clientOrderId }) => clientOrderId === order.clientOrderId);
  const amount = own.reduce((sum, fill) => sum + fill.amount, 0n);
  assert.equal(amount, decimal('0.02'));
  const prices = own.map(({ price }) => price).toSorted((a, b) => (a < b ? -1 : 1));
  const mean = present(averagePrice, 'a filled order has a price');
  assert.ok(mean >= present(prices[0], 'it filled') && mean <= present(prices.at(-1), 'it filled'));
  assert.deepEqual(fees, [
    { currency: 'USDT', amount: own.reduce((sum, { fee }) => sum + fee, 0n) },
  ]);
});

test('an order that rests, and one that was cancelled, show that nothing filled', async () => {
  const harness = await makeOrderHarness();
  const orderId = await placedOrder(harness);
  const nothing = { averagePrice: null, fees: [], filledAtMs: null };
  const { order, ...filled } = await shown(harness, orderId);
  assert.deepEqual([order.state, filled], ['open', nothing]);
  assert.ok((await cancelOrder(harness.deps, { caller: harness.caller, orderId })).ok);
  const after = await shown(harness, orderId);
  assert.deepEqual([after.order.state, after.order.filledAmount], ['cancelled', ZERO]);
});

test('an order that filled while nobody looked is brought up to date first', async () => {
  const harness = await makeOrderHarness();
  const orderId = await placedOrder(harness, AT_MARKET);
  const { order } = await shown(harness, orderId);
  const stale = { ...order, state: 'open' as const, filledAmount: ZERO };
  let isRequested = false;
  const orders = {
    ...harness.deps.orders,
    findOrder: async (userId: string, id: string) => {
      const found = isRequested ? await harness.deps.orders.findOrder(userId, id) : stale;
      isRequested = true;
      return found;
    },
  };
  const found = await showOrder({ ...harness.deps, orders }, { caller: harness.caller, orderId });
  assert.ok(found.ok && found.value.order.state === 'filled');
});

test('an unknown order and one of another user are treated alike', async () => {
  const harness = await makeOrderHarness();
  const orderId = await placedOrder(harness);
  const foreign = { ...harness.caller, userId: 'usr_other' };
  const unknown = { ok: false, rejection: 'order_not_found' };
  assert.deepEqual(await showOrder(harness.deps, { caller: foreign, orderId }), unknown);
  const none = { caller: harness.caller, orderId: 'ord_none' };
  assert.deepEqual(await showOrder(harness.deps, none), unknown);
});

test('where fills are listed by market, those are requested that had orders', async () => {
  const harness = await makeOrderHarness();
  const { caller, spot } = harness;
  await placedOrder(harness, AT_MARKET);
  const requested: (readonly string[])[] = [];
  const exchange: Exchange = {
    ...harness.sim.exchange,
    promises: { ...harness.sim.exchange.promises, fillLists: 'market' },
    fetchFills(account, marketTags, ...rest) {
      requested.push(marketTags);
      return harness.sim.exchange.fetchFills(account, marketTags, ...rest);
    },
  };
  const deps = { ...harness.deps, exchanges: exchangeRegistry([exchange]) };
  await listFills(deps, { caller, accountId: spot.accountId, after: null, limit: 9 });
  assert.deepEqual(requested, [[harness.sim.spot.marketTag]]);
});

test('fills are paged oldest first and name their orders', async () => {
  const harness = await makeOrderHarness();
  const { deps, caller, spot } = harness;
  const ids = [await placedOrder(harness, AT_MARKET), await placedOrder(harness, AT_MARKET)];
  const names: (string | null)[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < 10; pages += 1) {
    const page = await listFills(deps, { caller, accountId: spot.accountId, after, limit: 1 });
    assert.ok(page.ok);
    names.push(...page.value.fills.map(({ orderId }) => orderId));
    after = page.value.lastKey;
    if (after === null) break;
  }
  assert.deepEqual([...new Set(names)], ids);
  const foreign = { ...caller, userId: 'usr_other' };
  const refused = await listFills(deps, {
    caller: foreign,
    accountId: spot.accountId,
    after: null,
    limit: 1,
  });
  assert.deepEqual(refused, { ok: false, rejection: 'account_not_found' });
});
