import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS } from '#lib/time.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { CursorPage, ListQuery, Query } from '#venues/dialect.ts';
import {
  BTC_SPOT,
  FILL,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  SPOT,
  success,
} from '#venues/dialects/bitget/bitget.fixture.ts';
import { BITGET_PROMISES } from '#venues/dialects/bitget/promises.ts';
import { fillsAfter, orderFills } from '#venues/dialects/bitget/fill-list.ts';

type ListRow = { readonly id: number; readonly atMs: number; readonly orderId?: string };

const KNOWN = {
  clientOrderId: OUR_NAME,
  venueOrderId: ORDER_ID,
  placedAtMs: NOW_MS - 2 * DAY_MS,
};

/** What the venue lists: the newest first, before an id, ninety days at most. */
function venueWith(fills: readonly ListRow[]) {
  const respond = ({ call }: Pick<Query<unknown>, 'call'>) => {
    const { startTime, endTime, idLessThan, limit } = call.parameters;
    const [fromMs, toMs] = [Number(startTime), Number(endTime ?? NOW_MS)];
    // Beyond these it may refuse the request.
    assert(toMs - fromMs <= 90 * DAY_MS && fromMs <= toMs && toMs <= NOW_MS);
    const page = fills
      .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
      .filter(({ id }) => idLessThan === undefined || id < Number(idLessThan))
      .sort((left, right) => right.id - left.id)
      .slice(0, Number(limit))
      .map(({ id, atMs, orderId = ORDER_ID }) => ({
        ...FILL,
        tradeId: String(id),
        orderId,
        cTime: String(atMs),
      }));
    return success(page);
  };
  const read = (cursor: string | null, limit: number): CursorPage<VenueFill> => {
    let query: Query<CursorPage<VenueFill>> | null = fillsAfter(cursor, limit, SPOT);
    for (;;) {
      const verdict = query.read(respond(query));
      assert(verdict.kind === 'done');
      if (verdict.value.rest === null) return verdict.value;
      query = verdict.value.rest;
    }
  };
  return { read, respond };
}

/** All of them, a page at a time. */
function readAll(fills: readonly ListRow[], limit: number): readonly string[] {
  const { read } = venueWith(fills);
  const ids: string[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page = read(cursor, limit);
    ({ cursor } = page);
    if (page.items.length === 0) return ids;
    ids.push(...page.items.map(({ fillId }) => fillId));
  }
}

function spread(count: number, fromMs: number, stepMs: number): readonly ListRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 10_000 + index,
    atMs: fromMs + index * stepMs,
  }));
}

/** Both sides of each trade are of the account, so that two rows have one id. */
function withThemselves(count: number): readonly ListRow[] {
  return spread(count, NOW_MS - DAY_MS, 1_000).flatMap((fill) => [
    { ...fill, orderId: '1' },
    { ...fill, orderId: '2' },
  ]);
}

/** How the fills lie. */
const CASES: readonly (readonly [string, readonly ListRow[]])[] = [
  ['none', []],
  ['one of just now', spread(1, NOW_MS - 10, 0)],
  ['a page', spread(100, NOW_MS - DAY_MS, 1_000)],
  ['several pages', spread(380, NOW_MS - DAY_MS, 1_000)],
  ['more than a window takes', spread(1_500, NOW_MS - 20 * DAY_MS, 300_000)],
  ['months with pauses', spread(9, NOW_MS - 88 * DAY_MS, 10 * DAY_MS)],
  ['some in one instant', spread(30, NOW_MS - DAY_MS, 0)],
  // One row before a page's end and one behind it have the id of one trade.
  ['orders that filled one another', [...withThemselves(99), { id: 99_999, atMs: NOW_MS - 10 }]],
];

for (const [title, fills] of CASES)
  test(`every fill of Bitget is read once: ${title}`, () => {
    const wanted = fills.map(({ id, orderId = ORDER_ID }) => `${id}_${orderId}`);
    // Of many, a tenth of the pages: each reads the whole window again.
    const few = fills.length > 1_000 ? 230 : 23;
    for (const limit of [few, 500]) assert.deepEqual(readAll(fills, limit), wanted);
  });

test('a fill that Bitget lists as late as it may is read all the same', () => {
  const early = { id: 2, atMs: NOW_MS - 60_000 };
  const late = { id: 1, atMs: early.atMs - BITGET_PROMISES.visibilityLagMs };
  const { cursor } = venueWith([early]).read(null, 10);
  const { items } = venueWith([early, late]).read(cursor, 10);
  assert.deepEqual(
    items.map(({ fillId }) => fillId),
    [`1_${ORDER_ID}`],
  );
});

