import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { decimal, ZERO } from '#lib/decimal.ts';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import { KUCOIN } from '#venues/dialects/kucoin/kucoin.ts';
import {
  BTC_SPOT,
  newOrder,
  NOW_MS,
  OUR_NAME,
  refusal,
  SPOT,
  success,
  UNIFIED,
  UNIFIED_FILL,
  UNIFIED_FILLED,
  UNIFIED_ORDER_ID,
  UNIFIED_RECEIPT,
  UNIFIED_RESTING,
  unifiedPage,
} from '#venues/dialects/kucoin/kucoin.fixture.ts';
import { readUnifiedOrder } from '#venues/dialects/kucoin/read-unified-order.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';
import { valueOf } from '#venues/venue-requests.ts';

const { account, orders, stream } = KUCOIN;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const KNOWN = { ...NAME, venueOrderId: UNIFIED_ORDER_ID };
const PLACING = { ...UNIFIED, protectionPrice: null, marginMode: null };

test('the mode of an account of KuCoin is its word; a key that is not served is classic', () => {
  const read = (outcome: WireOutcome) => account.mode?.read(outcome);
  const done = (value: string) => ({ kind: 'done', value });
  assert.deepEqual(read(success({ selfAccountMode: 'UNIFIED' })), done('UNIFIED'));
  assert.deepEqual(read(success({ selfAccountMode: 'CLASSIC' })), done('CLASSIC'));
  assert.deepEqual(read(refusal('400007', 'Access denied', 403)), done('CLASSIC'));
  const others: readonly WireOutcome[] = [
    success({ selfAccountMode: 'LOW_FREQUENCY' }),
    success({ selfAccountMode: 'NEW' }),
    success(null),
    refusal('987654'),
    refusal('429000', '', 429),
    { kind: 'no_reply', cause: 'timeout' },
  ];
  for (const outcome of others) assert.equal(read(outcome)?.kind, 'not_done');
});

test('balances that KuCoin refuses without a reason may be of the other mode', () => {
  for (const context of [SPOT, UNIFIED]) {
    const verdict = account.balances(context).read(refusal('987654'));
    assert(verdict.kind === 'not_done');
    assert.deepEqual([verdict.failure, verdict.isOtherMode], ['unavailable', true]);
    const denied = account.balances(context).read(refusal('400003', '', 401));
    assert(denied.kind === 'not_done' && denied.isOtherMode === undefined);
  }
});

test('an order of a unified account of KuCoin, in each state', () => {
  const read = (changes: object) => {
    const order = readUnifiedOrder({ ...UNIFIED_RESTING, ...changes }, UNIFIED);
    return [order.state, order.filledAmount, order.averageFillPrice];
  };
  const some = { filledSize: '0.01', avgPrice: '34500' };
  assert.deepEqual(read({}), ['open', ZERO, ZERO]);
  assert.deepEqual(read({ status: '2' }), ['open', ZERO, ZERO]);
  assert.deepEqual(read({ status: 4, ...some }), ['open', decimal('0.01'), decimal('34500')]);
  assert.deepEqual(read(UNIFIED_FILLED), ['filled', decimal('0.0125'), decimal('34567.7')]);
  assert.deepEqual(read({ status: 5 }), ['cancelled', ZERO, ZERO]);
  assert.equal(read({ status: 6, ...some })[0], 'cancelled');
  const market = { orderType: 'MARKET', price: '' };
  assert.equal(read({ ...market, status: 5 })[0], 'expired');
  assert.equal(read({ ...market, status: 6, ...some })[0], 'cancelled');
  // An end is one of the amount that was filled, whatever its number says.
  assert.equal(read({ status: 3, ...some })[0], 'cancelled');
});

