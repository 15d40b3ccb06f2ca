import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { encodeJson } from '#lib/json.ts';
import { HOUR_MS } from '#lib/time.ts';
import type { VenueMarginEvent } from '#venue-port/exchange/exchange.ts';
import type { CursorPage, Query, Verdict } from '#venues/dialect.ts';
import { CONTEXT, NOW_MS, reply } from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';
import { marginEventsAfter } from '#venues/dialects/binance-usdm/margin-events.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';
import { withLeftOut } from '#venues/dialects/reply/read-rows.ts';

type Page = CursorPage<VenueMarginEvent>;

const RECENT = `[${NOW_MS - 10 * HOUR_MS},[]]`;

const PAYMENT = {
  symbol: 'BTCUSDT',
  incomeType: 'FUNDING_FEE',
  income: '-0.04200000',
  asset: 'USDT',
  time: NOW_MS - 8 * HOUR_MS + 12,
  tranId: 9_689_322_392,
};
const RATE = {
  symbol: 'BTCUSDT',
  fundingTime: NOW_MS - 8 * HOUR_MS,
  fundingRate: '0.0001',
  markPrice: '35000.00000000',
};
const FORCED = {
  symbol: 'BTCUSDT',
  orderId: 6_071_832_819,
  side: 'SELL',
  avgPrice: '31000.1',
  executedQty: '0.012',
  time: NOW_MS - HOUR_MS,
};
const TRADES = [
  { symbol: 'BTCUSDT', commission: '0.1', commissionAsset: 'USDT' },
  { symbol: 'BTCUSDT', commission: '0.05', commissionAsset: 'USDT' },
];

type Replies = Readonly<Record<string, readonly unknown[]>>;

const QUIET: Replies = { income: [], forceOrders: [], fundingRate: [RATE], userTrades: TRADES };

function verdictsOf(cursor: string | null, replies: Replies, limit = 100) {
  const calls: Query<Page>['call'][] = [];
  let query: Query<Page> | null = marginEventsAfter(cursor, limit, CONTEXT);
  let verdict: Verdict<Page> | null = null;
  while (query !== null) {
    calls.push(query.call);
    verdict = query.read(reply(replies[query.call.path] ?? []));
    query = verdict.kind === 'done' ? verdict.value.rest : null;
  }
  assert(verdict !== null);
  return { calls, verdict };
}

function pageOf(cursor: string | null, replies: Replies, limit = 100): Page {
  const { verdict } = verdictsOf(cursor, replies, limit);
  assert(verdict.kind === 'done', encodeJson(verdict));
  return verdict.value;
}

/** What was paid, at which rate, and the position that it was for. */
const PAYMENTS = [
  ['-0.042', '0.0001', 'long', '0.012'],
  ['0.042', '0.0001', 'short', '0.012'],
  ['0.042', '-0.0001', 'long', '0.012'],
  ['-0.042', '-0.0001', 'short', '0.012'],
  // A payment is rounded to its eighth decimal, so the position is to its step.
  ['-0.04200001', '0.0001', 'long', '0.012'],
] as const;

for (const [income, fundingRate, direction, amount] of PAYMENTS)
  test(`funding of ${income} at ${fundingRate} is for ${amount} ${direction}`, () => {
    const [event, ...others] = pageOf(RECENT, {
      ...QUIET,
      income: [{ ...PAYMENT, income }],
      fundingRate: [{ ...RATE, fundingRate }],
    }).items;
    assert(event?.kind === 'funding' && others.length === 0);
    assert.deepEqual([event.direction, event.amount], [direction, decimal(amount)]);
    assert.equal(event.paid, -decimal(income));
    assert.equal(event.marketTag, 'BINANCEUSDM_BTC_USDT_PERP');
  });

