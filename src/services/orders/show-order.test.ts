// What became of an order, and the trade history of its account.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import { listFills } from '#services/orders/list-fills.ts';
import { cancelOrder } from '#services/orders/cancel-order.ts';
import type { OrderWorld } from '#services/orders/order-world.fixture.ts';
import { makeOrderWorld } from '#services/orders/order-world.fixture.ts';
import type { PlaceOrderCommand } from '#services/orders/order-deps.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { showOrder } from '#services/orders/show-order.ts';

const AT_MARKET = { type: 'market', price: null } as const;

async function placedOrder(world: OrderWorld, changes: Partial<PlaceOrderCommand> = {}) {
  const placed = await placeOrder(world.deps, world.command(changes));
  assert.ok(placed.ok);
  return placed.value.orderId;
}

async function shown({ deps, caller }: OrderWorld, orderId: string) {
  const found = await showOrder(deps, { caller, orderId });
  assert.ok(found.ok);
  return found.value;
}

test('a market order shows its price, its fee and when it filled', async () => {
  const world = await makeOrderWorld();
  await placedOrder(world, AT_MARKET);
  const orderId = await placedOrder(world, { ...AT_MARKET, amount: decimal('0.02') });
  const { order, averagePrice, fees, filledAtMs } = await shown(world, orderId);
  assert.equal(order.state, 'filled');
  assert.equal(filledAtMs, world.sim.nowMs());
  const { fills } = await world.sim.exchange.fetchFills(world.spot, null, 100);
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
  const world = await makeOrderWorld();
  const orderId = await placedOrder(world);
  const nothing = { averagePrice: null, fees: [], filledAtMs: null };
  const { order, ...filled } = await shown(world, orderId);
  assert.deepEqual([order.state, filled], ['open', nothing]);
  assert.ok((await cancelOrder(world.deps, { caller: world.caller, orderId })).ok);
  const after = await shown(world, orderId);
  assert.deepEqual([after.order.state, after.order.filledAmount], ['cancelled', ZERO]);
});

test('an order that filled while nobody looked is brought up to date first', async () => {
  const world = await makeOrderWorld();
  const orderId = await placedOrder(world, AT_MARKET);
  const { order } = await shown(world, orderId);
  const stale = { ...order, state: 'open' as const, filledAmount: ZERO };
  let isAsked = false;
  const orders = {
    ...world.deps.orders,
    findOrder: async (userId: string, id: string) => {
      const found = isAsked ? await world.deps.orders.findOrder(userId, id) : stale;
      isAsked = true;
      return found;
    },
  };
  const found = await showOrder({ ...world.deps, orders }, { caller: world.caller, orderId });
  assert.ok(found.ok && found.value.order.state === 'filled');
});

test('an unknown order and one of another user are answered alike', async () => {
  const world = await makeOrderWorld();
  const orderId = await placedOrder(world);
  const foreign = { ...world.caller, userId: 'usr_other' };
  const unknown = { ok: false, rejection: 'order_not_found' };
  assert.deepEqual(await showOrder(world.deps, { caller: foreign, orderId }), unknown);
  const none = { caller: world.caller, orderId: 'ord_none' };
  assert.deepEqual(await showOrder(world.deps, none), unknown);
});

test('fills are paged oldest first and name their orders', async () => {
  const world = await makeOrderWorld();
  const { deps, caller, spot } = world;
  const ids = [await placedOrder(world, AT_MARKET), await placedOrder(world, AT_MARKET)];
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
