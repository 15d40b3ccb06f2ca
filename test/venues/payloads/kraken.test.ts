// Recorded replies and frames of Kraken are read, and what is read agrees with what ccxt's own
// class of Kraken makes of the same text. Needs the folder of reference data; skipped where it is
// absent.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import type { AccountContext, ListedMarket, Query } from '#venues/dialect.ts';
import { KRAKEN } from '#venues/dialects/kraken/kraken.ts';
import {
  BTC_SPOT,
  FILL,
  FILL_ID,
  FILLED,
  newOrder,
  ORDER_ID,
  reply,
  RESTING,
  result,
  SPOT,
} from '#venues/dialects/kraken/kraken.fixture.ts';
import { readListedFills } from '#venues/dialects/kraken/read-fill.ts';
import { readOrders } from '#venues/dialects/kraken/read-order.ts';
import { REFERENCE_DATA, skipWithout } from '../../support/reference-data.ts';

const FOLDER = 'exchange-payloads/kraken';
const skip = skipWithout(FOLDER);

type Fields = Readonly<Record<string, unknown>>;
type Market = Fields & {
  readonly precision: Readonly<Record<'amount' | 'price', number>>;
  readonly limits: Readonly<Record<'amount' | 'cost', { readonly min: number }>>;
};
type Ccxt = {
  publicGetAssetPairs(): Promise<unknown>;
  privatePostAddOrder(request: Fields): Promise<unknown>;
  fetchMarkets(): Promise<readonly Market[]>;
  setMarkets(markets: readonly Market[]): unknown;
  indexBy(rows: readonly Market[], key: string): Fields;
  readonly options: Record<string, unknown>;
  parseOrder(row: unknown): Fields;
  parseTrade(row: unknown): Fields & { readonly fee: Fields };
  parseOHLCV(row: unknown): readonly number[];
  parseBalance(reply: unknown): Readonly<Record<'free' | 'used' | 'total', Record<string, number>>>;
  createOrder(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price: number | undefined,
    more: object,
  ): Promise<unknown>;
};

/** The recorded market, and that of the fixture. */
function pairs(): Fields {
  const { result: recorded } = JSON.parse(text('http_asset_pairs')) as { readonly result: Fields };
  const first = recorded['XBTUSDT'] as Fields;
  const ofFixture = { altname: 'XBTUSD', wsname: 'XBT/USD', quote: 'ZUSD' };
  return { ...recorded, XXBTZUSD: { ...first, ...ofFixture } };
}

async function ccxt(): Promise<Ccxt> {
  const file = new URL('../../../node_modules/ccxt/js/src/kraken.js', import.meta.url);
  const { default: Kraken } = (await import(file.href)) as { readonly default: new () => Ccxt };
  const client = new Kraken();
  client.publicGetAssetPairs = async () => ({ error: [], result: pairs() });
  const markets = await client.fetchMarkets();
  client.setMarkets(markets);
  return client;
}

function text(file: string): string {
  return readFileSync(path.join(REFERENCE_DATA, FOLDER, `${file}.json`), 'utf8');
}

function resultOf(file: string): Fields {
  return (JSON.parse(text(file)) as { readonly result: Fields }).result;
}

function read<T>(query: Query<T> | undefined, body: string): T {
  const verdict = query?.read(reply(body));
  assert(verdict?.kind === 'done', String(verdict?.kind));
  return verdict.value;
}

function assertSame(ours: Decimal, theirs: unknown): void {
  assert.equal(Number(formatDecimal(ours)), Number(theirs));
}

test('the recorded markets of Kraken are those that ccxt reads', { skip }, async () => {
  const [markets] = KRAKEN.markets();
  const { items } = read(markets, JSON.stringify({ error: [], result: pairs() }));
  const theirs = await (await ccxt()).fetchMarkets();
  assert(items.length > 1 && items.length === theirs.length);
  for (const [index, { market, symbol }] of items.entries()) {
    const their = theirs[index];
    assert(their !== undefined);
    const { base, quote, isOpen } = market;
    assert.deepEqual(
      [symbol, base, quote, isOpen],
      [their['altname'], their['base'], their['quote'], their['active']],
    );
    assertSame(market.amountStep, their.precision.amount);
    assertSame(market.priceStep, their.precision.price);
    assertSame(market.minOrderAmount, their.limits.amount.min);
    assertSame(market.minOrderValue, their.limits.cost.min);
    assert.equal(Number(formatDecimal(market.takerFeePercent)) / 100, their['taker']);
    assert.equal(Number(formatDecimal(market.makerFeePercent)) / 100, their['maker']);
  }
});

