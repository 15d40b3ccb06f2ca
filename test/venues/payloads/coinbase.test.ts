// Replies of Coinbase as its documentation shows them are read, and what is read agrees with what
// ccxt's own class of Coinbase makes of the same text. There are no recordings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { Query } from '#venues/dialect.ts';
import { COINBASE } from '#venues/dialects/coinbase/coinbase.ts';
import {
  BTC_SPOT,
  FILL,
  FILLED,
  newOrder,
  NOW_MS,
  ORDER_ID,
  orderPage,
  OUR_NAME,
  RECEIPT,
  reply,
  RESTING,
  SPOT,
} from '#venues/dialects/coinbase/coinbase.fixture.ts';

type Fields = Readonly<Record<string, unknown>>;
type Market = Fields & {
  readonly precision: Readonly<Record<'amount' | 'price', number>>;
  readonly limits: Readonly<
    Record<'amount' | 'cost', { readonly min: number; readonly max: number }>
  >;
};
type Ccxt = {
  v3PrivatePostBrokerageOrders(request: Fields): Promise<unknown>;
  parseSpotMarket(product: Fields, feeTier: Fields): Market;
  setMarkets(markets: readonly Market[]): unknown;
  parseOrder(row: unknown): Fields;
  parseTrade(row: unknown): Fields & { readonly fee: Fields };
  parseOHLCV(row: unknown): readonly number[];
  parseCustomBalance(
    reply: unknown,
    parameters: Fields,
  ): Readonly<Record<'free' | 'used' | 'total', Record<string, number>>>;
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price: number | undefined,
    more: object,
  ): Promise<unknown>;
};

const PRODUCT = {
  product_id: 'BTC-USD',
  price: '68925.98',
  base_increment: '0.00000001',
  quote_increment: '0.01',
  quote_min_size: '1',
  quote_max_size: '150000000',
  base_min_size: '0.00000001',
  base_max_size: '3400',
  is_disabled: false,
  status: 'online',
  cancel_only: false,
  limit_only: false,
  post_only: false,
  trading_disabled: false,
  auction_mode: false,
  product_type: 'SPOT',
  quote_currency_id: 'USD',
  base_currency_id: 'BTC',
  alias: '',
  alias_to: ['BTC-USDC'],
  view_only: false,
  price_increment: '0.01',
};

