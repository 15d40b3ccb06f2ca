import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import { DAY_MS } from '#lib/time.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import { GATE } from '#venues/dialects/gate/gate.ts';
import {
  BTC_SPOT,
  FILL,
  FILLED,
  newOrder,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  OUR_TEXT,
  PLACING,
  reply,
  RESTING,
  SPOT,
} from '#venues/dialects/gate/gate.fixture.ts';
import type { ListQuery, Page, Verdict } from '#venues/dialect.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const { account, candles, orders } = GATE;
const KNOWN = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', verdict.kind);
  return verdict.value;
}

function shown(order: object): VenueOrder {
  const [query] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
  assert(query !== undefined);
  return valueOf(query.read(reply({ ...RESTING, ...order })));
}

test('a name is spelled without its first letters, for which there is no room', () => {
  assert.equal(GATE.orderName(OUR_NAME), OUR_TEXT);
  assert(OUR_TEXT.length - 't-'.length <= 28);
  assert.equal(GATE.ownName(OUR_TEXT), OUR_NAME);
  for (const name of ['apiv4', '3', 't-tm', 't-another', OUR_TEXT.toUpperCase(), `${OUR_TEXT}0`])
    assert.equal(GATE.ownName(name), null);
  assert.throws(() => GATE.orderName('mine'));
});

const PART = { left: '0.0025', filled_total: '345.678', avg_deal_price: '34567.8' };
const ENDED = { status: 'cancelled' };

/** What the list says of an order, and what it comes to. */
const STATES: readonly (readonly [object, readonly [string, string | null]])[] = [
  [{}, ['open', null]],
  [PART, ['open', null]],
  [FILLED, ['filled', null]],
  [{ ...ENDED, finish_as: 'cancelled' }, ['cancelled', null]],
  [ENDED, ['cancelled', null]],
  [{ ...ENDED, ...PART, finish_as: 'cancelled' }, ['cancelled', null]],
  [
    { ...ENDED, finish_as: 'poc' },
    ['rejected', 'The post-only order would have been filled at once.'],
  ],
  [
    { ...ENDED, finish_as: 'depth_not_enough' },
    ['expired', 'The exchange ended the order by its own rules (depth_not_enough).'],
  ],
  [
    { ...ENDED, ...PART, finish_as: '<b>stp' },
    ['cancelled', 'The exchange ended the order by its own rules ( b stp).'],
  ],
  // "Closed" does not say that all of it was filled.
  [
    { ...PART, status: 'closed', finish_as: 'ioc' },
    ['cancelled', 'The exchange ended the order by its own rules (ioc).'],
  ],
];

for (const [changes, [state, reason]] of STATES)
  test(`an order at Gate with ${JSON.stringify(changes).slice(0, 70)} is ${state}`, () => {
    const order = shown(changes);
    assert.deepEqual([order.state, order.reason], [state, reason]);
  });

test('an order of Gate has its instants to the millisecond, where it says them', () => {
  const { placedAtMs, updatedAtMs } = shown(FILLED);
  assert.deepEqual([placedAtMs, updatedAtMs], [1_699_999_999_123, 1_699_999_999_500]);
  const seconds = shown({ create_time_ms: undefined, update_time_ms: undefined });
  assert.deepEqual(
    [seconds.placedAtMs, seconds.updatedAtMs],
    [1_699_999_999_000, 1_699_999_999_000],
  );
  assert.equal(shown({ create_time_ms: '1699999999124' }).placedAtMs, 1_699_999_999_124);
});

test('the average of an order of Gate is that of what was paid', () => {
  assert.equal(shown(PART).averageFillPrice, decimal('34567.8'));
  assert.equal(shown({ ...PART, avg_deal_price: '34567' }).averageFillPrice, decimal('34567.8'));
  assert.equal(shown({ ...PART, filled_total: undefined }).averageFillPrice, decimal('34567.8'));
  assert.equal(shown({}).averageFillPrice, decimal('0'));
});

