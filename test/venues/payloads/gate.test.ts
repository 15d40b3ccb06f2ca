// Replies of Gate as its documentation shows them are read, and what is read agrees with what
// ccxt's own class of Gate makes of the same text. There are no recordings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Query } from '#venues/dialect.ts';
import { GATE } from '#venues/dialects/gate/gate.ts';
import {
  BTC_SPOT,
  FILL,
  FILLED,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  PLACING,
  reply,
  RESTING,
  SPOT,
} from '#venues/dialects/gate/gate.fixture.ts';

type Fields = Readonly<Record<string, unknown>>;
type Market = Fields & {
  readonly precision: Readonly<Record<'amount' | 'price', number>>;
  readonly limits: Readonly<
    Record<'amount' | 'cost', { readonly min: number; readonly max: number | undefined }>
  >;
};
type Ccxt = {
  publicMarginGetCurrencyPairs(): Promise<unknown>;
  publicSpotGetCurrencyPairs(): Promise<unknown>;
  privateSpotPostOrders(request: Fields): Promise<unknown>;
  privateSpotGetAccounts(): Promise<unknown>;
  readonly options: Record<string, unknown>;
  fetchSpotMarkets(): Promise<readonly Market[]>;
  setMarkets(markets: readonly Market[]): unknown;
  parseOrder(row: unknown): Fields;
  parseTrade(row: unknown): Fields & { readonly fees: readonly Fields[] };
  parseOHLCV(row: unknown): readonly number[];
  fetchBalance(): Promise<
    Readonly<Record<'free' | 'used' | 'total', Record<string, number | undefined>>>
  >;
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price: number | undefined,
    more: object,
  ): Promise<unknown>;
};

/** As in the documentation, with the steps of the fixture. */
const PAIR = {
  id: 'BTC_USDT',
  base: 'BTC',
  base_name: 'Bitcoin',
  quote: 'USDT',
  quote_name: 'Tether',
  fee: '0.2',
  min_base_amount: '0.000001',
  min_quote_amount: '3',
  max_base_amount: '1000',
  max_quote_amount: '10000000',
  amount_precision: 6,
  precision: 1,
  trade_status: 'tradable',
  sell_start: 1_516_378_650,
  buy_start: 1_516_378_650,
  delisting_time: 0,
  type: 'normal',
  trade_url: 'https://www.gate.io/trade/BTC_USDT',
  st_tag: false,
  up_rate: '0.05',
  down_rate: '0.02',
  slippage: '0.05',
};
const PAIRS = [PAIR, { ...PAIR, id: 'ETH_USDT', base: 'ETH', trade_status: 'untradable' }];

async function ccxt(): Promise<Ccxt> {
  const file = new URL('../../../node_modules/ccxt/js/src/gate.js', import.meta.url);
  const { default: Gate } = (await import(file.href)) as {
    readonly default: new (settings: object) => Ccxt;
  };
  const client = new Gate({ apiKey: 'key', secret: 'secret' });
  client.publicMarginGetCurrencyPairs = async () => [];
  client.publicSpotGetCurrencyPairs = async () => PAIRS;
  client.options['unifiedAccount'] = false;
  client.setMarkets(await client.fetchSpotMarkets());
  return client;
}

function read<T>(query: Query<T> | undefined, content: unknown): T {
  const verdict = query?.read(reply(content));
  assert(verdict?.kind === 'done', String(verdict?.kind));
  return verdict.value;
}

function assertSame(ours: Decimal, theirs: unknown): void {
  assert.equal(Number(formatDecimal(ours)), Number(theirs));
}

test('markets of Gate are those that ccxt reads', async () => {
  const theirs = await (await ccxt()).fetchSpotMarkets();
  const { items } = read(GATE.markets()[0], PAIRS);
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
    assertSame(market.minOrderAmount, their.limits.amount.min);
    assertSame(market.minOrderValue, their.limits.cost.min);
    assert.equal(Number(formatDecimal(market.takerFeePercent)) / 100, their['taker']);
    assert.equal(Number(formatDecimal(market.makerFeePercent)) / 100, their['maker']);
  }
});

const ORDERS: readonly Fields[] = [
  RESTING,
  FILLED,
  { ...RESTING, status: 'cancelled', finish_as: 'cancelled' },
  { ...RESTING, time_in_force: 'poc' },
  { ...FILLED, type: 'market', side: 'sell', price: '0', time_in_force: 'ioc', text: 'apiv4' },
  // By value: all of it was used up.
  {
    ...FILLED,
    type: 'market',
    text: 'apiv4',
    amount: '432.0975',
    price: '0',
    time_in_force: 'ioc',
  },
];
const STATUSES: Readonly<Record<string, string>> = {
  open: 'open',
  filled: 'closed',
  cancelled: 'canceled',
};

