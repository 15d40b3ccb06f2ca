import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { KRAKEN } from '#venues/dialects/kraken/kraken.ts';
import {
  BTC_SPOT,
  FILL,
  FILL_ID,
  FILLED,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  OUR_UUID,
  RESTING,
  result,
  SPOT,
} from '#venues/dialects/kraken/kraken.fixture.ts';
import type { Verdict } from '#venues/dialect.ts';

const { account, candles, orders } = KRAKEN;

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', verdict.kind);
  return verdict.value;
}

test('a name is the same bits as a UUID, and back', () => {
  assert.equal(KRAKEN.orderName(OUR_NAME), OUR_UUID);
  assert.equal(KRAKEN.ownName(OUR_UUID), OUR_NAME);
  assert.equal(KRAKEN.ownName(OUR_UUID.toUpperCase()), OUR_NAME);
  for (const foreign of ['', '1234', 'ord01jdq4v8e2f7k3m9n5p6r8t1wx', OUR_UUID.replaceAll('-', '')])
    assert.equal(KRAKEN.ownName(foreign), null);
  assert.throws(() => KRAKEN.orderName('web1'));
});

/** Status, amount executed and reason, and what it comes to. */
const STATES: readonly (readonly [object, readonly [string, string | null]])[] = [
  [{ status: 'pending' }, ['open', null]],
  [{ status: 'open', vol_exec: '0.01', price: '34567.8' }, ['open', null]],
  [FILLED, ['filled', null]],
  [{ status: 'canceled', reason: 'User requested' }, ['cancelled', null]],
  [{ status: 'canceled', reason: null }, ['cancelled', null]],
  [
    { status: 'canceled', reason: 'Post only order' },
    ['rejected', 'The exchange rejected the order (Post only order).'],
  ],
  [
    { status: 'canceled', reason: 'Out of funds' },
    ['expired', 'The exchange ended the order by its own rules (Out of funds).'],
  ],
  [
    { status: 'canceled', reason: 'Out of <b>funds</b>', vol_exec: '0.01', price: '34567.8' },
    ['cancelled', 'The exchange ended the order by its own rules (Out of  b funds /b ).'],
  ],
  [{ status: 'expired' }, ['expired', 'The exchange ended the order by its own rules.']],
  [
    { status: 'closed', vol_exec: '0.01', price: '34567.8' },
    ['cancelled', 'The exchange ended the order by its own rules.'],
  ],
];

for (const [changes, expected] of STATES)
  test(`an order at Kraken with ${JSON.stringify(changes).slice(0, 60)} is ${expected[0]}`, () => {
    const [query] = orders.lookUp(
      { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS },
      BTC_SPOT,
      SPOT,
    );
    assert(query !== undefined);
    const { state, reason } = valueOf(
      query.read(result({ [ORDER_ID]: { ...RESTING, ...changes } })),
    );
    assert.deepEqual([state, reason], expected);
  });

test('orders of Kraken that an owner placed are shown with what they wait for', () => {
  const [open] = orders.open(SPOT);
  assert(open !== undefined);
  const stop = {
    ...RESTING,
    cl_ord_id: undefined,
    oflags: 'fcib,post',
    descr: { ...RESTING.descr, pair: 'GONEUSD', ordertype: 'stop-loss', price: '30000' },
  };
  const [order] = valueOf(open.read(result({ open: { [ORDER_ID]: stop } }))).items;
  assert(order !== undefined);
  assert.deepEqual(
    [order.clientOrderId, order.type, order.terms.triggerPrice, order.marketTag],
    [null, 'stop_market', decimal('30000'), 'KRAKEN_GONEUSD'],
  );
});

/** The venue's type and second price; the type and the limit here. */
const WAITING = [
  ['stop-loss', '0', 'stop_market', '0'],
  ['stop-loss-limit', '29900', 'stop_limit', '29900'],
  ['take-profit', '0', 'take_profit_market', '0'],
  ['take-profit-limit', '30100', 'take_profit_limit', '30100'],
] as const;

for (const [ordertype, price2, type, limit] of WAITING)
  test(`an order of Kraken that is a "${ordertype}" is ${type}, with the limit ${limit}`, () => {
    const [open] = orders.open(SPOT);
    assert(open !== undefined);
    const row = { ...RESTING, descr: { ...RESTING.descr, ordertype, price: '30000', price2 } };
    const [order] = valueOf(open.read(result({ open: { [ORDER_ID]: row } }))).items;
    assert.deepEqual(
      [order?.type, order?.terms.triggerPrice, order?.price],
      [type, decimal('30000'), decimal(limit)],
    );
  });

