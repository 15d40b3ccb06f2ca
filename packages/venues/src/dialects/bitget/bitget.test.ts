import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS } from '#lib/time.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListQuery, Page, Verdict } from '#venues/dialect.ts';
import { BITGET } from '#venues/dialects/bitget/bitget.ts';
import {
  BTC_SPOT,
  FILLED,
  NOW_MS,
  OPEN,
  ORDER_ID,
  OUR_NAME,
  RESTING,
  SPOT,
  success,
  SYMBOL,
} from '#venues/dialects/bitget/bitget.fixture.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const { account, candles, orders } = BITGET;
const KNOWN = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', verdict.kind);
  return verdict.value;
}

function shown(changes: object): VenueOrder {
  const [query] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
  assert(query !== undefined);
  return valueOf(query.read(success([{ ...RESTING, ...changes }])));
}

test('a name of ours is spelled at Bitget as it is', () => {
  assert.equal(BITGET.orderName(OUR_NAME), OUR_NAME);
  assert.equal(BITGET.ownName(OUR_NAME), OUR_NAME);
  assert(OUR_NAME.length <= 50);
  for (const foreign of ['', '1171779081105780739', 'ord1'])
    assert.equal(BITGET.ownName(foreign), null);
});

const PART = { baseVolume: '0.01', quoteVolume: '345.678', priceAvg: '34567.8' };
const CANCELLED = { status: 'cancelled', cancelReason: 'normal_cancel' };
const MARKET = { orderType: 'market', price: '0', side: 'sell' };
const BY_ITS_RULES = 'The exchange ended the order by its own rules.';
const BY_ITSELF = 'The exchange ended the order, so that it would not trade with another of yours.';

/** What an order is like, and what it comes to. */
const STATES: readonly (readonly [string, object, readonly [string, string | null]])[] = [
  ['rests', {}, ['open', null]],
  ['is new', { status: 'new' }, ['open', null]],
  ['is not in the book yet', { status: 'init' }, ['open', null]],
  ['rests with fills', { ...PART, status: 'partially_filled' }, ['open', null]],
  ['is filled', FILLED, ['filled', null]],
  ['is filled, in an older word', { ...FILLED, status: 'full_fill' }, ['filled', null]],
  ['is cancelled', CANCELLED, ['cancelled', null]],
  ['is cancelled with fills', { ...CANCELLED, ...PART }, ['cancelled', null]],
  // The word does not say that all of it was filled.
  ['is "filled" in part', { ...PART, status: 'filled' }, ['cancelled', null]],
  ['was filled while it was cancelled', { ...FILLED, ...CANCELLED }, ['filled', null]],
  [
    'would trade with another of the account',
    { ...CANCELLED, cancelReason: 'stp_cancel' },
    ['cancelled', BY_ITSELF],
  ],
  ['is a market order', { ...FILLED, ...MARKET }, ['filled', null]],
  [
    'is a market order without a counterpart',
    { ...CANCELLED, ...MARKET },
    ['expired', BY_ITS_RULES],
  ],
  [
    'is a market order that was filled in part',
    { ...CANCELLED, ...MARKET, ...PART },
    ['cancelled', BY_ITS_RULES],
  ],
];

for (const [title, changes, expected] of STATES)
  test(`an order at Bitget that ${title} is ${expected[0]}`, () => {
    const { state, reason } = shown(changes);
    assert.deepEqual([state, reason], expected);
  });

test('an order of Bitget has the average of what it was filled for', () => {
  const order = shown(FILLED);
  assert.deepEqual(
    [order.filledAmount, order.averageFillPrice, order.price, order.amount],
    [decimal('0.0125'), decimal('34567.7'), decimal('34567.81'), decimal('0.0125')],
  );
  assert.deepEqual([order.placedAtMs, order.updatedAtMs], [1_699_999_999_123, 1_699_999_999_456]);
  const thirds = { ...FILLED, size: '3', baseVolume: '3', quoteVolume: '100' };
  assert.equal(shown(thirds).averageFillPrice, decimal('33.3333333333333'));
  assert.equal(shown({}).averageFillPrice, decimal('0'));
});

