// Recorded replies and frames of Binance USD-M futures are read. Needs the folder of reference
// data; skipped where it is absent.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { encodeJson } from '#lib/json.ts';
import type { Query, StreamEvent } from '#venues/dialect.ts';
import { BINANCE_USDM } from '#venues/dialects/binance-usdm/binance-usdm.ts';
import {
  BTC_PERPETUAL,
  CONTEXT,
  NOW_MS,
  reply,
} from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';
import { REFERENCE_DATA, skipWithout } from '../../support/reference-data.ts';

const FOLDER = 'exchange-payloads/binance/futures';
const skip = skipWithout(FOLDER);
const { account, orders, stream } = BINANCE_USDM;

function text(file: string): string {
  return readFileSync(path.join(REFERENCE_DATA, FOLDER, file), 'utf8');
}

function read<T>(query: Query<T> | undefined, file: string): T {
  const verdict = query?.read(reply(text(`http_json/${file}.json`)));
  assert(verdict?.kind === 'done', `${file} is read: ${encodeJson(verdict ?? null)}`);
  return verdict.value;
}

test('an order that rests is read', { skip }, () => {
  const name = { clientOrderId: 'testOrder123', venueOrderId: '12345678', placedAtMs: NOW_MS };
  const [lookUp] = orders.lookUp(name, BTC_PERPETUAL, CONTEXT);
  const order = read(lookUp, 'order_response');
  assert.deepEqual(
    [order.clientOrderId, order.state, order.type, order.price, order.amount, order.filledAmount],
    [null, 'open', 'limit', decimal('50000'), decimal('0.001'), 0n],
  );
  assert.deepEqual([order.placedAtMs, order.updatedAtMs], [1_625_474_304_765, 1_625_474_304_765]);
});

test('the balances of an account are read', { skip }, () => {
  const { balances } = read(account.balances(CONTEXT), 'account_info_v2');
  assert.deepEqual(
    balances.map(({ currency, total, available, locked }) => [currency, total, available, locked]),
    [['USDT', decimal('23.72469206'), decimal('23.72469206'), 0n]],
  );
});

test('the alias of an account is read from its wallets', { skip }, () => {
  const rights = { ipRestrict: true, enableFutures: true, enableWithdrawals: false };
  const verdict = account
    .credentials(CONTEXT)
    .read([
      reply(rights),
      reply({}),
      reply(text('http_json/balance.json')),
      reply({ canTrade: true, dualSidePosition: false }),
    ]);
  assert(verdict.kind === 'done' && verdict.value.accountUid === 'SgsR', encodeJson(verdict));
});

/** Frames, and what they come to: the states of orders, and fills. */
const FRAMES: Readonly<Record<string, readonly string[]>> = {
  account_update: [],
  account_update_bnfcr: [],
  algo_update_canceled: ['order cancelled'],
  algo_update_new: ['order open'],
  order_update_adl: ['sweep'],
  order_update_calculated: ['sweep'],
  order_update_calculated_pending: ['sweep'],
  order_update_delivery: ['order filled', 'sweep'],
  order_update_insurance: ['sweep'],
  order_update_new: ['order open'],
  order_update_settlement: ['fill 0.01 at 50000', 'order filled'],
  order_update_trade: ['fill 0.001 at 7100.5', 'order open'],
  order_update_trade_partial: ['fill 0.001 at 7100.5', 'order open'],
  trade_lite: [],
};

function brief(event: StreamEvent): string {
  if (event.kind !== 'news') return event.kind;
  const { news } = event;
  if (news.kind === 'order') return `order ${news.order.state}`;
  return `fill ${formatDecimal(news.fill.amount)} at ${formatDecimal(news.fill.price)}`;
}

test('every recorded frame is read, and none is missing here', { skip }, () => {
  const files = readdirSync(path.join(REFERENCE_DATA, FOLDER, 'user_data_json'));
  const found = files.map((file) => [
    file.replace('.json', ''),
    stream.read(text(`user_data_json/${file}`), CONTEXT).map(brief),
  ]);
  assert.deepEqual(Object.fromEntries(found), FRAMES);
});

test('a recorded stop waits under a number that no order has', { skip }, () => {
  const [event] = stream.read(text('user_data_json/algo_update_new.json'), CONTEXT);
  assert(event?.kind === 'news' && event.news.kind === 'order');
  const { venueOrderId, type, side, price, amount, terms } = event.news.order;
  assert.deepEqual(
    [venueOrderId, type, side, price, amount],
    ['algo-2148719', 'take_profit_limit', 'sell', decimal('750'), decimal('0.01')],
  );
  assert.deepEqual([terms.triggerPrice, terms.heldBy], [decimal('750'), 'exchange']);
});

test('the fill of a frame has its fee, its side and its market', { skip }, () => {
  const [event] = stream.read(text('user_data_json/order_update_trade.json'), CONTEXT);
  assert(event?.kind === 'news' && event.news.kind === 'fill');
  const { fee, feeCurrency, fillId, isMaker, marketTag, side, venueOrderId } = event.news.fill;
  assert.deepEqual(
    [fillId, venueOrderId, marketTag, side, fee, feeCurrency, isMaker],
    [
      'BTCUSDT-12345678',
      '8886774',
      BTC_PERPETUAL.market.marketTag,
      'buy',
      decimal('0.01'),
      'USDT',
      true,
    ],
  );
});
