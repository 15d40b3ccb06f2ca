import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal, ZERO } from '#lib/decimal.ts';
import { DAY_MS } from '#lib/time.ts';
import type { ListQuery } from '#venues/dialect.ts';
import { BITGET } from '#venues/dialects/bitget/bitget.ts';
import {
  BTC_SPOT,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  PLACING,
  RECEIPT,
  refusal,
  SPOT,
  success,
  UNIFIED,
  UNIFIED_FILL,
  UNIFIED_FILLED,
  UNIFIED_RESTING,
  unifiedPage,
} from '#venues/dialects/bitget/bitget.fixture.ts';
import { readUnifiedOrder } from '#venues/dialects/bitget/read-unified-order.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';
import { valueOf } from '#venues/venue-requests.ts';

const { account, orders, stream } = BITGET;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };

test('the mode of an account of Bitget is what the classic interface says of its key', () => {
  const read = (outcome: WireOutcome) => account.mode?.read(outcome);
  assert.deepEqual(read(success({ userId: '1', authorities: [] })), {
    kind: 'done',
    value: 'classic',
  });
  assert.deepEqual(read(refusal('40085')), { kind: 'done', value: 'unified' });
  const others: readonly WireOutcome[] = [
    success({}),
    success(null),
    refusal('40037'),
    refusal('98765'),
    { kind: 'no_reply', cause: 'timeout' },
  ];
  for (const outcome of others) assert.equal(read(outcome)?.kind, 'not_done');
});

test('a request of the other mode of Bitget was not carried out, and the key is good', () => {
  for (const [context, code] of [
    [SPOT, '40085'],
    [UNIFIED, '40084'],
  ] as const) {
    const place = orders.place(newOrder(), BTC_SPOT, { ...PLACING, ...context });
    for (const query of [place, account.balances(context)]) {
      const verdict = query.read(refusal(code));
      assert(verdict.kind === 'not_done');
      assert.deepEqual([verdict.failure, verdict.isOtherMode], ['unavailable', true]);
    }
  }
});

test('an order of a unified account of Bitget, in each state', () => {
  const read = (changes: object) => {
    const order = readUnifiedOrder({ ...UNIFIED_RESTING, ...changes }, UNIFIED);
    return [order.state, order.filledAmount, order.averageFillPrice];
  };
  const some = { cumExecQty: '0.01', cumExecValue: '345' };
  assert.deepEqual(read({}), ['open', ZERO, ZERO]);
  assert.deepEqual(read({ orderStatus: 'new' }), ['open', ZERO, ZERO]);
  assert.deepEqual(read({ orderStatus: 'partially_filled', ...some }), [
    'open',
    decimal('0.01'),
    decimal('34500'),
  ]);
  assert.deepEqual(read(UNIFIED_FILLED), ['filled', decimal('0.0125'), decimal('34567.7')]);
  assert.equal(read({ orderStatus: 'cancelled', ...some })[0], 'cancelled');
  const market = { orderType: 'market', side: 'sell', price: '0' };
  assert.equal(read({ ...market, orderStatus: 'cancelled' })[0], 'expired');
  const order = readUnifiedOrder({ ...UNIFIED_RESTING, timeInForce: 'post_only' }, UNIFIED);
  assert.equal(order.terms.isPostOnly, true);
});

for (const [what, changes] of [
  ['a status that nobody knows', { orderStatus: 'resting' }],
  ['more filled than there is', { cumExecQty: '1', cumExecValue: '34567' }],
  ['a fill without a value', { cumExecQty: '0.01' }],
  ['an order of futures', { category: 'USDT-FUTURES' }],
  ['an order of margin', { category: 'MARGIN' }],
  ['an order without a category', { category: undefined }],
] as const)
  test(`${what} is no order of a unified account of Bitget`, () => {
    assert.throws(() => readUnifiedOrder({ ...UNIFIED_RESTING, ...changes }, UNIFIED));
  });

test('a receipt of a unified account of Bitget is of the order that was placed', () => {
  const { read } = orders.place(newOrder(), BTC_SPOT, { ...PLACING, mode: 'unified' });
  assert.equal(read(success(RECEIPT)).kind, 'done');
  assert.equal(read(success({ ...RECEIPT, clientOid: 'another' })).kind, 'unknown');
  assert.equal(read(refusal('25202')).kind, 'rejected');
  assert.equal(read(refusal('40786')).kind, 'duplicate');
  assert.equal(read(refusal('25999')).kind, 'unknown');
});

test('an order of a unified account of Bitget is absent by its word, and forgotten later', () => {
  const find = (placedAtMs: number) =>
    orders.lookUp({ ...KNOWN, placedAtMs }, BTC_SPOT, UNIFIED)[0]?.read(refusal('25204')).kind;
  assert.deepEqual([find(NOW_MS), find(NOW_MS - 90 * DAY_MS)], ['absent', 'forgotten']);
  const [query] = orders.lookUp(KNOWN, BTC_SPOT, UNIFIED);
  const other = { ...UNIFIED_RESTING, orderId: '7' };
  assert.equal(query?.read(success(other)).kind, 'not_done');
  assert.deepEqual(orders.lookUp(NAME, BTC_SPOT, UNIFIED), []);
});