test('a market buy of the owner at Bitget, which is by value, has the amount that it got', () => {
  const byValue = { orderType: 'market', side: 'buy', price: '0', size: '500' };
  const { type, amount, state } = shown({ ...FILLED, ...byValue, clientOid: 'web' });
  assert.deepEqual([type, amount, state], ['market', decimal('0.0125'), 'filled']);
});

test('fills of an order of Bitget without what was paid for them are not read', () => {
  const [query] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
  const unpaid = { ...RESTING, ...PART, status: 'partially_filled', quoteVolume: '0' };
  assert.equal(query?.read(success([unpaid])).kind, 'not_done');
});

/** Reads on where the list goes on, and says what was requested. */
function readOn<T>(list: ListQuery<T> | undefined, pages: readonly unknown[]) {
  const calls: unknown[] = [];
  const found: Page<T>[] = [];
  let next: ListQuery<T> | null | undefined = list;
  for (const page of pages) {
    assert(next !== null && next !== undefined);
    calls.push(next.call.parameters);
    const value: Page<T> = valueOf(next.read(success(page)));
    found.push(value);
    ({ next } = value);
  }
  assert.equal(next, null);
  return { calls, found };
}

/** A page that is full, from an id downwards. */
function fullPage(row: object, firstId: bigint): readonly object[] {
  return Array.from({ length: 100 }, (_, index) => ({
    ...row,
    clientOid: 'web',
    orderId: String(firstId - BigInt(index)),
  }));
}

test('open orders of Bitget are those of all markets, with the price in its other field', () => {
  const { calls, found } = readOn(orders.open(SPOT)[0], [
    fullPage({ ...OPEN, symbol: 'GONEUSDT' }, 9_000n),
    [
      OPEN,
      { ...OPEN, price: '34000', status: 'filled', baseVolume: '0.0125', quoteVolume: '432' },
      { orderId: '7', clientOid: OUR_NAME },
    ],
  ]);
  assert.deepEqual(calls, [{ limit: 100 }, { limit: 100, idLessThan: '8901' }]);
  const [first, last] = found;
  assert.deepEqual(
    [first?.items.length, first?.items[0]?.marketTag, first?.items[0]?.clientOrderId],
    [100, 'BITGET_GONEUSDT', null],
  );
  assert.deepEqual(
    last?.items.map(({ clientOrderId, price, placedAtMs, updatedAtMs }) => [
      clientOrderId,
      price,
      placedAtMs === updatedAtMs,
    ]),
    [[OUR_NAME, decimal('34567.81'), true]],
  );
  assert.deepEqual(
    last?.unreadable?.map(({ venueOrderId, venueName }) => [venueOrderId, venueName]),
    [['7', OUR_NAME]],
  );
});

test('orders of Bitget are searched for among open ones first, then among ended ones', () => {
  const fromMs = NOW_MS - 60_000;
  const [list] = orders.placedBetween?.(fromMs, NOW_MS - 1, BTC_SPOT, SPOT) ?? [];
  const { calls, found } = readOn(list, [
    fullPage(OPEN, 9_000n),
    [],
    fullPage(RESTING, 5_000n),
    [FILLED],
  ]);
  const shared = { symbol: 'BTCUSDT', limit: 100 };
  // Without an end: an order may have ended while those that are open were read.
  const ended = { ...shared, startTime: fromMs };
  assert.deepEqual(calls, [
    shared,
    { ...shared, idLessThan: '8901' },
    ended,
    { ...ended, idLessThan: '4901' },
  ]);
  assert.equal(found[3]?.items[0]?.clientOrderId, OUR_NAME);
  const [old] = orders.placedBetween?.(NOW_MS - 100 * DAY_MS, NOW_MS, BTC_SPOT, SPOT) ?? [];
  const listed = readOn(old, [[], []]).calls[1];
  assert.deepEqual(listed, { ...shared, startTime: NOW_MS - 89 * DAY_MS });
});

