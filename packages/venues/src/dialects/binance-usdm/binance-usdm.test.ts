import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { encodeJson } from '#lib/json.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { ListQuery, Query, StreamEvent, Verdict } from '#venues/dialect.ts';
import { BINANCE_USDM } from '#venues/dialects/binance-usdm/binance-usdm.ts';
import {
  BTC_PERPETUAL,
  CONTEXT,
  newOrder,
  NOW_MS,
  OUR_NAME,
  reply,
  RESTING,
} from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const { account, orders, stream } = BINANCE_USDM;

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', encodeJson(verdict));
  return verdict.value;
}

function read<T>(query: Query<T>, body: unknown): T {
  return valueOf(query.read(reply(body)));
}

function first<T>(queries: readonly T[]): T {
  const [query] = queries;
  assert(query !== undefined);
  return query;
}

const lookUp = first(orders.lookUp(NAME, BTC_PERPETUAL, CONTEXT));

/** What the venue says of an order, how much of it is filled, the state here. */
const STATUSES = [
  ['NEW', '0', 'open'],
  ['PARTIALLY_FILLED', '0.004', 'open'],
  ['FILLED', '0.012', 'filled'],
  ['CANCELED', '0', 'cancelled'],
  ['CANCELED', '0.004', 'cancelled'],
  ['REJECTED', '0', 'rejected'],
  ['REJECTED', '0.004', 'cancelled'],
  ['EXPIRED', '0', 'expired'],
  ['EXPIRED', '0.004', 'cancelled'],
  ['EXPIRED_IN_MATCH', '0', 'expired'],
  ['NEW_INSURANCE', '0', 'open'],
  ['NEW_ADL', '0', 'open'],
] as const;

for (const [status, executedQty, state] of STATUSES)
  test(`an order that is ${status} with ${executedQty} filled is ${state}`, () => {
    const order = read(lookUp, { ...RESTING, status, executedQty });
    assert.equal(order.state, state);
    assert.equal(order.filledAmount, decimal(executedQty));
    assert.equal(order.reason !== null, /^(?:REJECTED|EXPIRED)/.test(status));
  });

test('the average price of an order is its value by its amount, or as the venue rounds it', () => {
  const filled = { ...RESTING, status: 'FILLED', executedQty: '0.003' };
  const average = (changes: object) => read(lookUp, { ...filled, ...changes }).averageFillPrice;
  assert.equal(average({ cumQuote: '103.7034', avgPrice: '34567.80000' }), decimal('34567.8'));
  assert.equal(average({ cumQuote: undefined, avgPrice: '34567.80000' }), decimal('34567.8'));
  assert.equal(average({ cumQuote: undefined, avgPrice: undefined }), decimal('34567.8'));
  assert.equal(read(lookUp, RESTING).averageFillPrice, 0n);
});

/** The venue's type, time in force and trigger; the type, post-only and trigger here. */
const TYPES = [
  ['LIMIT', 'GTC', '0', 'limit', false, null],
  ['LIMIT', 'GTX', '0', 'limit', true, null],
  ['MARKET', 'GTC', '0', 'market', false, null],
  ['STOP', 'GTC', '30000', 'stop_limit', false, '30000'],
  ['STOP_MARKET', 'GTC', '30000', 'stop_market', false, '30000'],
  ['TAKE_PROFIT', 'GTC', '30000', 'take_profit_limit', false, '30000'],
  ['TAKE_PROFIT_MARKET', 'GTC', '30000', 'take_profit_market', false, '30000'],
  ['TRAILING_STOP_MARKET', 'GTC', '30000', 'trailing_stop_market', false, null],
] as const;

for (const [type, timeInForce, stopPrice, ours, isPostOnly, trigger] of TYPES)
  test(`an order of type ${type} ${timeInForce} is ${ours}`, () => {
    const order = read(lookUp, { ...RESTING, type, timeInForce, stopPrice, reduceOnly: true });
    assert.equal(order.type, ours);
    assert.deepEqual([order.terms.isPostOnly, order.terms.isReduceOnly], [isPostOnly, true]);
    assert.equal(order.terms.triggerPrice, trigger === null ? null : decimal(trigger));
  });

test('an order that trails begins at its activation, and its stop price says nothing', () => {
  const trailing = { ...RESTING, type: 'TRAILING_STOP_MARKET', stopPrice: '9300' };
  const activationOf = (order: object) => read(lookUp, order).terms.trailActivationPrice;
  assert.equal(activationOf({ ...trailing, activatePrice: '9020' }), decimal('9020'));
  assert.equal(activationOf(trailing), null);
});

