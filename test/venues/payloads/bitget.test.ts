// Replies of Bitget as its documentation shows them are read, and what is read agrees with what
// ccxt's own class of Bitget makes of the same text. There are no recordings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Query } from '#venues/dialect.ts';
import { BITGET } from '#venues/dialects/bitget/bitget.ts';
import {
  BTC_SPOT,
  FILL,
  FILLED,
  newOrder,
  NOW_MS,
  OPEN,
  ORDER_ID,
  OUR_NAME,
  PLACING,
  RECEIPT,
  RESTING,
  SPOT,
  success,
  SYMBOL,
} from '#venues/dialects/bitget/bitget.fixture.ts';

type Fields = Readonly<Record<string, unknown>>;
type Market = Fields & {
  readonly precision: Readonly<Record<'amount' | 'price', number>>;
  readonly limits: Readonly<Record<'cost', { readonly min: number | undefined }>>;
};
type Ccxt = {
  publicSpotGetV2SpotPublicSymbols(): Promise<unknown>;
  publicMarginGetV2MarginCurrencies(): Promise<unknown>;
  privateSpotPostV2SpotTradePlaceOrder(request: Fields): Promise<unknown>;
  privateSpotGetV2SpotAccountAssets(): Promise<unknown>;
  fetchMarkets(): Promise<readonly Market[]>;
  setMarkets(markets: readonly Market[]): unknown;
  parseOrder(row: unknown): Fields;
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
    symbol: 'ETHUSDT',
    baseCoin: 'ETH',
    pricePrecision: '4',
    quantityPrecision: '0',
    takerFeeRate: '0.001',
    makerFeeRate: '0',
    minTradeUSDT: '5',
    status: 'halt',
  },
];

async function ccxt(): Promise<Ccxt> {
  const file = new URL('../../../node_modules/ccxt/js/src/bitget.js', import.meta.url);
  const { default: Bitget } = (await import(file.href)) as {
    readonly default: new (settings: object) => Ccxt;
  };
  const options = { uta: false, fetchMarkets: { types: ['spot'] } };
  const client = new Bitget({ apiKey: 'key', secret: 'secret', password: 'phrase', options });
  client.publicSpotGetV2SpotPublicSymbols = async () => ({ code: '00000', data: SYMBOLS });
  client.publicMarginGetV2MarginCurrencies = async () => ({ code: '00000', data: [] });
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

test('markets of Bitget are those that ccxt reads', async () => {
  const theirs = await (await ccxt()).fetchMarkets();
  const { items } = read(BITGET.markets()[0], SYMBOLS);
  assert.equal(items.length, 2);
  for (const [index, { market, symbol }] of items.entries()) {
    const their = theirs[index];
    assert(their !== undefined);
    assert.deepEqual(
      [symbol, market.base, market.quote, market.isOpen],
      [their['id'], their['base'], their['quote'], their['active']],
    );
    assertSame(market.amountStep, their.precision.amount);
    assertSame(market.priceStep, their.precision.price);
    assertSame(market.minOrderValue, their.limits.cost.min);
    assert.equal(Number(formatDecimal(market.takerFeePercent)) / 100, their['taker']);
    assert.equal(Number(formatDecimal(market.makerFeePercent)) / 100, their['maker']);
  }
});

/** The examples of the documentation, with a market of the fixture. */
const DOCUMENTED = {
  ...RESTING,
  clientOid: '121211212122',
  price: '0',
  size: '10.0000000000000000',
  orderType: 'market',
  status: 'filled',
  priceAvg: '13000.0000000000000000',
  baseVolume: '0.0007000000000000',
  quoteVolume: '9.1000000000000000',
  feeDetail:
    '{"BGB":{"deduction":true,"feeCoinCode":"BGB","totalDeductionFee":-0.0041,"totalFee":-0.0041},"newFees":{"c":0,"d":0,"deduction":false,"r":-0.112079256,"t":-0.112079256,"totalDeductionFee":0}}',
  orderSource: 'market',
  cTime: '1695865232127',
  uTime: '1695865233051',
};
const PART = { baseVolume: '0.01', quoteVolume: '345.678', priceAvg: '34567.8' };
const ORDERS: readonly Fields[] = [
  RESTING,
  FILLED,
  DOCUMENTED,
  { ...RESTING, ...PART, status: 'partially_filled' },
  { ...RESTING, ...PART, status: 'cancelled', cancelReason: 'normal_cancel' },
  { ...RESTING, status: 'cancelled', clientOid: 'web' },
  { ...FILLED, side: 'sell', orderType: 'market', price: '0' },
];
const STATUSES: Readonly<Record<string, string>> = {
  open: 'open',
  filled: 'closed',
  cancelled: 'canceled',
};

test('orders of Bitget are those that ccxt reads', async () => {
  const client = await ccxt();
  const name = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };
  const [query] = BITGET.orders.lookUp(name, BTC_SPOT, SPOT);
  for (const row of ORDERS) {
    const order = read(query, [row]);
    const their = client.parseOrder(row);
    assert.deepEqual(
      [order.venueOrderId, order.side, order.type, STATUSES[order.state], order.placedAtMs],
      [their['id'], their['side'], their['type'], their['status'], their['timestamp']],
    );
    assert.equal(order.clientOrderId, row['clientOid'] === OUR_NAME ? OUR_NAME : null);
    assertSame(order.filledAmount, their['filled']);
    if (order.filledAmount > 0n) assertSame(order.averageFillPrice, their['average']);
    if (order.type === 'market') continue;
    assertSame(order.price, their['price']);
    assertSame(order.amount, their['amount']);
  }
});

