// Orders of bots that had ended in our records, and that their exchange shows at work: their runs
// have decided by the end, so that they are cancelled.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { accepted, rejected } from '#lib/result.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { Exchange, OrderName, VenueOrder } from '#venue-port/exchange/exchange.ts';
import { Failure, OutcomeUnknown } from '#venue-port/world/failure.ts';
import { sampleOrder } from '#ports/stores/store.fixture.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';
import { orderIdentity } from '#services/orders/order-identity.ts';
import { reconcileAccount } from '#services/orders/reconcile-account.ts';

const AMOUNT = decimal('0.01');
const PART = decimal('0.004');
const MARKET_TAG = 'SIM_BTC_USDT';

type World = {
  readonly ours?: Partial<Order>;
  readonly theirs?: Partial<VenueOrder>;
  /** Whether it is listed alone: a list may be older than our record. */
  readonly isListedOnly?: true;
  /** What its cancelling comes to. */
  readonly cancel?: (shown: VenueOrder) => ReturnType<Exchange['cancelOrder']>;
};

async function compared({ ours = {}, theirs = {}, isListedOnly, cancel }: World) {
  const { deps, store, spotAtExchange, spot, sim } = await makeOrderHarness();
  const atMs = sim.nowMs() - 1_000;
  const order = {
    ...sampleOrder(spot.accountId, { marketTag: MARKET_TAG, terms: PLAIN_TERMS }),
    ...orderIdentity(deps.digest, 'unwanted'),
    state: 'rejected',
    reason: 'no',
    botId: 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c',
    venueOrderId: null,
    filledAmount: ZERO,
    amount: AMOUNT,
    placedAtMs: atMs,
    updatedAtMs: atMs,
    ...ours,
  } as const;
  await store.insertIntent(order);
  let shown: VenueOrder = {
    venueOrderId: '7',
    clientOrderId: order.clientOrderId,
    marketTag: MARKET_TAG,
    side: order.side,
    type: order.type,
    price: order.price,
    amount: order.amount,
    terms: PLAIN_TERMS,
    filledAmount: ZERO,
    averageFillPrice: ZERO,
    state: 'open',
    reason: null,
    placedAtMs: atMs,
    updatedAtMs: atMs,
    ...theirs,
  };
  const cancelled: OrderName[] = [];
  const followed: string[] = [];
  const lines: string[] = [];
  const exchange: Exchange = {
    ...spotAtExchange.exchange,
    fetchOpenOrders: async () => (shown.state === 'open' ? [shown] : []),
    fetchOrder: async () =>
      isListedOnly === true
        ? { kind: 'absent', asOfMs: sim.nowMs() }
        : { kind: 'found', order: shown },
    fetchOrderFills: async () => [],
    async cancelOrder(_account, _marketTag, name) {
      cancelled.push(name);
      if (cancel !== undefined) return cancel(shown);
      shown = { ...shown, state: 'cancelled' };
      return accepted(shown);
    },
  };
  const note = (event: string): void => void lines.push(event);
  const bots = { followBot: async (_: string, botId: string) => void followed.push(botId) };
  const heard = { ...deps, bots, log: { ...deps.log, warn: note, error: note } };
  return {
    cancelled,
    followed,
    lines,
    order,
    round: () => reconcileAccount(heard, { ...spotAtExchange, exchange }),
    read: async () => present(await store.findOrder(spot.userId, order.orderId), 'it was written'),
  };
}

suite('an order of a bot that ended here and is at work there', () => {
  test('is cancelled by the name that its exchange gave it, and stays ended', async () => {
    const { round, read, cancelled, lines, order, followed } = await compared({});
    assert.equal((await round()).adopted, 0);
    const { clientOrderId, placedAtMs } = order;
    assert.deepEqual(cancelled, [{ clientOrderId, venueOrderId: '7', placedAtMs }]);
    assert.deepEqual([(await read()).state, (await read()).reason], ['rejected', 'no']);
    assert.deepEqual([lines, followed], [['order.unwanted'], []]);
    await round();
    assert.equal(cancelled.length, 1);
  });

  test('has the part that it filled before, which its bot reads', async () => {
    const { round, read, followed, order } = await compared({
      cancel: async (shown) => accepted({ ...shown, state: 'cancelled', filledAmount: PART }),
    });
    assert.equal((await round()).adopted, 1);
    const { state, filledAmount } = await read();
    assert.deepEqual([state, filledAmount], ['cancelled', PART]);
    assert.deepEqual(followed, [order.botId]);
  });

  test('is cancelled where it was never sent, as far as was known', async () => {
    const { round, read, cancelled } = await compared({ ours: { state: 'unplaced' } });
    assert.equal((await round()).adopted, 1);
    assert.equal(cancelled.length, 1);
    assert.equal((await read()).state, 'cancelled');
  });

  const OUTCOMES: readonly (readonly [string, World['cancel'], boolean])[] = [
    ['is refused', async () => rejected('order_not_found'), false],
    ['has no known outcome', () => Promise.reject(new OutcomeUnknown('lost')), false],
    ['fails', () => Promise.reject(new Failure('unavailable', 'busy')), true],
  ];
  for (const [title, cancel, fails] of OUTCOMES)
    test(`is requested again where its cancelling ${title}`, async () => {
      for (const state of ['rejected', 'unplaced'] as const) {
        const world = { ours: { state }, ...(cancel === undefined ? {} : { cancel }) };
        const { round, read, cancelled } = await compared(world);
        for (const times of [1, 2]) {
          if (fails) await assert.rejects(round(), Failure);
          else assert.equal((await round()).adopted, 0);
          assert(cancelled.length >= times);
        }
        assert.equal((await read()).state, state);
      }
    });
});

test('an order that a person placed is at work here as well', async () => {
  const { round, read, cancelled } = await compared({ ours: { botId: null } });
  assert.equal((await round()).adopted, 1);
  assert.equal((await read()).state, 'open');
  assert.deepEqual(cancelled, []);
});

test('an order of a bot that is filled there is not cancelled', async () => {
  const { round, read, cancelled } = await compared({
    theirs: { state: 'filled', filledAmount: AMOUNT },
  });
  await round();
  assert.deepEqual(cancelled, []);
  assert.equal((await read()).state, 'filled');
});

test('an order that a list alone shows at work stays ended', async () => {
  const { round, read, cancelled } = await compared({ isListedOnly: true });
  assert.equal((await round()).adopted, 0);
  assert.deepEqual(cancelled, []);
  assert.equal((await read()).state, 'rejected');
});
