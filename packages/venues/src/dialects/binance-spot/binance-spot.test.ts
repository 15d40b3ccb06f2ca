import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { encodeJson } from '#lib/json.ts';
import type { ListQuery, Query, Verdict } from '#venues/dialect.ts';
import { BINANCE_SPOT } from '#venues/dialects/binance-spot/binance-spot.ts';
import {
  CONTEXT,
  ETH_BTC,
  newOrder,
  OUR_NAME,
  reply,
  RESTING,
} from '#venues/dialects/binance-spot/binance-spot.fixture.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: 1_699_999_999_000 };
const { account, candles, orders } = BINANCE_SPOT;

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

const lookUp = first(orders.lookUp(NAME, ETH_BTC, CONTEXT));

/** What the venue says of an order, how much of it is filled, the state here. */
const STATUSES = [
  ['NEW', '0', 'open'],
  ['PENDING_NEW', '0', 'open'],
  ['PARTIALLY_FILLED', '0.25', 'open'],
  ['PENDING_CANCEL', '0.25', 'open'],
  ['FILLED', '1.25', 'filled'],
  ['CANCELED', '0', 'cancelled'],
  ['CANCELED', '0.25', 'cancelled'],
  ['REJECTED', '0', 'rejected'],
  ['REJECTED', '0.25', 'cancelled'],
  ['EXPIRED', '0', 'expired'],
  ['EXPIRED', '0.25', 'cancelled'],
  ['EXPIRED_IN_MATCH', '0', 'expired'],
  ['EXPIRED_IN_MATCH', '0.25', 'cancelled'],
] as const;

for (const [status, executedQty, state] of STATUSES)
  test(`an order that is ${status} with ${executedQty} filled is ${state}`, () => {
    const order = read(lookUp, { ...RESTING, status, executedQty });
    assert.equal(order.state, state);
    assert.equal(order.filledAmount, decimal(executedQty));
    const isByVenue = /^(?:REJECTED|EXPIRED)/.test(status);
    assert.equal(order.reason !== null, isByVenue);
  });

test('why the venue ended an order is said in its own word', () => {
  const body = { ...RESTING, status: 'EXPIRED', expiryReason: 'INSUFFICIENT_LIQUIDITY' };
  assert.match(read(lookUp, body).reason ?? '', /\(INSUFFICIENT_LIQUIDITY\)$/);
});

test('the average price of an order is its value by its amount', () => {
  const filled = { ...RESTING, status: 'FILLED', executedQty: '1.25' };
  const average = (cummulativeQuoteQty: string) =>
    read(lookUp, { ...filled, cummulativeQuoteQty }).averageFillPrice;
  assert.equal(average('0.04312500'), decimal('0.0345'));
  // A value that the venue has forgotten.
  assert.equal(average('-1.00000000'), decimal('0.0345'));
  assert.equal(read(lookUp, RESTING).averageFillPrice, 0n);
});

/** The venue's type, its trigger, whether it trails; the type, post-only, trigger here. */
const TYPES = [
  ['LIMIT', '0', false, 'limit', false, null],
  ['LIMIT_MAKER', '0', false, 'limit', true, null],
  ['MARKET', '0', false, 'market', false, null],
  ['STOP_LOSS', '0.03', false, 'stop_market', false, '0.03'],
  ['STOP_LOSS_LIMIT', '0.03', false, 'stop_limit', false, '0.03'],
  ['TAKE_PROFIT', '0.03', false, 'take_profit_market', false, '0.03'],
  ['TAKE_PROFIT_LIMIT', '0.03', false, 'take_profit_limit', false, '0.03'],
  ['STOP_LOSS_LIMIT', '0', true, 'trailing_stop_limit', false, null],
  ['STOP_LOSS', '0.03', true, 'trailing_stop_market', false, null],
  ['LIMIT', '0', true, 'limit', false, null],
] as const;

for (const [type, stopPrice, isTrailing, ours, isPostOnly, trigger] of TYPES)
  test(`an order of type ${type}${isTrailing ? ' that trails' : ''} is ${ours}`, () => {
    const trailing = isTrailing ? { trailingDelta: 100 } : {};
    const order = read(lookUp, { ...RESTING, type, stopPrice, ...trailing });
    assert.equal(order.type, ours);
    assert.equal(order.terms.isPostOnly, isPostOnly);
    assert.equal(order.terms.triggerPrice, trigger === null ? null : decimal(trigger));
  });

test('an order of the owner has no name of ours, and may be on a market not listed', () => {
  const [order] = read(first(orders.open(CONTEXT)), [
    { ...RESTING, clientOrderId: 'web_0123456789', symbol: 'NEWUSDT' },
  ]).items;
  assert.equal(order?.clientOrderId, null);
  assert.equal(order.marketTag, 'BINANCE_NEWUSDT');
});