/** What an order is, and what it is shown as: type, price, amount, post-only. */
const SHAPES: readonly (readonly [string, object, readonly unknown[]])[] = [
  ['a post-only order', { time_in_force: 'poc' }, ['limit', decimal('34567.8'), '0.0125', true]],
  ['our market buy', { time_in_force: 'ioc' }, ['market', decimal('0'), '0.0125', false]],
  [
    'a limit order of the owner that ends at once',
    { time_in_force: 'ioc', text: 't-mine' },
    ['limit', decimal('34567.8'), '0.0125', false],
  ],
  [
    'a limit sale that ends at once',
    { time_in_force: 'ioc', side: 'sell' },
    ['limit', decimal('34567.8'), '0.0125', false],
  ],
  [
    'a market sale',
    { type: 'market', side: 'sell', price: '0', time_in_force: 'ioc' },
    ['market', decimal('0'), '0.0125', false],
  ],
  [
    'a market buy of the owner, by value',
    { ...FILLED, type: 'market', text: 'apiv4', amount: '500', left: '67.9', price: '0' },
    ['market', decimal('0'), '0.0125', false],
  ],
  [
    'an order of a unified account',
    { type: 'limit_borrow', text: '3' },
    ['limit', decimal('34567.8'), '0.0125', false],
  ],
];

for (const [title, changes, [type, price, amount, isPostOnly]] of SHAPES)
  test(`Gate shows ${title} as what it is`, () => {
    const order = shown(changes);
    assert.deepEqual(
      [order.type, order.price, order.amount, order.terms.isPostOnly],
      [type, price, decimal(String(amount)), isPostOnly],
    );
  });

/** Reads on where the list goes on, and says what was requested. */
function readOn<T>(list: ListQuery<T> | undefined, pages: readonly unknown[]) {
  const calls: unknown[] = [];
  const found: Page<T>[] = [];
  let next: ListQuery<T> | null | undefined = list;
  for (const page of pages) {
    assert(next !== null && next !== undefined);
    calls.push(next.call.parameters);
    const value: Page<T> = valueOf(next.read(reply(page)));
    found.push(value);
    ({ next } = value);
  }
  assert.equal(next, null);
  return { calls, found };
}

test('open orders of Gate are those of all markets, a page of each at a time', () => {
  const full = Array.from({ length: 100 }, (_, index) => ({ ...RESTING, id: `a${index}` }));
  const { calls, found } = readOn(orders.open(SPOT)[0], [
    [
      { currency_pair: 'BTC_USDT', total: 100, orders: full },
      {
        currency_pair: 'GONE_USDT',
        total: 1,
        orders: [{ ...RESTING, currency_pair: 'GONE_USDT' }],
      },
    ],
    [{ currency_pair: 'BTC_USDT', total: 2, orders: [RESTING, { status: 'open' }] }],
  ]);
  assert.deepEqual(calls, [
    { page: 1, limit: 100, account: 'spot' },
    { page: 2, limit: 100, account: 'spot' },
  ]);
  assert.deepEqual(
    found.map(({ items, unreadable = [] }) => [items.length, unreadable.length]),
    [
      [101, 0],
      [1, 1],
    ],
  );
  assert.equal(found[0]?.items.at(-1)?.marketTag, 'GATE_GONE_USDT');
});

test('orders of Gate are searched for among open ones first, then among ended ones', () => {
  const [list] = orders.placedBetween?.(NOW_MS - 60_000, NOW_MS - 1, BTC_SPOT, SPOT) ?? [];
  const full = Array.from({ length: 100 }, () => ({ ...RESTING, text: 't-mine' }));
  const { calls, found } = readOn(list, [full, [], [FILLED]]);
  const shared = { currency_pair: 'BTC_USDT', limit: 100, account: 'spot' };
  assert.deepEqual(calls, [
    { ...shared, status: 'open', page: 1 },
    { ...shared, status: 'open', page: 2 },
    // By the instants of their ends, so that the list goes on beyond now: an order may have ended
    // while those that are open were read.
    { ...shared, status: 'finished', page: 1, from: 1_699_999_940, to: 1_700_000_060 },
  ]);
  assert.equal(found[2]?.items[0]?.clientOrderId, OUR_NAME);
});

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
  st_tag: false,
};

