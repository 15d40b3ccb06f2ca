// Replies in KuCoin's own documentation are read, and agree with what ccxt's own class of KuCoin
// makes of the same text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Query } from '#venues/dialect.ts';
import { KUCOIN } from '#venues/dialects/kucoin/kucoin.ts';
import {
  BTC_SPOT,
  success,
  FILL,
  FILLED,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  RECEIPT,
  RESTING,
  SPOT,
  SYMBOL,
  UNIFIED,
  UNIFIED_FILL,
  UNIFIED_FILLED,
  UNIFIED_RESTING,
  unifiedPage,
} from '#venues/dialects/kucoin/kucoin.fixture.ts';

type Fields = Readonly<Record<string, unknown>>;
type Market = Fields & {
  readonly precision: Readonly<Record<'amount' | 'price', number>>;
  readonly limits: Readonly<Record<'amount' | 'cost', { readonly min: number }>>;
};
type Ccxt = {
  readonly options: Record<string, unknown>;
  publicGetSymbols(): Promise<unknown>;
  privateGetAccounts(): Promise<unknown>;
  privatePostHfOrders(request: Fields): Promise<unknown>;
  utaPrivatePostAccountModeOrderPlace(request: Fields): Promise<unknown>;
  fetchMarkets(): Promise<readonly Market[]>;
  setMarkets(markets: readonly Market[]): unknown;
  parseOrder(row: unknown): Fields & { readonly fee: Fields };
  parseTrade(row: unknown): Fields & { readonly fee: Fields };
  parseOHLCV(row: unknown): readonly number[];
  fetchBalance(): Promise<Readonly<Record<'free' | 'used' | 'total', Record<string, number>>>>;
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price: number | undefined,
    more: object,
  ): Promise<unknown>;
};

const SYMBOLS = [
  SYMBOL,
  {
    ...SYMBOL,
    symbol: 'KCS-BTC',
    baseCurrency: 'KCS',
    quoteCurrency: 'BTC',
    baseMinSize: '0.01',
    baseIncrement: '0.0001',
    priceIncrement: '0.0000001',
    minFunds: null,
    quoteMinSize: '0.000001',
    feeCategory: 2,
    makerFeeCoefficient: '0.5',
    enableTrading: false,
  },
];

async function ccxt(): Promise<Ccxt> {
  const file = new URL('../../../node_modules/ccxt/js/src/kucoin.js', import.meta.url);
  const { default: Kucoin } = (await import(file.href)) as {
    readonly default: new (settings: object) => Ccxt;
  };
  const client = new Kucoin({
    options: {
      hf: true,
      uta: false,
      fetchMarkets: { types: ['spot'], fetchTickersFees: false },
    },
  });
  client.publicGetSymbols = async () => ({ code: '200000', data: SYMBOLS });
  client.setMarkets(await client.fetchMarkets());
  return client;
}

function read<T>(query: Query<T> | undefined, content: unknown): T {
  const verdict = query?.read(success(content));
  assert(verdict?.kind === 'done', String(verdict?.kind));
  return verdict.value;
}

function assertSame(ours: Decimal, theirs: unknown): void {
  assert.equal(Number(formatDecimal(ours)), Number(theirs));
}

test('markets of KuCoin are those that ccxt reads', async () => {
  const [markets] = KUCOIN.markets();
  const { items } = read(markets, SYMBOLS);
  const client = await ccxt();
  const theirs = await client.fetchMarkets();
  assert(items.length === SYMBOLS.length && items.length === theirs.length);
  for (const [index, { market, symbol }] of items.entries()) {
    const their = theirs[index];
    assert(their !== undefined);
    const { base, quote, isOpen } = market;
    assert.deepEqual(
      [symbol, base, quote, isOpen],
      [their['id'], their['base'], their['quote'], their['active']],
    );
    assertSame(market.amountStep, their.precision.amount);
    assertSame(market.priceStep, their.precision.price);
    assertSame(market.minOrderAmount, their.limits.amount.min);
    assertSame(market.minOrderValue, their.limits.cost.min);
  }
});

const ENDED = { active: false, inOrderBook: false };
const ORDERS: readonly object[] = [
  RESTING,
  FILLED,
  { ...RESTING, id: 'a1', clientOid: 'web', side: 'sell', postOnly: true },
  { ...RESTING, id: 'a2', ...ENDED, cancelExist: true, cancelledSize: '0.0125' },
  {
    ...RESTING,
    id: 'a3',
    ...ENDED,
    cancelExist: true,
    dealSize: '0.01',
    dealFunds: '345.678',
    cancelledSize: '0.0025',
  },
  { ...FILLED, id: 'a4', type: 'market', price: '0' },
];