test('instants of a unified account of KuCoin are in nanoseconds, as text or number', () => {
  const order = readUnifiedOrder({ ...UNIFIED_RESTING, postOnly: true }, UNIFIED);
  assert.deepEqual(order, {
    venueOrderId: UNIFIED_ORDER_ID,
    clientOrderId: OUR_NAME,
    marketTag: 'KUCOIN_BTC_USDT',
    side: 'buy',
    type: 'limit',
    price: decimal('34567.8'),
    amount: decimal('0.0125'),
    terms: { ...PLAIN_TERMS, isPostOnly: true },
    filledAmount: ZERO,
    averageFillPrice: ZERO,
    state: 'open',
    reason: null,
    placedAtMs: 1_699_999_999_123,
    updatedAtMs: 1_699_999_999_456,
  });
  const [query] = orders.lookUp(KNOWN, BTC_SPOT, UNIFIED);
  const body = JSON.stringify({ code: '200000', data: UNIFIED_RESTING });
  const asNumbers = body.replaceAll(/"(16\d{17})"/g, '$1');
  assert.notEqual(asNumbers, body);
  const verdict = query?.read({ ...success(null), body: asNumbers });
  assert(verdict?.kind === 'done');
  assert.equal(verdict.value.placedAtMs, 1_699_999_999_123);
});

for (const [what, changes] of [
  ['a status that nobody knows', { status: 7 }],
  ['one that waits for its price', { status: 0 }],
  ['one that was triggered', { status: 1 }],
  ['more filled than there is', { status: 4, filledSize: '1', avgPrice: '34567' }],
  ['a fill without a price', { status: 4, filledSize: '0.01', avgPrice: '0' }],
  ['an order by value', { sizeUnit: 'QUOTECCY' }],
  ['an order of futures', { sizeUnit: 'UNIT' }],
  ['an instant in milliseconds', { orderTime: '0' }],
  ['an instant that is none', { updatedTime: 'today' }],
] as const)
  test(`${what} is no order of a unified account of KuCoin`, () => {
    assert.throws(() => readUnifiedOrder({ ...UNIFIED_RESTING, ...changes }, UNIFIED));
  });

test('a receipt of a unified account of KuCoin is of the order that was placed', () => {
  const { read } = orders.place(newOrder(), BTC_SPOT, PLACING);
  const verdict = read(success(UNIFIED_RECEIPT));
  assert(verdict.kind === 'done');
  assert.deepEqual(
    [verdict.value.venueOrderId, verdict.value.state],
    [UNIFIED_ORDER_ID, 'acknowledged'],
  );
  assert.equal(read(success({ ...UNIFIED_RECEIPT, clientOid: 'another' })).kind, 'unknown');
  assert.equal(read(success({ ...UNIFIED_RECEIPT, orderId: '' })).kind, 'unknown');
  assert.equal(read(refusal('200004')).kind, 'rejected');
  assert.equal(read(refusal('126044')).kind, 'duplicate');
  assert.equal(read(refusal('987654')).kind, 'unknown');
  const cancel = orders.cancel(KNOWN, BTC_SPOT, UNIFIED);
  assert.deepEqual(cancel.read(success(UNIFIED_RECEIPT)), { kind: 'done', value: null });
  assert.equal(cancel.read(success({ ...UNIFIED_RECEIPT, orderId: '7' })).kind, 'unknown');
  const byName = orders.cancel(NAME, BTC_SPOT, UNIFIED);
  assert.equal(byName.read(success(UNIFIED_RECEIPT)).kind, 'done');
  assert.equal(byName.read(success({ ...UNIFIED_RECEIPT, clientOid: '' })).kind, 'unknown');
});

test('an order of a unified account of KuCoin is absent by its word, and forgotten later', () => {
  const find = (placedAtMs: number) =>
    orders
      .lookUp({ ...KNOWN, placedAtMs }, BTC_SPOT, UNIFIED)[0]
      ?.read(refusal('400100', 'The order does not exist.')).kind;
  assert.deepEqual([find(NOW_MS), find(NOW_MS - 2 * HOUR_MS)], ['absent', 'forgotten']);
  const [query] = orders.lookUp(NAME, BTC_SPOT, UNIFIED);
  assert.equal(query?.read(success({ ...UNIFIED_RESTING, clientOid: 'x' })).kind, 'not_done');
  assert.equal(query?.read(success(null)).kind, 'not_done');
});

