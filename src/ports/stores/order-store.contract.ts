// Contract of every store for orders: intents written once, changes only from expected states.

import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { OrderTerms } from '#venue-port/order/order-terms.ts';
import { ORDER_STATES, ORDER_TYPES, WORKING_ORDER_STATES } from '#venue-port/order/order.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import {
  heldCompletion,
  lostCompletion,
  sampleClaim,
  sampleId,
  sampleOrder,
  storedAccount,
} from '#ports/stores/store.fixture.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { OrderTransition } from '#ports/stores/order-store.ts';
import type { Store } from '#ports/stores/store.ts';

const TERMS: OrderTerms = {
  triggerPrice: decimal('0.000000000000000001'),
  trailDistance: decimal('999999999999999999'),
  trailActivationPrice: decimal('0.00000001'),
  isPostOnly: true,
  isReduceOnly: true,
  expiresAtMs: 1_700_000_000_001,
  margin: { leverage: decimal('12.5'), marginMode: 'isolated' },
  exit: { group: 'bot_1:p1', role: 'target', openAmount: decimal('0.75') },
  heldBy: 'service',
};
const OUTCOME = new Uint8Array([0, 1, 254, 255]);

/** Stores an order in each state: ids of those that work and that have ended, newest first. */
async function orderInEachState(store: Store, accountId: string) {
  const working: string[] = [];
  const ended: string[] = [];
  for (const to of ORDER_STATES) {
    const order = sampleOrder(accountId, { marketTag: sampleId('market') });
    await store.insertIntent(order);
    await store.transition(changeOf(order, { to }), null);
    const isWorking = WORKING_ORDER_STATES.some((state) => state === to);
    (isWorking ? working : ended).unshift(order.orderId);
  }
  return { working, ended };
}