test('orders of the owner have no name of ours, and may be on a market that is not listed', () => {
  const [order] = read(first(orders.open(CONTEXT)), [
    { ...RESTING, clientOrderId: 'web_0123', symbol: 'NEWUSDT' },
  ]).items;
  assert.deepEqual([order?.clientOrderId, order?.marketTag], [null, 'BINANCEUSDM_NEWUSDT']);
});

test('an order is found by the id of the venue once it is known, and by no other', () => {
  const byId = first(orders.lookUp({ ...NAME, venueOrderId: '71' }, BTC_PERPETUAL, CONTEXT));
  assert.equal(byId.call.parameters['orderId'], '71');
  assert.equal('origClientOrderId' in byId.call.parameters, false);
  assert.equal(byId.read(reply({ ...RESTING, orderId: 72 })).kind, 'not_done');
});

test('the order of a fill that nobody knows may be one of the venue itself', () => {
  const name = { clientOrderId: '', venueOrderId: '73', placedAtMs: NOW_MS };
  const [byId, forced, ...others] = orders.lookUp(name, BTC_PERPETUAL, CONTEXT);
  assert(byId !== undefined && forced !== undefined && others.length === 0);
  const missing = reply({ code: -2013, msg: 'Order does not exist.' }, 400);
  assert.equal(byId.read(missing).kind, 'absent');
  const filled = { status: 'FILLED', executedQty: '0.012', avgPrice: '34567.8' };
  const ofVenue = { ...RESTING, orderId: 73, clientOrderId: 'autoclose-1', ...filled };
  const order = read(forced, [{ ...ofVenue, orderId: 72 }, ofVenue]);
  assert.deepEqual([order.venueOrderId, order.clientOrderId], ['73', null]);
  assert.equal(forced.read(reply([])).kind, 'absent');
  assert.equal(forced.read(reply([{ ...ofVenue, orderId: 72 }])).kind, 'absent');
  assert.equal(forced.read(reply({ code: -1001, msg: 'Internal error.' }, 503)).kind, 'not_done');
});

const SYMBOL = {
  symbol: 'BTCUSDT',
  contractType: 'PERPETUAL',
  status: 'TRADING',
  baseAsset: 'BTC',
  quoteAsset: 'USDT',
  marginAsset: 'USDT',
  onboardDate: 1_569_398_400_000,
  filters: [
    { filterType: 'PRICE_FILTER', minPrice: '556.80', maxPrice: '4529764', tickSize: '0.10' },
    { filterType: 'LOT_SIZE', minQty: '0.001', maxQty: '1000', stepSize: '0.001' },
    { filterType: 'MARKET_LOT_SIZE', minQty: '0.001', maxQty: '120', stepSize: '0.001' },
    { filterType: 'MIN_NOTIONAL', notional: '100' },
  ],
};

function readMarkets(...symbols: readonly unknown[]) {
  return read(first(BINANCE_USDM.markets()), { symbols }).items;
}

test('filters become steps, minimums and the lesser maximum; deliveries are left out', () => {
  const delivery = { ...SYMBOL, symbol: 'BTCUSDT_231229', contractType: 'CURRENT_QUARTER' };
  assert.deepEqual(readMarkets(SYMBOL, delivery), [BTC_PERPETUAL]);
  assert.equal(readMarkets({ ...SYMBOL, status: 'SETTLING' })[0]?.market.isOpen, false);
  const [query] = BINANCE_USDM.markets();
  const stepless = reply({ symbols: [{ ...SYMBOL, filters: [] }] });
  assert.equal(query?.read(stepless).kind, 'not_done');
});

/** All items of a list, and the paths of its requests, with a reply by path. */
function all<T>(
  list: ListQuery<T>,
  replies: Readonly<Record<string, unknown>>,
): { readonly items: readonly T[]; readonly paths: readonly string[] } {
  const items: T[] = [];
  const paths: string[] = [];
  for (let next: ListQuery<T> | null = list; next !== null;) {
    paths.push(next.call.path);
    const page: { readonly items: readonly T[]; readonly next: ListQuery<T> | null } = read(
      next,
      replies[next.call.path],
    );
    items.push(...page.items);
    ({ next } = page);
  }
  return { items, paths };
}

