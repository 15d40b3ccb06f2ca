// Replies that were meant for another order of ours: nothing is recorded of them, and what became
// of the order is looked up by its own name.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { accepted } from '#lib/result.ts';
import type { Order } from '#venue-port/order/order.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { OrderDeps, PlaceOrderCommand } from '#services/orders/order-deps.ts';
import type { OrderHarness } from '#services/orders/order-harness.fixture.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

async function placed(deps: OrderDeps, command: PlaceOrderCommand) {
  const result = await placeOrder(deps, command);
  assert(result.ok, 'expected the order to be placed');
  return result.value;
}

async function recordOf(harness: OrderHarness, orderId: string): Promise<Order> {
  const order = await harness.store.findOrder(harness.caller.userId, orderId);
  assert(order !== null);
  return order;
}

/** Places orders, and replies with the number of another one that is there. */
function misdirecting({ spotAtExchange, deps }: OrderHarness, venueOrderId: string): OrderDeps {
  const { exchange } = spotAtExchange;
  const confused = {
    ...exchange,
    async placeOrder(...request: Parameters<typeof exchange.placeOrder>) {
      const response = await exchange.placeOrder(...request);
      return response.ok ? accepted({ ...response.value, venueOrderId }) : response;
    },
  };
  return { ...deps, exchanges: exchangeRegistry([confused]) };
}

test('a number that another order of ours has leaves a doubt, which a look ends', async () => {
  const harness = await makeOrderHarness();
  const before = await placed(harness.deps, harness.command());
  const { venueOrderId } = await recordOf(harness, before.orderId);
  assert(venueOrderId !== null);
  const { orderId, state } = await placed(misdirecting(harness, venueOrderId), harness.command());
  assert.equal(state, 'unknown');
  const doubted = await recordOf(harness, orderId);
  assert.deepEqual([doubted.state, doubted.venueOrderId], ['unknown', null]);

  await reconcileAccount(harness.deps, harness.spotAtExchange);
  const known = await recordOf(harness, orderId);
  assert.equal(known.state, 'open');
  assert.notEqual(known.venueOrderId, venueOrderId);
  assert.equal((await recordOf(harness, before.orderId)).venueOrderId, venueOrderId);
});

test('an order that is shown by the number of another keeps no third back', async () => {
  const harness = await makeOrderHarness();
  const first = await placed(harness.deps, harness.command());
  const { venueOrderId } = await recordOf(harness, first.orderId);
  assert(venueOrderId !== null);
  harness.sim.faults?.inject({ kind: 'lost_response' });
  const second = await placed(harness.deps, harness.command());
  const { exchange, account } = harness.spotAtExchange;
  const elsewhere = { marketTag: 'SIM_ETH_USDT', price: harness.command().price };
  harness.sim.faults?.inject({ kind: 'lost_response' });
  const third = await placed(harness.deps, harness.command(elsewhere));
  assert.deepEqual([second.state, third.state], ['unknown', 'unknown']);
  const name = (await recordOf(harness, second.orderId)).clientOrderId;
  const confused = {
    ...exchange,
    async fetchOpenOrders(...request: Parameters<typeof exchange.fetchOpenOrders>) {
      const orders = await exchange.fetchOpenOrders(...request);
      return orders.map((order) =>
        order.clientOrderId === name ? { ...order, venueOrderId } : order,
      );
    },
  };
  await assert.rejects(reconcileAccount(harness.deps, { account, exchange: confused }), {
    code: 'conflict',
  });
  assert.equal((await recordOf(harness, third.orderId)).state, 'open');
  await reconcileAccount(harness.deps, harness.spotAtExchange);
  assert.equal((await recordOf(harness, second.orderId)).state, 'open');
});
