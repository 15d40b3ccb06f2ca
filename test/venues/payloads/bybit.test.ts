// Recorded replies and frames of Bybit are read, and what is read agrees with what ccxt makes of
// the same replies. Needs the folder of reference data; skipped where it is absent.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import { encodeJson } from '#lib/json.ts';
import type { AccountContext, ListedMarket, Query } from '#venues/dialect.ts';
import { BYBIT } from '#venues/dialects/bybit/bybit.ts';
import {
  BTC_PERPETUAL,
  BTC_SPOT,
  FUTURES,
  reply,
  result,
  SPOT,
} from '#venues/dialects/bybit/bybit.fixture.ts';
import { readExecution, readFill } from '#venues/dialects/bybit/read-execution.ts';
import { readOrder } from '#venues/dialects/bybit/read-order.ts';
import { readReference, REFERENCE_DATA, skipWithout } from '../../support/reference-data.ts';

const FOLDER = 'exchange-payloads/bybit';
const UNIFIED = 'exchange-payloads/ccxt-unified/unified_from_nautilus_fixtures.json.gz';
const skip = skipWithout(FOLDER) || skipWithout(UNIFIED);
const unified = skip === false ? (JSON.parse(readReference(UNIFIED)) as Unified) : null;

type Amounts = Readonly<Record<string, number>>;
type Unified = {
  readonly bybit_orders: readonly {
    readonly id: string;
    readonly timestamp: number;
    readonly type: string;
    readonly side: string;
    readonly price: number;
    readonly amount: number;
    readonly filled: number;
    readonly status: 'open' | 'closed' | 'canceled';
  }[];
  readonly bybit_balance: Readonly<Record<'free' | 'used' | 'total', Amounts>>;
  readonly bybit_ohlcv: readonly (readonly number[])[];
  readonly bybit_spot_markets: readonly UnifiedMarket[];
  readonly bybit_linear_markets: readonly UnifiedMarket[];
};
type UnifiedMarket = {
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  readonly active: boolean;
  readonly precision: { readonly amount: number; readonly price: number };
  readonly limits: { readonly amount: { readonly min: number } };
};

function text(file: string): string {
  return readFileSync(path.join(REFERENCE_DATA, FOLDER, `${file}.json`), 'utf8');
}

function payload(file: string): { readonly result: { readonly list: readonly unknown[] } } {
  return JSON.parse(text(file)) as { readonly result: { readonly list: readonly unknown[] } };
}

function read<T>(query: Query<T> | undefined, file: string): T {
  const verdict = query?.read(reply(text(file)));
  assert(verdict?.kind === 'done', `${file} is read: ${encodeJson(verdict ?? null)}`);
  return verdict.value;
}

/** Orders, in the words of this test: type, state, filled, our reason. */
const ORDERS: readonly (readonly [string, AccountContext, readonly string[]])[] = [
  ['http_get_orders_realtime', FUTURES, ['limit open 0', 'limit open 0']],
  ['http_get_orders_history', FUTURES, ['stop_limit cancelled 0']],
  ['http_get_orders_history_with_duplicate', FUTURES, ['limit open 0', 'stop_limit cancelled 0']],
  ['http_get_orders_realtime_tp_sl', FUTURES, ['take_profit_market open 0', 'stop_limit open 0']],
  // A rejected order with fills has ended with them.
  ['http_get_order_partially_filled_rejected', FUTURES, ['limit cancelled 0.005']],
];

for (const [file, context, expected] of ORDERS)
  test(`the recorded orders of ${file} are ${expected.join(', ')}`, { skip }, () => {
    const orders = payload(file).result.list.map((value) => readOrder(value, context));
    assert.deepEqual(
      orders.map(({ type, state, filledAmount }) => {
        return `${type} ${state} ${formatDecimal(filledAmount)}`;
      }),
      expected,
    );
  });