test('of several rates the one of the payment counts', () => {
  const other = { ...RATE, fundingRate: '0.0007', fundingTime: RATE.fundingTime - 60_000 };
  const later = { ...RATE, fundingRate: '-0.0003', fundingTime: RATE.fundingTime + 50_000 };
  const replies = { ...QUIET, income: [PAYMENT], fundingRate: [other, RATE, later] };
  assert.equal(pageOf(RECENT, replies).items[0]?.amount, decimal('0.012'));
});

test('a payment whose rate is not listed yet is no event, and is read again', () => {
  const old = { ...RATE, fundingTime: RATE.fundingTime - HOUR_MS };
  for (const fundingRate of [[], [old], [{ ...RATE, fundingRate: '0' }]]) {
    const income = [{ ...PAYMENT, time: NOW_MS - 60_000 }];
    const { verdict } = verdictsOf(RECENT, { ...QUIET, income, fundingRate });
    assert(verdict.kind === 'not_done' && verdict.failure === 'corrupt_reply');
  }
});

test('a payment whose rate is never listed keeps no other back for ever', () => {
  const other = { ...PAYMENT, symbol: 'GONEUSDT', tranId: 7 };
  const { value, leftOut } = withLeftOut(() =>
    verdictsOf(RECENT, { ...QUIET, income: [other, PAYMENT], fundingRate: [RATE] }),
  );
  const { verdict } = value;
  assert(verdict.kind === 'done');
  assert.deepEqual(
    verdict.value.items.map(({ marketTag }) => marketTag),
    ['BINANCEUSDM_BTC_USDT_PERP'],
  );
  assert(leftOut.some(({ name }) => name === 'GONEUSDT'));
});

test('a liquidation has the side, the price and the fees of the order that closed', () => {
  const [event] = pageOf(RECENT, { ...QUIET, forceOrders: [FORCED] }).items;
  assert(event?.kind === 'liquidation');
  assert.deepEqual(
    [event.direction, event.amount, event.price, event.fee, event.currency],
    ['long', decimal('0.012'), decimal('31000.1'), decimal('0.15'), 'USDT'],
  );
});

test('an order by which nothing was closed is no liquidation', () => {
  const forceOrders = [{ ...FORCED, executedQty: '0' }];
  assert.deepEqual(pageOf(RECENT, { ...QUIET, forceOrders }).items, []);
});

test('both lists are in the order of their instants, and each event comes once', () => {
  const replies = { ...QUIET, income: [PAYMENT], forceOrders: [FORCED] };
  const one = pageOf(RECENT, replies, 1);
  const two = pageOf(one.cursor, replies, 1);
  assert.deepEqual(
    [...one.items, ...two.items].map(({ kind }) => kind),
    ['funding', 'liquidation'],
  );
  const three = pageOf(two.cursor, replies);
  assert.deepEqual(three, { items: [], cursor: two.cursor, rest: null });
});

test('without a cursor the last thirty days are read, a week at a time', () => {
  const { calls } = verdictsOf(null, QUIET);
  const windows = calls.filter(({ path }) => path === 'income').map(({ parameters }) => parameters);
  assert.equal(windows[0]?.['startTime'], NOW_MS - 720 * HOUR_MS);
  assert.equal(windows.length, 5);
  for (const { startTime, endTime } of windows)
    assert.equal(Number(endTime) - Number(startTime), 168 * HOUR_MS);
});

test('a window with more than one request shows is read in parts', () => {
  const income = Array.from({ length: 1_000 }, () => PAYMENT);
  const query = marginEventsAfter(RECENT, 100, CONTEXT);
  const verdict = query.read(reply(income));
  assert(verdict.kind === 'done');
  const { startTime, endTime } = verdict.value.rest?.call.parameters ?? {};
  assert.equal(Number(endTime) - Number(startTime), 21 * HOUR_MS);
});

test('payments of another type are not taken for funding', () => {
  const query = marginEventsAfter(RECENT, 100, CONTEXT);
  const other = reply([{ ...PAYMENT, incomeType: 'COMMISSION' }]);
  assert.deepEqual(
    leftOutBy(() => query.read(other)),
    [PAYMENT.symbol],
  );
});