const PAIR = {
  altname: 'XBTUSD',
  wsname: 'XBT/USD',
  aclass_base: 'currency',
  base: 'XXBT',
  aclass_quote: 'currency',
  quote: 'ZUSD',
  lot_decimals: 8,
  lot_multiplier: 1,
  fees: [[0, 0.4]],
  fees_maker: [[0, 0.25]],
  ordermin: '0.00005',
  costmin: '0.5',
  tick_size: '0.1',
  status: 'online',
};

test('markets of Kraken have the usual names of currencies; shares and pools are left out', () => {
  const [list] = KRAKEN.markets();
  assert(list !== undefined);
  const pairs = {
    XXBTZUSD: PAIR,
    'XXBTZUSD.d': { ...PAIR, altname: 'XBTUSD.d' },
    AAPLxUSD: { ...PAIR, altname: 'AAPLxUSD', aclass_base: 'tokenized_asset' },
    XDGEUR: { ...PAIR, altname: 'XDGEUR', wsname: 'XDG/EUR', status: 'cancel_only' },
  };
  const [first, second, ...others] = valueOf(list.read(result(pairs))).items;
  assert.equal(others.length, 0);
  assert.deepEqual(first, BTC_SPOT);
  assert.deepEqual([second?.market.marketTag, second?.market.isOpen], ['KRAKEN_DOGE_EUR', false]);
  const unlisted = { tick_size: undefined, pair_decimals: 2, ordermin: undefined };
  const [older] = valueOf(list.read(result({ XXBTZUSD: { ...PAIR, ...unlisted } }))).items;
  assert.deepEqual(
    [older?.market.priceStep, older?.market.minOrderAmount],
    [decimal('0.01'), decimal('0')],
  );
  for (const broken of [{ tick_size: '0' }, { lot_decimals: 19 }, { fees: [] }, { wsname: 'A' }])
    assert.equal(list.read(result({ XXBTZUSD: { ...PAIR, ...broken } })).kind, 'not_done');
});

test('the price of Kraken is that of the last trade, under whatever name', () => {
  const price = KRAKEN.price(BTC_SPOT);
  const ticker = { c: ['34567.80000', '0.1'] };
  assert.equal(valueOf(price.read(result({ XXBTZUSD: ticker }))).price, decimal('34567.8'));
  assert.equal(price.read(result({ A: ticker, B: ticker })).kind, 'not_done');
  assert.equal(price.read(result({ A: { c: ['0'] } })).kind, 'not_done');
});

test('minutes of Kraken are those that were requested, whatever is listed', () => {
  const startMs = 1_699_999_980_000;
  const row = (minute: number) => [
    startMs / 1_000 + minute * 60,
    '34567.8',
    '34568.0',
    '34567.0',
    '34567.5',
    '34567.9',
    '0.00032101',
    3,
  ];
  const query = candles.fetch(BTC_SPOT, startMs, startMs + 120_000);
  assert.equal(query.call.parameters['since'], startMs / 1_000 - 60);
  const listed = { XXBTZUSD: [-1, 0, 1, 2].map(row), last: startMs / 1_000 };
  const found = valueOf(query.read(result(listed)));
  assert.deepEqual(
    found.map(({ openTimeMs }) => openTimeMs),
    [startMs, startMs + 60_000],
  );
  assert.deepEqual([found[0]?.close, found[0]?.volume], [345_675n, 32_101n]);
  const broken = { XXBTZUSD: [row(0).slice(0, 7)], last: 0 };
  assert.equal(query.read(result(broken)).kind, 'not_done');
});

test('the time of Kraken is the middle of its second', () => {
  const { venueTimeMs } = valueOf(KRAKEN.time().read(result({ unixtime: NOW_MS / 1_000 })));
  assert.equal(venueTimeMs, NOW_MS + 500);
});

test('balances of Kraken are those that can be sold, less what orders hold', () => {
  const balances = {
    XXBT: { balance: '1.2435000000', hold_trade: '0.8423000000' },
    ZUSD: { balance: 25_435.21, hold_trade: 8_249.76, credit: '100', credit_used: '0' },
    'DOT.S': { balance: '5', hold_trade: '0' },
    'USD.M': { balance: '7', hold_trade: '0' },
    ADA: { balance: '0.0000', hold_trade: '0' },
  };
  const read = valueOf(account.balances(SPOT).read(result(balances))).balances;
  assert.deepEqual(
    read.map(({ currency, available, total }) => [currency, available, total]),
    [
      ['BTC', decimal('0.4012'), decimal('1.2435')],
      ['USD', decimal('17185.45'), decimal('25435.21')],
    ],
  );
});

