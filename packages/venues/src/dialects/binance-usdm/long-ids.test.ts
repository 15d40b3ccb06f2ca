// Ids of ETHUSDT and of some other markets are above 2^53: an order is placed, found, cancelled,
// listed and filled under all of their digits.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { encodeJson } from '#lib/json.ts';
import type { Verdict } from '#venues/dialect.ts';
import { BINANCE_USDM } from '#venues/dialects/binance-usdm/binance-usdm.ts';
import {
  BTC_PERPETUAL,
  CONTEXT,
  newOrder,
  NOW_MS,
  OUR_NAME,
  PLACED,
  reply,
  RESTING,
} from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';
import { loadCcxtSigner } from '#venues/wire/ccxt-signer.ts';
import type { VenueCall, WireReply } from '#venues/wire/venue-wire.ts';

const ORDER_ID = '8389765998331627938';
const TRADE_ID = '9223372036854775806';
const NAME = { clientOrderId: OUR_NAME, venueOrderId: null, placedAtMs: NOW_MS };
const KNOWN = { ...NAME, venueOrderId: ORDER_ID };
const { orders, account } = BINANCE_USDM;

/** As the venue writes it: without quotes. */
function replyOf(body: unknown): WireReply {
  return reply(unquoted(JSON.stringify(body)));
}

function unquoted(text: string): string {
  return text.replaceAll(/"(\d{19})"/g, '$1');
}

const TRADE = {
  buyer: true,
  commission: '-0.07819010',
  commissionAsset: 'USDT',
  id: TRADE_ID,
  maker: false,
  orderId: ORDER_ID,
  price: '7819.01',
  qty: '0.002',
  quoteQty: '15.63802',
  realizedPnl: '-0.91539999',
  side: 'BUY',
  positionSide: 'BOTH',
  symbol: 'BTCUSDT',
  time: NOW_MS,
};

function valueOf<T>(verdict: Verdict<T>): T {
  assert(verdict.kind === 'done', encodeJson(verdict));
  return verdict.value;
}

test('an order with an id above 2^53 is placed, looked up, cancelled and listed', () => {
  const placing = { ...CONTEXT, protectionPrice: null, marginMode: null };
  const shown = replyOf({ ...RESTING, orderId: ORDER_ID });
  const cancelled = replyOf({ ...PLACED, orderId: ORDER_ID, status: 'CANCELED' });
  const placed = orders.place(newOrder(), BTC_PERPETUAL, placing);
  const found = [
    valueOf(placed.read(replyOf({ ...PLACED, orderId: ORDER_ID }))),
    ...[NAME, KNOWN].map((name) => {
      const [query] = orders.lookUp(name, BTC_PERPETUAL, CONTEXT);
      assert(query !== undefined);
      return valueOf(query.read(shown));
    }),
    valueOf(orders.cancel(KNOWN, BTC_PERPETUAL, CONTEXT).read(cancelled)),
    ...orders.open(CONTEXT).flatMap(({ read }) => valueOf(read(reply(`[${shown.body}]`))).items),
  ];
  assert.deepEqual(
    found.map((order) => order?.venueOrderId),
    [ORDER_ID, ORDER_ID, ORDER_ID, ORDER_ID, ORDER_ID],
  );
});

test('requests name the order, and a list goes on, with all digits', async () => {
  const signer = await loadCcxtSigner(BINANCE_USDM.libraryId, () => NOW_MS);
  const keys = { apiKey: 'a-key', secret: 'a-secret', passphrase: null };
  const sent = (call: VenueCall | undefined): string => {
    assert(call !== undefined);
    const signed = signer.sign(call, keys);
    return `${signed?.address ?? ''} ${signed?.body ?? ''}`;
  };
  for (const call of [
    orders.cancel(KNOWN, BTC_PERPETUAL, CONTEXT).call,
    orders.lookUp(KNOWN, BTC_PERPETUAL, CONTEXT)[0]?.call,
    account.orderFills(KNOWN, BTC_PERPETUAL, CONTEXT).call,
  ])
    assert.match(sent(call), new RegExp(`orderId=${ORDER_ID}\\b`));
  const next = account.fills(BTC_PERPETUAL, TRADE_ID, 500, CONTEXT);
  assert.match(sent(next.call), /fromId=9223372036854775807\b/);
});

test('fills have the ids of order and trade, in their order', () => {
  const query = account.fills(BTC_PERPETUAL, null, 500, CONTEXT);
  const older = { ...TRADE, id: '9223372036854775805' };
  const { items, cursor } = valueOf(query.read(replyOf([TRADE, older])));
  assert.deepEqual(
    items.map(({ fillId, venueOrderId }) => [fillId, venueOrderId]),
    [
      ['BTCUSDT-9223372036854775805', ORDER_ID],
      [`BTCUSDT-${TRADE_ID}`, ORDER_ID],
    ],
  );
  assert.equal(cursor, TRADE_ID);
});

test('a frame about the order is news of it and of its fill', () => {
  const report = {
    s: 'BTCUSDT',
    c: OUR_NAME,
    S: 'SELL',
    o: 'LIMIT',
    f: 'GTC',
    q: '0.002',
    p: '9910',
    ap: '9910',
    sp: '0',
    x: 'TRADE',
    X: 'PARTIALLY_FILLED',
    i: ORDER_ID,
    l: '0.001',
    z: '0.001',
    L: '9910',
    n: '0.01',
    N: 'USDT',
    T: NOW_MS,
    t: TRADE_ID,
    m: false,
    R: false,
  };
  const frame = { e: 'ORDER_TRADE_UPDATE', E: NOW_MS, T: NOW_MS, o: report };
  const [fill, order] = BINANCE_USDM.stream.read(unquoted(JSON.stringify(frame)), CONTEXT);
  assert(fill?.kind === 'news' && fill.news.kind === 'fill');
  assert(order?.kind === 'news' && order.news.kind === 'order');
  assert.equal(fill.news.fill.fillId, `BTCUSDT-${TRADE_ID}`);
  assert.equal(fill.news.fill.venueOrderId, ORDER_ID);
  assert.equal(order.news.order.venueOrderId, ORDER_ID);
});
