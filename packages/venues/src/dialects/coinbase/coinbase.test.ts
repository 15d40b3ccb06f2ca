import { test } from 'node:test';
import assert from 'node:assert/strict';
import { decimal } from '#lib/decimal.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import { COINBASE } from '#venues/dialects/coinbase/coinbase.ts';
import {
  BTC_SPOT,
  FILL,
  FILLED,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  OUR_UUID,
  reply,
  RESTING,
  SPOT,
} from '#venues/dialects/coinbase/coinbase.fixture.ts';
import type { ListQuery, Page, Verdict } from '#venues/dialect.ts';
import { leftOutBy } from '#venues/dialects/reply/left-out.fixture.ts';

const { account, candles, orders } = COINBASE;
const KNOWN = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', verdict.kind);
  return verdict.value;
}

function shown(order: object) {
  const [query] = orders.lookUp(KNOWN, BTC_SPOT, SPOT);
  assert(query !== undefined);
  return valueOf(query.read(reply({ order: { ...RESTING, ...order } })));
}

test('a name is the same bits as a UUID, and back', () => {
  assert.equal(COINBASE.orderName(OUR_NAME), OUR_UUID);
  assert.equal(COINBASE.ownName(OUR_UUID), OUR_NAME);
  assert.equal(COINBASE.ownName('0000-00000-000000'), null);
});

const PART = { filled_size: '0.01', average_filled_price: '34567.89' };

/** What the list says of an order, and what it comes to. */
const STATES: readonly (readonly [object, readonly [string, string | null]])[] = [
  [{ status: 'PENDING' }, ['open', null]],
  [{ status: 'QUEUED' }, ['open', null]],
  [{ status: 'OPEN', ...PART }, ['open', null]],
  [{ status: 'CANCEL_QUEUED' }, ['open', null]],
  [FILLED, ['filled', null]],
  [{ status: 'CANCELLED', cancel_message: 'User requested cancel' }, ['cancelled', null]],
  [{ status: 'CANCELLED' }, ['cancelled', null]],
  [
    { status: 'CANCELLED', cancel_message: 'Internal <b>error</b>' },
    ['expired', 'The exchange ended the order by its own rules (Internal  b error /b ).'],
  ],
  [
    { status: 'CANCELLED', cancel_message: 'Internal error', ...PART },
    ['cancelled', 'The exchange ended the order by its own rules (Internal error).'],
  ],
  [{ status: 'EXPIRED' }, ['expired', 'The exchange ended the order by its own rules.']],
  [
    { status: 'FAILED', reject_reason: 'HOLD_FAILURE', reject_message: 'no funds' },
    ['rejected', 'The exchange rejected the order (HOLD_FAILURE: no funds).'],
  ],
  [
    { status: 'FAILED', reject_reason: 'HOLD_FAILURE', ...PART },
    ['cancelled', 'The exchange rejected the order (HOLD_FAILURE).'],
  ],
  // A market order whose value was used up counts as filled there, whatever it got.
  [
    { status: 'FILLED', cancel_message: 'Internal error', ...PART },
    ['cancelled', 'The exchange ended the order by its own rules (Internal error).'],
  ],
];

for (const [changes, [state, reason]] of STATES)
  test(`an order at Coinbase with ${JSON.stringify(changes).slice(0, 70)} is ${state}`, () => {
    const order = shown(changes);
    assert.deepEqual([order.state, order.reason], [state, reason]);
  });

test('an order of Coinbase has its instants to the millisecond', () => {
  const { placedAtMs, updatedAtMs } = shown(FILLED);
  assert.deepEqual([placedAtMs, updatedAtMs], [1_699_999_999_123, 1_699_999_999_500]);
  const nanoseconds = shown({ created_time: '2023-11-14T22:13:19.123456789Z' });
  assert.equal(nanoseconds.placedAtMs, 1_699_999_999_123);
});

