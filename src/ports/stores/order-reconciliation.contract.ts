// Contract of every store for the orders, and accounts, that are compared with their exchanges.

import assert from 'node:assert/strict';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { sampleId, sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';
import { changeOf, storedOrder } from '#ports/stores/order-store.contract.ts';

export const ORDER_RECONCILIATION_CASES: StoreCases = {
  'orders that were denied lately are listed newest first': async (store) => {
    const account = await storedAccount(store);
    const changes = [
      { to: 'unplaced', atMs: 1_000 },
      { to: 'unplaced', atMs: 1_001 },
      { to: 'cancelled', atMs: 1_002 },
      { to: 'rejected', atMs: 1_000 },
      { to: 'rejected', atMs: 1_003, venueOrderId: null },
      { to: 'rejected', atMs: 1_003, venueOrderId: 'named' },
      { to: 'unplaced', atMs: 1_004 },
    ] as const;
    const ids: string[] = [];
    for (const change of changes) {
      const order = sampleOrder(account.accountId, { marketTag: sampleId('market') });
      await store.insertIntent(order);
      await store.transition(changeOf(order, change), null);
      ids.push(order.orderId);
    }
    const listed = async (limit: number) => {
      const query = { afterMs: 1_000, limit };
      const orders = await store.listDeniedOrders(account.accountId, query);
      return orders.map((order) => order.orderId);
    };
    assert.deepEqual(await listed(4), [ids[6], ids[4], ids[1]]);
    assert.deepEqual(await listed(1), [ids[6]]);
  },
  'accounts to reconcile are listed once, by id': async (store) => {
    const first = await storedOrder(store);
    await store.insertIntent(sampleOrder(first.account.accountId));
    const second = await storedOrder(store);
    const accounts = [first.account, second.account];
    const changes = [
      { to: 'rejected', venueOrderId: 'named', atMs: 1_001 },
      { to: 'unplaced', atMs: 1_001 },
      { to: 'unplaced', atMs: 1_000 },
      { to: 'rejected', venueOrderId: null, atMs: 1_001 },
      { to: 'rejected', venueOrderId: null, atMs: 1_000 },
    ] as const;
    for (const change of changes) {
      const { account, order } = await storedOrder(store);
      await store.transition(changeOf(order, change), null);
      accounts.push(account);
    }
    const all = accounts.map(({ accountId }) => accountId);
    const listed = await store.listAccountsToReconcile({ afterMs: 1_000 });
    const found = listed.filter((account) => all.includes(account.accountId));
    assert.deepEqual(
      found,
      [0, 1, 3, 5].map((index) => accounts[index]),
    );
  },
  'accounts in doubt are those with an order that became unknown lately': async (store) => {
    const ids: string[] = [];
    for (const [to, atMs] of [
      ['unknown', 1_001],
      ['unknown', 1_000],
      ['open', 1_001],
      ['rejected', 1_001],
    ] as const) {
      const { account, order } = await storedOrder(store);
      await store.transition(changeOf(order, { to, atMs }), null);
      ids.push(account.accountId);
    }
    const listed = await store.listAccountsInDoubt(1_000);
    const found = listed.map(({ accountId }) => accountId).filter((id) => ids.includes(id));
    assert.deepEqual(found, [ids[0]]);
  },
};