const POSITION = {
  symbol: 'BTCUSDT',
  positionSide: 'BOTH',
  positionAmt: '-0.012',
  entryPrice: '35000',
  markPrice: '34000',
  unRealizedProfit: '12',
  liquidationPrice: '0',
  marginAsset: 'USDT',
  positionInitialMargin: '20.4',
  updateTime: NOW_MS - 5_000,
};
const SETUP = { symbol: 'BTCUSDT', marginType: 'ISOLATED', leverage: 20 };

test('positions have the margin mode and the leverage of their markets', () => {
  const { items, paths } = all(first(account.positions(CONTEXT)), {
    positionRisk: [{ ...POSITION, symbol: 'ETHUSDT', positionAmt: '0.000' }, POSITION],
    symbolConfig: [SETUP],
  });
  assert.deepEqual(paths, ['positionRisk', 'symbolConfig']);
  const [position] = items;
  assert.deepEqual(
    [position?.direction, position?.amount, position?.marginMode, position?.leverage],
    ['short', decimal('0.012'), 'isolated', decimal('20')],
  );
  assert.equal(position?.liquidationPrice, null);
});

test('settings of another market are not taken for those of this one', () => {
  const [query] = account.positions(CONTEXT);
  const { next } = read(query ?? assert.fail(), [POSITION]);
  assert(next !== null);
  const other = reply([{ ...SETUP, symbol: 'ETHUSDT' }]);
  assert.deepEqual(
    leftOutBy(() => next.read(other)),
    ['BINANCEUSDM_BTC_USDT_PERP'],
  );
});

/** Margin mode and leverage as they are, and the requests of an order with 20, isolated. */
const SETTINGS = [
  ['ISOLATED', 20, ['symbolConfig']],
  ['CROSSED', 20, ['symbolConfig', 'marginType']],
  ['ISOLATED', 10, ['symbolConfig', 'leverage']],
  ['CROSSED', 10, ['symbolConfig', 'marginType', 'leverage']],
] as const;

for (const [marginType, leverage, expected] of SETTINGS)
  test(`of a market that is ${marginType} with ${leverage} only the difference is set`, () => {
    const margin = { leverage: decimal('20'), marginMode: 'isolated' } as const;
    const order = newOrder({ terms: { ...PLAIN_TERMS, margin } });
    const { paths } = all(first(orders.prepare(order, BTC_PERPETUAL)), {
      symbolConfig: [{ symbol: 'BTCUSDT', marginType, leverage }],
      marginType: { code: 200, msg: 'success' },
      leverage: { symbol: 'BTCUSDT', leverage: 20, maxNotionalValue: '1' },
    });
    assert.deepEqual(paths, expected);
  });

test('balances are the wallet, and what positions and orders hold of it', () => {
  const asset = {
    asset: 'USDT',
    walletBalance: '100',
    unrealizedProfit: '-3',
    positionInitialMargin: '20',
    openOrderInitialMargin: '5',
  };
  const { balances } = read(account.balances(CONTEXT), {
    assets: [asset, { ...asset, asset: 'BNB', walletBalance: '0' }],
  });
  assert.deepEqual(
    balances.map((each) => [each.currency, each.available, each.locked, each.marginUsed]),
    [['USDT', decimal('75'), decimal('25'), decimal('20')]],
  );
});

const RIGHTS = { ipRestrict: true, enableReading: true, enableWithdrawals: false };
const CONFIG = { canTrade: true, dualSidePosition: false };

test('a key is described by its rights, the wallets and the settings of the account', () => {
  const query = account.credentials(CONTEXT);
  const report = (rights: object, setup: object, kinds: object = {}) =>
    valueOf(
      query.read([reply(rights), reply(kinds), reply([{ accountAlias: 'SgsR' }]), reply(setup)]),
    );
  const one = report({ ...RIGHTS, enableFutures: true }, CONFIG);
  assert.deepEqual(
    [one.accountUid, one.canTrade, one.canWithdraw, one.positionMode, one.marginMode],
    ['SgsR', true, false, 'one_way', null],
  );
  const other = report(
    { ...RIGHTS, enableFutures: false, enableWithdrawals: true },
    { ...CONFIG, dualSidePosition: true },
  );
  assert.deepEqual([other.canTrade, other.canWithdraw, other.positionMode], [false, true, 'hedge']);
  const refused = reply({ code: -2015, msg: 'Invalid API-key.' }, 401);
  const portfolio = { isPortfolioMarginRetailEnabled: true };
  assert.deepEqual(one.accountMode, { name: 'standard', refusal: null });
  const { accountMode } = report({ ...RIGHTS, enableFutures: true }, CONFIG, portfolio);
  assert.equal(accountMode?.name, 'Portfolio Margin');
  assert.match(accountMode.refusal ?? '', /subaccount/);
  const verdict = query.read([refused, reply({}), reply([]), reply(CONFIG)]);
  assert(verdict.kind === 'not_done' && verdict.failure === 'unauthorized');
});