test('markets of Gate are those that are issued, open or not', () => {
  const [list] = GATE.markets();
  assert(list !== undefined);
  const pairs = [
    PAIR,
    { ...PAIR, id: 'ETH_USDT', base: 'ETH', trade_status: 'sellable', fee: undefined },
    { ...PAIR, id: 'NEW_USDT', base: 'NEW', type: 'premarket' },
    { ...PAIR, id: 'OLD_USDT', base: 'OLD', min_base_amount: null, max_base_amount: null },
  ];
  const { items } = valueOf(list.read(reply(pairs)));
  assert.deepEqual(items[0], BTC_SPOT);
  assert.deepEqual(
    items.map(({ market }) => [market.marketTag, market.isOpen, market.minOrderAmount > 0n]),
    [
      ['GATE_BTC_USDT', true, true],
      ['GATE_ETH_USDT', false, true],
      ['GATE_OLD_USDT', true, false],
    ],
  );
  assert.equal(items[1]?.market.takerFeePercent, decimal('0.2'));
  for (const broken of [{ precision: -1 }, { precision: 99 }, { amount_precision: '' }, { id: '' }])
    assert.equal(list.read(reply([{ ...PAIR, ...broken }])).kind, 'not_done');
});

test('the price of Gate is that of the market, and above zero', () => {
  const price = GATE.price(BTC_SPOT);
  const ticker = { currency_pair: 'BTC_USDT', last: '68925.9' };
  assert.equal(valueOf(price.read(reply([ticker]))).price, decimal('68925.9'));
  const broken = [[], [ticker, ticker], [{ ...ticker, last: '0' }], [{ ...ticker, last: '' }]];
  for (const body of [...broken, [{ ...ticker, currency_pair: 'ETH_USDT' }]])
    assert.equal(price.read(reply(body)).kind, 'not_done');
});

test('minutes of Gate are those that were requested, oldest first', () => {
  const startMs = 1_699_999_980_000;
  const row = (minute: number) => [
    String(startMs / 1_000 + minute * 60),
    '11.0963',
    '34567.5',
    '34568',
    '34567.1',
    '34567.8',
    '0.000321',
    'true',
  ];
  const query = candles.fetch(BTC_SPOT, startMs, startMs + 120_000);
  const { from, to } = query.call.parameters;
  assert.deepEqual([from, to], [startMs / 1_000, startMs / 1_000 + 60]);
  const found = valueOf(query.read(reply([-1, 0, 1, 2].map(row))));
  assert.deepEqual(
    found.map(({ openTimeMs }) => openTimeMs),
    [startMs, startMs + 60_000],
  );
  const [first] = found;
  assert(first !== undefined);
  assert.deepEqual(
    [first.open, first.high, first.low, first.close, first.volume],
    [345_678n, 345_680n, 345_671n, 345_675n, 321n],
  );
  assert.deepEqual(valueOf(query.read(reply([]))), []);
  for (const broken of [row(0).slice(0, 6), row(0).with(6, 'true'), row(0).with(0, '')])
    assert.equal(query.read(reply([broken])).kind, 'not_done');
  // As many as one request may have, so that both ends are among them.
  const whole = candles.fetch(BTC_SPOT, startMs, startMs + candles.perCallMax * 60_000);
  const { from: first_, to: last } = whole.call.parameters as Record<'from' | 'to', number>;
  assert((last - first_) / 60 + 1 <= 1_000);
});

test('the time of Gate is in milliseconds', () => {
  assert.equal(
    valueOf(GATE.time().read(reply({ server_time: NOW_MS + 7 }))).venueTimeMs,
    NOW_MS + 7,
  );
});