/** Recorded stops: type, side, trigger, and whether they only reduce. */
const STOPS = [
  ['ws_account_order_stop_market', 'stop_market sell 45000 false'],
  ['ws_account_order_buy_stop_market', 'stop_market buy 55000 false'],
  ['ws_account_order_stop_limit', 'stop_limit sell 45000 false'],
  ['ws_account_order_stop_loss', 'stop_market sell 48000 true'],
] as const;

for (const [file, expected] of STOPS)
  test(`the recorded stop of ${file} is ${expected}`, { skip }, () => {
    const { data } = JSON.parse(text(file)) as { readonly data: readonly unknown[] };
    const { type, side, terms } = readOrder(data[0], FUTURES);
    const trigger = formatDecimal(terms.triggerPrice ?? ZERO);
    assert.equal(`${type} ${side} ${trigger} ${terms.isReduceOnly}`, expected);
    assert.equal(terms.heldBy, 'exchange');
  });

test('a recorded order that was rejected after a fill says why', { skip }, () => {
  const [value] = payload('http_get_order_partially_filled_rejected').result.list;
  const order = readOrder(value, FUTURES);
  assert.match(order.reason ?? '', /INSUFFICIENT_MARGIN/);
  assert.equal(order.averageFillPrice, decimal('30000'));
});

test('recorded orders are read as ccxt reads them', { skip }, () => {
  for (const file of ['http_get_orders_realtime', 'http_get_orders_history'])
    for (const value of payload(file).result.list) {
      const order = readOrder(value, FUTURES);
      const theirs = unified?.bybit_orders.find(({ id }) => id === order.venueOrderId);
      if (theirs === undefined) continue;
      assert.deepEqual(
        [order.side, order.price, order.amount, order.filledAmount, order.placedAtMs],
        [
          theirs.side,
          ...[theirs.price, theirs.amount, theirs.filled].map((each) => decimal(String(each))),
          theirs.timestamp,
        ],
      );
    }
  assert((unified?.bybit_orders.length ?? 0) > 0);
});

test('recorded executions are fills of orders', { skip }, () => {
  const fills = payload('http_get_executions').result.list.map(
    (value) => readExecution(value, FUTURES, readFill).item,
  );
  assert.deepEqual(
    fills.map(({ side, fee, feeCurrency, isMaker }) => [side, fee, feeCurrency, isMaker]),
    [
      ['buy', decimal('0.015'), 'USDT', true],
      ['sell', decimal('0.9'), 'USDT', false],
    ],
  );
});

test('a recorded page of executions has a cursor that is sent as it is', { skip }, () => {
  const one = read(BYBIT.account.fills(null, null, 10, FUTURES), 'http_get_executions');
  assert.equal(one.rest?.call.parameters['cursor'], '132766%3A2%2C132766%3A2');
});

/** Balances: currency, total, locked. */
const WALLETS: readonly (readonly [string, readonly (readonly [string, string, string])[]])[] = [
  [
    'http_get_wallet_balance',
    [
      ['USDT', '1000.5', '0'],
      ['ETH', '-0.06142', '0'],
    ],
  ],
  ['http_get_wallet_balance_with_spot_borrow', [['USDT', '1000', '0']]],
  [
    'http_get_wallet_balance_spot_short',
    [
      ['ETH', '-0.06142', '0'],
      ['USDT', '2500', '0'],
    ],
  ],
];

for (const [file, expected] of WALLETS)
  test(`the recorded wallet of ${file} is read`, { skip }, () => {
    const { balances } = read(BYBIT.account.balances(SPOT), file);
    assert.deepEqual(
      balances.map(({ currency, total, locked }) => [
        currency,
        formatDecimal(total),
        formatDecimal(locked),
      ]),
      expected,
    );
  });

/** What the stream says of wallets has the form of the replies. */
for (const [file, locked] of [
  ['ws_account_wallet_locked_exceeds_total', '100'],
  ['ws_account_wallet_small_order', '50.028'],
] as const)
  test(`of the recorded wallet of ${file} ${locked} are locked`, { skip }, () => {
    const { data } = JSON.parse(text(file)) as { readonly data: readonly unknown[] };
    const verdict = BYBIT.account.balances(SPOT).read(result({ list: data }));
    assert(verdict.kind === 'done');
    assert.equal(verdict.value.balances[0]?.locked, decimal(locked));
  });

