// Recorded replies and frames of OKX are read, and what is read agrees with what ccxt's own class
// of OKX makes of the same text. Needs the folder of reference data; skipped where it is absent.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { AccountContext, ListedMarket, Query } from '#venues/dialect.ts';
import { OKX } from '#venues/dialects/okx/okx.ts';
import {
  BTC_SPOT,
  BTC_SWAP,
  FILL,
  FUTURES,
  list,
  newOrder,
  reply,
  RESTING,
  SPOT,
} from '#venues/dialects/okx/okx.fixture.ts';
import { readOrderFill } from '#venues/dialects/okx/read-fill.ts';
import { readOrder } from '#venues/dialects/okx/read-order.ts';
import { UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import { REFERENCE_DATA, skipWithout } from '../../support/reference-data.ts';

const FOLDER = 'exchange-payloads/okx';
const skip = skipWithout(FOLDER);

type Fields = Readonly<Record<string, unknown>>;
type Market = Fields & {
  readonly id: string;
  readonly precision: Readonly<Record<'amount' | 'price', number>>;
  readonly limits: {
    readonly amount: { readonly min: number; readonly max: number };
    readonly leverage?: { readonly max: number };
  };
};
type Ccxt = {
  setMarkets(markets: readonly Market[]): unknown;
  parseMarkets(rows: readonly unknown[]): readonly Market[];
  parsePosition(row: unknown): Fields;
  parseOrder(row: unknown): Fields & { readonly fee: Fields };
  parseTrade(row: unknown): Fields & { readonly fee: Fields };
  parseOHLCV(row: unknown): readonly number[];
  parseBalance(reply: unknown): Readonly<Record<'free' | 'used' | 'total', Record<string, number>>>;
  parseTradingBalance(reply: unknown): ReturnType<Ccxt['parseBalance']>;
  createOrderRequest(
    symbol: string,
    type: string,
    side: string,
    amount: number,
    price: number | undefined,
    more: object,
  ): Readonly<Record<string, unknown>>;
};

async function ccxt(): Promise<Ccxt> {
  const file = new URL('../../../node_modules/ccxt/js/src/okx.js', import.meta.url);
  const { default: Okx } = (await import(file.href)) as { readonly default: new () => Ccxt };
  const client = new Okx();
  client.setMarkets(client.parseMarkets([MARKET, SWAP]));
  return client;
}

const MARKET = {
  instId: 'BTC-USDT',
  instType: 'SPOT',
  baseCcy: 'BTC',
  quoteCcy: 'USDT',
  lotSz: '0.00000001',
  tickSz: '0.1',
  minSz: '0.00001',
  maxLmtSz: '9999999999',
  maxMktSz: '1000000',
  listTime: '1548133413000',
  state: 'live',
};

const SWAP = {
  ...MARKET,
  instId: 'BTC-USDT-SWAP',
  instType: 'SWAP',
  baseCcy: '',
  quoteCcy: '',
  ctType: 'linear',
  ctVal: '0.01',
  ctValCcy: 'BTC',
  settleCcy: 'USDT',
  uly: 'BTC-USDT',
  lotSz: '0.01',
};

function text(file: string): string {
  return readFileSync(path.join(REFERENCE_DATA, FOLDER, `${file}.json`), 'utf8');
}

function rows(file: string): readonly Fields[] {
  return (JSON.parse(text(file)) as { readonly data: readonly Fields[] }).data;
}

function read<T>(query: Query<T> | undefined, body: string): T {
  const verdict = query?.read(reply(body));
  assert(verdict?.kind === 'done', String(verdict?.kind));
  return verdict.value;
}

function assertSame(ours: Decimal, theirs: unknown): void {
  assert.equal(Number(formatDecimal(ours)), Number(theirs));
}

test('the recorded markets of OKX are those that ccxt reads', { skip }, async () => {
  const [markets] = OKX.markets();
  const { items } = read(markets, text('http_get_instruments_spot'));
  const client = await ccxt();
  const theirs = client.parseMarkets(rows('http_get_instruments_spot'));
  assert(items.length > 1 && items.length === theirs.length);
  for (const [index, { market, symbol }] of items.entries()) {
    const their = theirs[index];
    assert(their !== undefined);
    const { base, quote, isOpen } = market;
    const { id, active } = their;
    assert.deepEqual([symbol, base, quote, isOpen], [id, their['base'], their['quote'], active]);
    assertSame(market.amountStep, their.precision.amount);
    assertSame(market.priceStep, their.precision.price);
    assertSame(market.minOrderAmount, their.limits.amount.min);
  }
});

test('the recorded swaps of OKX are the linear ones that ccxt reads', { skip }, async () => {
  const [, swaps] = OKX.markets();
  const { items } = read(swaps, text('http_get_instruments_swap'));
  const theirs = (await ccxt()).parseMarkets(rows('http_get_instruments_swap'));
  const linear = theirs.filter((market) => market['linear'] === true);
  assert.deepEqual(
    items.map(({ symbol }) => symbol),
    linear.map(({ id }) => id),
  );
  assert(items.length > 0 && items.length < theirs.length);
  for (const [index, { market }] of items.entries()) {
    const their = linear[index];
    assert(their !== undefined && market.contract !== null);
    assert.deepEqual(
      [market.base, market.quote, market.contract.marginCurrency],
      [their['base'], their['quote'], their['settle']],
    );
    assertSame(market.contract.contractValue, their['contractSize']);
    assertSame(market.amountStep, their.precision.amount);
    assertSame(market.priceStep, their.precision.price);
    assertSame(market.minOrderAmount, their.limits.amount.min);
    assertSame(market.contract.highestLeverage, their.limits.leverage?.max);
  }
});

test('the recorded rates of funding of OKX are those that were charged', { skip }, () => {
  const query = OKX.funding?.fetch(BTC_SWAP, 0, 1);
  const rates = read(query, text('http_get_funding_rate_history'));
  assert.deepEqual(
    rates.map(({ atMs, rate }) => [String(atMs), formatDecimal(rate)]),
    rows('http_get_funding_rate_history').map((row) => [row['fundingTime'], row['realizedRate']]),
  );
});

/** As recorded, and as a position of a swap has the fields that are of other markets there. */
function positionRows(): readonly Fields[] {
  const [recorded = {}] = rows('http_get_positions');
  const cross = { mgnMode: 'cross', margin: '', imr: '500', liqPx: '' };
  return [
    recorded,
    { ...recorded, posSide: 'short', upl: '-3' },
    { ...recorded, posSide: 'net', pos: '-2', ...cross },
    { ...recorded, posSide: 'net', pos: '2', ...cross },
  ];
}

test('positions of OKX are those that ccxt reads', { skip }, async () => {
  const [query] = OKX.account.positions(FUTURES);
  const client = await ccxt();
  for (const row of positionRows()) {
    const [position] = read(query, JSON.stringify({ code: '0', msg: '', data: [row] })).items;
    assert(position !== undefined);
    const their = client.parsePosition(row);
    assert.deepEqual(
      [position.direction, position.marginMode, position.updatedAtMs],
      [their['side'], their['marginMode'], their['lastUpdateTimestamp']],
    );
    assertSame(position.amount, their['contracts']);
    assertSame(position.averagePrice, their['entryPrice']);
    assertSame(position.markPrice, their['markPrice']);
    assertSame(position.leverage, their['leverage']);
    assertSame(position.unrealizedProfit, their['unrealizedPnl']);
    if (position.liquidationPrice !== null)
      assertSame(position.liquidationPrice, their['liquidationPrice']);
  }
});

/** Orders of the venue itself, recorded and as its documentation has them. */
function orderRows(): readonly Fields[] {
  return [
    ...rows('ws_orders_fok'),
    RESTING,
    { ...RESTING, state: 'filled', accFillSz: '0.0125', avgPx: '34567.8', fee: '-0.0000125' },
    { ...RESTING, state: 'canceled', accFillSz: '0.001', avgPx: '34567.7', cancelSource: '1' },
    { ...RESTING, ordType: 'post_only', state: 'partially_filled', accFillSz: '0.01', avgPx: '1' },
  ];
}

const STATUSES: Readonly<Record<string, string>> = {
  open: 'open',
  filled: 'closed',
  cancelled: 'canceled',
};

test('orders of OKX are those that ccxt reads', { skip }, async () => {
  const client = await ccxt();
  for (const row of orderRows()) {
    const order = readOrder(row, SPOT);
    const their = client.parseOrder(row);
    assert.deepEqual(
      [order.venueOrderId, order.side, STATUSES[order.state], order.placedAtMs],
      [their['id'], their['side'], their['status'], their['timestamp']],
    );
    assertSame(order.price, their['price']);
    assertSame(order.amount, their['amount']);
    assertSame(order.filledAmount, their['filled']);
    if (order.filledAmount > 0n) assertSame(order.averageFillPrice, their['average']);
    assert.equal(order.terms.isPostOnly, their['postOnly'] === true);
  }
});

test(
  'fills of OKX are those that ccxt reads, and what is charged is above zero',
  { skip },
  async () => {
    const client = await ccxt();
    const recorded = JSON.parse(text('http_transaction_detail')) as Fields;
    for (const row of [FILL, recorded, { ...FILL, fee: '0.5', execType: 'M', side: 'sell' }]) {
      const { item } = readOrderFill(row, SPOT);
      const their = client.parseTrade(row);
      assert.deepEqual(
        [item.venueOrderId, item.side, item.isMaker, item.filledAtMs, item.feeCurrency],
        [
          their['order'],
          their['side'],
          their['takerOrMaker'] === 'maker',
          their['timestamp'],
          their.fee['currency'],
        ],
      );
      assertSame(item.price, their['price']);
      assertSame(item.amount, their['amount']);
      assertSame(item.fee, their.fee['cost']);
    }
    assert(readOrderFill(FILL, SPOT).item.fee > 0n);
  },
);

test('a recorded fill of OKX without a fee is free', { skip }, () => {
  const row = JSON.parse(text('http_transaction_detail_empty_fee')) as Fields;
  assert.equal(readOrderFill(row, SPOT).item.fee, 0n);
});

test('the recorded balance of OKX is the one that ccxt reads', { skip }, async () => {
  const body = text('http_get_account_balance');
  const { balances } = read(OKX.account.balances(SPOT), body);
  const theirs = (await ccxt()).parseTradingBalance(JSON.parse(body));
  assert.deepEqual(
    balances.map(({ currency }) => currency),
    ['USDT'],
  );
  // ccxt takes the equity for the total; only what is available means the same.
  assert.equal(
    Number(formatDecimal(balances[0]?.available ?? decimal('0'))).toFixed(8),
    theirs.free['USDT']?.toFixed(8),
  );
});

/** Of contracts, on which nothing is traded here: only the form of the rows is of interest. */
const CANDLES: ListedMarket = BTC_SPOT;

test('recorded minutes of OKX are those that ccxt reads, oldest first', { skip }, async () => {
  const candles = OKX.candles.fetch(CANDLES, 0, 60_000);
  const found = read(candles, text('http_get_candlesticks_full'));
  const client = await ccxt();
  const theirs = rows('http_get_candlesticks_full').map((row) => client.parseOHLCV(row));
  assert.deepEqual(
    found.map(({ openTimeMs, open, high, low, close }) =>
      [BigInt(openTimeMs) * 10n, open, high, low, close].map((each) => Number(each) / 10),
    ),
    theirs.map((row) => row.slice(0, 5)).toReversed(),
  );
  assert.deepEqual(read(candles, text('http_get_candlesticks')), []);
});

test('recorded frames of OKX that do not say a fill in full ask for a sweep', { skip }, () => {
  const context: AccountContext = SPOT;
  const kinds = OKX.stream.read(text('ws_orders_fok'), context).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['sweep']);
});