test('balances of Gate are those of the spot account, without empty ones', () => {
  const query = account.balances(SPOT);
  const balance = { currency: 'BTC', available: '1.23', locked: '0.02', update_id: 98 };
  const empty = { ...balance, currency: 'ADA', available: '0', locked: '0' };
  const { balances } = valueOf(query.read(reply([balance, empty])));
  assert.deepEqual(
    balances.map(({ currency, available, locked, total }) => [currency, available, locked, total]),
    [['BTC', decimal('1.23'), decimal('0.02'), decimal('1.25')]],
  );
  assert.deepEqual(
    leftOutBy(() => query.read(reply([{ ...balance, locked: null }]))),
    ['BTC'],
  );
});

const API_KEY = 'c5dcfbf1f3a7d8e9f0a1b2c3d4e5f607';
const USER = {
  user_id: 1_667_201_533,
  ip_whitelist: [],
  currency_pairs: [],
  key: { mode: 1 },
  tier: 2,
};
const OWN_KEY = {
  state: 1,
  mode: 1,
  name: 'test1',
  user_id: 1,
  perms: [
    { name: 'spot', read_only: false },
    { name: 'account', read_only: true },
  ],
  ip_whitelist: ['127.0.0.1'],
  currency_pairs: [],
  key: 'c5dcfbf1f3a7*****',
};
const OTHER_KEY = {
  ...OWN_KEY,
  perms: [{ name: 'withdraw', read_only: false }],
  ip_whitelist: [],
  key: '52fd0035f665*****',
};

/** What is said of the key, and what of it is reported. */
const KEYS: readonly (readonly [string, object, object, readonly boolean[]])[] = [
  ['a key that trades, from one address', {}, {}, [true, false, true]],
  ['no list of addresses', {}, { ip_whitelist: [] }, [true, false, false]],
  ['one that only reads', {}, { perms: [{ name: 'spot', read_only: true }] }, [false, false, true]],
  ['another right', {}, { perms: [{ name: 'futures', read_only: false }] }, [false, false, true]],
  [
    'a right to withdraw',
    {},
    { perms: [...OWN_KEY.perms, { name: 'withdraw', read_only: false }] },
    [true, true, true],
  ],
  [
    'a right to see withdrawals',
    {},
    { perms: [...OWN_KEY.perms, { name: 'withdraw', read_only: true }] },
    [true, false, true],
  ],
  [
    'a right that nobody knows',
    {},
    { perms: [...OWN_KEY.perms, { name: 'surprise', read_only: false }] },
    [true, true, true],
  ],
];

for (const [title, user, key, expected] of KEYS)
  test(`what Gate says of a key: ${title}`, () => {
    const query = account.credentials(SPOT, null, API_KEY);
    const replies = [reply({ ...USER, ...user }), reply([OTHER_KEY, { ...OWN_KEY, ...key }])];
    const report = valueOf(query.read(replies));
    assert.equal(report.accountUid, '1667201533');
    assert.deepEqual([report.canTrade, report.canWithdraw, report.isAddressBound], expected);
  });

test('an account of Gate in the unified mode is named, and its money is of another account', () => {
  const read = (mode: number) =>
    valueOf(
      account
        .credentials(SPOT, null, API_KEY)
        .read([reply({ ...USER, key: { mode } }), reply([OWN_KEY])]),
    ).accountMode;
  assert.deepEqual(read(1), { name: 'classic', refusal: null });
  assert.deepEqual(read(2), { name: 'unified', refusal: null });
  const modeOf = (mode: unknown) => account.mode?.read(reply({ ...USER, key: { mode } }));
  assert.deepEqual(modeOf(2), { kind: 'done', value: '2' });
  assert.equal(modeOf(7)?.kind, 'not_done');
  const unified = { ...SPOT, mode: '2' };
  const { parameters } = orders.place(newOrder(), BTC_SPOT, { ...PLACING, mode: '2' }).call;
  assert.equal(parameters['account'], 'unified');
  const balances = {
    BTC: { available: '1', freeze: '0.5', equity: '1.5' },
    // Borrowed, and sold: nothing of it is owned.
    ETH: { available: '0', freeze: '0', equity: '-3' },
  };
  const page = valueOf(account.balances(unified).read(reply({ balances })));
  assert.deepEqual(
    page.balances.map(({ currency, available, total }) => [currency, available, total]),
    [['BTC', decimal('1'), decimal('1.5')]],
  );
  const refused = account
    .balances(unified)
    .read(reply({ label: 'NEW', message: '' }, { status: 400 }));
  assert(refused.kind === 'not_done' && refused.isOtherMode === true);
});