async function ccxt(): Promise<Ccxt> {
  const file = new URL('../../../node_modules/ccxt/js/src/coinbase.js', import.meta.url);
  const { default: Coinbase } = (await import(file.href)) as { readonly default: new () => Ccxt };
  const client = new Coinbase();
  const fees = { maker_fee_rate: '0.006', taker_fee_rate: '0.012' };
  client.setMarkets([client.parseSpotMarket(PRODUCT, fees)]);
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

test('markets of Coinbase are those that ccxt reads', async () => {
  const client = await ccxt();
  const fees = { maker_fee_rate: '0.006', taker_fee_rate: '0.012' };
  const products = [PRODUCT, { ...PRODUCT, product_id: 'ETH-USD', trading_disabled: true }];
  const { items } = read(COINBASE.markets()[0], { products });
  assert.equal(items.length, 2);
  for (const [index, { market, symbol }] of items.entries()) {
    const their = client.parseSpotMarket(products[index] ?? {}, fees);
    assert.deepEqual(
      [symbol, market.base, market.quote, market.isOpen],
      [their['id'], their['base'], their['quote'], their['active']],
    );
    assertSame(market.amountStep, their.precision.amount);
    assertSame(market.priceStep, their.precision.price);
    assertSame(market.minOrderAmount, their.limits.amount.min);
    assertSame(market.maxOrderAmount, their.limits.amount.max);
    assertSame(market.minOrderValue, their.limits.cost.min);
    assertSame(market.maxOrderValue, their.limits.cost.max);
    assert.equal(Number(formatDecimal(market.takerFeePercent)) / 100, their['taker']);
    assert.equal(Number(formatDecimal(market.makerFeePercent)) / 100, their['maker']);
  }
});

const AT_ONCE = { sor_limit_ioc: { base_size: '0.0125', limit_price: '35259.24' } };
const ORDERS: readonly Fields[] = [
  RESTING,
  FILLED,
  { ...RESTING, status: 'CANCELLED', cancel_message: 'User requested cancel' },
  { ...FILLED, side: 'SELL', order_configuration: { market_market_ioc: { base_size: '0.0125' } } },
  { ...FILLED, client_order_id: 'mine', order_configuration: AT_ONCE },
  {
    ...RESTING,
    order_configuration: {
      limit_limit_gtc: { base_size: '0.0125', limit_price: '34567.89', post_only: true },
    },
  },
];
const STATUSES: Readonly<Record<string, string>> = {
  open: 'open',
  filled: 'closed',
  cancelled: 'canceled',
};

test('orders of Coinbase are those that ccxt reads', async () => {
  const client = await ccxt();
  const list = COINBASE.orders.placedBetween?.(0, NOW_MS, BTC_SPOT, SPOT)[0];
  const { items } = read(list, JSON.parse(orderPage(ORDERS).body));
  assert.equal(items.length, ORDERS.length);
  for (const [index, order] of items.entries()) {
    const their = client.parseOrder(ORDERS[index]);
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

test('fills of Coinbase are those that ccxt reads, by amount and by value', async () => {
  const client = await ccxt();
  const byValue = { ...FILL, entry_id: 'z', size: '345.6789', size_in_quote: true, side: 'SELL' };
  const rows = [FILL, byValue];
  const name = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };
  const { items } = read(COINBASE.account.orderFills(name, BTC_SPOT, SPOT), {
    fills: rows,
    cursor: '',
  });
  assert.equal(items.length, 2);
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
  }
});

test('balances of Coinbase are those that ccxt reads', async () => {
  const wallet = (currency: string, free: string, held: string) => ({
    uuid: currency,
    currency,
    available_balance: { value: free, currency },
    hold: { value: held, currency },
    type: 'ACCOUNT_TYPE_CRYPTO',
    ready: true,
  });
  const content = {
    accounts: [wallet('BTC', '1.23', '0.02'), wallet('USD', '17185.45', '8249.76')],
    has_next: false,
  };
  const { balances } = read(COINBASE.account.balances(SPOT), content);
  const theirs = (await ccxt()).parseCustomBalance(content, {});
  assert.equal(balances.length, 2);
  for (const { currency, available, locked, total } of balances) {
    assertSame(available, theirs.free[currency]);
    assertSame(locked, theirs.used[currency]);
    assertSame(total, theirs.total[currency]);
  }
});

test('minutes of Coinbase are those that ccxt reads', async () => {
  const row = { open: '35.1', high: '36', low: '34.99', close: '35.55', volume: '0.5' };
  const candle = { start: '1699999980', ...row };
  const [found] = read(COINBASE.candles.fetch(BTC_SPOT, 0, NOW_MS), { candles: [candle] });
  assert(found !== undefined);
  const { openTimeMs, open, high, low, close, volume } = found;
  const figures = [open, high, low, close].map((ticks) => Number(ticks) / 100);
  assert.deepEqual(
    [openTimeMs, ...figures, Number(volume) / 1e8],
    (await ccxt()).parseOHLCV(candle),
  );
});

test('orders are written as ccxt writes them', async () => {
  const client = await ccxt();
  const shapes = [
    { wish: { side: 'buy', type: 'limit' }, type: 'limit', price: 34_567.89, more: {} },
    { wish: { side: 'sell', type: 'limit' }, type: 'limit', price: 34_567.89, more: {} },
    { wish: { side: 'sell', type: 'market' }, type: 'market', price: undefined, more: {} },
    // A market buy with a price that protects it.
    {
      wish: { side: 'buy', type: 'market' },
      type: 'limit',
      price: 35_259.24,
      more: { timeInForce: 'IOC' },
    },
  ] as const;
  for (const { wish, type, price, more } of shapes) {
    const order = newOrder({ ...wish, ...(wish.type === 'market' ? { price: decimal('0') } : {}) });
    const context = { ...SPOT, protectionPrice: decimal('35259.24'), marginMode: null };
    const { parameters } = COINBASE.orders.place(order, BTC_SPOT, context).call;
    let theirs: Fields = {};
    client.v3PrivatePostBrokerageOrders = async (request) => {
      theirs = request;
      return RECEIPT;
    };
    await client.createOrder('BTC/USD', type, wish.side, 0.0125, price, more);
    // It gives each order a name of its own, which begins with that of a broker.
    const { client_order_id: name, ...rest } = theirs;
    assert.match(String(name), /^ccxt-/);
    const { client_order_id: ours, ...expected } = parameters;
    assert.equal(ours, COINBASE.orderName(OUR_NAME));
    assert.deepEqual(expected, rest);
  }
});
