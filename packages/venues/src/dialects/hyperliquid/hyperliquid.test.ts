import { test } from 'node:test';
import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { PlacedOrder } from '#venue-port/exchange/exchange.ts';
import type { Verdict } from '#venues/dialect.ts';
import { HYPERLIQUID } from '#venues/dialects/hyperliquid/hyperliquid.ts';
import {
  BTC,
  BTC_PERP,
  CLOID,
  FILL,
  FUTURES,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  reply,
  RESTING,
  shownOrder,
  statusOfOrder,
} from '#venues/dialects/hyperliquid/hyperliquid.fixture.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const { account, candles, funding, orders } = HYPERLIQUID;
const KNOWN = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', verdict.kind);
  return verdict.value;
}

test('a name of ours is a number of 32 hexadecimal digits at Hyperliquid', () => {
  assert.equal(HYPERLIQUID.orderName(OUR_NAME), CLOID);
  assert.equal(HYPERLIQUID.ownName(CLOID), OUR_NAME);
  assert.equal(HYPERLIQUID.ownName(CLOID.toUpperCase().replace('0X', '0x')), OUR_NAME);
  for (const foreign of ['', OUR_NAME, CLOID.slice(2), CLOID.slice(0, -1), `${CLOID}0`])
    assert.equal(HYPERLIQUID.ownName(foreign), null);
});

const by = (how: string, word: string) => `The exchange ${how} (${word}).`;
const ENDED = 'ended the order by its own rules';

/** The word of an order, what of it is left, and what it comes to. */
const STATES: readonly (readonly [string, string, readonly [string, string | null]])[] = [
  ['open', '0.0125', ['open', null]],
  ['open', '0.01', ['open', null]],
  ['triggered', '0.0125', ['open', null]],
  ['filled', '0.0', ['filled', null]],
  // Made smaller, because it only reduces.
  ['filled', '0.01', ['cancelled', by(ENDED, 'filled')]],
  ['canceled', '0.0125', ['cancelled', null]],
  ['canceled', '0.01', ['cancelled', null]],
  ['marginCanceled', '0.0125', ['expired', by(ENDED, 'marginCanceled')]],
  ['reduceOnlyCanceled', '0.01', ['cancelled', by(ENDED, 'reduceOnlyCanceled')]],
  ['scheduledCancel', '0.0125', ['expired', by(ENDED, 'scheduledCancel')]],
  ['rejected', '0.0125', ['rejected', by('rejected the order', 'rejected')]],
  ['badAloPxRejected', '0.0125', ['rejected', by('rejected the order', 'badAloPxRejected')]],
];

for (const [word, sz, expected] of STATES)
  test(`an order at Hyperliquid that is "${word}" with ${sz} left is ${expected[0]}`, () => {
    const [query] = orders.lookUp(KNOWN, BTC_PERP, FUTURES);
    const { state, reason } = valueOf(present(query, 'it is asked').read(shownOrder({ sz }, word)));
    assert.deepEqual([state, reason], expected);
  });

test('an id of another order is no proof: Hyperliquid is queried by our name', () => {
  const [byId, byName] = orders.lookUp(KNOWN, BTC_PERP, FUTURES);
  assert(byId !== undefined && byName !== undefined);
  const other = shownOrder({ cloid: CLOID.replace('0x', '0xf').slice(0, -1) }, 'open');
  assert.equal(byId.read(other).kind, 'absent');
  const shown = valueOf(byName.read(shownOrder({ oid: 77 }, 'open')));
  assert.deepEqual([shown.venueOrderId, shown.clientOrderId], ['77', OUR_NAME]);
  assert.equal(orders.lookUp({ ...KNOWN, clientOrderId: ORDER_ID }, BTC_PERP, FUTURES).length, 1);
});

test('a word that was never seen, or more left than was ordered, is read as nothing', () => {
  const read = (changes: object, word: string) =>
    orders.lookUp(KNOWN, BTC_PERP, FUTURES)[0]?.read(shownOrder(changes, word)).kind;
  for (const word of ['done', 'Canceled', 'halfRejecte', 'cancelled'])
    assert.equal(read({}, word), 'not_done', word);
  assert.equal(read({ sz: '0.02' }, 'open'), 'not_done');
  assert.equal(read({ orderType: 'Iceberg' }, 'open'), 'not_done');
});

