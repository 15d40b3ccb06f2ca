// Recorded replies and events of Binance spot are read, and what is read agrees with what ccxt
// makes of the same replies. Needs the folder of reference data; skipped where it is absent.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, Query } from '#venues/dialect.ts';
import { BINANCE_SPOT } from '#venues/dialects/binance-spot/binance-spot.ts';
import { CONTEXT, ETH_BTC, reply } from '#venues/dialects/binance-spot/binance-spot.fixture.ts';
import { readSpotOrder } from '#venues/dialects/binance-spot/read-order.ts';
import { readReference, REFERENCE_DATA, skipWithout } from '../../support/reference-data.ts';

const FOLDER = 'exchange-payloads/binance/spot';
const UNIFIED = 'exchange-payloads/ccxt-unified/unified_from_nautilus_fixtures.json.gz';
const skip = skipWithout(FOLDER) || skipWithout(UNIFIED);

function payload(file: string): unknown {
  const named = path.join(REFERENCE_DATA, FOLDER, file);
  return existsSync(named) ? JSON.parse(readFileSync(named, 'utf8')) : null;
}

function read<T>(query: Query<T> | undefined, file: string): T {
  const verdict = query?.read(reply(payload(`http_json/${file}.json`)));
  assert(verdict?.kind === 'done', `${file} is read: ${verdict?.kind}`);
  return verdict.value;
}

function listed(symbol: string): ListedMarket {
  return { ...ETH_BTC, symbol };
}

const unified = skip === false ? (JSON.parse(readReference(UNIFIED)) as Unified) : null;

type UnifiedOrder = {
  readonly id: string;
  readonly timestamp: number;
  readonly lastUpdateTimestamp: number;
  readonly type: string;
  readonly side: string;
  readonly price: number;
  readonly amount: number;
  readonly filled: number;
  readonly average?: number;
  readonly status: 'open' | 'closed' | 'canceled';
};
type Unified = {
  readonly binance_new_order_full: UnifiedOrder;
  readonly binance_open_orders: readonly UnifiedOrder[];
  readonly binance_account_balance: Readonly<
    Record<'free' | 'used' | 'total', Readonly<Record<string, number>>>
  >;
  readonly binance_klines_ohlcv: readonly (readonly number[])[];
};

const STATES = { open: 'open', closed: 'filled', canceled: 'cancelled' } as const;

/** ccxt takes the average for the price of a market order. */
function assertAgrees(order: VenueOrder | undefined, theirs: UnifiedOrder | undefined): void {
  assert(order !== undefined && theirs !== undefined);
  assert.deepEqual(
    [order.venueOrderId, order.type, order.side, order.state],
    [theirs.id, theirs.type, theirs.side, STATES[theirs.status]],
  );
  assert.deepEqual(
    [order.amount, order.filledAmount, order.averageFillPrice],
    [theirs.amount, theirs.filled, theirs.average ?? 0].map((value) => decimal(String(value))),
  );
  if (order.type === 'limit') assert.equal(order.price, decimal(String(theirs.price)));
  assert.deepEqual(
    [order.placedAtMs, order.updatedAtMs],
    [theirs.timestamp, theirs.lastUpdateTimestamp],
  );
}

test('recorded orders are read as ccxt reads them', { skip }, () => {
  const placed = readSpotOrder(payload('http_json/new_order_full_response.json'), CONTEXT);
  assertAgrees(placed, unified?.binance_new_order_full);
  const [open] = read(BINANCE_SPOT.orders.open(CONTEXT)[0], 'open_orders_response').items;
  assertAgrees(open, unified?.binance_open_orders[0]);
  const [again] = read(BINANCE_SPOT.orders.open(CONTEXT)[0], 'all_orders_response').items;
  assert.deepEqual(again, open);
});

test('a recorded order is looked up and cancelled', { skip }, () => {
  const { orders } = BINANCE_SPOT;
  const name = { clientOrderId: 'not-ours', venueOrderId: '1', placedAtMs: 1_499_827_319_000 };
  const [lookUp] = orders.lookUp(name, listed('LTCBTC'), CONTEXT);
  const order = read(lookUp, 'order_response');
  assert.deepEqual([order.state, order.price], ['open', decimal('0.1')]);
  const cancel = orders.cancel({ ...name, venueOrderId: '4' }, listed('LTCBTC'), CONTEXT);
  const ended = read(cancel, 'cancel_order_response');
  assert.deepEqual([ended?.state, ended?.amount], ['cancelled', decimal('1')]);
  assert.equal(ended?.updatedAtMs, 1_684_804_350_068);
});