test('an order is found and cancelled by the id of the venue once it is known', () => {
  const known = { ...NAME, venueOrderId: '71' };
  const named = { symbol: 'ETHBTC', recvWindow: 5_000, origClientOrderId: OUR_NAME };
  const numbered = { symbol: 'ETHBTC', recvWindow: 5_000, orderId: '71' };
  assert.deepEqual(lookUp.call.parameters, named);
  const byId = first(orders.lookUp(known, ETH_BTC, CONTEXT));
  assert.deepEqual(byId.call.parameters, numbered);
  assert.deepEqual(orders.cancel(NAME, ETH_BTC, CONTEXT).call.parameters, named);
  assert.deepEqual(orders.cancel(known, ETH_BTC, CONTEXT).call.parameters, numbered);
  assert.equal(byId.read(reply({ ...RESTING, orderId: 72 })).kind, 'not_done');
});

test('an order that was cancelled has its own name, not that of the cancellation', () => {
  const { time, updateTime, ...rest } = RESTING;
  const ended = read(orders.cancel(NAME, ETH_BTC, CONTEXT), {
    ...rest,
    clientOrderId: 'Xyz',
    origClientOrderId: OUR_NAME,
    status: 'CANCELED',
    executedQty: '0.25',
    transactTime: updateTime,
  });
  assert.equal(ended?.clientOrderId, OUR_NAME);
  assert.equal(ended.state, 'cancelled');
  assert.equal(ended.filledAmount, decimal('0.25'));
  assert.deepEqual([ended.placedAtMs, ended.updatedAtMs], [time, updateTime]);
});

const TRADE = {
  symbol: 'ETHBTC',
  id: 500,
  orderId: 71,
  price: '0.0345',
  qty: '1.25',
  commission: '0.00125',
  commissionAsset: 'ETH',
  time: 1_700_000_000_000,
  isBuyer: true,
  isMaker: false,
};

test('fees are in the currency that the venue took them in', () => {
  const query = account.fills(ETH_BTC, null, 100, CONTEXT);
  const { items } = read(query, [
    TRADE,
    { ...TRADE, id: 501, isBuyer: false, commission: '0.0000431', commissionAsset: 'BTC' },
    { ...TRADE, id: 502, commission: '0.00071', commissionAsset: 'BNB' },
  ]);
  assert.deepEqual(
    items.map(({ side, fee, feeCurrency }) => [side, fee, feeCurrency]),
    [
      ['buy', decimal('0.00125'), 'ETH'],
      ['sell', decimal('0.0000431'), 'BTC'],
      ['buy', decimal('0.00071'), 'BNB'],
    ],
  );
});

test('fills go on after the last one, oldest first, and their ids tell markets apart', () => {
  const one = account.fills(ETH_BTC, null, 5_000, CONTEXT);
  assert.equal(one.call.parameters['fromId'], 0);
  assert.equal(one.call.parameters['limit'], 1_000);
  const page = read(one, [{ ...TRADE, id: 501 }, TRADE]);
  assert.deepEqual(
    page.items.map(({ fillId }) => fillId),
    ['ETHBTC-500', 'ETHBTC-501'],
  );
  assert.equal(page.cursor, '501');
  const two = account.fills(ETH_BTC, page.cursor, 10, CONTEXT);
  assert.equal(two.call.parameters['fromId'], '502');
  assert.deepEqual(read(two, []), { items: [], cursor: '501', rest: null });
  const other = reply([{ ...TRADE, symbol: 'LTCBTC' }]);
  assert.equal(leftOutBy(() => two.read(other)).length, 1);
});

test('fills of one order are read to the last page, and carry its name', () => {
  const known = { ...NAME, venueOrderId: '71' };
  let query: ListQuery<unknown> | null = account.orderFills(known, ETH_BTC, CONTEXT);
  const trades = Array.from({ length: 1_001 }, (_, index) => ({ ...TRADE, id: index + 1 }));
  const requested: unknown[] = [];
  const found: unknown[] = [];
  while (query !== null) {
    const { fromId = 0 } = query.call.parameters;
    requested.push(fromId);
    const rest: typeof trades = trades.filter(({ id }) => id >= Number(fromId)).slice(0, 1_000);
    const page: { items: readonly unknown[]; next: ListQuery<unknown> | null } = read(query, rest);
    found.push(...page.items);
    query = page.next;
  }
  assert.deepEqual(requested, [0, '1001']);
  assert.equal(found.length, 1_001);
  assert.equal((found[0] as { clientOrderId: string }).clientOrderId, OUR_NAME);
});

