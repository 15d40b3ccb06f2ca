import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import type { Verdict } from '#venues/dialect.ts';
import { KUCOIN } from '#venues/dialects/kucoin/kucoin.ts';
import {
  BTC_SPOT,
  success,
  FILL,
  FILLED,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  refusal,
  RESTING,
  SPOT,
  SYMBOL,
} from '#venues/dialects/kucoin/kucoin.fixture.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const { account, candles, orders } = KUCOIN;
const KNOWN = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', verdict.kind);
  return verdict.value;
}

test('a name of ours is spelled at KuCoin as it is', () => {
  assert.equal(KUCOIN.orderName(OUR_NAME), OUR_NAME);
  assert.equal(KUCOIN.ownName(OUR_NAME), OUR_NAME);
  for (const foreign of ['', '5c52e11203aa677f33e493fb', 'ord1'])
    assert.equal(KUCOIN.ownName(foreign), null);
});

const ENDED = { active: false, inOrderBook: false };
const BY_ITS_RULES = 'The exchange ended the order by its own rules.';

/** What an order is like, and what it comes to. */
const STATES: readonly (readonly [string, object, readonly [string, string | null]])[] = [
  ['rests', {}, ['open', null]],
  ['waits', { inOrderBook: false }, ['open', null]],
  ['rests with fills', { dealSize: '0.01', dealFunds: '345.678' }, ['open', null]],
  ['is to be cancelled', { cancelExist: true }, ['open', null]],
  ['is filled', FILLED, ['filled', null]],
  ['is filled before its cancellation', { ...FILLED, cancelExist: true }, ['filled', null]],
  ['is cancelled', { ...ENDED, cancelExist: true, cancelledSize: '0.0125' }, ['cancelled', null]],
  ['is cancelled as it says once', { ...ENDED, cancelledSize: '0.0125' }, ['cancelled', null]],
  [
    'is cancelled with fills',
    { ...ENDED, cancelExist: true, dealSize: '0.01', dealFunds: '345.678' },
    ['cancelled', null],
  ],
  ['ended by itself', ENDED, ['expired', BY_ITS_RULES]],
  [
    'ended by itself with fills',
    { ...ENDED, dealSize: '0.01', dealFunds: '345.678' },
    ['cancelled', BY_ITS_RULES],
  ],
  [
    'is a market order without a counterpart',
    { ...ENDED, type: 'market', price: '0', cancelExist: true },
    ['expired', BY_ITS_RULES],
  ],
  [
    'is a market order that was filled in part',
    { ...ENDED, type: 'market', cancelExist: true, dealSize: '0.01', dealFunds: '345.678' },
    ['cancelled', BY_ITS_RULES],
  ],
  [
    'was by value',
    { ...FILLED, type: 'market', size: null, cancelledFunds: '0.1' },
    ['filled', null],
  ],
];

for (const [title, changes, expected] of STATES)
  test(`an order at KuCoin that ${title} is ${expected[0]}`, () => {
    const [query] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
    assert(query !== undefined);
    const { state, reason } = valueOf(query.read(success({ ...RESTING, ...changes })));
    assert.deepEqual([state, reason], expected);
  });

test('an order of KuCoin has the average of what it was filled for', () => {
  const [query] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
  assert(query !== undefined);
  const order = valueOf(query.read(success({ ...FILLED, postOnly: true })));
  assert.deepEqual(
    [order.filledAmount, order.averageFillPrice, order.price, order.terms.isPostOnly],
    [decimal('0.0125'), decimal('34567.7'), decimal('34567.8'), true],
  );
  const thirds = { ...FILLED, dealSize: '3', dealFunds: '100' };
  const { averageFillPrice } = valueOf(query.read(success(thirds)));
  assert.equal(averageFillPrice, decimal('33.3333333333333'));
});

test('open orders of KuCoin are those of each market that has any', () => {
  const [markets] = orders.open(SPOT);
  assert(markets !== undefined);
  const { items, next } = valueOf(markets.read(success({ symbols: ['BTC-USDT', 'GONE-USDT'] })));
  assert(items.length === 0 && next !== null);
  const first = valueOf(next.read(success([RESTING, { ...RESTING, active: false }, { id: 'x' }])));
  assert.deepEqual(
    first.items.map(({ venueOrderId }) => venueOrderId),
    [ORDER_ID],
  );
  assert.deepEqual(
    first.unreadable?.map(({ venueOrderId, venueName }) => [venueOrderId, venueName]),
    [['x', null]],
  );
  assert(first.next !== null);
  assert.equal(first.next.call.parameters['symbol'], 'GONE-USDT');
  const second = valueOf(
    first.next.read(success([{ ...RESTING, symbol: 'GONE-USDT', clientOid: 'web' }])),
  );
  assert.deepEqual(
    second.items.map(({ marketTag, clientOrderId }) => [marketTag, clientOrderId]),
    [['KUCOIN_GONE_USDT', null]],
  );
  assert.equal(second.next, null);
  for (const none of [null, { symbols: [] }, { symbols: null }])
    assert.deepEqual(valueOf(markets.read(success(none))), { items: [], next: null });
  assert.equal(markets.read(success({ symbols: [1] })).kind, 'not_done');
});