/** The configuration of an order, our name or another, and type, price, amount and terms. */
const CONFIGURATIONS: readonly (readonly [string, object, string, readonly unknown[]])[] = [
  [
    'a post-only order',
    { limit_limit_gtc: { base_size: '1', limit_price: '2', post_only: true } },
    OUR_UUID,
    ['limit', decimal('2'), decimal('1'), true, null],
  ],
  [
    'our market buy',
    { sor_limit_ioc: { base_size: '1', limit_price: '2' }, limit_limit_gtc: null },
    OUR_UUID,
    ['market', decimal('0'), decimal('1'), false, null],
  ],
  [
    'a limit order of the owner that ends at once',
    { sor_limit_ioc: { base_size: '1', limit_price: '2' } },
    'mine',
    ['limit', decimal('2'), decimal('1'), false, null],
  ],
  [
    'a market sale',
    { market_market_ioc: { base_size: '1' } },
    OUR_UUID,
    ['market', decimal('0'), decimal('1'), false, null],
  ],
  [
    'a market buy of the owner, by value',
    { market_market_ioc: { quote_size: '100' } },
    'mine',
    ['market', decimal('0'), decimal('0.01'), false, null],
  ],
  [
    'a stop of the owner',
    { stop_limit_stop_limit_gtc: { base_size: '1', limit_price: '2', stop_price: '3' } },
    'mine',
    ['stop_limit', decimal('2'), decimal('1'), false, decimal('3')],
  ],
];

for (const [title, order_configuration, client_order_id, expected] of CONFIGURATIONS)
  test(`Coinbase shows ${title} as what it is`, () => {
    const { type, price, amount, terms } = shown({ order_configuration, client_order_id, ...PART });
    assert.deepEqual([type, price, amount, terms.isPostOnly, terms.triggerPrice], expected);
  });

test('open orders of Coinbase are those on their way and those in the book, each once', () => {
  const [list] = orders.open(SPOT);
  assert(list !== undefined);
  assert.deepEqual(list.call.parameters['order_status'], ['PENDING', 'QUEUED', 'CANCEL_QUEUED']);
  const pages: readonly object[] = [
    { orders: [{ ...RESTING, status: 'PENDING' }], has_next: true, cursor: '789100' },
    { orders: [{ ...RESTING, order_id: 'b', status: 'QUEUED' }], has_next: false, cursor: '' },
    // It has arrived in the book meanwhile.
    { orders: [RESTING, { ...RESTING, order_id: 'c' }], has_next: true, cursor: '2' },
    { orders: [{ ...RESTING, order_id: 'd' }, { status: 'OPEN' }], has_next: false },
  ];
  const calls: unknown[] = [];
  const found: string[] = [];
  const unreadable: unknown[] = [];
  let next: ListQuery<VenueOrder> | null = list;
  for (const page of pages) {
    assert(next !== null);
    const { order_status, cursor } = next.call.parameters;
    calls.push([order_status, cursor]);
    const value: Page<VenueOrder> = valueOf(next.read(reply(page)));
    found.push(...value.items.map(({ venueOrderId }) => venueOrderId));
    unreadable.push(...(value.unreadable ?? []));
    ({ next } = value);
  }
  assert.equal(next, null);
  assert.deepEqual(calls.slice(1), [
    [['PENDING', 'QUEUED', 'CANCEL_QUEUED'], '789100'],
    [['OPEN'], undefined],
    [['OPEN'], '2'],
  ]);
  assert.deepEqual(found, [ORDER_ID, 'b', 'c', 'd']);
  assert.equal(unreadable.length, 1);
});

test('orders of Coinbase are searched for by time over all markets, to the last page', () => {
  const [list] = orders.placedBetween?.(NOW_MS - 60_000, NOW_MS, BTC_SPOT, SPOT) ?? [];
  assert(list !== undefined);
  assert.deepEqual(list.call.parameters, {
    product_type: 'SPOT',
    limit: 100,
    start_date: '2023-11-14T22:12:20.000Z',
    end_date: '2023-11-14T22:13:21.000Z',
  });
  const first = valueOf(list.read(reply({ orders: [FILLED], has_next: true, cursor: '7' })));
  assert.deepEqual(first.next?.call.parameters, { ...list.call.parameters, cursor: '7' });
  const last = valueOf(first.next.read(reply({ orders: [], has_next: false })));
  assert.deepEqual([first.items[0]?.clientOrderId, last.next], [OUR_NAME, null]);
  // Without a place to go on at, the list would seem to be whole.
  assert.equal(list.read(reply({ orders: [], has_next: true })).kind, 'not_done');
  assert.equal(list.read(reply({ orders: [] })).kind, 'not_done');
});

