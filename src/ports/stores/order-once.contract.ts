// Suite of every store for orders of one name at their exchange: they are one order.

import assert from 'node:assert/strict';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { sampleId, sampleOrder, storedAccount } from '#ports/stores/store.fixture.ts';

const VENUE_ORDER_ID = '71';

/** As an order is recorded that was placed elsewhere. */
const FOREIGN = { clientOrderId: VENUE_ORDER_ID, venueOrderId: VENUE_ORDER_ID } as const;

export const ORDER_ONCE_CASES: StoreCases = {
  'an order of an exchange is recorded once': async (store) => {
    const { accountId } = await storedAccount(store);
    const marketTag = sampleId('market');
    const order = sampleOrder(accountId, { marketTag, ...FOREIGN });
    assert.deepEqual(await store.insertIntent(order, { risk: 'exempt' }), { kind: 'inserted' });
    const again = sampleOrder(accountId, { marketTag, ...FOREIGN });
    const refused = await store.insertIntent(again, { risk: 'exempt' });
    assert(refused.kind === 'exists');
    assert.equal(refused.order.orderId, order.orderId);
  },
  'two markets, or two accounts, may have one number': async (store) => {
    const { accountId } = await storedAccount(store);
    const other = await storedAccount(store);
    const marketTag = sampleId('market');
    for (const order of [
      sampleOrder(accountId, { marketTag, ...FOREIGN }),
      sampleOrder(accountId, { marketTag: sampleId('market'), ...FOREIGN }),
      sampleOrder(other.accountId, { marketTag, ...FOREIGN }),
    ])
      assert.deepEqual(await store.insertIntent(order, { risk: 'exempt' }), { kind: 'inserted' });
  },
  'two orders of ours are never one of the exchange': async (store) => {
    const { accountId, userId } = await storedAccount(store);
    const marketTag = sampleId('market');
    const orders = [sampleOrder(accountId, { marketTag }), sampleOrder(accountId, { marketTag })];
    for (const order of orders) await store.insertIntent(order, { risk: 'exempt' });
    const [first, second] = orders.map(
      ({ orderId, updatedAtMs }) =>
        ({
          orderId,
          from: ['pending'],
          to: 'open',
          filledAmount: ZERO,
          venueOrderId: VENUE_ORDER_ID,
          reason: null,
          atMs: updatedAtMs + 1,
        }) as const,
    );
    assert(first !== undefined && second !== undefined);
    assert.equal(await store.transition(first, null), true);
    await assert.rejects(store.transition(second, null), { code: 'conflict' });
    const states = await Promise.all(
      orders.map(async ({ orderId }) => (await store.findOrder(userId, orderId))?.state),
    );
    assert.deepEqual(states, ['open', 'pending']);
  },
  'a record of another one gives way to the order of ours that it is': async (store) => {
    const { accountId, userId } = await storedAccount(store);
    const marketTag = sampleId('market');
    const own = sampleOrder(accountId, { marketTag });
    await store.insertIntent(own, { risk: 'exempt' });
    const filledAmount = decimal('0.5');
    const foreign = sampleOrder(accountId, { marketTag, ...FOREIGN, filledAmount });
    await store.insertIntent(foreign, { risk: 'exempt' });
    const change = {
      orderId: own.orderId,
      from: ['pending'],
      to: 'open',
      filledAmount,
      venueOrderId: VENUE_ORDER_ID,
      reason: null,
      atMs: own.updatedAtMs + 1,
    } as const;
    const others = [sampleOrder(accountId, { marketTag }), sampleOrder(accountId, { marketTag })];
    for (const order of others) await store.insertIntent(order, { risk: 'exempt' });
    const changes = [
      change,
      ...others.map(({ orderId }, index) => {
        return { ...change, orderId, filledAmount: ZERO, venueOrderId: `other ${index}` };
      }),
    ];
    // At once: what one has in its way holds no other up.
    assert.deepEqual(await Promise.all(changes.map((each) => store.transition(each, null))), [
      true,
      true,
      true,
    ]);
    const ownNow = await store.findOrder(userId, own.orderId);
    assert.deepEqual([ownNow?.state, ownNow?.venueOrderId], ['open', VENUE_ORDER_ID]);
    const gone = await store.findOrder(userId, foreign.orderId);
    assert.deepEqual(
      [gone?.state, gone?.venueOrderId, gone?.filledAmount],
      ['unplaced', null, ZERO],
    );
    const { net } = await store.sumTraded(accountId, [marketTag], 0);
    assert.equal(net < 0n ? -net : net, filledAmount);
  },
};