test('an order of Hyperliquid is read with its type and terms, and without an average', () => {
  const shown = (changes: object) =>
    valueOf(
      present(orders.lookUp(KNOWN, BTC_PERP, FUTURES)[0], 'it is asked').read(
        shownOrder(changes, 'open'),
      ),
    );
  const plain = shown({ sz: '0.01' });
  assert.deepEqual(
    [plain.type, plain.price, plain.filledAmount, plain.averageFillPrice, plain.terms],
    ['limit', decimal('34567'), decimal('0.0025'), ZERO, PLAIN_TERMS],
  );
  assert.equal(shown({ tif: 'Alo' }).terms.isPostOnly, true);
  assert.equal(shown({ reduceOnly: true }).terms.isReduceOnly, true);
  assert.equal(shown({ side: 'A' }).side, 'sell');
  const market = shown({ tif: 'Ioc' });
  assert.deepEqual([market.type, market.price], ['market', ZERO]);
  const stop = shown({ orderType: 'Stop Market', isTrigger: true, triggerPx: '30000.0' });
  assert.deepEqual(
    [stop.type, stop.price, stop.terms.triggerPrice],
    ['stop_market', ZERO, decimal('30000')],
  );
});

/** What is ordered, what the venue says of it, and what it comes to. */
const PLACED: readonly (readonly [object, object, Partial<PlacedOrder>])[] = [
  [{}, { resting: { oid: Number(ORDER_ID), cloid: CLOID } }, { state: 'acknowledged' }],
  [
    {},
    { filled: { totalSz: '0.0125', avgPx: '34560.5', oid: Number(ORDER_ID) } },
    {
      state: 'filled',
      filledAmount: decimal('0.0125'),
      averageFillPrice: decimal('34560.5'),
      reason: null,
    },
  ],
  // Which of it was cancelled and which of it rests, the reply does not say.
  [
    {},
    { filled: { totalSz: '0.01', avgPx: '34560.5', oid: Number(ORDER_ID) } },
    { state: 'acknowledged', filledAmount: ZERO },
  ],
  [
    { type: 'market', price: ZERO },
    { filled: { totalSz: '0.01', avgPx: '34560.5', oid: Number(ORDER_ID) } },
    {
      state: 'cancelled',
      filledAmount: decimal('0.01'),
      averageFillPrice: decimal('34560.5'),
      reason: 'The exchange filled no more of the order.',
    },
  ],
];

for (const [wish, status, expected] of PLACED)
  test(`an order (${Object.keys(wish).join()}) with ${JSON.stringify(status)} is ${expected.state}`, () => {
    const context = { ...FUTURES, protectionPrice: decimal('35000'), marginMode: null };
    const placed = valueOf(
      orders.place(newOrder(wish), BTC_PERP, context).read(statusOfOrder(status)),
    );
    assert.partialDeepStrictEqual(placed, { ...expected, venueOrderId: ORDER_ID });
  });

test('open orders of Hyperliquid are those of perpetual markets, whatever else there is', () => {
  const [list] = orders.open(FUTURES);
  const rows = [
    RESTING,
    { ...RESTING, oid: 2, coin: 'GONE', cloid: null },
    { ...RESTING, oid: 3, coin: '@107' },
    { ...RESTING, oid: 4, coin: 'xyz:TSLA' },
    { ...RESTING, oid: 5, side: 'C' },
  ];
  const { items, unreadable, next } = valueOf(present(list, 'it is asked').read(reply(rows)));
  assert.deepEqual(
    items.map(({ venueOrderId, clientOrderId, marketTag }) => [
      venueOrderId,
      clientOrderId,
      marketTag,
    ]),
    [
      [ORDER_ID, OUR_NAME, 'HYPERLIQUID_BTC_USDC_PERP'],
      ['2', null, 'HYPERLIQUID_GONE_USDC_PERP'],
    ],
  );
  assert.deepEqual(
    unreadable?.map(({ venueOrderId, venueName }) => [venueOrderId, venueName]),
    [['5', CLOID]],
  );
  assert.equal(next, null);
});