test('orders of Gate are those that ccxt reads', async () => {
  const client = await ccxt();
  const [list] = GATE.orders.open(SPOT);
  assert(list !== undefined);
  const [query] = GATE.orders.lookUp(
    { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS },
    BTC_SPOT,
    SPOT,
  );
  for (const row of ORDERS) {
    const order = read(query, row);
    const their = client.parseOrder(row);
    assert.deepEqual(
      [order.venueOrderId, order.side, STATUSES[order.state], order.placedAtMs],
      [their['id'], their['side'], their['status'], their['timestamp']],
    );
    if (order.type === 'limit') assertSame(order.price, their['price']);
    assertSame(order.amount, their['amount']);
    assertSame(order.filledAmount, their['filled']);
    if (order.filledAmount > 0n) assertSame(order.averageFillPrice, their['average']);
    assert.equal(order.terms.isPostOnly, their['postOnly'] === true);
  }
});

test('fills of Gate are those that ccxt reads, with fees of each kind', async () => {
  const client = await ccxt();
  const rows = [
    FILL,
    { ...FILL, id: '2', side: 'sell', fee: '0.86', fee_currency: 'USDT' },
    { ...FILL, id: '3', role: 'taker', fee: '0', gt_fee: '0.31' },
  ];
  const name = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };
  const { items } = read(GATE.account.orderFills(name, BTC_SPOT, SPOT), rows);
  assert.equal(items.length, rows.length);
  for (const fill of items) {
    const row = rows.find(({ id }) => fill.fillId === `${id}_${ORDER_ID}`);
    const their = client.parseTrade(row);
    // It lists fees of nothing as well.
    const fee = their.fees.find(({ cost }) => Number(cost) !== 0) ?? {};
    assert.deepEqual(
      [fill.venueOrderId, fill.side, fill.isMaker, fill.filledAtMs, fill.feeCurrency],
      [
        their['order'],
        their['side'],
        their['takerOrMaker'] === 'maker',
        their['timestamp'],
        fee['currency'],
      ],
    );
    assertSame(fill.price, their['price']);
    assertSame(fill.amount, their['amount']);
    assertSame(fill.fee, fee['cost']);
  }
});

test('balances of Gate are those that ccxt reads', async () => {
  const content = [
    { currency: 'BTC', available: '1.23', locked: '0.02', update_id: 98 },
    { currency: 'USDT', available: '17185.45', locked: '8249.76', update_id: 99 },
  ];
  const { balances } = read(GATE.account.balances(SPOT), content);
  const client = await ccxt();
  client.privateSpotGetAccounts = async () => content;
  const theirs = await client.fetchBalance();
  assert.equal(balances.length, 2);
  for (const { currency, available, locked, total } of balances) {
    assertSame(available, theirs.free[currency]);
    assertSame(locked, theirs.used[currency]);
    assertSame(total, theirs.total[currency]);
  }
});

test('minutes of Gate are those that ccxt reads', async () => {
  const candle = ['1699999980', '17.6', '35.5', '36', '34.9', '35.1', '0.5', 'true'];
  const [found] = read(GATE.candles.fetch(BTC_SPOT, 0, NOW_MS), [candle]);
  assert(found !== undefined);
  const { openTimeMs, open, high, low, close, volume } = found;
  const figures = [open, high, low, close].map((ticks) => Number(ticks) / 10);
  assert.deepEqual(
    [openTimeMs, ...figures, Number(volume) / 1e6],
    (await ccxt()).parseOHLCV(candle),
  );
});

test('orders are written as ccxt writes them', async () => {
  const client = await ccxt();
  const shapes = [
    { wish: { side: 'buy', type: 'limit' }, type: 'limit', price: 34_567.8, more: {} },
    { wish: { side: 'sell', type: 'limit' }, type: 'limit', price: 34_567.8, more: {} },
    { wish: { side: 'sell', type: 'market' }, type: 'market', price: undefined, more: {} },
    // A market buy with a price that protects it.
    {
      wish: { side: 'buy', type: 'market' },
      type: 'limit',
      price: 35_259.2,
      more: { timeInForce: 'IOC' },
    },
  ] as const;
  for (const { wish, type, price, more } of shapes) {
    const order = newOrder({ ...wish, ...(wish.type === 'market' ? { price: decimal('0') } : {}) });
    const { parameters } = GATE.orders.place(order, BTC_SPOT, PLACING).call;
    let theirs: Fields = {};
    client.privateSpotPostOrders = async (request) => {
      theirs = request;
      return RESTING;
    };
    await client.createOrder('BTC/USDT', type, wish.side, 0.0125, price, more);
    // It names no order by itself, and leaves out what is so without a word.
    const { text, time_in_force: lifetime, ...ours } = parameters;
    const { text: _text, time_in_force: their = 'gtc', ...rest } = theirs;
    assert.equal(text, GATE.orderName(OUR_NAME));
    assert.deepEqual([ours, lifetime], [rest, their]);
  }
});