/** The parameters of each request of a list whose pages are these. */
function readOn<T>(list: ListQuery<T> | undefined, pages: readonly WireOutcome[]) {
  const calls: object[] = [];
  const items: T[] = [];
  let next: ListQuery<T> | null = list ?? null;
  for (const page of pages) {
    assert(next !== null);
    calls.push(next.call.parameters);
    const value: { readonly items: readonly T[]; readonly next: ListQuery<T> | null } = valueOf(
      next.read(page),
    );
    items.push(...value.items);
    ({ next } = value);
  }
  assert.equal(next, null);
  return { calls, items };
}

const FULL = Array.from({ length: 100 }, (_, index) => ({
  ...UNIFIED_RESTING,
  clientOid: 'web',
  orderId: String(9_000 - index),
}));

test('a search of a unified account reads on by cursor, and thirty days of ended ones', () => {
  const list = orders.placedBetween?.(NOW_MS - 40 * DAY_MS, NOW_MS, BTC_SPOT, UNIFIED)[0];
  const { calls, items } = readOn(list, [
    unifiedPage(FULL, '8901'),
    unifiedPage([]),
    unifiedPage([UNIFIED_FILLED], ORDER_ID),
    unifiedPage([]),
  ]);
  const first = NOW_MS - 40 * DAY_MS;
  const of = { category: 'SPOT', symbol: 'BTCUSDT', limit: 100 };
  assert.deepEqual(calls, [
    of,
    { ...of, cursor: '8901' },
    { ...of, startTime: first, endTime: first + 30 * DAY_MS },
    { ...of, startTime: first + 30 * DAY_MS },
  ]);
  assert.equal(items.at(-1)?.clientOrderId, OUR_NAME);
});

test('a list of a unified account whose cursor does not go on is no list', () => {
  const [list] = orders.open(UNIFIED);
  const verdict = list?.read(unifiedPage(FULL, '8901'));
  assert(verdict?.kind === 'done');
  assert.equal(verdict.value.next?.read(unifiedPage(FULL, '8901')).kind, 'not_done');
});

test('what a fill of a unified account costs is above zero, in one currency', () => {
  const read = (changes: object) => {
    const list = account.fills(null, null, 10, UNIFIED, NOW_MS - 60_000);
    const page = list.read(unifiedPage([{ ...UNIFIED_FILL, ...changes }]));
    assert(page.kind === 'done');
    return page.value;
  };
  const [fill] = read({}).items;
  assert.deepEqual([fill?.fee, fill?.feeCurrency], [decimal('0.000025'), 'BTC']);
  const both = [
    { feeCoin: 'BTC', fee: '0.00001' },
    { feeCoin: 'BGB', fee: '0.2' },
  ];
  assert.equal(read({ feeDetail: both }).unreadable?.length, 1);
  assert.deepEqual(read({ category: 'USDT-FUTURES' }).items, []);
});

test('balances of a unified account are what is owned, and what positions hold is locked', () => {
  const read = (row: object) => {
    const page = valueOf(account.balances(UNIFIED).read(success({ assets: [row] })));
    const [balance] = page.balances;
    return [balance?.total, balance?.available, balance?.locked];
  };
  const usdt = { coin: 'USDT', balance: '100', available: '60', locked: '30', debt: '0' };
  assert.deepEqual(read(usdt), [decimal('100'), decimal('60'), decimal('40')]);
  assert.deepEqual(read({ ...usdt, debt: '70' }), [decimal('30'), decimal('30'), ZERO]);
  // What positions gain may be used, and is not owned.
  assert.deepEqual(read({ ...usdt, available: '120' }), [decimal('100'), decimal('100'), ZERO]);
});

test('the rights of a key of a unified account', () => {
  const of = { uid: '17', ips: '', permType: 'read-and-write', permissions: ['uta_trade'] };
  const read = (changes: object) => {
    const outcome = success({ ...of, ...changes });
    const report = valueOf(account.credentials(UNIFIED).read([outcome]));
    return [report.canTrade, report.canWithdraw, report.isAddressBound];
  };
  assert.deepEqual(read({}), [true, false, false]);
  assert.deepEqual(read({ ips: '1.2.3.4', permissions: ['uta_mgt'] }), [false, false, true]);
  assert.deepEqual(read({ permissions: ['uta_trade', 'withdraw'] }), [true, true, false]);
  assert.deepEqual(read({ permissions: ['uta_trade', 'new_right'] }), [true, true, false]);
  assert.deepEqual(read({ permType: 'read-only', permissions: ['withdraw'] }), [
    false,
    false,
    false,
  ]);
});

test('the stream of a unified account is another one, of spot orders alone', () => {
  assert.match(stream.address(null, 'spot', 'unified'), /v3/);
  assert.match(stream.address(null, 'spot', 'classic'), /v2/);
  const arg = { instType: 'UTA', topic: 'order' };
  const read = (row: object) =>
    stream.read(JSON.stringify({ action: 'snapshot', arg, data: [row] }), UNIFIED);
  const [event] = read({ ...UNIFIED_FILLED, category: 'spot' });
  assert(event?.kind === 'news' && event.news.kind === 'order');
  assert.equal(event.news.order.state, 'filled');
  assert.deepEqual(read({ ...UNIFIED_FILLED, category: 'usdt-futures' }), []);
  assert.deepEqual(stream.read(JSON.stringify({ event: 'login', code: '0' }), UNIFIED), [
    {
      kind: 'send',
      frames: [JSON.stringify({ op: 'subscribe', args: [{ instType: 'UTA', topic: 'order' }] })],
    },
  ]);
});