test('a key that the list of Gate does not show, or shows twice, is not judged', () => {
  const read = (keys: unknown, apiKey = API_KEY) =>
    account.credentials(SPOT, null, apiKey).read([reply(USER), reply(keys)]).kind;
  assert.equal(read([OWN_KEY]), 'done');
  assert.equal(read([OTHER_KEY]), 'not_done');
  assert.equal(read([OWN_KEY, OWN_KEY]), 'not_done');
  assert.equal(read([{ ...OWN_KEY, key: '*****' }]), 'not_done');
  assert.equal(read([{ ...OWN_KEY, perms: null }]), 'not_done');
  assert.equal(read([OWN_KEY], ''), 'not_done');
});

/** What a fill cost, and what of it is a fee of the account. */
const FEES: readonly (readonly [string, object, readonly [string, string]])[] = [
  ['what was bought', {}, ['0.000025', 'BTC']],
  ['tokens of the venue', { fee: '0', gt_fee: '0.31' }, ['0.31', 'GT']],
  ['points', { fee: '0', point_fee: '0.8' }, ['0.8', 'POINT']],
  ['a part of each', { gt_fee: '0.31' }, ['0.000025', 'BTC']],
  ['nothing', { fee: '0' }, ['0', 'BTC']],
  ['less than nothing', { fee: '-0.0001', fee_currency: 'USDT' }, ['-0.0001', 'USDT']],
];

for (const [title, changes, [fee, currency]] of FEES)
  test(`the fee of a fill of Gate is taken out of ${title}`, () => {
    const list = account.orderFills(KNOWN, BTC_SPOT, SPOT);
    const { items } = valueOf(list.read(reply([{ ...FILL, ...changes }])));
    assert.deepEqual(
      items.map((fill) => [fill.fee, fill.feeCurrency, fill.filledAtMs, fill.clientOrderId]),
      [[decimal(fee), currency, 1_699_999_999_432, OUR_NAME]],
    );
  });

test('fills of an order of Gate are those of each month since it was placed', () => {
  const name = { ...KNOWN, placedAtMs: NOW_MS - 40 * DAY_MS };
  const list = account.orderFills(name, BTC_SPOT, SPOT);
  const taker = { ...FILL, id: '9', role: 'taker' };
  const { calls, found } = readOn(list, [[taker], [FILL]]);
  const from = Math.floor((name.placedAtMs - 60_000) / 1_000);
  const middle = from + 29 * 86_400;
  const shared = { currency_pair: 'BTC_USDT', order_id: ORDER_ID, page: 1, limit: 1_000 };
  assert.deepEqual(calls, [
    { ...shared, from, to: middle },
    { ...shared, from: middle, to: 1_700_000_060 },
  ]);
  assert.deepEqual(
    found.flatMap(({ items }) => items.map(({ fillId, isMaker }) => [fillId, isMaker])),
    [
      [`${FILL.id}_${ORDER_ID}`, true],
      [`9_${ORDER_ID}`, false],
    ],
  );
  const other = [{ ...FILL, order_id: 'other' }];
  assert.equal(list.read(reply(other)).kind, 'not_done');
  assert.throws(() => account.orderFills({ ...KNOWN, venueOrderId: null }, BTC_SPOT, SPOT));
});