test('open orders of a unified account of KuCoin go on while a page is full', () => {
  const [list] = orders.open(UNIFIED);
  const rows = Array.from({ length: 50 }, () => UNIFIED_RESTING);
  const first = valueOf(list?.read(unifiedPage(rows)) ?? assert.fail());
  assert.deepEqual([first.items.length, first.next?.call.parameters['pageNumber']], [50, 2]);
  const last = valueOf(first.next?.read(unifiedPage([UNIFIED_FILLED])) ?? assert.fail());
  assert.deepEqual([last.items, last.next], [[], null]);
});

test('a fill of a unified account of KuCoin has the ids of its trade and of its order', () => {
  const query = account.fills(BTC_SPOT, null, 500, UNIFIED, NOW_MS - 60_000);
  const { items } = valueOf(query.read(unifiedPage([UNIFIED_FILL])));
  assert.deepEqual(items, [
    {
      fillId: `11029373945659392_${UNIFIED_ORDER_ID}`,
      venueOrderId: UNIFIED_ORDER_ID,
      clientOrderId: null,
      marketTag: 'KUCOIN_BTC_USDT',
      side: 'buy',
      price: decimal('34567.7'),
      amount: decimal('0.0125'),
      fee: decimal('0.43209625'),
      feeCurrency: 'USDT',
      isMaker: false,
      filledAtMs: 1_699_999_999_432,
    },
  ]);
});

test('fills of an order of a unified account of KuCoin are read week by week', () => {
  const name = { ...KNOWN, placedAtMs: NOW_MS - 8 * DAY_MS };
  const first = account.orderFills(name, BTC_SPOT, UNIFIED);
  const rows = Array.from({ length: 200 }, (_, index) => ({
    ...UNIFIED_FILL,
    tradeId: String(1_000 + index),
  }));
  const { next } = valueOf(first.read(unifiedPage(rows, '1000')));
  assert.equal(next?.call.parameters['lastId'], '1000');
  assert.equal(next.read(unifiedPage(rows, '1000')).kind, 'not_done');
  const { next: week } = valueOf(next.read(unifiedPage([])));
  assert(week !== null);
  assert.equal(week.call.parameters['startAt'], first.call.parameters['endAt']);
  assert.equal(valueOf(week.read(unifiedPage([UNIFIED_FILL]))).items.length, 201);
  const foreign = first.read(unifiedPage([{ ...UNIFIED_FILL, orderId: '7' }]));
  assert.equal(foreign.kind, 'not_done');
});

test('of a balance of a unified account of KuCoin what is borrowed is not owned', () => {
  const read = (row: object) => {
    const content = { accounts: [{ currencies: [{ currency: 'USDT', ...row }] }] };
    const [balance] = valueOf(account.balances(UNIFIED).read(success(content))).balances;
    return [balance?.total, balance?.available, balance?.locked];
  };
  const plain = { balance: '10', available: '7.5', hold: '2.5', liability: '0' };
  assert.deepEqual(read(plain), [decimal('10'), decimal('7.5'), decimal('2.5')]);
  assert.deepEqual(read({ ...plain, liability: '4' }), [decimal('6'), decimal('6'), ZERO]);
  // What is owed in it leaves nothing.
  assert.deepEqual(read({ ...plain, liability: '11' }), [undefined, undefined, undefined]);
});

test('a key of a unified account of KuCoin trades with the right of these accounts', () => {
  const { calls, read } = account.credentials(UNIFIED);
  assert.equal(calls.length, 1);
  const report = (permission: string) => {
    const key = { uid: 165_111_215, permission, ipWhitelist: '' };
    const { canTrade, canWithdraw, accountMode } = valueOf(read([success(key)]));
    return [canTrade, canWithdraw, accountMode?.name];
  };
  assert.deepEqual(report('General,Unified'), [true, false, 'unified']);
  assert.deepEqual(report('General,Spot'), [false, false, 'unified']);
  assert.deepEqual(report('General,Unified,Withdrawal'), [true, true, 'unified']);
});