test('markets of KuCoin have the fees of a new account, by class and factor', () => {
  const [list] = KUCOIN.markets();
  assert(list !== undefined);
  const renamed = {
    ...SYMBOL,
    symbol: 'OLD-USDT',
    baseCurrency: 'NEW',
    feeCategory: 2,
    makerFeeCoefficient: '0.5',
    enableTrading: false,
  };
  const unknownClass = { ...SYMBOL, feeCategory: 7, takerFeeCoefficient: '1.5' };
  const [first, second, third] = valueOf(list.read(success([SYMBOL, renamed, unknownClass]))).items;
  assert.deepEqual(first, BTC_SPOT);
  assert.deepEqual([second?.symbol, second?.market.marketTag], ['OLD-USDT', 'KUCOIN_NEW_USDT']);
  assert.equal(second?.market.isOpen, false);
  assert.deepEqual(
    [second.market.makerFeePercent, second.market.takerFeePercent],
    [decimal('0.1'), decimal('0.2')],
  );
  assert.deepEqual(
    [third?.market.makerFeePercent, third?.market.takerFeePercent],
    [decimal('0.3'), decimal('0.45')],
  );
  for (const broken of [{ priceIncrement: '0' }, { baseIncrement: '' }, { enableTrading: 1 }])
    assert.equal(list.read(success([{ ...SYMBOL, ...broken }])).kind, 'not_done');
});

test('the price of KuCoin is that of the last trade', () => {
  const price = KUCOIN.price(BTC_SPOT);
  assert.equal(valueOf(price.read(success({ price: '34567.8' }))).price, decimal('34567.8'));
  for (const broken of [null, {}, { price: '0' }, { price: null }])
    assert.equal(price.read(success(broken)).kind, 'not_done');
});

test('the time of KuCoin is a number of milliseconds', () => {
  assert.equal(valueOf(KUCOIN.time().read(success(NOW_MS))).venueTimeMs, NOW_MS);
  assert.equal(KUCOIN.time().read(success('soon')).kind, 'not_done');
});

test('minutes of KuCoin are oldest first, and those that were requested', () => {
  const startMs = 1_699_999_980_000;
  const row = (minute: number) => [
    String(startMs / 1_000 + minute * 60),
    '34567.8',
    '34567.5',
    '34568.0',
    '34567.0',
    '0.00032101',
    '11.09',
  ];
  const query = candles.fetch(BTC_SPOT, startMs, startMs + 120_000);
  assert.deepEqual(query.call.parameters, {
    symbol: 'BTC-USDT',
    type: '1min',
    startAt: startMs / 1_000,
    endAt: startMs / 1_000 + 120,
  });
  const found = valueOf(query.read(success([2, 1, 0, -1].map(row))));
  assert.deepEqual(found, [
    {
      openTimeMs: startMs,
      open: 345_678n,
      high: 345_680n,
      low: 345_670n,
      close: 345_675n,
      volume: 32_101n,
    },
    { ...found[0], openTimeMs: startMs + 60_000 },
  ]);
  assert.equal(query.read(success([row(0).slice(0, 6)])).kind, 'not_done');
});

test('balances of KuCoin are those that orders are paid from', () => {
  const balance = {
    id: '548674591753',
    currency: 'USDT',
    type: 'trade',
    balance: '26.66759503',
    available: '20.5',
    holds: '6.16759503',
  };
  const query = account.balances(SPOT);
  const rows = [
    balance,
    { ...balance, type: 'main', balance: '0.01' },
    { ...balance, currency: 'ADA', balance: '0', available: '0' },
  ];
  const { balances } = valueOf(query.read(success(rows)));
  assert.deepEqual(
    balances.map(({ currency, available, locked, total }) => [currency, available, locked, total]),
    [['USDT', decimal('20.5'), decimal('6.16759503'), decimal('26.66759503')]],
  );
  const older = [...rows, { ...balance, type: 'trade_hf', balance: '21', available: '21' }];
  assert.deepEqual(
    valueOf(query.read(success(older))).balances.map(({ total }) => total),
    [decimal('21')],
  );
  assert.deepEqual(valueOf(query.read(success([{ ...balance, type: 'main' }]))).balances, []);
  assert.deepEqual(
    leftOutBy(() => query.read(success([{ ...balance, available: null }]))),
    ['USDT'],
  );
});