test('markets of Hyperliquid have five digits, and as many places as sizes leave of six', () => {
  const [list] = HYPERLIQUID.markets();
  const read = (universe: readonly object[], more: object = {}) =>
    present(list, 'it is asked').read(reply({ universe, marginTables: [], ...more }));
  const others = [
    { name: 'kPEPE', szDecimals: 0, maxLeverage: 10, marginTableId: 52 },
    { name: 'MATIC', szDecimals: 1, maxLeverage: 20, marginTableId: 20, isDelisted: true },
    { name: 'CATBAL', szDecimals: 0, maxLeverage: 3, marginTableId: 3, onlyIsolated: true },
  ];
  const [first, second, third, fourth] = valueOf(read([BTC, ...others])).items;
  assert.deepEqual(first, BTC_PERP);
  assert.deepEqual(
    [second?.number, second?.market.priceDecimals, second?.market.amountStep],
    [1, 6, decimal('1')],
  );
  assert.deepEqual([third?.number, third?.market.isOpen], [2, false]);
  assert.deepEqual([first?.onlyMarginMode, fourth?.onlyMarginMode], [undefined, 'isolated']);
  assert.equal(read([BTC], { collateralToken: 235 }).kind, 'not_done');
  for (const broken of [
    { szDecimals: 7 },
    { szDecimals: -1 },
    { maxLeverage: '50x' },
    { name: '' },
  ])
    assert.equal(read([{ ...BTC, ...broken }]).kind, 'not_done');
});

test('the price of Hyperliquid is the mark price of the market at its place', () => {
  const price = HYPERLIQUID.price(BTC_PERP);
  const both = (universe: readonly object[], figures: readonly object[]) =>
    price.read(reply([{ universe }, figures]));
  const figures = { markPx: '34567.5', midPx: '34566.5', funding: '0.0000125' };
  assert.equal(valueOf(both([BTC], [figures])).price, decimal('34567.5'));
  for (const broken of [both([{ name: 'ETH' }], [figures]), both([BTC], []), both([], [figures])])
    assert.equal(broken.kind, 'not_done');
  assert.equal(both([BTC], [{ ...figures, markPx: '0.0' }]).kind, 'not_done');
});

test('the best prices of Hyperliquid are the first levels of its book', () => {
  const query = present(HYPERLIQUID.bestPrices, 'it has a request of its own')(BTC_PERP);
  const book = (bids: readonly object[], asks: readonly object[], coin: string = BTC.name) =>
    query.read(reply({ coin, time: NOW_MS, levels: [bids, asks] }));
  const level = (px: string) => ({ px, sz: '1', n: 1 });
  const bids = [level('34566'), level('34565')];
  assert.deepEqual(valueOf(book(bids, [level('34568')])), {
    bid: decimal('34566'),
    ask: decimal('34568'),
  });
  assert.equal(valueOf(book(bids, [])), null);
  assert.equal(book(bids, [], 'ETH').kind, 'not_done');
});

test('the time of Hyperliquid is a number of milliseconds', () => {
  assert.equal(valueOf(HYPERLIQUID.time().read(reply({ time: NOW_MS }))).venueTimeMs, NOW_MS);
  assert.equal(HYPERLIQUID.time().read(reply({ time: 'soon' })).kind, 'not_done');
});

test('minutes of Hyperliquid are oldest first, and those that were requested', () => {
  const startMs = 1_699_999_980_000;
  const row = (minute: number) => ({
    t: startMs + minute * 60_000,
    T: startMs + minute * 60_000 + 59_999,
    s: 'BTC',
    i: '1m',
    o: '34567.0',
    c: '34565.0',
    h: '34568.0',
    l: '34560.0',
    v: '0.32101',
    n: 189,
  });
  const query = candles.fetch(BTC_PERP, startMs, startMs + 120_000);
  assert.deepEqual(query.call.parameters, {
    type: 'candleSnapshot',
    req: { coin: 'BTC', interval: '1m', startTime: startMs, endTime: startMs + 119_999 },
  });
  const found = valueOf(query.read(reply([2, 1, 0, -1].map(row))));
  assert.deepEqual(found, [
    {
      openTimeMs: startMs,
      open: 345_670n,
      high: 345_680n,
      low: 345_600n,
      close: 345_650n,
      volume: 32_101n,
    },
    { ...found[0], openTimeMs: startMs + 60_000 },
  ]);
  assert.equal(query.read(reply([{ ...row(0), s: 'ETH' }])).kind, 'not_done');
});