test('a list of orders of Bitget that begins again is not read for ever', () => {
  for (const list of [orders.open(SPOT)[0], orders.placedBetween?.(0, 1, BTC_SPOT, SPOT)[0]]) {
    assert(list !== undefined);
    const page = success(fullPage(OPEN, 9_000n));
    const { next } = valueOf(list.read(page));
    assert.equal(next?.read(page).kind, 'not_done');
  }
});

test('markets of Bitget have decimal places for steps, and a least value in dollars', () => {
  const [list] = BITGET.markets();
  assert(list !== undefined);
  const rows = [
    SYMBOL,
    { ...SYMBOL, symbol: 'BGBBTC', baseCoin: 'BGB', quoteCoin: 'BTC', status: 'halt' },
    { ...SYMBOL, symbol: 'ETHUSDC', baseCoin: 'ETH', quoteCoin: 'USDC', minTradeUSDT: '' },
  ];
  const [first, second, third] = valueOf(list.read(success(rows))).items;
  assert.deepEqual(first, BTC_SPOT);
  assert.deepEqual(
    [second?.market.marketTag, second?.market.isOpen, second?.market.minOrderValue],
    ['BITGET_BGB_BTC', false, decimal('0')],
  );
  assert.equal(third?.market.minOrderValue, decimal('0'));
  for (const status of ['offline', 'gray', 'halt', 'constructor'])
    assert.equal(
      valueOf(list.read(success([{ ...SYMBOL, status }]))).items[0]?.market.isOpen,
      false,
    );
  for (const broken of [{ pricePrecision: '-1' }, { quantityPrecision: '' }, { symbol: '' }])
    assert.equal(list.read(success([{ ...SYMBOL, ...broken }])).kind, 'not_done');
});

test('the price of Bitget is that of the market, with the best bid and ask', () => {
  const price = BITGET.price(BTC_SPOT);
  const ticker = { symbol: 'BTCUSDT', lastPr: '34567.8', bidPr: '34567.7', askPr: '34567.9' };
  assert.deepEqual(valueOf(price.read(success([ticker]))), {
    price: decimal('34567.8'),
    best: { bid: decimal('34567.7'), ask: decimal('34567.9') },
  });
  const unquoted = { ...ticker, bidPr: '0', askPr: '0' };
  assert.equal(valueOf(price.read(success([unquoted]))).best, null);
  const broken = [[], [ticker, ticker], [{ ...ticker, lastPr: '0' }], [{ ...ticker, lastPr: '' }]];
  for (const rows of [...broken, [{ ...ticker, symbol: 'ETHUSDT' }], null])
    assert.equal(price.read(success(rows)).kind, 'not_done');
});

test('the time of Bitget is a number of milliseconds, written as text', () => {
  const read = (serverTime: unknown) => BITGET.time().read(success({ serverTime }));
  assert.equal(valueOf(read(String(NOW_MS))).venueTimeMs, NOW_MS);
  assert.equal(read('soon').kind, 'not_done');
});

const START_MS = 1_699_999_980_000;

function candleRow(minute: number): readonly string[] {
  const startMs = String(START_MS + minute * 60_000);
  return [startMs, '34567.8', '34568', '34567.1', '34567.5', '0.000321', '11.09', '11.09'];
}

test('minutes of Bitget are those that were requested, oldest first', () => {
  const query = candles.fetch(BTC_SPOT, START_MS, START_MS + 120_000);
  // Older ones have no beginning: the list is the last ones before its end.
  assert.deepEqual(query.call.parameters, {
    symbol: 'BTCUSDT',
    granularity: '1min',
    endTime: START_MS + 120_000,
    limit: 200,
  });
  const found = valueOf(query.read(success([2, 1, 0, -1].map(candleRow))));
  assert.deepEqual(found, [
    {
      openTimeMs: START_MS,
      open: 3_456_780n,
      high: 3_456_800n,
      low: 3_456_710n,
      close: 3_456_750n,
      volume: 321n,
    },
    { ...found[0], openTimeMs: START_MS + 60_000 },
  ]);
  assert.deepEqual(valueOf(query.read(success([]))), []);
  for (const broken of [candleRow(0).slice(0, 5), candleRow(0).with(5, 'true'), 'x'])
    assert.equal(query.read(success([broken])).kind, 'not_done');
  const recent = candles.recent?.fetch(BTC_SPOT, START_MS, START_MS + 120_000);
  assert.equal(recent?.call.parameters['startTime'], START_MS);
  // One more than are wanted, because the end may belong to the list.
  assert(candles.perCallMax < query.call.parameters['limit']);
});

