import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { attachedName } from '#venue-port/order/attached-name.ts';
import { encodeJson } from '#lib/json.ts';
import type { Query, Verdict } from '#venues/dialect.ts';
import { BYBIT } from '#venues/dialects/bybit/bybit.ts';
import { nameOf } from '#venues/dialects/bybit/read-order.ts';
import {
  BTC_PERPETUAL,
  BTC_SPOT,
  FUTURES,
  newOrder,
  NOW_MS,
  OUR_NAME,
  page,
  RESTING,
  result,
  SPOT,
} from '#venues/dialects/bybit/bybit.fixture.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS - 1_000 };
const { account, candles, orders } = BYBIT;

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', encodeJson(verdict));
  return verdict.value;
}

function read<T>(query: Query<T>, value: unknown): T {
  return valueOf(query.read(result(value)));
}

function first<T>(queries: readonly T[]): T {
  const [query] = queries;
  assert(query !== undefined);
  return query;
}

const lookUp = first(orders.lookUp(NAME, BTC_SPOT, SPOT));

function readOrder(changes: object) {
  return read(lookUp, { list: [{ ...RESTING, ...changes }] });
}

const FILLED = { cumExecQty: '0.005', cumExecValue: '172.839' };

/** What the venue says of an order, its word for the reason, and the state here. */
const STATUSES: readonly (readonly [string, object, string, string | null])[] = [
  ['New', {}, 'open', null],
  ['PartiallyFilled', FILLED, 'open', null],
  ['Untriggered', {}, 'open', null],
  ['Filled', { cumExecQty: '0.0125', cumExecValue: '432.0975' }, 'filled', null],
  [
    'Filled',
    { ...FILLED, cancelType: 'CancelByUser', rejectReason: 'EC_OrigClOrdIDDoesNotExist' },
    'filled',
    null,
  ],
  ['Cancelled', {}, 'cancelled', null],
  ['Cancelled', { rejectReason: 'EC_PerCancelRequest' }, 'cancelled', null],
  ['Cancelled', { ...FILLED, cancelType: 'CancelByUser' }, 'cancelled', null],
  ['PartiallyFilledCanceled', FILLED, 'cancelled', null],
  [
    'PartiallyFilledCanceled',
    { ...FILLED, rejectReason: 'EC_NoImmediateQtyToFill' },
    'cancelled',
    'EC_NoImmediateQtyToFill',
  ],
  ['Cancelled', { rejectReason: 'EC_NoImmediateQtyToFill' }, 'expired', 'EC_NoImmediateQtyToFill'],
  ['Cancelled', { cancelType: 'CancelByAdmin' }, 'expired', 'CancelByAdmin'],
  ['Cancelled', { cancelType: 'CancelAllBeforeLiq' }, 'expired', 'CancelAllBeforeLiq'],
  [
    'Cancelled',
    { rejectReason: 'EC_PostOnlyWillTakeLiquidity' },
    'rejected',
    'EC_PostOnlyWillTakeLiquidity',
  ],
  ['Rejected', { rejectReason: 'EC_Others' }, 'rejected', 'EC_Others'],
  ['Rejected', {}, 'rejected', ''],
  ['Rejected', { ...FILLED, rejectReason: 'EC_Others' }, 'cancelled', 'EC_Others'],
  ['Deactivated', {}, 'cancelled', null],
];

for (const [orderStatus, changes, state, reason] of STATUSES)
  test(`an order that is ${orderStatus} with ${JSON.stringify(changes)} is ${state}`, () => {
    const order = readOrder({ orderStatus, ...changes });
    assert.equal(order.state, state);
    assert.equal(order.reason === null, reason === null);
    assert(order.reason === null || order.reason.includes(reason ?? ''));
  });

test('the average price of an order is its value by its amount', () => {
  assert.equal(readOrder(FILLED).averageFillPrice, decimal('34567.8'));
  assert.equal(readOrder({}).averageFillPrice, 0n);
});

/** The venue's kind of an order and of a stop, the type here, and whether it has a trigger. */
const TYPES = [
  ['Limit', '', 'limit', false],
  ['Limit', 'UNKNOWN', 'limit', false],
  ['Market', '', 'market', false],
  ['Market', 'Stop', 'stop_market', true],
  ['Limit', 'StopLoss', 'stop_limit', true],
  ['Limit', 'tpslOrder', 'stop_limit', true],
  ['Market', 'TakeProfit', 'take_profit_market', true],
  ['Limit', 'PartialTakeProfit', 'take_profit_limit', true],
  ['Market', 'TrailingStop', 'trailing_stop_market', false],
  ['Market', 'AKindOfTomorrow', 'stop_market', true],
] as const;