export const ORDER_CASES: StoreCases = {
  'an order is found by its user, whole': async (store) => {
    const account = await storedAccount(store);
    for (const type of ORDER_TYPES) {
      const order = sampleOrder(account.accountId, {
        type,
        side: 'sell',
        price: decimal('999999999999999999.999999999999999999'),
        marketTag: null,
        botId: 'bot_1',
        placedAtMs: null,
        terms: TERMS,
      });
      assert.deepEqual(await store.insertIntent(order), { kind: 'inserted' });
      assert.deepEqual(await store.findOrder(account.userId, order.orderId), order);
    }
  },
  "another user's order is not found": async (store) => {
    const { account, order } = await storedOrder(store);
    const other = await storedAccount(store);
    assert.equal(await store.findOrder(other.userId, order.orderId), null);
    assert.equal(await store.findOrder(account.userId, 'order_none'), null);
  },
  'an intent is written once': async (store) => {
    const { order } = await storedOrder(store);
    const again = { ...order, amount: decimal('5') };
    assert.deepEqual(await store.insertIntent(again), { kind: 'exists', order });
  },
  'an account may have two orders of one client order id': async (store) => {
    const { account, order } = await storedOrder(store);
    const other = sampleOrder(account.accountId, { clientOrderId: order.clientOrderId });
    assert.deepEqual(await store.insertIntent(other), { kind: 'inserted' });
    assert.deepEqual(await store.findOrder(account.userId, other.orderId), other);
  },
  'of twenty equal intents at once, one is written': async (store) => {
    const account = await storedAccount(store);
    const order = sampleOrder(account.accountId);
    const tries = Array.from({ length: 20 }, () => store.insertIntent(order));
    const kinds = (await Promise.all(tries)).map((response) => response.kind);
    assert.equal(kinds.filter((kind) => kind === 'inserted').length, 1);
    assert.equal(kinds.filter((kind) => kind === 'exists').length, 19);
  },
  'an unknown order blocks its account and market, and nothing else': async (store) => {
    const { account, order } = await storedOrder(store);
    const other = await storedAccount(store);
    await store.transition(changeOf(order, { to: 'unknown' }), null);
    assert.deepEqual(await store.insertIntent(sampleOrder(account.accountId)), {
      kind: 'unresolved',
      orderId: order.orderId,
    });
    const elsewhere = sampleOrder(account.accountId, { marketTag: 'SIM_ETH_USDT_' });
    assert.equal((await store.insertIntent(elsewhere)).kind, 'inserted');
    assert.equal((await store.insertIntent(sampleOrder(other.accountId))).kind, 'inserted');
  },
  'an unknown order that is written again exists': async (store) => {
    const { order } = await storedOrder(store);
    await store.transition(changeOf(order, { to: 'unknown' }), null);
    assert.equal((await store.insertIntent(order)).kind, 'exists');
  },
  'a resolved order blocks no longer': async (store) => {
    const { account, order } = await storedOrder(store);
    await store.transition(changeOf(order, { to: 'unknown' }), null);
    await store.transition(changeOf(order, { from: ['unknown'], to: 'open' }), null);
    const next = await store.insertIntent(sampleOrder(account.accountId));
    assert.equal(next.kind, 'inserted');
  },
  'a transition changes what it names': async (store) => {
    const { account, order } = await storedOrder(store);
    const change = changeOf(order, {
      to: 'filled',
      filledAmount: decimal('0.5'),
      venueOrderId: 'venue-1',
      reason: 'done',
      atMs: 9,
    });
    assert.equal(await store.transition(change, null), true);
    assert.deepEqual(await store.findOrder(account.userId, order.orderId), {
      ...order,
      state: 'filled',
      filledAmount: decimal('0.5'),
      venueOrderId: 'venue-1',
      reason: 'done',
      updatedAtMs: 9,
    });
  },
  "the venue's name for an order is not forgotten": async (store) => {
    const { account, order } = await storedOrder(store);
    await store.transition(changeOf(order, { to: 'open', venueOrderId: 'venue-2' }), null);
    await store.transition(changeOf(order, { from: ['open'], to: 'cancelled' }), null);
    const found = await store.findOrder(account.userId, order.orderId);
    assert.equal(found?.venueOrderId, 'venue-2');
  },
  'a transition from another state is refused and changes nothing': async (store) => {
    const { account, order } = await storedOrder(store);
    const change = changeOf(order, { from: ['open', 'unknown'], to: 'filled' });
    assert.equal(await store.transition(change, null), false);
    assert.deepEqual(await store.findOrder(account.userId, order.orderId), order);
    assert.equal(await store.transition({ ...change, orderId: 'order_none' }, null), false);
  },
  'of twenty that move an order at once, one does': async (store) => {
    const { order } = await storedOrder(store);
    const tries = Array.from({ length: 20 }, () =>
      store.transition(changeOf(order, { to: 'filled' }), null),
    );
    assert.equal((await Promise.all(tries)).filter(Boolean).length, 1);
  },
  'of transitions of many orders at once, those are made whose order is as expected': async (
    store,
  ) => {
    const stored = await Promise.all(Array.from({ length: 20 }, () => storedOrder(store)));
    const changes = stored.map(({ order }, index) =>
      changeOf(order, {
        from: index % 3 === 0 ? ['open'] : ['pending'],
        to: 'filled',
        filledAmount: decimal(`${index}.5`),
        venueOrderId: index % 2 === 0 ? `venue-${index}` : null,
        reason: index % 2 === 0 ? null : `reason, "${index}"`,
        atMs: 100 + index,
      }),
    );
    const made = await Promise.all(changes.map((change) => store.transition(change, null)));
    for (const [index, { account, order }] of stored.entries()) {
      assert.equal(made[index], index % 3 !== 0);
      const { filledAmount, venueOrderId = null, reason = null } = changes[index] ?? {};
      const changed = { ...order, state: 'filled', filledAmount, venueOrderId, reason };
      const wanted = index % 3 === 0 ? order : { ...changed, updatedAtMs: 100 + index };
      assert.deepEqual(await store.findOrder(account.userId, order.orderId), wanted);
    }
  },
  'transitions of one order at once are made one after another': async (store) => {
    const { account, order } = await storedOrder(store);
    const made = await Promise.all([
      store.transition(changeOf(order, { to: 'open' }), null),
      store.transition(changeOf(order, { from: ['open'], to: 'cancelled' }), null),
      store.transition(changeOf(order, { from: ['open'], to: 'filled' }), null),
      store.transition(changeOf(order, { from: ['open'], to: 'expired' }), null),
    ]);
    assert.equal(made[0], true);
    assert(made.slice(1).filter(Boolean).length <= 1);
    const state = (await store.findOrder(account.userId, order.orderId))?.state;
    assert.equal(state, ['open', 'cancelled', 'filled', 'expired'][made.lastIndexOf(true)]);
  },
  'an order can take every state': async (store) => {
    for (const to of ORDER_STATES) {
      const { account, order } = await storedOrder(store);
      assert.equal(await store.transition(changeOf(order, { to }), null), true);
      assert.equal((await store.findOrder(account.userId, order.orderId))?.state, to);
    }
  },
  'a transition may ask that nothing was written of the order since it was read': async (store) => {
    const { order } = await storedOrder(store);
    const seen = { ifUpdatedAtMs: order.updatedAtMs };
    const noted = changeOf(order, { to: 'pending', atMs: order.updatedAtMs + 1 });
    assert.equal(await store.transition(noted, null), true);
    assert.equal(await store.transition(changeOf(order, { to: 'unplaced', ...seen }), null), false);
    const known = { ifUpdatedAtMs: order.updatedAtMs + 1 };
    assert.equal(await store.transition(changeOf(order, { to: 'unplaced', ...known }), null), true);
  },
  'a transition completes the idempotent request that requested it': async (store) => {
    const { order } = await storedOrder(store);
    const claim = sampleClaim();
    await store.claim(claim);
    const { recordId, ownerId } = claim;
    const change = changeOf(order, { to: 'open' });
    assert.equal(await store.transition(change, { recordId, ownerId, outcome: OUTCOME }), true);
    const replay = await store.claim(sampleClaim(claim));
    assert.deepEqual(replay, { kind: 'completed', recordId, outcome: OUTCOME });
  },
  'a refused transition completes nothing': async (store) => {
    const { order } = await storedOrder(store);
    const claim = sampleClaim();
    await store.claim(claim);
    const { recordId, ownerId } = claim;
    const change = changeOf(order, { from: ['open'], to: 'filled' });
    assert.equal(await store.transition(change, { recordId, ownerId, outcome: OUTCOME }), false);
    assert.equal(await store.complete({ recordId, ownerId, outcome: OUTCOME }), true);
  },
  'the truth about an order is retained even when the request has a new owner': async (store) => {
    const { account, order } = await storedOrder(store);
    const claim = sampleClaim();
    await store.claim(claim);
    const later = claim.nowMs + claim.lockMs;
    const taken = await store.claim(sampleClaim({ ...claim, ownerId: 'new', nowMs: later }));
    assert.equal(taken.kind, 'claimed');
    const { recordId, ownerId } = claim;
    const change = changeOf(order, { to: 'open' });
    assert.equal(await store.transition(change, { recordId, ownerId, outcome: OUTCOME }), true);
    assert.equal((await store.findOrder(account.userId, order.orderId))?.state, 'open');
    assert.equal(await store.complete({ recordId, ownerId: 'new', outcome: OUTCOME }), true);
  },
  'working orders are listed newest first': async (store) => {
    const account = await storedAccount(store);
    const { working: ids } = await orderInEachState(store, account.accountId);
    const listed = await store.listWorkingOrders(account.accountId);
    assert.deepEqual(
      listed.map((order) => order.orderId),
      ids,
    );
  },
  'orders that have ended are listed newest first, in pages': async (store) => {
    const account = await storedAccount(store);
    const { ended: ids } = await orderInEachState(store, account.accountId);
    const list = async (afterId: string | null, limit: number) => {
      const listed = await store.listEndedOrders(account.accountId, afterId, limit);
      return listed.map(({ orderId }) => orderId);
    };
    assert.deepEqual(await list(null, 100), ids);
    assert.deepEqual(await list(null, 2), ids.slice(0, 2));
    assert.deepEqual(await list(ids[1] ?? '', 2), ids.slice(2, 4));
    assert.deepEqual(await list(ids.at(-1) ?? '', 2), []);
  },
  'orders of a user are listed by their placing, whatever became of them': async (store) => {
    const account = await storedAccount(store);
    const foreign = await storedAccount(store);
    const { accountId, userId } = account;
    const place = async (changes: Partial<Order>, of = accountId): Promise<string> => {
      const order = sampleOrder(of, { marketTag: sampleId('market'), ...changes });
      await store.insertIntent(order);
      return order.orderId;
    };
    const nowhen = await place({ placedAtMs: null });
    const late = await place({ placedAtMs: 5_000, botId: 'bot_x' });
    const early = await place({ placedAtMs: 1_000, marketTag: 'A' });
    const same = await place({ placedAtMs: 5_000 });
    const other = await place({ placedAtMs: 3_000 }, foreign.accountId);
    const ended = sampleOrder(accountId, { placedAtMs: 2_000, marketTag: 'B' });
    await store.insertIntent(ended);
    await store.transition(changeOf(ended, { to: 'filled' }), null);
    const all = { accountId: null, marketTag: null, botId: null, states: null };
    const every = { userId, ...all, fromMs: null, toMs: null };
    const list = async (changes: object, afterId: string | null = null, limit = 100) => {
      const listed = await store.listOrders({ ...every, ...changes }, afterId, limit);
      return listed.map(({ orderId }) => orderId);
    };
    const newest = [same, late, ended.orderId, early, nowhen];
    assert.deepEqual(await list({}), newest);
    assert.deepEqual(await list({}, null, 2), newest.slice(0, 2));
    assert.deepEqual(await list({}, late, 2), newest.slice(2, 4));
    assert.deepEqual(await list({}, other), []);
    assert.deepEqual(await list({}, sampleId('ord')), []);
    assert.deepEqual(await list({ accountId }), newest);
    assert.deepEqual(await list({ accountId: foreign.accountId }), []);
    assert.deepEqual(await list({ marketTag: 'A' }), [early]);
    assert.deepEqual(await list({ botId: 'bot_x' }), [late]);
    assert.deepEqual(await list({ states: ['filled', 'cancelled'] }), [ended.orderId]);
    assert.deepEqual(await list({ fromMs: 2_000, toMs: 5_000 }), [ended.orderId]);
    assert.deepEqual(await list({ accountId, states: ['pending'], toMs: 5_000 }, late), [
      early,
      nowhen,
    ]);
  },
  'an order that never reached its exchange is pending again, as the newest': async (store) => {
    const account = await storedAccount(store);
    const order = sampleOrder(account.accountId);
    await store.insertIntent(order);
    await store.transition(changeOf(order, { to: 'unplaced', reason: 'gone', atMs: 2_000 }), null);
    const later = sampleOrder(account.accountId, { marketTag: 'elsewhere' });
    await store.insertIntent(later);
    const again = { ...order, placedAtMs: 3_000, updatedAtMs: 3_000 };
    const early = await store.retryIntent(again, 1_999);
    assert.equal(early.kind, 'exists');
    assert.deepEqual(await store.retryIntent(again, 2_000), { kind: 'inserted' });
    assert.deepEqual(await store.findOrder(account.userId, order.orderId), again);
    const listed = await store.listWorkingOrders(account.accountId);
    assert.deepEqual(
      listed.map(({ orderId }) => orderId),
      [order.orderId, later.orderId],
    );
    assert.equal((await store.retryIntent(again, 3_000)).kind, 'exists');
  },
  'a request that was taken over writes no intent, new or tried again': async (store) => {
    const account = await storedAccount(store);
    const claim = await lostCompletion(store);
    const refusal = { code: 'conflict' };
    const order = sampleOrder(account.accountId);
    await assert.rejects(store.insertIntent(order, { claim }), refusal);
    assert.equal(await store.findOrder(account.userId, order.orderId), null);
    const { completion: held } = await heldCompletion(store);
    assert.deepEqual(await store.insertIntent(order, { claim: held }), { kind: 'inserted' });
    await store.transition(changeOf(order, { to: 'unplaced', atMs: 2_000 }), null);
    const again = { ...order, updatedAtMs: 3_000 };
    await assert.rejects(store.retryIntent(again, 2_000, { claim }), refusal);
    assert.equal((await store.findOrder(account.userId, order.orderId))?.state, 'unplaced');
    assert.deepEqual(await store.retryIntent(again, 2_000, { claim: held }), { kind: 'inserted' });
  },
  'a request that has ended writes no intent': async (store) => {
    const account = await storedAccount(store);
    const { completion: claim } = await heldCompletion(store);
    const order = sampleOrder(account.accountId);
    await store.insertIntent(order, { claim });
    await store.transition(changeOf(order, { to: 'unplaced', atMs: 2_000 }), null);
    await store.complete(claim);
    const again = store.retryIntent({ ...order, updatedAtMs: 3_000 }, 2_000, { claim });
    await assert.rejects(again, { code: 'conflict' });
  },
  'an order is not tried again beside one of unknown outcome': async (store) => {
    const account = await storedAccount(store);
    const order = sampleOrder(account.accountId);
    await store.insertIntent(order);
    await store.transition(changeOf(order, { to: 'unplaced', atMs: 2_000 }), null);
    const other = sampleOrder(account.accountId);
    await store.insertIntent(other);
    await store.transition(changeOf(other, { to: 'lost' }), null);
    assert.deepEqual(await store.retryIntent({ ...order, updatedAtMs: 3_000 }, 2_000), {
      kind: 'unresolved',
      orderId: other.orderId,
    });
  },
  'orders are found by their names at the exchange, of their account and market': async (store) => {
    const { accountId } = await storedAccount(store);
    const other = await storedAccount(store);
    const named = async (changes: Partial<Order>, of = accountId): Promise<Order> => {
      const order = sampleOrder(of, { marketTag: 'A', ...changes });
      await store.insertIntent(order);
      const { venueOrderId = null } = changes;
      await store.transition({ ...changeOf(order, { to: 'filled' }), venueOrderId }, null);
      return order;
    };
    const { clientOrderId } = await named({ venueOrderId: '7' });
    await named({ venueOrderId: '8' });
    await named({ venueOrderId: '7', marketTag: 'B' });
    await named({ venueOrderId: '7' }, other.accountId);
    const name = { marketTag: 'A', venueOrderId: '7' };
    const unknown = { marketTag: 'B', venueOrderId: '8' };
    assert.deepEqual(await store.findClientOrderIds(accountId, [name, unknown]), [
      { ...name, clientOrderId },
    ]);
    assert.deepEqual(await store.findClientOrderIds(accountId, []), []);
  },
  'what was filled since an instant is a difference of sums': async (store) => {
    const { accountId } = await storedAccount(store);
    const other = await storedAccount(store);
    const sum = () => store.sumTraded(accountId, ['A', 'B'], 5_000);
    const place = async (changes: Partial<Order>) => {
      const order = sampleOrder(accountId, { marketTag: 'A', amount: decimal('1'), ...changes });
      await store.insertIntent(order);
      return order;
    };
    const fill = (order: Order, to: 'open' | 'filled', filledAmount: string, atMs: number) => {
      const change = { from: ['pending', 'open'], filledAmount: decimal(filledAmount) } as const;
      return store.transition({ ...changeOf(order, { to, atMs }), ...change }, null);
    };
    const [bought, sold] = [await place({ side: 'buy' }), await place({ side: 'sell' })];
    await fill(bought, 'filled', '1', 4_999);
    await fill(sold, 'open', '0.000000000000000003', 4_000);
    assert.deepEqual(await sum(), { net: decimal('-0.000000000000000003'), gross: 3n });
    const late = await place({ side: 'buy', marketTag: 'B' });
    const elsewhere = await place({ side: 'buy', marketTag: 'C' });
    await store.insertIntent(sampleOrder(other.accountId, { marketTag: 'A' }));
    await fill(sold, 'filled', '0.25', 5_000);
    await fill(late, 'open', '0.75', 5_001);
    await fill(elsewhere, 'filled', '1', 5_001);
    assert.deepEqual(await sum(), { net: decimal('0.5'), gross: decimal('1') });
    assert.deepEqual(await store.sumTraded(accountId, [], 0), { net: 0n, gross: 0n });
  },
  'markets are listed on which an account may have fills, once each': async (store) => {
    const account = await storedAccount(store);
    const other = await storedAccount(store);
    const { accountId } = account;
    for (const marketTag of ['B', 'A', null, 'B'])
      await store.insertIntent(sampleOrder(accountId, { marketTag }));
    for (const marketTag of ['E', 'D']) {
      const order = sampleOrder(accountId, { marketTag });
      await store.insertIntent(order);
      const venueOrderId = marketTag === 'E' ? 'v1' : null;
      await store.transition(changeOf(order, { to: 'rejected', venueOrderId }), null);
    }
    await store.insertIntent(sampleOrder(other.accountId, { marketTag: 'C' }));
    assert.deepEqual(await store.listMarketsOfOrders(accountId), ['A', 'B', 'E']);
  },
};

/** An order whose intent was written, of an account of its own. */
export async function storedOrder(
  store: Store,
): Promise<{ readonly account: Account; readonly order: Order }> {
  const account = await storedAccount(store);
  const order = sampleOrder(account.accountId);
  await store.insertIntent(order);
  return { account, order };
}

/** Change of an order that is pending. */
export function changeOf(
  order: Order,
  change: Partial<OrderTransition> & Pick<OrderTransition, 'to'>,
): OrderTransition {
  return {
    orderId: order.orderId,
    from: ['pending'],
    filledAmount: order.filledAmount,
    venueOrderId: null,
    reason: null,
    atMs: order.updatedAtMs,
    ...change,
  };
}
