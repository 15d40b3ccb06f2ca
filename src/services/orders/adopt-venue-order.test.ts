// Orders that were placed elsewhere on an account.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#domain/order/order-terms.ts';
import type { VenueOrder } from '#ports/exchange/exchange.ts';
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