for (const [orderType, stopOrderType, type, isTriggered] of TYPES)
  test(`an order of ${orderType} and "${stopOrderType}" is ${type}`, () => {
    const order = readOrder({ orderType, stopOrderType, triggerPrice: '30000' });
    assert.equal(order.type, type);
    assert.equal(order.terms.triggerPrice, isTriggered ? decimal('30000') : null);
    // The price of a market order is the one it would have stopped at.
    assert.equal(order.price, orderType === 'Limit' ? decimal('34567.8') : 0n);
  });

test('a stop that waits for a better price takes profit', () => {
  const stop = { orderType: 'Market', stopOrderType: 'Stop', triggerPrice: '30000' };
  const typeOf = (side: string, triggerDirection: number) =>
    readOrder({ ...stop, side, triggerDirection }).type;
  assert.deepEqual([typeOf('Buy', 1), typeOf('Sell', 2)], ['stop_market', 'stop_market']);
  assert.deepEqual(
    [typeOf('Buy', 2), typeOf('Sell', 1)],
    ['take_profit_market', 'take_profit_market'],
  );
});

test('a stop that came with an entry has the name that follows from that of its entry', () => {
  const named = (fields: object): string | null => nameOf({ orderLinkId: '', ...fields });
  const brought = { stopOrderType: 'PartialStopLoss', parentOrderLinkId: OUR_NAME };
  assert.equal(named(brought), attachedName(OUR_NAME));
  assert.equal(attachedName(attachedName(OUR_NAME)), OUR_NAME);
  assert.equal(named({ ...brought, parentOrderLinkId: 'of-somebody' }), null);
  assert.equal(named({ ...brought, stopOrderType: 'PartialTakeProfit' }), null);
  assert.equal(named({ ...brought, orderLinkId: 'of-somebody' }), null);
});

test('post-only and reduce-only are terms of an order', () => {
  const { terms } = readOrder({ timeInForce: 'PostOnly', reduceOnly: true });
  assert.deepEqual([terms.isPostOnly, terms.isReduceOnly], [true, true]);
});

test('a market buy of the owner by value has the amount that it got', () => {
  const bought = readOrder({ ...FILLED, orderType: 'Market', marketUnit: 'quoteCoin', qty: '200' });
  assert.equal(bought.amount, decimal('0.005'));
  const ours = readOrder({ ...FILLED, orderType: 'Market', marketUnit: 'baseCoin', qty: '0.0125' });
  assert.equal(ours.amount, decimal('0.0125'));
});

test('open orders are read to the last page, with the cursor as the venue wrote it', () => {
  const query = first(orders.open(SPOT));
  const cursor = '1699999999000%3A1321';
  const one = valueOf(query.read(page([RESTING, { ...RESTING, orderLinkId: '' }], cursor)));
  assert.equal(one.next?.call.parameters['cursor'], cursor);
  assert.deepEqual(
    one.items.map(({ clientOrderId }) => clientOrderId),
    [OUR_NAME, null],
  );
  assert.equal(valueOf(one.next.read(page([RESTING]))).next, null);
  assert.equal(query.read(page([RESTING], 'a b&symbol=X')).kind, 'not_done');
});

test('orders of an owner may be on a market that is not listed', () => {
  const [order] = read(first(orders.open(SPOT)), {
    list: [{ ...RESTING, symbol: 'NEWUSDT' }],
  }).items;
  assert.equal(order?.marketTag, 'BYBIT_NEWUSDT');
});

test('an order is found and cancelled by the id of the venue once it is known', () => {
  const known = { ...NAME, venueOrderId: RESTING.orderId };
  const named = { category: 'spot', symbol: 'BTCUSDT', orderLinkId: OUR_NAME };
  const numbered = { category: 'spot', symbol: 'BTCUSDT', orderId: RESTING.orderId };
  for (const [name, expected] of [
    [NAME, named],
    [known, numbered],
  ] as const) {
    assert.deepEqual(orders.cancel(name, BTC_SPOT, SPOT).call.parameters, expected);
    for (const { call } of orders.lookUp(name, BTC_SPOT, SPOT))
      assert.deepEqual(call.parameters, expected);
  }
});

test('the orders of derivatives and of spot are requested apart', () => {
  assert.equal(orders.cancel(NAME, BTC_PERPETUAL, FUTURES).call.parameters['category'], 'linear');
  assert.deepEqual(
    orders.open(FUTURES).map(({ call }) => call.parameters['settleCoin']),
    ['USDT', 'USDC'],
  );
});