test('rates of funding are of whole hours, with whose first block they are booked', () => {
  const hourMs = 1_699_999_200_000;
  const query = present(funding, 'there are futures').fetch(BTC_PERP, hourMs, NOW_MS);
  const row = { coin: 'BTC', fundingRate: '-0.0000125', premium: '-0.0004', time: hourMs + 36 };
  assert.deepEqual(valueOf(query.read(reply([row]))), [
    { atMs: hourMs, rate: decimal('-0.0000125') },
  ]);
  assert.equal(query.read(reply([{ ...row, coin: 'ETH' }])).kind, 'not_done');
});

test('a fill of Hyperliquid has the id of the trade, and its fee may be a rebate', () => {
  const query = account.fills(null, null, 500, FUTURES, NOW_MS - 60_000);
  const { items, rest } = valueOf(query.read(reply([FILL])));
  assert.equal(rest, null);
  assert.deepEqual(items, [
    {
      fillId: '118906512037719',
      venueOrderId: ORDER_ID,
      clientOrderId: OUR_NAME,
      marketTag: 'HYPERLIQUID_BTC_USDC_PERP',
      side: 'buy',
      price: decimal('34566'),
      amount: decimal('0.0125'),
      fee: decimal('0.194433'),
      feeCurrency: 'USDC',
      isMaker: false,
      filledAtMs: FILL.time,
    },
  ]);
  const rebate = { ...FILL, crossed: false, fee: '-0.01', side: 'A', cloid: null };
  const [maker] = valueOf(query.read(reply([rebate]))).items;
  assert.deepEqual(
    [maker?.isMaker, maker?.fee, maker?.side, maker?.clientOrderId],
    [true, decimal('-0.01'), 'sell', null],
  );
  for (const broken of [{ tid: 1.5 }, { crossed: 'yes' }, { fee: null }, { side: 'C' }])
    assert.equal(leftOutBy(() => query.read(reply([{ ...FILL, ...broken }]))).length, 1);
});

test('fills are listed from a year ago on; a window that is full is read in halves', () => {
  const query = account.fills(null, null, 500, FUTURES);
  const { startTime, endTime } = query.call.parameters as Readonly<Record<string, number>>;
  assert.equal(startTime, NOW_MS - 365 * 86_400_000);
  assert(startTime !== undefined && endTime !== undefined);
  const many = Array.from({ length: 2_000 }, (_, tid) => ({ ...FILL, tid, time: startTime + tid }));
  const page = valueOf(query.read(reply(many)));
  const middleMs = Math.floor((startTime + endTime) / 2);
  const first = present(page.rest, 'it goes on');
  assert.partialDeepStrictEqual(first.call.parameters, { startTime, endTime: middleMs });
  const second = present(valueOf(first.read(reply(many.slice(0, 1_500)))).rest, 'it goes on');
  assert.partialDeepStrictEqual(second.call.parameters, { startTime: middleMs + 1, endTime });
});

test('fills of an order are those of the account since a minute before it was placed', () => {
  const query = account.orderFills(KNOWN, BTC_PERP, FUTURES);
  assert.partialDeepStrictEqual(query.call.parameters, { startTime: NOW_MS - 60_000 });
  const other = { ...FILL, oid: 7, tid: 2 };
  const { items, next } = valueOf(query.read(reply([FILL, other, { ...FILL, tid: 3 }])));
  assert.deepEqual(
    items.map(({ fillId }) => fillId),
    [String(FILL.tid), '3'].toSorted(),
  );
  assert.equal(next, null);
});
