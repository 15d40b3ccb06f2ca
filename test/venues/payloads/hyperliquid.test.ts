// Replies in Hyperliquid's own documentation are read, and agree with what ccxt's own class of
// Hyperliquid makes of the same text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { priceStepAt } from '#venue-port/market/price-digits.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { ListQuery, Query } from '#venues/dialect.ts';
import { HYPERLIQUID } from '#venues/dialects/hyperliquid/hyperliquid.ts';
import {
  ACCOUNT,
  BTC,
  BTC_PERP,
  CLOID,
  CREDENTIALS,
  FILL,
  FUTURES,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  PAYMENT,
  POSITION,
  reply,
  RESTING,
  shownOrder,
  state,
} from '#venues/dialects/hyperliquid/hyperliquid.fixture.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

type Fields = Readonly<Record<string, unknown>>;
type Market = Fields & {
  readonly precision: Readonly<Record<'amount' | 'price', number>>;
  readonly limits: { readonly cost: { readonly min: number } };
};
type Ccxt = {
  readonly options: Record<string, unknown>;
  publicPostInfo(request: Fields): Promise<unknown>;
  privatePostExchange(request: Fields): Promise<unknown>;
  fetchMarkets(): Promise<readonly Market[]>;
  setMarkets(markets: readonly Market[]): unknown;
  priceToPrecision(symbol: string, price: number): string;
  parseOrder(row: unknown): Fields;
  parseTrade(row: unknown): Fields & { readonly fee: Fields };
  parsePosition(row: unknown): Fields;
  parseIncome(row: unknown): Fields;
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

const UNIVERSE = [
  BTC,
  { name: 'kPEPE', szDecimals: 0, maxLeverage: 10, marginTableId: 52 },
  { name: 'MATIC', szDecimals: 1, maxLeverage: 20, marginTableId: 20, isDelisted: true },
];
const PRICES = ['34567.0', '0.00101', '0.4125'];
const FIGURES = PRICES.map((markPx) => ({
  markPx,
  midPx: markPx,
  oraclePx: markPx,
  funding: '0.0000125',
  dayNtlVlm: '1.0',
  openInterest: '1.0',
  prevDayPx: markPx,
  premium: '0.0',
}));
const SYMBOL = 'BTC/USDC:USDC';

async function ccxt(): Promise<Ccxt> {
  const file = new URL('../../../node_modules/ccxt/js/src/hyperliquid.js', import.meta.url);
  const { default: Hyperliquid } = (await import(file.href)) as {
    readonly default: new (settings: object) => Ccxt;
  };
  const client = new Hyperliquid({
    walletAddress: ACCOUNT,
    privateKey: CREDENTIALS.secret,
    options: { fetchMarkets: { types: ['swap'] }, refSet: true, builderFee: false },
  });
  client.publicPostInfo = async () => [{ universe: UNIVERSE }, FIGURES];
  client.setMarkets(await client.fetchMarkets());
  return client;
}

function read<T>(query: Query<T>, content: unknown): T {
  const verdict = query.read(reply(content));
  assert(verdict.kind === 'done', verdict.kind);
  return verdict.value;
}

function itemsOf<T>(query: ListQuery<T> | undefined, outcome: WireOutcome): readonly T[] {
  const verdict = query?.read(outcome);
  assert(verdict?.kind === 'done', String(verdict?.kind));
  return verdict.value.items;
}

function assertSame(ours: Decimal, theirs: unknown): void {
  assert.equal(Number(formatDecimal(ours)), Number(theirs));
}

test('markets of Hyperliquid are those that ccxt reads', async () => {
  const items = itemsOf(HYPERLIQUID.markets()[0], reply({ universe: UNIVERSE }));
  const client = await ccxt();
  const theirs = await client.fetchMarkets();
  assert(items.length === UNIVERSE.length && items.length === theirs.length);
  for (const [index, { market, symbol, number }] of items.entries()) {
    const their = theirs[index];
    assert(their !== undefined);
    assert.deepEqual(
      [symbol, String(number), market.quote, market.isOpen],
      [their['baseName'], their['baseId'], their['quote'], their['active']],
    );
    assertSame(market.amountStep, their.precision.amount);
    assertSame(priceStepAt(market, decimal(PRICES[index] ?? '')), their.precision.price);
    assertSame(market.minOrderValue, their.limits.cost.min);
    assertSame(market.makerFeePercent, Number(their['maker']) * 100);
    assertSame(market.takerFeePercent, Number(their['taker']) * 100);
  }
});

const ORDERS: readonly (readonly [object, string])[] = [
  [{}, 'open'],
  [{ sz: '0.01' }, 'open'],
  [{ sz: '0.0' }, 'filled'],
  [{ sz: '0.01', side: 'A', tif: 'Alo' }, 'canceled'],
  [{ reduceOnly: true }, 'canceled'],
  [{ cloid: null }, 'marginCanceled'],
  [{ tif: 'Alo' }, 'badAloPxRejected'],
];

const STATUSES: Readonly<Record<string, readonly string[]>> = {
  open: ['open'],
  filled: ['closed'],
  cancelled: ['canceled'],
  expired: ['canceled'],
  rejected: ['rejected'],
};

test('orders of Hyperliquid are those that ccxt reads', async () => {
  const client = await ccxt();
  const name = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };
  const [query] = HYPERLIQUID.orders.lookUp(name, BTC_PERP, FUTURES);
  for (const [changes, status] of ORDERS) {
    const verdict = query?.read(shownOrder(changes, status));
    assert(verdict?.kind === 'done');
    const order = verdict.value;
    const row = { order: { ...RESTING, ...changes }, status, statusTimestamp: NOW_MS };
    const their = client.parseOrder(row);
    assert(STATUSES[order.state]?.includes(String(their['status'])), `${order.state}, ${status}`);
    assert.deepEqual(
      [order.venueOrderId, order.type, order.side, order.placedAtMs, order.terms.isPostOnly],
      [their['id'], their['type'], their['side'], their['timestamp'], their['postOnly']],
    );
    assert.equal(order.terms.isReduceOnly, their['reduceOnly']);
    assert.equal(order.clientOrderId, their['clientOrderId'] === CLOID ? OUR_NAME : null);
    assertSame(order.price, their['price']);
    assertSame(order.amount, their['amount']);
    assertSame(order.filledAmount, their['filled']);
  }
});