/** Auto Earn sweeps what is free, and orders are placed in the name of the base asset. */
test('what earns by itself at Kraken counts as the asset that it is traded as', () => {
  const balances = {
    XXBT: { balance: '0.0000000000', hold_trade: '0.5000000000' },
    'XBT.F': { balance: '1.5000000000', hold_trade: '0.0000000000' },
    'ETH.F': { balance: '2', hold_trade: '0' },
    'USDT.F': { balance: '500.00', hold_trade: '0' },
    ZUSD: { balance: '10', hold_trade: '0' },
    'USD.F': { balance: '100', hold_trade: '0' },
    'SOL.S': { balance: '1', hold_trade: '0' },
    'EUR.M': { balance: '2', hold_trade: '0' },
    'XBT.B': { balance: '3', hold_trade: '0' },
    'AAPLx.T': { balance: '4', hold_trade: '0' },
    'XBT.B.F': { balance: '5', hold_trade: '0' },
  };
  const read = valueOf(account.balances(SPOT).read(result(balances))).balances;
  assert.deepEqual(
    read.map(({ currency, available, locked, total }) => [currency, available, locked, total]),
    [
      ['BTC', decimal('1'), decimal('0.5'), decimal('1.5')],
      ['ETH', decimal('2'), decimal('0'), decimal('2')],
      ['USDT', decimal('500'), decimal('0'), decimal('500')],
      ['USD', decimal('110'), decimal('0'), decimal('110')],
    ],
  );
});

const KEY = {
  apiKeyName: 'a',
  apiKey: 'b',
  permissions: ['query-funds', 'query-open-trades', 'query-closed-trades', 'modify-trades'],
  iban: 'AA88 N84G WOAK NMOI',
  validUntil: '0',
  ipAllowlist: [] as string[],
};

test('what Kraken says of a key: rights, addresses, end, and whose it is', () => {
  const read = (changes: object) =>
    valueOf(account.credentials(SPOT).read([result({ ...KEY, ...changes })]));
  const plain = read({});
  assert.deepEqual(
    [plain.accountUid, plain.canTrade, plain.canWithdraw, plain.isAddressBound, plain.expiresAtMs],
    [KEY.iban, true, false, false, null],
  );
  const other = read({
    permissions: ['query-funds', 'withdraw-funds'],
    validUntil: '1772543095',
    ipAllowlist: ['10.0.0.1'],
  });
  assert.deepEqual(
    [other.canTrade, other.canWithdraw, other.isAddressBound, other.expiresAtMs],
    [false, true, true, 1_772_543_095_000],
  );
  const { validUntil, ipAllowlist, ...others } = KEY;
  assert.deepEqual([validUntil, ipAllowlist], ['0', []]);
  const seen = (valid_until: string, ip_allowlist: readonly string[]) => {
    const report = account
      .credentials(SPOT)
      .read([result({ ...others, valid_until, ip_allowlist })]);
    const { isAddressBound, expiresAtMs } = valueOf(report);
    return [isAddressBound, expiresAtMs];
  };
  assert.deepEqual(seen('0', ['']), [false, null]);
  assert.deepEqual(seen('1772543095', ['10.0.0.1']), [true, 1_772_543_095_000]);
  const broken = account.credentials(SPOT).read([result({ ...KEY, iban: undefined })]);
  assert.equal(broken.kind, 'not_done');
});

test('fills of an order at Kraken are those that the order names, and all of them', () => {
  const name = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };
  const first = account.orderFills(name, BTC_SPOT, SPOT);
  assert.equal(first.call.parameters['consolidate_taker'], false);
  const { items, next } = valueOf(
    first.read(result({ [ORDER_ID]: { ...FILLED, trades: [FILL_ID] } })),
  );
  assert(items.length === 0 && next !== null);
  assert.equal(next.call.parameters['txid'], FILL_ID);
  const [fill] = valueOf(next.read(result({ [FILL_ID]: FILL }))).items;
  assert.deepEqual(
    [fill?.fillId, fill?.marketTag, fill?.fee, fill?.feeCurrency, fill?.filledAtMs, fill?.isMaker],
    [FILL_ID, 'KRAKEN_BTC_USD', decimal('1.72839'), 'USD', 1_699_999_999_432, false],
  );
  assert.equal(next.read(result({})).kind, 'not_done');
  const other = { ...FILL, ordertxid: 'OTHER' };
  assert.equal(next.read(result({ [FILL_ID]: other })).kind, 'not_done');
  const unfilled = valueOf(first.read(result({ [ORDER_ID]: RESTING })));
  assert.deepEqual(unfilled, { items: [], next: null });
});

test('older minutes than are listed count as unknown, not as quiet', () => {
  assert.equal(KRAKEN.promises.candlesReachMs, KRAKEN.candles.listedMs);
});