test('recorded balances are read as ccxt reads them', { skip }, () => {
  const { balances } = read(BYBIT.account.balances(SPOT), 'http_get_wallet_balance');
  const theirs = balances.find(({ currency }) => currency === 'USDT');
  const exact = (part: 'free' | 'used' | 'total'): Decimal =>
    decimal(String(unified?.bybit_balance[part]['USDT']));
  assert.deepEqual(
    [theirs?.available, theirs?.locked, theirs?.total],
    [exact('free'), exact('used'), exact('total')],
  );
});

function assertAgree(ours: readonly ListedMarket[], theirs: readonly UnifiedMarket[]): void {
  assert(ours.length > 0);
  for (const { symbol, market } of ours) {
    const other = theirs.find(({ id }) => id === symbol);
    if (other === undefined) continue;
    assert.deepEqual([market.base, market.quote], [other.base, other.quote]);
    assert.deepEqual(
      [market.priceStep, market.amountStep, market.minOrderAmount],
      [other.precision.price, other.precision.amount, other.limits.amount.min].map(decimalOf),
    );
    assert.equal(market.isOpen, other.active);
  }
}

function decimalOf(value: number): Decimal {
  return decimal(value < 1e-6 ? value.toFixed(8) : String(Number(value.toFixed(8))));
}

test('recorded markets are read as ccxt reads them', { skip }, () => {
  const [spot, linear] = BYBIT.markets();
  for (const file of ['http_get_instruments_spot', 'http_get_instruments_spot_xstocks'])
    assertAgree(read(spot, file).items, unified?.bybit_spot_markets ?? []);
  for (const file of ['http_get_instruments_linear', 'http_get_instruments_linear_symbol_type'])
    assertAgree(read(linear, file).items, unified?.bybit_linear_markets ?? []);
});

test('inverse contracts and options are no markets here', { skip }, () => {
  const [, linear] = BYBIT.markets();
  for (const file of [
    'http_get_instruments_inverse',
    'http_get_instruments_inverse_symbol_type',
    'http_get_instruments_option',
    'http_get_instruments_option_symbol_id',
  ])
    assert.deepEqual(read(linear, file).items, [], file);
});

test('recorded candles are read as ccxt reads them', { skip }, () => {
  const candles = read(BYBIT.candles.fetch(BTC_PERPETUAL, 0, 60_000), 'http_get_klines_linear');
  const theirs = unified?.bybit_ohlcv.map(([openTimeMs, open, high, low, close, volume]) => ({
    openTimeMs,
    open: ticks(open, 10),
    high: ticks(high, 10),
    low: ticks(low, 10),
    close: ticks(close, 10),
    volume: ticks(volume, 1_000),
  }));
  assert.deepEqual(candles, theirs);
});

function ticks(value: number | undefined, perUnit: number): bigint {
  return BigInt(Math.round((value ?? 0) * perUnit));
}

for (const [file, expected] of [
  ['http_get_positions', ['long 0.5', 'short 5']],
  ['http_get_positions_with_open_time', ['long 1']],
] as const)
  test(`the recorded positions of ${file} are ${expected.join(', ')}`, { skip }, () => {
    const [list] = BYBIT.account.positions(FUTURES);
    const { next } = read(list, 'http_get_account_info');
    const { items } = read(next ?? undefined, file);
    assert.deepEqual(
      items.map(({ direction, amount }) => `${direction} ${formatDecimal(amount)}`),
      expected,
    );
    assert(items.every(({ marginMode, leverage }) => marginMode === 'cross' && leverage > 0n));
    if (file.endsWith('open_time')) assert.equal(items[0]?.openedAtMs, 1_700_000_000_123);
  });