for (const file of ['ws_orders_liquidation', 'ws_orders_adl'])
  test(`the recorded ${file} of OKX asks for a sweep, and is no fill of an order`, { skip }, () => {
    const kinds = OKX.stream.read(text(file), FUTURES).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['sweep']);
  });

test('the recorded balance of OKX with an isolated position owns its margin', { skip }, () => {
  const [balance] = read(OKX.account.balances(FUTURES), text('http_get_account_balance')).balances;
  const [account = {}] = rows('http_get_account_balance');
  const [recorded = {}] = account['details'] as readonly Fields[];
  assert(balance !== undefined);
  // The equity is the wallet and what the position gains.
  const { total, unrealizedProfit } = balance;
  const equity = Number(formatDecimal((total + (unrealizedProfit ?? 0n)) as Decimal));
  assert.equal(equity.toFixed(12), Number(recorded['eq']).toFixed(12));
});

/** Where the two differ, with the reason. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  banAmend: 'ccxt lets the venue make a market order smaller',
  tgtCcy: 'ccxt names it for limit orders, which are in base anyway, and not for market sells',
};

test('orders are written as ccxt writes them, but for what is listed', async () => {
  const client = await ccxt();
  const shapes = [
    { side: 'buy', type: 'limit', price: decimal('34567.8') },
    { side: 'sell', type: 'limit', price: decimal('34567.8') },
    { side: 'buy', type: 'market', price: decimal('0') },
    { side: 'sell', type: 'market', price: decimal('0') },
  ] as const;
  for (const shape of shapes) {
    const order = newOrder(shape);
    const place = OKX.orders.place(order, BTC_SPOT, {
      ...SPOT,
      protectionPrice: null,
      marginMode: null,
    });
    const price = shape.type === 'limit' ? 34_567.8 : undefined;
    const more = { clientOrderId: order.clientOrderId, tdMode: 'cash' };
    const theirs = client.createOrderRequest(
      'BTC/USDT',
      shape.type,
      shape.side,
      0.0125,
      price,
      more,
    );
    for (const [name, value] of Object.entries(place.call.parameters))
      if (theirs[name] !== value)
        assert(DIFFERENCES[name] !== undefined, `${name}: ${JSON.stringify(value)}`);
    for (const name of Object.keys(theirs))
      assert(name in place.call.parameters || DIFFERENCES[name] !== undefined, name);
  }
});

test('orders of swaps are written as ccxt writes them', async () => {
  const client = await ccxt();
  for (const marginMode of ['cross', 'isolated'] as const)
    for (const type of ['limit', 'market'] as const)
      for (const reduceOnly of [false, true]) {
        const price = type === 'limit' ? decimal('34567.8') : decimal('0');
        const terms = { ...PLAIN_TERMS, isReduceOnly: reduceOnly };
        const order = newOrder({ type, price, amount: decimal('1.25'), terms });
        const context = { ...FUTURES, protectionPrice: null, marginMode };
        const { parameters } = OKX.orders.place(order, BTC_SWAP, context).call;
        const theirs = client.createOrderRequest(
          'BTC/USDT:USDT',
          type,
          'buy',
          1.25,
          type === 'limit' ? 34_567.8 : undefined,
          { clientOrderId: order.clientOrderId, marginMode, reduceOnly },
        );
        // In net mode the side of a position may be left out, and so may what is the default.
        const ours = { ...parameters, posSide: undefined };
        const defaults = { posSide: undefined, reduceOnly: false };
        const { tag: _partner, ...rest } = theirs;
        assert.deepEqual(ours, { ...defaults, ...rest });
      }
});

/** Where the two differ, with the reason. */
const WAITING_DIFFERENCES: Readonly<Record<string, string>> = {
  clOrdId: 'ccxt puts the name of its broker there, where it is missing',
  algoClOrdId: 'ccxt has it from `clientOrderId` of other calls',
  posSide: 'may be left out in net mode',
  reduceOnly: 'false is the default',
  tag: 'the partner of ccxt',
};