const TRADE = {
  symbol: 'BTCUSDT',
  id: 500,
  orderId: 71,
  side: 'SELL',
  price: '34567.8',
  qty: '0.012',
  commission: '0.0829',
  commissionAsset: 'USDT',
  time: NOW_MS,
  maker: true,
};

test('fills go on after the last one, oldest first, and their ids tell markets apart', () => {
  const page = read(account.fills(BTC_PERPETUAL, null, 10, CONTEXT), [
    { ...TRADE, id: 501 },
    TRADE,
  ]);
  assert.deepEqual(
    page.items.map(({ fillId, side, isMaker }) => [fillId, side, isMaker]),
    [
      ['BTCUSDT-500', 'sell', true],
      ['BTCUSDT-501', 'sell', true],
    ],
  );
  const next = account.fills(BTC_PERPETUAL, page.cursor, 10, CONTEXT);
  assert.equal(next.call.parameters['fromId'], '502');
  const other = reply([{ ...TRADE, symbol: 'ETHUSDT' }]);
  assert.equal(leftOutBy(() => next.read(other)).length, 1);
});

const { token } = stream;

test('a stream is opened with the key that the venue gave, and with no other text', () => {
  const query = token?.() ?? assert.fail();
  const key = read(query, { listenKey: 'pqia91ma19a5s61cv6a81va65' });
  assert.match(
    stream.address(key, 'futures'),
    /\/private\/ws\?listenKey=pqia91ma19a5s61cv6a81va65&/,
  );
  assert.equal(query.read(reply({ listenKey: 'a&events=b' })).kind, 'not_done');
});

function kindsOf(frame: unknown): readonly StreamEvent['kind'][] {
  return stream.read(JSON.stringify(frame), CONTEXT).map(({ kind }) => kind);
}

/** Frames, and what they come to. */
const FRAMES: readonly (readonly [string, unknown, readonly StreamEvent['kind'][]])[] = [
  ['the reply to the first request', { result: [], id: 1 }, ['ready']],
  ['the reply to a ping', { result: [], id: 2 }, []],
  ['a balance that an order changed', { e: 'ACCOUNT_UPDATE', a: { m: 'ORDER' } }, []],
  ['funding', { e: 'ACCOUNT_UPDATE', a: { m: 'FUNDING_FEE' } }, ['sweep']],
  ['a change of leverage', { e: 'ACCOUNT_CONFIG_UPDATE' }, ['sweep']],
  ['the end of the key', { e: 'listenKeyExpired' }, ['over']],
  ['a liquidation', { e: 'ORDER_TRADE_UPDATE', o: { x: 'CALCULATED' } }, ['sweep']],
  ['an order that cannot be read', { e: 'ORDER_TRADE_UPDATE', o: {} }, ['sweep']],
  ['an event never seen', { e: 'TOMORROW' }, []],
];

for (const [title, frame, expected] of FRAMES)
  test(`${title} in the stream is ${expected.join() || 'nothing'}`, () => {
    assert.deepEqual(kindsOf(frame), expected);
  });

test('what is no frame says that something happened', () => {
  assert.deepEqual(stream.read('not JSON', CONTEXT), [{ kind: 'sweep', marketTag: null }]);
});

test('rates of funding are those of the market', () => {
  const query = BINANCE_USDM.funding?.fetch(BTC_PERPETUAL, NOW_MS - 1_000, NOW_MS);
  assert(query !== undefined);
  const { startTime, endTime } = query.call.parameters;
  assert.deepEqual([startTime, endTime], [NOW_MS - 1_000, NOW_MS - 1]);
  const row = { symbol: 'BTCUSDT', fundingTime: NOW_MS, fundingRate: '-0.00012345' };
  assert.deepEqual(read(query, [{ ...row, markPrice: '' }]), [
    { atMs: NOW_MS, rate: decimal('-0.00012345') },
  ]);
  assert.deepEqual(read(query, []), []);
  for (const bad of [[{ ...row, symbol: 'ETHUSDT' }], [{ ...row, fundingRate: '' }], {}])
    assert.equal(query.read(reply(bad)).kind, 'not_done');
});