test('fills of Hyperliquid are those that ccxt reads', async () => {
  const client = await ccxt();
  const rows = [FILL, { ...FILL, tid: FILL.tid + 1, side: 'A', crossed: false, fee: '-0.01' }];
  const query = HYPERLIQUID.account.fills(null, null, 500, FUTURES, NOW_MS - 60_000);
  const { items } = read(query, rows);
  assert.equal(items.length, rows.length);
  for (const [index, fill] of items.entries()) {
    const their = client.parseTrade(rows[index]);
    assert.deepEqual(
      [fill.fillId, fill.venueOrderId, fill.side, fill.filledAtMs, fill.feeCurrency],
      [their['id'], their['order'], their['side'], their['timestamp'], their.fee['currency']],
    );
    assert.equal(fill.isMaker, their['takerOrMaker'] === 'maker');
    assertSame(fill.price, their['price']);
    assertSame(fill.amount, their['amount']);
    assertSame(fill.fee, their.fee['cost']);
  }
});

test('positions of Hyperliquid are those that ccxt reads', async () => {
  const client = await ccxt();
  const leverage = { type: 'cross', value: 3 };
  const rows = [POSITION, { ...POSITION, szi: '-0.5', liquidationPx: '41000.5', leverage }];
  const ours = itemsOf(HYPERLIQUID.account.positions(FUTURES)[0], state(rows));
  assert.equal(ours.length, rows.length);
  for (const [index, position] of ours.entries()) {
    const their = client.parsePosition({ position: rows[index], type: 'oneWay' });
    assert.deepEqual(
      [position.direction, position.marginMode],
      [their['side'], their['marginMode']],
    );
    assertSame(position.amount, their['contracts']);
    assertSame(position.averagePrice, their['entryPrice']);
    assertSame(position.leverage, their['leverage']);
    assertSame(position.margin, their['collateral']);
    assertSame(position.unrealizedProfit, their['unrealizedPnl']);
    assertSame(position.liquidationPrice ?? decimal('0'), their['liquidationPrice']);
  }
});