test('recorded balances are read as ccxt reads them', { skip }, () => {
  const { balances } = read(BINANCE_SPOT.account.balances(CONTEXT), 'account_response');
  const theirs = unified?.binance_account_balance;
  const exact = (part: 'free' | 'used' | 'total', currency: string) =>
    decimal(String(theirs?.[part][currency]));
  assert.equal(balances.length, Object.keys(theirs?.total ?? {}).length);
  for (const { currency, available, locked, total } of balances)
    assert.deepEqual(
      [available, locked, total],
      [exact('free', currency), exact('used', currency), exact('total', currency)],
    );
});

test('recorded candles are read as ccxt reads them', { skip }, () => {
  const steps = { priceStep: decimal('0.00000001'), amountStep: decimal('0.00000001') };
  const fine = { ...ETH_BTC, market: { ...ETH_BTC.market, ...steps } };
  const candles = read(BINANCE_SPOT.candles.fetch(fine, 0, 60_000), 'klines_response');
  const steps8 = (value: number | undefined) => BigInt(Math.round((value ?? 0) * 1e8));
  const theirs = unified?.binance_klines_ohlcv.map(([openTimeMs, ...cells]) => ({
    openTimeMs,
    ...Object.fromEntries(
      ['open', 'high', 'low', 'close', 'volume'].map((name, at) => [name, steps8(cells[at])]),
    ),
  }));
  assert.deepEqual(candles, theirs);
});

test('a recorded trade has its fee in a third currency', { skip }, () => {
  const query = BINANCE_SPOT.account.fills(listed('BNBBTC'), null, 10, CONTEXT);
  const { items, cursor } = read(query, 'account_trades_response');
  const [fill] = items;
  assert.deepEqual([fill?.fee, fill?.feeCurrency], [decimal('10.1'), 'BNB']);
  assert.deepEqual([fill?.side, fill?.venueOrderId, cursor], ['buy', '100234', '28457']);
});

test('the other recorded replies are read', { skip }, () => {
  const time = read(BINANCE_SPOT.time(), 'server_time_response');
  assert.equal(time.venueTimeMs, 1_499_827_319_559);
  const { price } = read(BINANCE_SPOT.price(listed('LTCBTC')), 'ticker_price_response');
  assert.equal(price, decimal('4.000002'));
  const [market] = read(BINANCE_SPOT.markets()[0], 'exchange_info_response').items;
  assert.deepEqual(
    [market?.symbol, market?.market.marketTag, market?.market.isOpen],
    ['ETHBTC', 'BINANCE_ETH_BTC', true],
  );
});

test('a recorded stop waits for its price', { skip }, () => {
  const event = payload('user_data_json/execution_report_stop_loss.json');
  const frame = JSON.stringify({ subscriptionId: 0, event });
  const [news] = BINANCE_SPOT.stream.read(frame, CONTEXT);
  assert(news?.kind === 'news' && news.news.kind === 'order');
  const { type, side, price, terms } = news.news.order;
  assert.deepEqual([type, side, price], ['stop_limit', 'sell', decimal('2400')]);
  assert.deepEqual([terms.triggerPrice, terms.heldBy], [decimal('2450'), 'exchange']);
});

/** The recorded event, and what it is to the reader. */
const EVENTS = [
  ['execution_report_new', 'order open'],
  ['execution_report_wrapped', 'order open'],
  ['execution_report_stop_loss', 'order open'],
  ['execution_report_trade', 'fill, order filled'],
  ['execution_report_canceled', 'order cancelled'],
  ['execution_report_expired', 'order expired'],
  ['account_position', ''],
  ['account_position_wrapped', ''],
  ['balance_update', 'sweep'],
  ['balance_update_wrapped', 'sweep'],
  ['list_status_wrapped', ''],
] as const;

for (const [file, expected] of EVENTS)
  test(`the recorded event ${file} is: ${expected || 'nothing'}`, { skip }, () => {
    const recorded = payload(`user_data_json/${file}.json`) as Readonly<Record<string, unknown>>;
    const frame = 'event' in recorded ? recorded : { subscriptionId: 0, event: recorded };
    const brief = BINANCE_SPOT.stream.read(JSON.stringify(frame), CONTEXT).map((event) => {
      if (event.kind !== 'news') return event.kind;
      return event.news.kind === 'order' ? `order ${event.news.order.state}` : event.news.kind;
    });
    assert.equal(brief.join(', '), expected);
  });