test('the recorded rights of a key are read', { skip }, () => {
  const query = BYBIT.account.credentials(SPOT);
  const verdict = query.read([
    reply(text('http_get_user_query_api')),
    reply(text('http_get_account_info')),
  ]);
  assert(verdict.kind === 'done');
  const { accountUid, canTrade, canWithdraw, isAddressBound, expiresAtMs } = verdict.value;
  assert.deepEqual(
    [accountUid, canTrade, canWithdraw, isAddressBound, expiresAtMs],
    ['1448939', false, false, true, null],
  );
});

/** The recorded frame, whose stream it is of, and what it is to the reader. */
const FRAMES: readonly (readonly [string, AccountContext, string])[] = [
  ['ws_auth_success', SPOT, 'send'],
  ['ws_auth_failure', SPOT, 'refused unauthorized'],
  ['ws_subscription_ack', SPOT, 'ready'],
  ['ws_subscription_failure', SPOT, 'refused unavailable'],
  ['ws_order_response', SPOT, ''],
  ['ws_account_order', FUTURES, 'order cancelled'],
  ['ws_account_order_filled', FUTURES, 'order filled'],
  ['ws_account_order_partially_filled_rejected', SPOT, 'order cancelled'],
  ['ws_account_order_stop_limit', FUTURES, 'order open'],
  ['ws_account_order_stop_loss', FUTURES, 'order open'],
  ['ws_account_order_stop_market', FUTURES, 'order open'],
  ['ws_account_order_buy_stop_market', FUTURES, 'order open'],
  ['ws_account_order_take_profit', FUTURES, 'order open'],
  ['ws_account_order_limit_if_touched', FUTURES, 'order open'],
  ['ws_account_order_market_if_touched', FUTURES, 'order open'],
  ['ws_account_order_sell_market_if_touched', FUTURES, 'order open'],
  ['ws_account_execution', FUTURES, 'fill'],
  ['ws_account_execution_adl', FUTURES, 'sweep'],
  // A stream that is not subscribed to, without fees.
  ['ws_account_execution_fast', FUTURES, 'sweep'],
  ['ws_account_execution_fast_envelope_id', FUTURES, ''],
  ['ws_account_position', FUTURES, ''],
  ['ws_account_position_short', FUTURES, ''],
  ['ws_account_position_with_open_time', FUTURES, ''],
  ['ws_account_wallet', SPOT, ''],
  ['ws_kline', SPOT, ''],
  ['ws_orderbook_delta', SPOT, ''],
  ['ws_orderbook_snapshot', SPOT, ''],
  ['ws_public_trade', SPOT, ''],
  ['ws_ticker_linear', SPOT, ''],
  ['ws_ticker_option', SPOT, ''],
];

for (const [file, context, expected] of FRAMES)
  test(`the recorded frame ${file} is: ${expected || 'nothing'}`, { skip }, () => {
    const brief = BYBIT.stream.read(text(file), context).map((event) => {
      if (event.kind === 'refused') return `refused ${event.failure}`;
      if (event.kind !== 'news') return event.kind;
      return event.news.kind === 'order' ? `order ${event.news.order.state}` : event.news.kind;
    });
    assert.equal(brief.join(', '), expected);
  });

/** Replies to requests that are never made here. */
const NOT_REQUESTED = [
  'http_get_fee_rate',
  'http_get_funding_history',
  'http_get_orderbook',
  'http_get_trades_recent',
  'http_get_user_escrow_sub_members',
  'http_get_user_sub_apikeys',
  'http_get_user_sub_members',
  'http_get_user_sub_members_paged',
  'http_post_user_update_master_api',
  'http_post_user_update_sub_api',
];

test('every recorded payload is read above, or of a request that is not made', { skip }, () => {
  const source = readFileSync(import.meta.filename, 'utf8');
  const files = readdirSync(path.join(REFERENCE_DATA, FOLDER))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''));
  assert(files.length > 50);
  for (const file of files) assert(source.includes(`'${file}'`), `${file} is read`);
});

test('a reply to another request is none of these', { skip }, () => {
  const query = BYBIT.price(BTC_SPOT);
  for (const file of NOT_REQUESTED)
    assert.equal(query.read(reply(text(file))).kind, 'not_done', file);
});