test('balances of Bitget are of what is owned, held by orders or otherwise', () => {
  const query = account.balances(SPOT);
  const row = { coin: 'USDT', available: '20.5', frozen: '6.1', locked: '0.4', uTime: '0' };
  const rows = [row, { ...row, coin: 'ADA', available: '0', frozen: '0', locked: '' }];
  const { balances, updatedAtMs } = valueOf(query.read(success(rows)));
  assert.equal(updatedAtMs, NOW_MS);
  assert.deepEqual(
    balances.map(({ currency, available, locked, total }) => [currency, available, locked, total]),
    [['USDT', decimal('20.5'), decimal('6.5'), decimal('27')]],
  );
  for (const broken of [{ available: null }, { frozen: 'x' }, { coin: '' }])
    assert.equal(leftOutBy(() => query.read(success([{ ...row, ...broken }]))).length, 1);
});

test('coins of Bitget are named in capitals, and what is not frozen is empty', () => {
  const row = { coin: 'usdt', available: '326', frozen: '', locked: '0', uTime: '1622697148' };
  const rows = [row, { ...row, coin: 'sUSDe' }];
  const { balances } = valueOf(account.balances(SPOT).read(success(rows)));
  assert.deepEqual(
    balances.map(({ currency, total }) => [currency, total]),
    [
      ['USDT', decimal('326')],
      ['sUSDe', decimal('326')],
    ],
  );
});

const KEY = {
  userId: '4811111111',
  inviterId: null,
  channelCode: 'XXX',
  channel: 'YYY',
  ips: '127.0.0.1',
  authorities: ['stor', 'stow', 'coor'],
  parentId: 1,
  traderType: 'not_trader',
  regisTime: '1699999999123',
};

/** What is said of the key, and what of it is reported: trades, withdraws, is bound. */
const KEYS: readonly (readonly [string, object, readonly boolean[]])[] = [
  ['one that trades, from one address', {}, [true, false, true]],
  ['no list of addresses', { ips: '' }, [true, false, false]],
  ['nothing of addresses', { ips: null }, [true, false, false]],
  ['one that only reads', { authorities: ['stor', 'wtor'] }, [false, false, true]],
  ['a right in a word', { authorities: ['trade', 'readonly'] }, [true, false, true]],
  ['contracts alone', { authorities: ['coow'] }, [false, false, true]],
  ['a right to withdraw', { authorities: ['stow', 'wwow'] }, [true, true, true]],
  ['a right to see withdrawals', { authorities: ['stow', 'wwor'] }, [true, false, true]],
  ['a right that nobody knows', { authorities: ['stow', 'surprise'] }, [true, true, true]],
];

for (const [title, changes, expected] of KEYS)
  test(`what Bitget says of a key: ${title}`, () => {
    const report = valueOf(account.credentials(SPOT).read([success({ ...KEY, ...changes })]));
    assert.equal(report.accountUid, '4811111111');
    assert.deepEqual([report.canTrade, report.canWithdraw, report.isAddressBound], expected);
  });

test('a key of which Bitget says nothing readable is not judged', () => {
  const { read } = account.credentials(SPOT);
  for (const broken of [{ userId: '' }, { authorities: null }, { authorities: [1] }, { ips: [1] }])
    assert.equal(read([success({ ...KEY, ...broken })]).kind, 'not_done');
});