test('stops and profits are written as ccxt writes them, but for what is listed', async () => {
  const client = await ccxt();
  for (const [type, isStop, isLimit] of [
    ['stop_market', true, false],
    ['stop_limit', true, true],
    ['take_profit_market', false, false],
    ['take_profit_limit', false, true],
  ] as const) {
    const terms = { ...PLAIN_TERMS, isReduceOnly: true, triggerPrice: decimal('33500.5') };
    const price = isLimit ? decimal('33400') : decimal('0');
    const order = newOrder({ type, side: 'sell', price, amount: decimal('1.25'), terms });
    const context = { ...FUTURES, protectionPrice: null, marginMode: 'cross' as const };
    const { parameters } = OKX.orders.place(order, BTC_SWAP, context).call;
    const theirs = client.createOrderRequest(
      'BTC/USDT:USDT',
      isLimit ? 'limit' : 'market',
      'sell',
      1.25,
      isLimit ? 33_400 : undefined,
      {
        marginMode: 'cross',
        reduceOnly: true,
        [isStop ? 'stopLossPrice' : 'takeProfitPrice']: 33_500.5,
      },
    );
    for (const [name, value] of Object.entries(parameters))
      if (theirs[name] !== value)
        assert(WAITING_DIFFERENCES[name] !== undefined, `${name}: ${JSON.stringify(value)}`);
    for (const name of Object.keys(theirs))
      assert(name in parameters || WAITING_DIFFERENCES[name] !== undefined, name);
  }
});