test('the worth of an account of Hyperliquid is what ccxt reads, without open profit', async () => {
  const client = await ccxt();
  const shown = state([POSITION]);
  const verdict = HYPERLIQUID.account.balances(FUTURES).read(shown);
  const [balance] = verdict.kind === 'done' ? verdict.value.balances : [];
  client.publicPostInfo = async ({ type }): Promise<unknown> =>
    type === 'userAbstraction' ? 'disabled' : (JSON.parse(shown.body) as unknown);
  const { total, used } = await client.fetchBalance();
  assert(balance !== undefined);
  const unrealized = balance.unrealizedProfit ?? 0n;
  assertSame((balance.total + unrealized) as Decimal, total['USDC']);
  // What a position gained backs it, too.
  assertSame(((balance.marginUsed ?? 0n) + unrealized) as Decimal, used['USDC']);
});

test('payments of funding are those that ccxt reads, with the other sign', async () => {
  const client = await ccxt();
  const query = HYPERLIQUID.account.marginEvents?.(null, 500, FUTURES, NOW_MS - 3_600_000);
  assert(query !== undefined);
  const payments = read(query, [PAYMENT]).rest;
  assert(payments !== null);
  const [event] = read(payments, []).items;
  const their = client.parseIncome(PAYMENT);
  assert(event?.kind === 'funding');
  assert.equal(event.atMs, their['timestamp']);
  assertSame(event.paid, -Number(their['amount']));
});

test('minutes of Hyperliquid are those that ccxt reads', async () => {
  const row = { s: 'BTC', i: '1m', o: '29295.0', c: '29258.0', h: '29309.0', l: '29250.0', n: 189 };
  const rows = [
    { ...row, t: 1_681_923_600_000, T: 1_681_923_659_999, v: '0.98639' },
    { ...row, t: 1_681_923_660_000, T: 1_681_923_719_999, v: '0.0' },
  ];
  const found = read(HYPERLIQUID.candles.fetch(BTC_PERP, 0, Infinity), rows);
  const client = await ccxt();
  assert.deepEqual(
    found.map(({ openTimeMs, open, high, low, close, volume }) => [
      openTimeMs,
      ...[open, high, low, close].map((ticks) => Number(ticks) / 10),
      Number(volume) / 1e5,
    ]),
    rows.map((each) => client.parseOHLCV(each)),
  );
});

test('orders are written as ccxt writes them', async () => {
  const client = await ccxt();
  const post = { terms: { ...PLAIN_TERMS, isPostOnly: true } };
  const reduce = { terms: { ...PLAIN_TERMS, isReduceOnly: true } };
  const shapes = [
    [{ side: 'buy' }, {}],
    [{ side: 'sell', ...post }, { postOnly: true }],
    [{ side: 'sell', ...reduce }, { reduceOnly: true }],
    [{ side: 'buy', type: 'market', price: decimal('0') }, { timeInForce: 'IOC' }],
  ] as const;
  for (const [shape, words] of shapes) {
    const place = HYPERLIQUID.orders.place(newOrder(shape), BTC_PERP, {
      ...FUTURES,
      protectionPrice: decimal('34567'),
      marginMode: null,
    });
    let theirs: Fields = {};
    client.privatePostExchange = async (request) => {
      // It would be paid for each order that names it.
      if ((request['action'] as Fields)['type'] === 'approveBuilderFee') throw new Error('refused');
      theirs = request;
      const status = { resting: { oid: Number(ORDER_ID) } };
      return { status: 'ok', response: { type: 'order', data: { statuses: [status] } } };
    };
    const more = { ...words, clientOrderId: CLOID };
    await client.createOrder(SYMBOL, 'limit', shape.side, 0.0125, 34_567, more);
    // The order of the words is signed.
    assert.equal(JSON.stringify(place.call.parameters), JSON.stringify(theirs['action']));
  }
});