const KEY = {
  remark: 'a',
  apiKey: '6725ad36bee0ee0001ad0e5e',
  apiVersion: 3,
  permission: 'General,Spot',
  ipWhitelist: '',
  createdAt: 1_730_521_398_000,
  uid: 165_111_215,
  isMaster: true,
};

test('what KuCoin says of a key: rights, addresses, and whose it is', () => {
  const { read: readBoth } = account.credentials(SPOT);
  const read = (changes: object, isHighFrequency = true) =>
    valueOf(readBoth([success({ ...KEY, ...changes }), success(isHighFrequency)]));
  const plain = read({});
  assert.deepEqual(
    [plain.accountUid, plain.canTrade, plain.canWithdraw, plain.isAddressBound, plain.expiresAtMs],
    ['165111215', true, false, false, null],
  );
  const other = read({ permission: 'General,InnerTransfer', ipWhitelist: '10.0.0.1,10.0.0.2' });
  assert.deepEqual([other.canTrade, other.canWithdraw, other.isAddressBound], [false, false, true]);
  for (const right of ['Transfer', 'Withdrawal', 'Withdraw'])
    assert.equal(read({ permission: `General, Spot, ${right}` }).canWithdraw, true);
  assert.match(read({}, false).accountMode?.refusal ?? '', /high frequency/);
  assert(read({}, false).permissions.includes('low frequency'));
  assert.deepEqual(plain.accountMode, { name: 'classic', refusal: null });
  for (const replies of [
    [success({ ...KEY, uid: undefined }), success(true)],
    [success(KEY), success(null)],
    [success(KEY), refusal('400003')],
  ])
    assert.equal(readBoth(replies).kind, 'not_done');
});

test('fills of an order at KuCoin come whole, of that order alone, each once', () => {
  const query = account.orderFills(KNOWN, BTC_SPOT, SPOT);
  const rows = Array.from({ length: 101 }, (_, index) => ({ ...FILL, id: FILL.id - index }));
  const first = valueOf(query.read(success({ items: rows.slice(0, 100), lastId: FILL.id - 99 })));
  assert(first.items.length === 0 && first.next !== null);
  assert.equal(first.next.call.parameters['lastId'], String(FILL.id - 99));
  const last = valueOf(first.next.read(success({ items: rows.slice(99), lastId: FILL.id - 100 })));
  assert.equal(last.items.length, 101);
  assert.equal(last.next, null);
  const stuck = first.next.read(success({ items: rows.slice(0, 100), lastId: FILL.id - 99 }));
  assert.equal(stuck.kind, 'not_done');
  const foreign = query.read(success({ items: [{ ...FILL, orderId: 'a' }], lastId: 1 }));
  assert.equal(foreign.kind, 'not_done');
});

test('a fill of KuCoin has the id of its row, not that of a trade, which two orders have', () => {
  const query = account.fills(BTC_SPOT, null, 500, SPOT, NOW_MS - 60_000);
  const { items, rest } = valueOf(query.read(success({ items: [FILL], lastId: FILL.id })));
  assert.equal(rest, null);
  assert.deepEqual(items, [
    {
      fillId: '19814995255305',
      venueOrderId: ORDER_ID,
      clientOrderId: null,
      marketTag: 'KUCOIN_BTC_USDT',
      side: 'buy',
      price: decimal('34567.7'),
      amount: decimal('0.0125'),
      fee: decimal('0.43209625'),
      feeCurrency: 'USDT',
      isMaker: false,
      filledAtMs: FILL.createdAt,
    },
  ]);
  for (const broken of [{ id: 1.5 }, { liquidity: 'both' }, { fee: null }])
    assert.equal(
      leftOutBy(() => query.read(success({ items: [{ ...FILL, ...broken }], lastId: 1 }))).length,
      1,
    );
});

test('KuCoin lists fills by weeks of one market, from three months ago on', () => {
  const weeks: number[] = [];
  let query = account.fills(BTC_SPOT, null, 500, SPOT);
  for (;;) {
    const { symbol, startAt, endAt } = query.call.parameters;
    assert.equal(symbol, 'BTC-USDT');
    assert.equal(Number(endAt) - Number(startAt), 7 * 86_400_000);
    weeks.push(Number(startAt));
    const { items, rest } = valueOf(query.read(success({ items: [], lastId: null })));
    assert.deepEqual(items, []);
    if (rest === null) break;
    query = rest;
  }
  assert.equal(weeks[0], NOW_MS - 90 * 86_400_000);
  assert.equal(weeks.length, 13);
});