test('of an old order the past is searched around its placement', () => {
  const placedAtMs = NOW_MS - 30 * 86_400_000;
  const paths = orders.lookUp({ ...NAME, placedAtMs }, BTC_SPOT, SPOT).map(({ call }) => call);
  assert.deepEqual(
    paths.map(({ path }) => path),
    ['v5/order/realtime', 'v5/order/history', 'v5/order/history'],
  );
  const { startTime, endTime } = paths[2]?.parameters ?? {};
  assert(Number(startTime) <= placedAtMs && placedAtMs < Number(endTime));
  assert.equal(Number(endTime) - Number(startTime), 7 * 86_400_000);
});

const SPOT_MARKET = {
  symbol: 'BTCUSDT',
  status: 'Trading',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  lotSizeFilter: {
    basePrecision: '0.000001',
    minOrderQty: '0.000011',
    maxOrderQty: '83',
    minOrderAmt: '5',
    maxLimitOrderQty: '83',
    maxMarketOrderQty: '41.5',
  },
  priceFilter: { tickSize: '0.1' },
};

function readMarkets(...list: readonly unknown[]) {
  return read(first(BYBIT.markets()), { list }).items;
}

test('filters become steps, minimums and the least of the maximums', () => {
  assert.deepEqual(readMarkets(SPOT_MARKET), [BTC_SPOT]);
});

test('markets without a step, or without their filters, are unreadable', () => {
  const query = first(BYBIT.markets());
  for (const change of [{ priceFilter: { tickSize: '0' } }, { lotSizeFilter: undefined }])
    assert.equal(query.read(result({ list: [{ ...SPOT_MARKET, ...change }] })).kind, 'not_done');
});

for (const status of ['PreLaunch', 'Delivering', 'Closed', 'A_NEW_ONE'])
  test(`a market that is ${status} takes no orders`, () => {
    assert.equal(readMarkets({ ...SPOT_MARKET, status })[0]?.market.isOpen, false);
  });

test('candles are whole steps, oldest first, and the window leaves its end out', () => {
  const query = candles.fetch(BTC_SPOT, 60_001, 240_000);
  assert.deepEqual(
    [query.call.parameters['start'], query.call.parameters['end']],
    [120_000, 239_999],
  );
  const row = ['120000', '34500.1', '34600.2', '34400.3', '34550.4', '12.345678', '426000'];
  const list = [['180000', ...row.slice(1)], row];
  const found = read(query, { symbol: 'BTCUSDT', category: 'spot', list });
  assert.deepEqual(
    found.map(({ openTimeMs }) => openTimeMs),
    [120_000, 180_000],
  );
  const { open, high, low, close, volume } = found[0] ?? assert.fail();
  assert.deepEqual([open, high, low, close], [345_001n, 346_002n, 344_003n, 345_504n]);
  assert.equal(volume, 12_345_678n);
  assert.equal(query.read(result({ symbol: 'ETHUSDT', list })).kind, 'not_done');
});

test('a price is above zero, and of the market that was requested', () => {
  const query = BYBIT.price(BTC_SPOT);
  const ticker = { symbol: 'BTCUSDT', lastPrice: '34567.8' };
  assert.equal(read(query, { list: [ticker] }).price, decimal('34567.8'));
  for (const other of [{ ...ticker, lastPrice: '0' }, { ...ticker, symbol: 'ETHUSDT' }, undefined])
    assert.equal(query.read(result({ list: [other] })).kind, 'not_done');
});

const COIN = {
  coin: 'USDT',
  walletBalance: '1000',
  locked: '100',
  totalOrderIM: '20',
  totalPositionIM: '50',
  unrealisedPnl: '-3',
  spotBorrow: '0',
};

/** What the wallet says of a currency, and what is available, locked and owned of it. */
const BALANCES: readonly (readonly [string, object, string, string, string])[] = [
  ['what orders and positions hold is not available', {}, '830', '170', '1000'],
  [
    'portfolio margin says nothing of margins',
    { totalOrderIM: '', totalPositionIM: '' },
    '900',
    '100',
    '1000',
  ],
  ['what is borrowed is not owned', { spotBorrow: '200' }, '630', '170', '800'],
  ['more is held than is owned', { totalOrderIM: '5000' }, '0', '1000', '1000'],
  ['a debt', { walletBalance: '0', spotBorrow: '0.06' }, '0', '0', '-0.06'],
];