const PRODUCT = {
  product_id: 'BTC-USD',
  price: '68925.98',
  base_increment: '0.00000001',
  quote_increment: '0.01',
  price_increment: '0.01',
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
};

test('markets of Coinbase are those of spot that may be traded, open or not', () => {
  const [list] = COINBASE.markets();
  assert(list !== undefined);
  const products = [
    PRODUCT,
    { ...PRODUCT, product_id: 'BTC-USDC', quote_currency_id: 'USDC', alias: 'BTC-USD' },
    { ...PRODUCT, product_id: 'ETH-USD', base_currency_id: 'ETH', trading_disabled: true },
    { ...PRODUCT, product_id: 'BIT-24APR26-CDE', product_type: 'FUTURE' },
    { ...PRODUCT, product_id: 'OLD-USD', view_only: true },
  ];
  const { items } = valueOf(list.read(reply({ products })));
  assert.deepEqual(items[0], BTC_SPOT);
  assert.deepEqual(
    items.map(({ market }) => [market.marketTag, market.quote, market.isOpen]),
    [
      ['COINBASE_BTC_USD', 'USD', true],
      ['COINBASE_BTC_USDC', 'USDC', true],
      ['COINBASE_ETH_USD', 'USD', false],
    ],
  );
  for (const state of ['is_disabled', 'cancel_only', 'post_only', 'auction_mode'])
    assert.equal(
      valueOf(list.read(reply({ products: [{ ...PRODUCT, [state]: true }] }))).items[0]?.market
        .isOpen,
      false,
    );
  for (const broken of [{ price_increment: '0' }, { base_increment: '' }, { base_min_size: null }])
    assert.equal(list.read(reply({ products: [{ ...PRODUCT, ...broken }] })).kind, 'not_done');
});

test('the price of Coinbase is that of the market, and above zero', () => {
  const price = COINBASE.price(BTC_SPOT);
  assert.equal(price.call.path, 'brokerage/market/products/{product_id}');
  assert.equal(valueOf(price.read(reply(PRODUCT))).price, decimal('68925.98'));
  for (const broken of [{ price: '' }, { price: '0' }, { product_id: 'BTC-USDC' }])
    assert.equal(price.read(reply({ ...PRODUCT, ...broken })).kind, 'not_done');
});

test('minutes of Coinbase are those that were requested, oldest first', () => {
  const startMs = 1_699_999_980_000;
  const row = (minute: number) => ({
    start: String(startMs / 1_000 + minute * 60),
    low: '34567.1',
    high: '34568.00',
    open: '34567.8',
    close: '34567.55',
    volume: '0.00032101',
  });
  const query = candles.fetch(BTC_SPOT, startMs, startMs + 120_000);
  const { start, end } = query.call.parameters;
  assert.deepEqual([start, end], [startMs / 1_000, startMs / 1_000 + 119]);
  const found = valueOf(query.read(reply({ candles: [2, 1, 0, -1].map(row) })));
  assert.deepEqual(
    found.map(({ openTimeMs }) => openTimeMs),
    [startMs, startMs + 60_000],
  );
  assert.deepEqual([found[0]?.close, found[0]?.volume], [3_456_755n, 32_101n]);
  assert.deepEqual(valueOf(query.read(reply({ candles: [] }))), []);
  const broken = { candles: [{ ...row(0), low: undefined }] };
  assert.equal(query.read(reply(broken)).kind, 'not_done');
});

test('the time of Coinbase is in milliseconds', () => {
  const body = {
    iso: '2023-11-14T22:13:20Z',
    epochSeconds: '1700000000',
    epochMillis: '1700000000123',
  };
  assert.equal(valueOf(COINBASE.time().read(reply(body))).venueTimeMs, NOW_MS + 123);
});

const WALLET = {
  uuid: '8bfc20d7-f7c6-4422-bf07-8243ca4169fe',
  currency: 'BTC',
  available_balance: { value: '1.23', currency: 'BTC' },
  hold: { value: '0.02', currency: 'BTC' },
  type: 'ACCOUNT_TYPE_CRYPTO',
  platform: 'ACCOUNT_PLATFORM_CONSUMER',
};