const STATUSES: Readonly<Record<string, string>> = {
  open: 'open',
  filled: 'closed',
  cancelled: 'canceled',
};

test('orders of KuCoin are those that ccxt reads', async () => {
  const client = await ccxt();
  for (const row of ORDERS) {
    const { id: venueOrderId } = row as { readonly id: string };
    const name = { clientOrderId: OUR_NAME, venueOrderId, placedAtMs: NOW_MS };
    const order = read(KUCOIN.orders.lookUp(name, BTC_SPOT, SPOT)[0], row);
    const their = client.parseOrder(row);
    assert.deepEqual(
      [order.venueOrderId, order.type, order.side, STATUSES[order.state], order.placedAtMs],
      [their['id'], their['type'], their['side'], their['status'], their['timestamp']],
    );
    assert.equal(order.clientOrderId, their['clientOrderId'] === 'web' ? null : OUR_NAME);
    if (order.type === 'limit') assertSame(order.price, their['price']);
    assertSame(order.amount, their['amount']);
    assertSame(order.filledAmount, their['filled']);
    if (order.filledAmount > 0n) assertSame(order.averageFillPrice, their['average']);
    assert.equal(order.terms.isPostOnly, their['postOnly'] === true);
  }
});

test('fills of KuCoin are those that ccxt reads, but for their ids', async () => {
  const client = await ccxt();
  const rows = [FILL, { ...FILL, id: FILL.id + 1, side: 'sell', liquidity: 'maker' }];
  const query = KUCOIN.account.fills(BTC_SPOT, null, 500, SPOT, NOW_MS - 60_000);
  const { items } = read(query, { items: rows, lastId: FILL.id });
  assert.equal(items.length, rows.length);
  for (const [index, fill] of items.entries()) {
    const their = client.parseTrade(rows[index]);
    assert.deepEqual(
      [fill.venueOrderId, fill.side, fill.isMaker, fill.filledAtMs, fill.feeCurrency],
      [
        their['order'],
        their['side'],
        their['takerOrMaker'] === 'maker',
        their['timestamp'],
        their.fee['currency'],
      ],
    );
    assertSame(fill.price, their['price']);
    assertSame(fill.amount, their['amount']);
    assertSame(fill.fee, their.fee['cost']);
    // That of the trade, which both of its orders have, and which no double holds exactly.
    assert.notEqual(fill.fillId, String(their['id']));
  }
});

test('balances of KuCoin are those that ccxt reads', async () => {
  const row = { id: '1', type: 'trade_hf' };
  const rows = [
    { ...row, currency: 'USDT', balance: '26.66759503', available: '20.5', holds: '6.16759503' },
    { ...row, currency: 'BTC', balance: '0.5', available: '0.5', holds: '0' },
  ];
  const { balances } = read(KUCOIN.account.balances(SPOT), rows);
  const client = await ccxt();
  client.privateGetAccounts = async () => ({ code: '200000', data: rows });
  const theirs = await client.fetchBalance();
  assert.equal(balances.length, rows.length);
  for (const { currency, available, locked, total } of balances) {
    assertSame(available, theirs.free[currency]);
    assertSame(locked, theirs.used[currency]);
    assertSame(total, theirs.total[currency]);
  }
});

test('minutes of KuCoin are those that ccxt reads', async () => {
  const rows = [
    ['1566789720', '10411.5', '10401.9', '10411.5', '10396.3', '29.11357276', '302889.301529914'],
    ['1566789660', '10416', '10411.5', '10422.3', '10411.5', '15.61781842', '162703.708997029'],
  ];
  const found = read(KUCOIN.candles.fetch(BTC_SPOT, 0, Infinity), rows);
  const client = await ccxt();
  assert.deepEqual(
    found.map(({ openTimeMs, open, high, low, close, volume }) => [
      openTimeMs,
      ...[open, high, low, close].map((ticks) => Number(ticks) / 10),
      Number(volume) / 1e8,
    ]),
    rows.toReversed().map((row) => client.parseOHLCV(row)),
  );
});

test('orders are written as ccxt writes them', async () => {
  const client = await ccxt();
  const shapes = [
    { side: 'buy', type: 'limit', price: decimal('34567.8') },
    { side: 'sell', type: 'limit', price: decimal('34567.8') },
    { side: 'buy', type: 'market', price: decimal('0') },
    { side: 'sell', type: 'market', price: decimal('0') },
  ] as const;
  for (const shape of shapes) {
    const place = KUCOIN.orders.place(newOrder(shape), BTC_SPOT, {
      ...SPOT,
      protectionPrice: null,
      marginMode: null,
    });
    let theirs: Fields = {};
    client.privatePostHfOrders = async (request) => {
      theirs = request;
      return { code: '200000', data: { ...RECEIPT, orderId: ORDER_ID } };
    };
    const price = shape.type === 'limit' ? 34_567.8 : undefined;
    const more = { clientOrderId: OUR_NAME };
    await client.createOrder('BTC/USDT', shape.type, shape.side, 0.0125, price, more);
    assert.deepEqual(place.call.parameters, theirs);
  }
});