const WELCOME = { sessionId: 'x', message: 'welcome', pingInterval: 18_000, pingTimeout: 10_000 };
const SWEEP = { kind: 'sweep', marketTag: null };
const read = (frame: object) => stream.read(JSON.stringify(frame), UNIFIED);

test('the stream of a unified account of KuCoin logs on after its welcome, then subscribes', () => {
  assert.equal(stream.needsNoToken?.('UNIFIED'), true);
  assert.equal(stream.needsNoToken?.('CLASSIC'), false);
  assert.equal(stream.address(null, 'spot', 'UNIFIED'), 'wss://wsapi-push.kucoin.com/');
  assert.deepEqual(read(WELCOME), [{ kind: 'log_on' }]);
  const keys = { apiKey: 'key', secret: 'secret', passphrase: 'phrase' };
  const sign = (text: string) => createHmac('sha256', 'secret').update(text).digest('base64');
  const [frame = ''] = stream.logOn?.(keys, NOW_MS) ?? [];
  assert.deepEqual(JSON.parse(frame), {
    id: 'log-on',
    op: 'auth',
    'kc-api-key': 'key',
    'kc-api-sign': sign(`${NOW_MS}POST/api/websocket/users/verify`),
    'kc-api-timestamp': String(NOW_MS),
    'kc-api-passphrase': sign('phrase'),
  });
  const [sent] = read({ id: 'log-on', result: true });
  assert(sent?.kind === 'send');
  assert.deepEqual(JSON.parse(sent.frames[0] ?? ''), {
    id: 'orders',
    action: 'subscribe',
    channel: 'orderAll',
    tradeType: 'UNIFIED',
  });
  assert.deepEqual(read({ id: 'orders', result: true }), [{ kind: 'ready' }]);
  assert.deepEqual(read({ id: '1', op: 'pong' }), []);
  assert.deepEqual(JSON.parse(stream.ping?.frame(NOW_MS, 'UNIFIED') ?? ''), {
    id: String(NOW_MS),
    op: 'ping',
    timestamp: NOW_MS,
  });
});

test('a stream of a unified account of KuCoin that is refused says why', () => {
  const fault = { result: false, code: 400, msg: 'no' };
  assert.deepEqual(read({ id: 'log-on', ...fault }), [
    { kind: 'refused', failure: 'unauthorized', detail: 'no (400)' },
  ]);
  assert.deepEqual(read({ id: 'orders', ...fault }), [
    { kind: 'refused', failure: 'unavailable', detail: 'no (400)' },
  ]);
});

/** As its SDK has it, of an order that rests. */
const CHANGE = {
  tT: 'SPOT',
  oi: UNIFIED_ORDER_ID,
  ci: OUR_NAME,
  os: 2,
  s: 'BTC-USDT',
  S: 'BUY',
  oT: 'LIMIT',
  p: '34567.8',
  q: '0.0125',
  qU: 'BASECCY',
  fS: '0',
  aP: '0',
  pO: false,
  O: '1699999999123794617',
  U: '1699999999456028819',
};
const change = (changes: object) => read({ T: 'order.UNIFIED', d: { ...CHANGE, ...changes } });

test('an order of a unified account of KuCoin that rests is news; else the account is read', () => {
  const [news, sweep] = change({});
  assert(news?.kind === 'news' && news.news.kind === 'order');
  assert.deepEqual(news.news.order, readUnifiedOrder(UNIFIED_RESTING, UNIFIED));
  assert.deepEqual(sweep, SWEEP);
  for (const changes of [
    { os: 4, fS: '0.01' },
    { os: 3, fS: '0.0125' },
    { os: 5 },
    { os: 0, tD: 'DOWN', tP: '30000' },
    { oT: 'MARKET' },
    { S: 'Z' },
    { tT: undefined },
  ])
    assert.deepEqual(change(changes), [SWEEP]);
  assert.deepEqual(change({ tT: 'FUTURES' }), []);
  assert.deepEqual(read({ T: 'positionAll.FUTURES', d: {} }), []);
});