test('recorded markets of tokenized shares are left out', { skip }, () => {
  const [markets] = KRAKEN.markets();
  assert.deepEqual(read(markets, text('http_asset_pairs_tokenized')).items, []);
});

const USDT: ListedMarket = {
  symbol: 'XBTUSDT',
  market: { ...BTC_SPOT.market, marketTag: 'KRAKEN_BTC_USDT', quote: 'USDT' },
};
const CONTEXT: AccountContext = {
  ...SPOT,
  findMarket: (type, symbol) => (symbol === 'XBTUSDT' ? USDT : SPOT.findMarket(type, symbol)),
};

/** Recorded orders and the venue's own examples, with their ids. */
function orderRows(): Fields {
  return {
    ...(resultOf('http_open_orders')['open'] as Fields),
    ...(resultOf('http_closed_orders')['closed'] as Fields),
    OA: RESTING,
    OB: FILLED,
    OC: { ...FILLED, status: 'canceled', reason: 'User requested', vol_exec: '0.001' },
    OD: { ...RESTING, oflags: 'fciq,post' },
  };
}

const STATUSES: Readonly<Record<string, string>> = {
  open: 'open',
  filled: 'closed',
  cancelled: 'canceled',
};

test('orders of Kraken are those that ccxt reads', { skip }, async () => {
  const client = await ccxt();
  const rows = orderRows();
  const orders = readOrders(rows, CONTEXT);
  assert.equal(orders.length, Object.keys(rows).length);
  for (const order of orders) {
    const row = rows[order.venueOrderId] as Fields;
    const their = client.parseOrder({ ...row, id: order.venueOrderId });
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

test('fills of Kraken are those that ccxt reads, with the fee in quote', { skip }, async () => {
  const client = await ccxt();
  const recorded = resultOf('http_trades_history')['trades'] as Fields;
  const rows: Fields = { ...recorded, [FILL_ID]: FILL };
  const { items: fills } = readListedFills(rows, CONTEXT);
  assert.equal(fills.length, 3);
  for (const { id, item } of fills) {
    const their = client.parseTrade({ ...(rows[id] as Fields), id });
    assert.deepEqual(
      [item.fillId, item.venueOrderId, item.side, item.isMaker, item.filledAtMs],
      [
        their['id'],
        their['order'],
        their['side'],
        their['takerOrMaker'] === 'maker',
        their['timestamp'],
      ],
    );
    assertSame(item.price, their['price']);
    assertSame(item.amount, their['amount']);
    assertSame(item.fee, their.fee['cost']);
    // ccxt knows the market of two of them.
    if (id !== 'TDCVFQ-TPEG4-6X7LSZ') assert.equal(item.feeCurrency, their.fee['currency']);
  }
  assert.deepEqual(
    fills.map(({ item }) => item.feeCurrency),
    ['USDT', 'USDT', 'USD'],
  );
});

test('balances of Kraken are those that ccxt reads', { skip }, async () => {
  const content = {
    ZUSD: { balance: '25435.21', hold_trade: '8249.76' },
    XXBT: { balance: '1.2435', hold_trade: '0.8423' },
    ETH: { balance: '2.0', hold_trade: '0' },
  };
  const { balances } = read(
    KRAKEN.account.balances(SPOT),
    JSON.stringify({ error: [], result: content }),
  );
  const theirs = (await ccxt()).parseBalance({ result: content });
  assert.equal(balances.length, 3);
  for (const { currency, available, locked, total } of balances) {
    assertSame(available, theirs.free[currency]);
    assertSame(locked, theirs.used[currency]);
    assertSame(total, theirs.total[currency]);
  }
});

test('recorded minutes of Kraken are those that ccxt reads', { skip }, async () => {
  const rows = resultOf('http_ohlc')['XBTUSDT'] as readonly unknown[];
  const found = read(KRAKEN.candles.fetch(USDT, 0, Infinity), text('http_ohlc'));
  const client = await ccxt();
  assert.equal(found.length, 721);
  assert.deepEqual(
    found.map(({ openTimeMs, open, high, low, close, volume }) => [
      openTimeMs,
      ...[open, high, low, close].map((ticks) => Number(ticks) / 10),
      Number(volume) / 1e8,
    ]),
    rows.map((row) => client.parseOHLCV(row)),
  );
});

test('the recorded price and time of Kraken are read', { skip }, () => {
  assert.equal(read(KRAKEN.price(USDT), text('http_ticker')).price, decimal('105899.4'));
  const { venueTimeMs } = read(KRAKEN.time(), text('http_server_time'));
  assert.equal(venueTimeMs, 1_762_820_224_500);
});

test('the recorded receipts of Kraken are read, one of another side is none', { skip }, () => {
  const context = { ...SPOT, protectionPrice: null, marginMode: null };
  const body = text('http_add_order_spot');
  const recorded = { amount: decimal('0.01'), price: decimal('50000') };
  const placed = read(KRAKEN.orders.place(newOrder(recorded), BTC_SPOT, context), body);
  assert.deepEqual([placed.venueOrderId, placed.state], [ORDER_ID, 'acknowledged']);
  const sale = newOrder({ ...recorded, side: 'sell' });
  const larger = newOrder({ ...recorded, amount: decimal('0.02') });
  for (const order of [sale, larger])
    assert.equal(KRAKEN.orders.place(order, BTC_SPOT, context).read(reply(body)).kind, 'unknown');
  const name = { clientOrderId: newOrder().clientOrderId, venueOrderId: null, placedAtMs: 0 };
  const cancel = KRAKEN.orders.cancel(name, BTC_SPOT, SPOT);
  assert.equal(read(cancel, text('http_cancel_order_spot')), null);
});

test('recorded frames of other channels concern no account', { skip }, () => {
  for (const file of ['ws_pong', 'ws_ohlc_update', 'ws_trade_update', 'ws_ticker_snapshot'])
    assert.deepEqual(KRAKEN.stream.read(text(file), SPOT), []);
  const kinds = KRAKEN.stream.read(text('ws_subscribe_response'), SPOT).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['ready']);
});

/** Where the two differ, with the reason. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  pair: 'ccxt writes the first name of a market, this dialect the short one',
  oflags: 'ccxt lets the venue choose the currency of the fee',
};

test('orders are written as ccxt writes them, but for what is listed', { skip }, async () => {
  const client = await ccxt();
  const shapes = [
    { side: 'buy', type: 'limit', price: decimal('34567.8') },
    { side: 'sell', type: 'limit', price: decimal('34567.8') },
    { side: 'buy', type: 'market', price: decimal('0') },
    { side: 'sell', type: 'market', price: decimal('0') },
  ] as const;
  for (const shape of shapes) {
    const order = newOrder(shape);
    const place = KRAKEN.orders.place(order, BTC_SPOT, {
      ...SPOT,
      protectionPrice: null,
      marginMode: null,
    });
    const { parameters } = place.call;
    let theirs: Fields = {};
    client.privatePostAddOrder = async (request) => {
      theirs = request;
      return { result: { descr: RESTING.descr, txid: [ORDER_ID] } };
    };
    const price = shape.type === 'limit' ? 34_567.8 : undefined;
    const more = { clientOrderId: parameters['cl_ord_id'] };
    await client.createOrder('BTC/USD', shape.type, shape.side, 0.0125, price, more);
    for (const [name, value] of Object.entries(parameters))
      if (theirs[name] !== value)
        assert(DIFFERENCES[name] !== undefined, `${name}: ${JSON.stringify(value)}`);
    for (const name of Object.keys(theirs))
      assert(name in parameters || DIFFERENCES[name] !== undefined, name);
  }
});

test('an empty result of Kraken is no price', () => {
  assert.equal(KRAKEN.price(BTC_SPOT).read(result({})).kind, 'not_done');
});