const SYMBOL = {
  symbol: 'ETHBTC',
  status: 'TRADING',
  baseAsset: 'ETH',
  baseAssetPrecision: 8,
  quoteAsset: 'BTC',
  quoteAssetPrecision: 8,
  isSpotTradingAllowed: true,
  filters: [
    { filterType: 'PRICE_FILTER', minPrice: '0.000001', maxPrice: '1000', tickSize: '0.00000100' },
    { filterType: 'LOT_SIZE', minQty: '0.00100000', maxQty: '100000', stepSize: '0.00100000' },
    { filterType: 'NOTIONAL', minNotional: '0.00010000', maxNotional: '9000000.0' },
    { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
  ],
};

function readMarkets(...symbols: readonly unknown[]) {
  return read(first(BINANCE_SPOT.markets()), { symbols }).items.map(({ market }) => market);
}

test('filters become steps, minimums and maximums', () => {
  const expected = { ...ETH_BTC.market, maxOrderValue: decimal('9000000') };
  assert.deepEqual(readMarkets(SYMBOL), [expected]);
});

test('without filters a market has no limits, and the decimals of its currencies', () => {
  const [market] = readMarkets({ ...SYMBOL, filters: [] });
  assert(market !== undefined);
  const { amountStep, maxOrderAmount, minOrderValue, priceStep } = market;
  assert.deepEqual([amountStep, maxOrderAmount, minOrderValue, priceStep], [0n, 0n, 0n, 0n]);
  assert.deepEqual([market.priceDecimals, market.amountDecimals], [8, 8]);
});

test('older minimums are read too, and a maximum beyond all numbers is none', () => {
  const [market] = readMarkets({
    ...SYMBOL,
    filters: [
      { filterType: 'LOT_SIZE', minQty: '1', maxQty: '9223372036854775807.0', stepSize: '1' },
      { filterType: 'MIN_NOTIONAL', minNotional: '10' },
    ],
  });
  assert.equal(market?.maxOrderAmount, 0n);
  assert.equal(market.minOrderValue, decimal('10'));
  assert.equal(market.amountDecimals, 0);
});

for (const status of ['HALT', 'BREAK', 'END_OF_DAY', 'CANCEL_ONLY', 'A_NEW_ONE'])
  test(`a market that is ${status} takes no orders`, () => {
    assert.equal(readMarkets({ ...SYMBOL, status })[0]?.isOpen, false);
  });

test('candles are whole steps, and the window leaves its end out', () => {
  const query = candles.fetch(ETH_BTC, 60_001, 240_000);
  assert.deepEqual(
    [query.call.parameters['startTime'], query.call.parameters['endTime']],
    [120_000, 239_999],
  );
  const row = [120_000, '0.034500', '0.034600', '0.034400', '0.034550', '12.345', 179_999];
  assert.deepEqual(read(query, [row]), [
    {
      openTimeMs: 120_000,
      open: 34_500n,
      high: 34_600n,
      low: 34_400n,
      close: 34_550n,
      volume: 12_345n,
    },
  ]);
});

test('a price is above zero, and of the market that was requested', () => {
  const query = BINANCE_SPOT.price(ETH_BTC);
  assert.equal(read(query, { symbol: 'ETHBTC', price: '0.0345' }).price, decimal('0.0345'));
  assert.equal(query.read(reply({ symbol: 'ETHBTC', price: '0.00000000' })).kind, 'not_done');
  assert.equal(query.read(reply({ symbol: 'LTCBTC', price: '1' })).kind, 'not_done');
});

const RIGHTS = {
  ipRestrict: true,
  createTime: 1_698_645_219_000,
  enableReading: true,
  enableWithdrawals: false,
  enableSpotAndMarginTrading: true,
  tradingAuthorityExpirationTime: 1_628_985_600_000,
};

test('a key is described by the account and by its own rights', () => {
  const query = account.credentials(CONTEXT);
  const holder = { uid: 354_937_868, canTrade: true };
  const report = (one: unknown, other: unknown) => query.read([reply(one), reply(other)]);
  assert.deepEqual(valueOf(report(holder, RIGHTS)), {
    accountUid: '354937868',
    canTrade: true,
    canWithdraw: false,
    isAddressBound: true,
    expiresAtMs: 1_628_985_600_000,
    permissions: ['enableReading', 'enableSpotAndMarginTrading'],
    positionMode: null,
    marginMode: null,
  });
  const { tradingAuthorityExpirationTime: _, ...unbounded } = RIGHTS;
  const reading = { ...unbounded, enableSpotAndMarginTrading: false, enableWithdrawals: true };
  const other = valueOf(report(holder, reading));
  assert.deepEqual([other.canTrade, other.canWithdraw, other.expiresAtMs], [false, true, null]);
  assert.equal(valueOf(report({ ...holder, canTrade: false }, RIGHTS)).canTrade, false);
  const refused = reply({ code: -2015, msg: 'Invalid API-key.' }, 401);
  assert.equal(query.read([reply(holder), refused]).kind, 'not_done');
  assert.equal(query.read([refused, reply(RIGHTS)]).kind, 'not_done');
});

test('names of ours are spelled as they are, and no others are taken for ours', () => {
  assert.equal(BINANCE_SPOT.orderName(OUR_NAME), OUR_NAME);
  assert.equal(BINANCE_SPOT.ownName(OUR_NAME), OUR_NAME);
  for (const foreign of ['web_abc', 'ord', `${OUR_NAME}x`, OUR_NAME.toUpperCase(), 'x-TKT5PX2F1'])
    assert.equal(BINANCE_SPOT.ownName(foreign), null);
  assert.throws(() => BINANCE_SPOT.orderName('ord with spaces'), /letters/);
});

test('an order type that waits here is never sent', () => {
  const stop = newOrder({ type: 'stop_market' });
  const context = { ...CONTEXT, protectionPrice: null, marginMode: null };
  assert.throws(() => orders.place(stop, ETH_BTC, context), /waits for one price/);
});