test('open orders of Bitget have the price that ccxt reads out of another field', async () => {
  const client = await ccxt();
  const row = { ...OPEN, basePrice: '34567.8', baseVolume: '0.01', quoteVolume: '345.678' };
  const [order] = read(BITGET.orders.open(SPOT)[0], [row]).items;
  const their = client.parseOrder(row);
  assert(order !== undefined);
  assertSame(order.price, their['price']);
  assertSame(order.averageFillPrice, their['average']);
  assertSame(order.filledAmount, their['filled']);
  assertSame(order.amount, their['amount']);
});

test('fills of Bitget are those that ccxt reads, with fees of each kind', async () => {
  const client = await ccxt();
  const feeOf = (changes: object) => ({ feeDetail: { ...FILL.feeDetail, ...changes } });
  const rows = [
    FILL,
    { ...FILL, tradeId: '2', side: 'sell', ...feeOf({ feeCoin: 'USDT', totalFee: '-0.86' }) },
    {
      ...FILL,
      tradeId: '3',
      tradeScope: 'maker',
      // As users of ccxt have seen it.
      ...feeOf({
        deduction: 'yes',
        feeCoin: 'BGB',
        totalDeductionFee: '0',
        totalFee: '0.0015552795869069',
      }),
    },
  ];
  const name = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };
  const { items } = read(BITGET.account.orderFills(name, BTC_SPOT, SPOT), rows);
  assert.equal(items.length, rows.length);
  for (const fill of items) {
    const row = rows.find(({ tradeId }) => fill.fillId === `${tradeId}_${ORDER_ID}`);
    const their = client.parseTrade(row);
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
  }
});

test('balances of Bitget are those that ccxt reads', async () => {
  const row = { limitAvailable: '0', uTime: '1699999999123' };
  const rows = [
    { ...row, coin: 'USDT', available: '20.5', frozen: '6.1', locked: '0.4' },
    { ...row, coin: 'BTC', available: '0.5', frozen: '0', locked: '0' },
  ];
  const { balances } = read(BITGET.account.balances(SPOT), rows);
  const client = await ccxt();
  client.privateSpotGetV2SpotAccountAssets = async () => ({ code: '00000', data: rows });
  const theirs = await client.fetchBalance();
  assert.equal(balances.length, rows.length);
  for (const { currency, available, locked, total } of balances) {
    assertSame(available, theirs.free[currency]);
    assertSame(locked, theirs.used[currency]);
    assertSame(total, theirs.total[currency]);
  }
});

test('minutes of Bitget are those that ccxt reads', async () => {
  const rows = [
    ['1646064000000', '43500.8', '48207.2', '38516', '46451.9', '2581.4668', '11.8', '11.8'],
    ['1648742400000', '46451.9', '55199.6', '15522.1', '38892.5', '42331.53', '17.2', '17.2'],
  ];
  const found = read(BITGET.candles.fetch(BTC_SPOT, 0, NOW_MS), rows);
  const client = await ccxt();
  assert.deepEqual(
    found.map(({ openTimeMs, open, high, low, close, volume }) => [
      openTimeMs,
      ...[open, high, low, close].map((ticks) => Number(ticks) / 100),
      Number(volume) / 1e6,
    ]),
    rows.map((row) => client.parseOHLCV(row)),
  );
});

test('orders are written as ccxt writes them', async () => {
  const client = await ccxt();
  const shapes = [
    { wish: { side: 'buy', type: 'limit' }, type: 'limit', price: 34_567.81, more: {} },
    { wish: { side: 'sell', type: 'limit' }, type: 'limit', price: 34_567.81, more: {} },
    { wish: { side: 'sell', type: 'market' }, type: 'market', price: undefined, more: {} },
    // A market buy with a price that protects it.
    {
      wish: { side: 'buy', type: 'market' },
      type: 'limit',
      price: 35_259.16,
      more: { timeInForce: 'IOC' },
    },
  ] as const;
  for (const { wish, type, price, more } of shapes) {
    const order = newOrder({ ...wish, ...(wish.type === 'market' ? { price: decimal('0') } : {}) });
    const { parameters } = BITGET.orders.place(order, BTC_SPOT, PLACING).call;
    let theirs: Fields = {};
    client.privateSpotPostV2SpotTradePlaceOrder = async (request) => {
      theirs = request;
      return { code: '00000', data: RECEIPT };
    };
    const named = { ...more, clientOrderId: OUR_NAME };
    await client.createOrder('BTC/USDT', type, wish.side, 0.0125, price, named);
    // It leaves out what is so without a word, and its words are in capital letters.
    const { force: theirForce = 'GTC', ...rest } = theirs;
    // It lets an order arrive at any time.
    const { force = 'gtc', receiveWindow, ...ours } = parameters;
    assert.equal(receiveWindow, '5000');
    assert.deepEqual([ours, force], [rest, String(theirForce).toLowerCase()]);
  }
});