for (const [title, changes, available, locked, total] of BALANCES)
  test(`a balance: ${title}`, () => {
    const { balances } = read(account.balances(SPOT), {
      list: [{ coin: [{ ...COIN, ...changes }] }],
    });
    const [balance] = balances;
    assert.deepEqual(
      [balance?.available, balance?.locked, balance?.total],
      [decimal(available), decimal(locked), decimal(total)],
    );
    assert.deepEqual([balance?.marginUsed, balance?.unrealizedProfit], [null, null]);
  });

test('currencies of which there is nothing are left out', () => {
  const empty = { coin: 'BTC', walletBalance: '0' };
  const { balances } = read(account.balances(SPOT), { list: [{ coin: [empty, COIN] }] });
  assert.deepEqual(
    balances.map(({ currency }) => currency),
    ['USDT'],
  );
});

test('on a futures account margin and unrealized profit are shown', () => {
  const { balances } = read(account.balances(FUTURES), { list: [{ coin: [COIN] }] });
  assert.equal(balances[0]?.marginUsed, decimal('50'));
  assert.equal(balances[0]?.unrealizedProfit, decimal('-3'));
});

const KEY = {
  readOnly: 0,
  permissions: {
    Spot: ['SpotTrade'],
    ContractTrade: ['Order', 'Position'],
    Wallet: ['AccountTransfer'],
    Options: [],
  },
  ips: ['1.2.3.4'],
  deadlineDay: -2,
  expiredAt: '1970-01-01T00:00:00Z',
  userID: 24_617_703,
};

const UNIFIED = { marginMode: 'REGULAR_MARGIN', unifiedMarginStatus: 5 };

const report = (changes: object) =>
  valueOf(account.credentials(SPOT).read([result({ ...KEY, ...changes }), result(UNIFIED)]));

test('a key is described by its rights', () => {
  assert.deepEqual(report({}), {
    accountUid: '24617703',
    canTrade: true,
    canWithdraw: false,
    isAddressBound: true,
    expiresAtMs: null,
    permissions: [
      'ContractTrade.Order',
      'ContractTrade.Position',
      'Spot.SpotTrade',
      'Wallet.AccountTransfer',
    ],
    positionMode: null,
    marginMode: null,
    accountMode: { name: 'UTA 2.0', refusal: null },
  });
  assert.equal(report({ readOnly: 1 }).canTrade, false);
  assert.equal(report({ permissions: { Spot: [] } }).canTrade, false);
  assert.equal(report({ permissions: { Wallet: ['Withdraw'] } }).canWithdraw, true);
  const unbound = report({ ips: ['*'], expiredAt: '2026-03-01T12:00:00Z', deadlineDay: 40 });
  assert.equal(unbound.isAddressBound, false);
  assert.equal(unbound.expiresAtMs, Date.UTC(2026, 2, 1, 12));
  const read = (key: object, info: object) =>
    account.credentials(SPOT).read([result({ ...KEY, ...key }), result(info)]);
  assert.equal(read({ ips: null }, UNIFIED).kind, 'not_done');
  for (const unifiedMarginStatus of [undefined, 2, 7])
    assert.equal(read({}, { ...UNIFIED, unifiedMarginStatus }).kind, 'not_done');
  const { accountMode } = valueOf(read({}, { ...UNIFIED, unifiedMarginStatus: 1 }));
  assert.equal(accountMode?.name, 'classic');
  assert.match(accountMode.refusal ?? '', /unified account/);
});

test('the time of the venue is that of the reply', () => {
  assert.equal(read(BYBIT.time(), { timeSecond: '1' }).venueTimeMs, NOW_MS);
});

test('names of ours are spelled as they are, and no others are taken for ours', () => {
  assert.equal(BYBIT.orderName(OUR_NAME), OUR_NAME);
  assert.equal(BYBIT.ownName(OUR_NAME), OUR_NAME);
  for (const foreign of ['web_abc', 'ord', `${OUR_NAME}x`, OUR_NAME.toUpperCase()])
    assert.equal(BYBIT.ownName(foreign), null);
});

test('a stop of spot, and one without a price, are never sent', () => {
  const context = { ...SPOT, protectionPrice: null, marginMode: null };
  const stop = newOrder({ type: 'stop_market' });
  assert.throws(() => orders.place(stop, BTC_SPOT, context), /it waits for one price/);
  const waiting = { ...stop, terms: { ...stop.terms, triggerPrice: decimal('60000') } };
  assert.throws(() => orders.place(waiting, BTC_SPOT, context), /stops on spot are not sent/);
});