test('a list of OKX with another market is no price', () => {
  const verdict = OKX.price(BTC_SPOT).read(list([{ instId: 'ETH-USDT', last: '1' }]));
  assert.equal(verdict.kind, 'not_done');
});

/** Recorded orders, also of contracts: what they come to does not depend on the market. */
const RECORDED_ORDERS: readonly (readonly [string, string])[] = [
  ['http_get_orders_history', 'filled market'],
  ['http_get_orders_pending', 'open limit'],
  ['http_get_orders_pending_with_attached_tp_sl', 'open limit'],
  ['ws_orders', 'filled market'],
  ['ws_orders_adl', 'filled market'],
  ['ws_orders_fok', 'filled limit'],
  ['ws_orders_ioc', 'open limit'],
  ['ws_orders_liquidation', 'filled market'],
  ['ws_orders_optimal_limit_ioc', 'filled market'],
  ['ws_orders_option', 'filled limit'],
];

for (const [file, expected] of RECORDED_ORDERS)
  test(`the recorded ${file} of OKX is ${expected}`, { skip }, () => {
    const [row] = rows(file);
    const { state, type, clientOrderId } = readOrder(row, SPOT);
    assert.deepEqual([`${state} ${type}`, clientOrderId], [expected, null]);
  });

for (const file of ['ws_orders_algo', 'ws_orders_trigger'])
  test(`the recorded ${file} of OKX is of no type that is known, and not guessed`, { skip }, () => {
    assert.throws(() => readOrder(rows(file)[0], SPOT), UnreadableReply);
  });

test('a recorded frame of minutes of OKX is read', { skip }, () => {
  const frame = text('ws_candle').replace('candle1D', 'candle1m');
  const [event] = OKX.marketStream?.read(frame, 'spot', SPOT.findMarket) ?? [];
  assert(event?.kind === 'candle');
  const { isClosed, candle } = event.streamed;
  assert.deepEqual([isClosed, candle.openTimeMs, candle.open], [true, 1_597_026_383_085, 85_330n]);
});