test('fills of an order at Bitget come whole, of that order alone, each once', () => {
  const { respond } = venueWith(spread(150, NOW_MS - DAY_MS, 1_000));
  let list: ListQuery<VenueFill> | null = orderFills(KNOWN, BTC_SPOT, SPOT);
  const items: VenueFill[] = [];
  const calls: unknown[] = [];
  while (list !== null) {
    calls.push(list.call.parameters);
    const verdict = list.read(respond(list));
    assert(verdict.kind === 'done');
    items.push(...verdict.value.items);
    list = verdict.value.next;
  }
  const startTime = KNOWN.placedAtMs - 60_000;
  const filter = { symbol: 'BTCUSDT', orderId: ORDER_ID, startTime, limit: 100 };
  assert.deepEqual(calls, [filter, { ...filter, idLessThan: '10051' }]);
  assert.equal(new Set(items.map(({ fillId }) => fillId)).size, 150);
  assert.equal(items.length, 150);
  const first = orderFills(KNOWN, BTC_SPOT, SPOT);
  assert.equal(first.read(success([{ ...FILL, orderId: '2' }])).kind, 'not_done');
  assert.throws(() => orderFills({ ...KNOWN, venueOrderId: null }, BTC_SPOT, SPOT));
  const old = orderFills({ ...KNOWN, placedAtMs: NOW_MS - 400 * DAY_MS }, BTC_SPOT, SPOT);
  assert.equal(old.call.parameters['startTime'], NOW_MS - 89 * DAY_MS);
});

test('a list of fills of Bitget that begins again is not read for ever', () => {
  const page = respondAlways();
  const verdict = orderFills(KNOWN, BTC_SPOT, SPOT).read(page);
  assert(verdict.kind === 'done');
  assert.equal(verdict.value.next?.read(page).kind, 'not_done');
});

function respondAlways() {
  return success(
    Array.from({ length: 100 }, (_, index) => ({ ...FILL, tradeId: String(9_000 - index) })),
  );
}

/** What a fill cost, and what of it is a fee of the account. */
const FEES: readonly (readonly [string, object, readonly [string, string]])[] = [
  ['what was bought', {}, ['0.000025', 'BTC']],
  ['what was got for it', { feeCoin: 'USDT', totalFee: '-0.0057' }, ['0.0057', 'USDT']],
  [
    'the token of the venue',
    { deduction: 'yes', feeCoin: 'BGB', totalDeductionFee: '0', totalFee: '0.0015552795869069' },
    ['0.0015552795869069', 'BGB'],
  ],
  [
    'the token of the venue, as documented',
    { deduction: 'yes', feeCoin: 'BGB', totalDeductionFee: '-0.0041', totalFee: '-0.0041' },
    ['0.0041', 'BGB'],
  ],
  ['nothing', { totalFee: '0' }, ['0', 'BTC']],
  ['less than nothing', { totalFee: '0.0001' }, ['-0.0001', 'BTC']],
];

for (const [title, changes, [fee, currency]] of FEES)
  test(`the fee of a fill of Bitget is taken out of ${title}`, () => {
    const row = { ...FILL, feeDetail: { ...FILL.feeDetail, ...changes } };
    const verdict = fillsAfter(null, 10, SPOT, NOW_MS - 60_000).read(success([row]));
    assert(verdict.kind === 'done');
    assert.deepEqual(verdict.value.items, [
      {
        fillId: `${FILL.tradeId}_${ORDER_ID}`,
        venueOrderId: ORDER_ID,
        clientOrderId: null,
        marketTag: 'BITGET_BTC_USDT',
        side: 'buy',
        price: decimal('34567.7'),
        amount: decimal('0.0125'),
        fee: decimal(fee),
        feeCurrency: currency,
        isMaker: false,
        filledAtMs: 1_699_999_999_432,
      },
    ]);
  });

/** What a fill may lack, or have too much of. */
const BROKEN: readonly object[] = [
  { feeDetail: null },
  { feeDetail: { feeCoin: 'BTC' } },
  { feeDetail: { ...FILL.feeDetail, feeCoin: '' } },
  { tradeId: '' },
  { tradeId: 'a1' },
  { orderId: '' },
  { side: 'both' },
  { size: '' },
  { priceAvg: null },
  { cTime: 'soon' },
];

test('a fill of Bitget that cannot be read keeps no other back, and is said to be there', () => {
  for (const changes of BROKEN) {
    const page = success([FILL, { ...FILL, ...changes }]);
    const verdict = fillsAfter(null, 10, SPOT, NOW_MS - 60_000).read(page);
    assert(verdict.kind === 'done', JSON.stringify(changes));
    const { items, unreadable = [] } = verdict.value;
    assert.deepEqual([items.length, unreadable.length], [1, 1], JSON.stringify(changes));
  }
});

test('the fills of one order of Bitget are not known while one of them cannot be read', () => {
  const name = { clientOrderId: 'x', venueOrderId: FILL.orderId, placedAtMs: NOW_MS };
  const query = orderFills(name, BTC_SPOT, SPOT);
  assert.equal(query.read(success([FILL])).kind, 'done');
  assert.equal(query.read(success([FILL, { ...FILL, size: '' }])).kind, 'not_done');
});
