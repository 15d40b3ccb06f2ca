// Orders that were placed elsewhere on an account.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#domain/order/order-terms.ts';
import type { Order } from '#domain/order/order.ts';
import type { Exchange, VenueOrder } from '#ports/exchange/exchange.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

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
  const exchange = { ...spotAtExchange.exchange, fetchOpenOrders: async () => orders };
  for (const adopted of [2, 0]) {
    const done = await reconcileAccount(deps, { ...spotAtExchange, exchange });
    assert.equal(done.adopted, adopted);
  }
  const { accountId } = spotAtExchange.account;
  const tags = (await store.listWorkingOrders(accountId)).map(({ marketTag }) => marketTag);
  assert.deepEqual(tags, ['SIM_ETH_USDT', 'SIM_BTC_USDT']);
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

const OF_OURS: readonly (readonly [title: string, changes: Partial<Order>])[] = [
  ['that is being placed', {}],
  ['whose outcome is unknown', { state: 'unknown' }],
  ['that the exchange has named', { state: 'open', venueOrderId: '7' }],
  ['that has ended here', { state: 'filled', venueOrderId: '7' }],
];

for (const [title, changes] of OF_OURS)
  test(`an order of ours ${title} is not recorded again when its name comes back empty`, async () => {
    const { deps, store, spotAtExchange } = await makeOrderHarness();
    const { accountId, userId } = spotAtExchange.account;
    const order = ownOrder(accountId, changes);
    const exchange = {
      ...spotAtExchange.exchange,
      async fetchOpenOrders() {
        await store.insertIntent(order, { risk: 'exempt' });
        return [NAMELESS];
      },
    };
    await reconcileAccount(deps, { ...spotAtExchange, exchange });
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
  const exchange = { ...spotAtExchange.exchange, fetchOpenOrders: async () => [NAMELESS] };
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