const UNIFIED_ORDERS: readonly object[] = [
  UNIFIED_RESTING,
  UNIFIED_FILLED,
  { ...UNIFIED_RESTING, orderId: 'a1', clientOid: 'web', side: 'SELL', postOnly: true },
  { ...UNIFIED_RESTING, orderId: 'a2', status: 5, cancelSize: '0.0125' },
  { ...UNIFIED_RESTING, orderId: 'a3', status: 4, filledSize: '0.01', avgPrice: '34567.8' },
  { ...UNIFIED_FILLED, orderId: 'a4', orderType: 'MARKET', price: '' },
];

test('orders of unified accounts of KuCoin are those that ccxt reads', async () => {
  const client = await ccxt();
  for (const row of UNIFIED_ORDERS) {
    const { orderId: venueOrderId } = row as { readonly orderId: string };
    const name = { clientOrderId: OUR_NAME, venueOrderId, placedAtMs: NOW_MS };
    const order = read(KUCOIN.orders.lookUp(name, BTC_SPOT, UNIFIED)[0], row);
    const their = client.parseOrder(row);
    assert.deepEqual(
      [order.venueOrderId, order.type, order.side, STATUSES[order.state], order.placedAtMs],
      [their['id'], their['type'], their['side'], their['status'], their['timestamp']],
    );
    assert.equal(order.clientOrderId, their['clientOrderId'] === 'web' ? null : OUR_NAME);
    if (order.type === 'limit') assertSame(order.price, their['price']);
    assertSame(order.amount, their['amount']);
    assertSame(order.filledAmount, their['filled']);
    if (order.filledAmount > 0n) assertSame(order.averageFillPrice, their['average']);
    assert.equal(order.terms.isPostOnly, their['postOnly'] === true);
  }
});

test('fills of unified accounts of KuCoin are those that ccxt reads', async () => {
  const client = await ccxt();
  const rows = [
    UNIFIED_FILL,
    { ...UNIFIED_FILL, tradeId: '7', side: 'SELL', liquidityRole: 'MAKER' },
  ];
  const query = KUCOIN.account.fills(BTC_SPOT, null, 500, UNIFIED, NOW_MS - 60_000);
  const verdict = query.read(unifiedPage(rows));
  assert(verdict.kind === 'done');
  const fills = verdict.value.items.toSorted((left) => (left.side === 'buy' ? -1 : 1));
  assert.equal(fills.length, rows.length);
  for (const [index, fill] of fills.entries()) {
    const their = client.parseTrade(rows[index]);
    assert.deepEqual(
      [fill.venueOrderId, fill.side, fill.isMaker, fill.filledAtMs, fill.feeCurrency],
      [
        their['order'],
        their['side'],
        their['takerOrMaker'] === 'maker',
        their['timestamp'],
        their.fee['currency'],
      ],
    );
    assertSame(fill.price, their['price']);
    assertSame(fill.amount, their['amount']);
    assertSame(fill.fee, their.fee['cost']);
    assert.equal(fill.fillId, `${String(their['id'])}_${fill.venueOrderId}`);
  }
});

test('orders of unified accounts are written as ccxt writes them', async () => {
  const client = await ccxt();
  client.options['uta'] = true;
  const shapes = [
    { side: 'buy', type: 'limit', price: decimal('34567.8') },
    { side: 'sell', type: 'market', price: decimal('0') },
    { side: 'buy', type: 'market', price: decimal('0') },
  ] as const;
  for (const shape of shapes) {
    const place = KUCOIN.orders.place(newOrder(shape), BTC_SPOT, {
      ...UNIFIED,
      protectionPrice: null,
      marginMode: null,
    });
    let theirs: Fields = {};
    client.utaPrivatePostAccountModeOrderPlace = async (request) => {
      theirs = request;
      return { code: '200000', data: { ...RECEIPT, orderId: ORDER_ID } };
    };
    const price = shape.type === 'limit' ? 34_567.8 : undefined;
    const more = { clientOrderId: OUR_NAME, uta: true };
    await client.createOrder('BTC/USDT', shape.type, shape.side, 0.0125, price, more);
    assert.deepEqual(place.call.parameters, theirs);
  }
});