test('balances of Coinbase are those of all pages, without vaults and futures', () => {
  const query = account.balances(SPOT);
  const empty = { value: '0', currency: 'ADA' };
  const accounts = [
    WALLET,
    { ...WALLET, type: 'ACCOUNT_TYPE_VAULT' },
    { ...WALLET, currency: 'USD', platform: 'ACCOUNT_PLATFORM_CFM_CONSUMER' },
    { ...WALLET, currency: 'ADA', available_balance: empty, hold: empty },
  ];
  const { balances, rest } = valueOf(query.read(reply({ accounts, has_next: true, cursor: 'x' })));
  assert.deepEqual(
    balances.map(({ currency, available, total }) => [currency, available, total]),
    [['BTC', decimal('1.23'), decimal('1.25')]],
  );
  assert(rest !== undefined && rest !== null);
  assert.equal(rest.call.parameters['cursor'], 'x');
  const last = valueOf(rest.read(reply({ accounts: [], has_next: false, cursor: '' })));
  assert.deepEqual([last.balances, last.rest], [[], null]);
  const broken = { accounts: [{ ...WALLET, hold: null }], has_next: false };
  assert.deepEqual(
    leftOutBy(() => query.read(reply(broken))),
    ['BTC'],
  );
  assert.equal(query.read(reply({ accounts: [] })).kind, 'not_done');
  const silent = valueOf(query.read(reply({ accounts: [WALLET] })));
  assert.deepEqual([silent.balances.length, silent.rest], [1, null]);
});

const KEY = {
  can_view: true,
  can_trade: true,
  can_transfer: false,
  portfolio_uuid: 'ca7244bc-21d1-5e4c-bfe5-80f208ac5723',
  portfolio_type: 'DEFAULT',
};

test('what Coinbase says of a key: its rights, and of which portfolio it is', () => {
  const read = (changes: object) =>
    valueOf(account.credentials(SPOT).read([reply({ ...KEY, ...changes })]));
  const { accountUid, canTrade, canWithdraw, permissions } = read({});
  assert.deepEqual(
    [accountUid, canTrade, canWithdraw, permissions],
    [KEY.portfolio_uuid, true, false, ['trade', 'view']],
  );
  assert.equal(read({ can_view: false }).canTrade, false);
  assert.equal(read({ can_trade: false }).canTrade, false);
  assert.equal(read({ can_transfer: true }).canWithdraw, true);
  const broken = account.credentials(SPOT).read([reply({ ...KEY, can_transfer: 'no' })]);
  assert.equal(broken.kind, 'not_done');
});

test('a fill of Coinbase has its fee in quote, and its amount in base', () => {
  const list = account.orderFills(KNOWN, BTC_SPOT, SPOT);
  assert.deepEqual(list.call.parameters['order_ids'], [ORDER_ID]);
  const byValue = { ...FILL, entry_id: 'b', size: '345.6789', size_in_quote: true };
  const correction = { ...FILL, entry_id: 'c', trade_type: 'CORRECTION' };
  const taker = { ...FILL, entry_id: 'a', liquidity_indicator: 'TAKER', commission: '' };
  const first = valueOf(list.read(reply({ fills: [FILL, byValue], cursor: 'p' })));
  assert(first.items.length === 0 && first.next !== null);
  assert.equal(first.next.call.parameters['cursor'], 'p');
  const { items } = valueOf(first.next.read(reply({ fills: [correction, taker], cursor: '' })));
  assert.deepEqual(
    items.map((fill) => [fill.fillId, fill.amount, fill.fee, fill.feeCurrency, fill.isMaker]),
    [
      ['a', decimal('0.0125'), decimal('0'), 'USD', false],
      ['b', decimal('0.01'), decimal('2.59259175'), 'USD', true],
      [FILL.entry_id, decimal('0.0125'), decimal('2.59259175'), 'USD', true],
    ],
  );
  assert.equal(items[0]?.filledAtMs, 1_699_999_999_432);
  const other = { fills: [{ ...FILL, order_id: 'other' }], cursor: '' };
  assert.equal(list.read(reply(other)).kind, 'not_done');
});
