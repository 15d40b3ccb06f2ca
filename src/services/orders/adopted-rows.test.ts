// Rows of an exchange, and what each changes of the records that it may belong to.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decimal, ZERO } from '#lib/decimal.ts';
import { attachedName } from '#venue-port/order/attached-name.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { Order } from '#venue-port/order/order.ts';
import type {
  Exchange,
  OrderLookup,
  OrderName,
  VenueOrder,
} from '#venue-port/exchange/exchange.ts';
import type { OrderStore } from '#ports/stores/order-store.ts';
import { sampleAccount } from '#ports/stores/store.fixture.ts';
import { adoptVenueOrder, confirmForeign } from '#services/orders/adopt-venue-order.ts';
import type { OrderHarness } from '#services/orders/order-harness.fixture.ts';
import { makeOrderHarness } from '#services/orders/order-harness.fixture.ts';

const OWN_ID = 'ord_01jd3f8k2m5q7r9t1v3x5z7b9c';
const OWN_NAME = OWN_ID.replace('_', '');
const LAG_MS = 20_000;

const ROW: VenueOrder = {
  venueOrderId: '7',
  clientOrderId: OWN_NAME,
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
const NAMELESS: VenueOrder = { ...ROW, clientOrderId: null };

type Wishes = {
  readonly record?: Partial<Order>;
  readonly row?: VenueOrder;
  /** How the exchange shows it when it is looked up; the row unless given. */
  readonly seen?: OrderLookup;
  /** Since the record was written. */
  readonly passedMs?: number;
  readonly store?: (harness: OrderHarness) => Partial<OrderStore>;
  readonly ofAccount?: 'another';
};

/** Whether a record was changed, what there is of it then, and the names that were looked up. */
async function adopted(wishes: Wishes) {
  const { record = null, row = ROW, passedMs = LAG_MS } = wishes;
  const harness = await makeOrderHarness();
  const { account, exchange } = harness.spotAtExchange;
  const other = sampleAccount(account.userId, { exchange: 'sim' });
  await harness.store.insertAccount(other);
  const accountId = wishes.ofAccount === 'another' ? other.accountId : account.accountId;
  const writtenAtMs = 1_000_000;
  if (record !== null) {
    const order = { ...recordOf(accountId), updatedAtMs: writtenAtMs, ...record };
    await harness.store.insertIntent(order, { risk: 'exempt' });
  }
  const requested: OrderName[] = [];
  const looking: Exchange = {
    ...exchange,
    promises: { ...exchange.promises, visibilityLagMs: LAG_MS },
    fetchOrderFills: async () => [],
    async fetchOrder(_account, _marketTag, name) {
      requested.push(name);
      return wishes.seen ?? { kind: 'found', order: row };
    },
  };
  const orders = { ...harness.store, ...wishes.store?.(harness) };
  const clock = { nowMs: () => writtenAtMs + passedMs };
  const at = { account, exchange: looking };
  const deps = { ...harness.deps, orders, clock };
  const isChanged = await adoptVenueOrder(deps, at, row, confirmForeign(at, 10));
  const filter = { marketTag: null, botId: null, states: null, fromMs: null, toMs: null };
  const of = { ...filter, userId: account.userId, accountId };
  const records = await harness.store.listOrders(of, null, 10);
  return { isChanged, states: records.map(({ state }) => state).toSorted(), records, requested };
}

function recordOf(accountId: string): Order {
  const { marketTag, side, type, price, amount, terms } = ROW;
  const terse = { accountId, marketTag, side, type, price, amount, terms };
  return {
    ...terse,
    orderId: OWN_ID,
    clientOrderId: OWN_NAME,
    venueOrderId: '7',
    filledAmount: ZERO,
    state: 'cancelled',
    reason: 'a mistake',
    botId: null,
    placedAtMs: 900,
    updatedAtMs: 900,
  };
}

/** As if another process had taken what was written back. */
const WRITES = () => ({ transition: async () => true });
const NEVER_WRITES = () => ({ transition: async () => false });
const PART = decimal('0.004');

suite('a row of an order of ours', () => {
  const CASES: readonly (readonly [string, Wishes, isChanged: boolean, state: string])[] = [
    [
      'that is at work leaves it to its request',
      { record: { state: 'pending' } },
      false,
      'pending',
    ],
    ['that was given up brings it back', { record: { state: 'unplaced' } }, true, 'open'],
    [
      'that was given up, which another process has written, changes nothing',
      { record: { state: 'unplaced' }, store: NEVER_WRITES },
      false,
      'unplaced',
    ],
    [
      'that has ended says nothing too soon',
      { record: {}, passedMs: LAG_MS - 1 },
      false,
      'cancelled',
    ],
    ['that has ended is looked up, and it is at work', { record: {} }, true, 'open'],
    [
      'that has ended as the look-up shows it too',
      { record: {}, seen: { kind: 'found', order: { ...ROW, state: 'cancelled' } } },
      false,
      'cancelled',
    ],
    [
      'that the look-up does not find',
      { record: {}, seen: { kind: 'forgotten' } },
      false,
      'cancelled',
    ],
    ['that had filled more than it shows', { record: { filledAmount: PART } }, false, 'cancelled'],
    [
      'that had filled as much as it shows',
      { record: { filledAmount: PART }, row: { ...ROW, filledAmount: PART } },
      true,
      'open',
    ],
    [
      'that has ended, which another process has written',
      { record: {}, store: NEVER_WRITES },
      false,
      'cancelled',
    ],
    ['that was refused is looked up too', { record: { state: 'rejected' } }, true, 'open'],
  ];
  for (const [title, wishes, isChanged, state] of CASES)
    test(title, async () => {
      const made = await adopted(wishes);
      assert.deepEqual([made.isChanged, made.states], [isChanged, [state]]);
    });

  test('without its name is that order, by the name of the exchange', async () => {
    const made = await adopted({ record: {}, row: NAMELESS, passedMs: 0 });
    assert.deepEqual([made.isChanged, made.states, made.requested], [false, ['cancelled'], []]);
  });
});

suite('a row of an order of another', () => {
  test('is looked up by the name of the exchange', async () => {
    const made = await adopted({ row: NAMELESS });
    assert.equal(made.isChanged, true);
    assert.deepEqual(made.requested, [
      { clientOrderId: '7', venueOrderId: '7', placedAtMs: 1_000 },
    ]);
  });

  for (const [state, isChanged] of [
    ['cancelled', true],
    ['open', false],
  ] as const)
    test(`finds its record that is ${state}, and ${isChanged ? 'changes it' : 'leaves it'}`, async () => {
      const own = { orderId: 'ord_by_hand', clientOrderId: 'by hand', venueOrderId: '7' };
      const row = { ...ROW, clientOrderId: own.clientOrderId };
      const made = await adopted({ record: { ...own, state }, row, store: WRITES });
      assert.deepEqual([made.isChanged, made.states], [isChanged, [state]]);
    });

  test('is no record where its account takes none', async () => {
    const insertIntent = async () => ({ kind: 'limits_unknown' }) as const;
    const made = await adopted({ row: NAMELESS, store: () => ({ insertIntent }) });
    assert.deepEqual([made.isChanged, made.states], [false, []]);
  });
});

suite('a stop that came with an entry', () => {
  const STOP: VenueOrder = {
    ...ROW,
    clientOrderId: attachedName(OWN_NAME),
    venueOrderId: '8',
    side: 'sell',
    type: 'stop_market',
    price: ZERO,
    terms: { ...PLAIN_TERMS, triggerPrice: decimal('900') },
  };
  const terms = { ...PLAIN_TERMS, attachedStop: decimal('900') };
  const ENTRY = { state: 'filled', terms } as const;
  const CASES: readonly (readonly [string, Wishes, isChanged: boolean])[] = [
    ['is written down once nobody does it any more', { record: ENTRY }, true],
    ['is not while its bot may', { record: ENTRY, passedMs: 899_999 }, false],
    ['is not while its entry is at work', { record: { ...ENTRY, state: 'open' } }, false],
    ['is not where the entry brought none', { record: { state: 'filled' } }, false],
    ['is not where there is no entry', {}, false],
    ['is not of an entry of another account', { record: ENTRY, ofAccount: 'another' }, false],
    [
      'is not where the look-up does not find it',
      { record: ENTRY, seen: { kind: 'forgotten' } },
      false,
    ],
    [
      'is not where the look-up finds another order',
      { record: ENTRY, seen: { kind: 'found', order: { ...STOP, clientOrderId: OWN_NAME } } },
      false,
    ],
  ];
  for (const [title, wishes, isChanged] of CASES)
    test(title, async () => {
      const made = await adopted({ row: STOP, passedMs: 900_000, ...wishes });
      assert.equal(made.isChanged, isChanged);
      assert.equal(
        made.records.length,
        (wishes.record === undefined ? 0 : 1) + (isChanged ? 1 : 0),
      );
    });
});
