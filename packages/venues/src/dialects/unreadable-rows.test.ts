// A list of open orders with a row that cannot be read: the others are read, and of the row as much
// as tells which order it may be.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { encodeJson } from '#lib/json.ts';
import type { VenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListQuery, Page, UnreadableOrder } from '#venues/dialect.ts';
import { BINANCE_SPOT } from '#venues/dialects/binance-spot/binance-spot.ts';
import * as binanceSpot from '#venues/dialects/binance-spot/binance-spot.fixture.ts';
import { BINANCE_USDM } from '#venues/dialects/binance-usdm/binance-usdm.ts';
import * as binanceUsdm from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';
import { BITGET } from '#venues/dialects/bitget/bitget.ts';
import * as bitget from '#venues/dialects/bitget/bitget.fixture.ts';
import { BYBIT } from '#venues/dialects/bybit/bybit.ts';
import * as bybit from '#venues/dialects/bybit/bybit.fixture.ts';
import * as coinbase from '#venues/dialects/coinbase/coinbase.fixture.ts';
import { GATE } from '#venues/dialects/gate/gate.ts';
import * as gate from '#venues/dialects/gate/gate.fixture.ts';
import { HYPERLIQUID } from '#venues/dialects/hyperliquid/hyperliquid.ts';
import * as hyperliquid from '#venues/dialects/hyperliquid/hyperliquid.fixture.ts';
import { KRAKEN } from '#venues/dialects/kraken/kraken.ts';
import * as kraken from '#venues/dialects/kraken/kraken.fixture.ts';
import * as kucoin from '#venues/dialects/kucoin/kucoin.fixture.ts';
import { OKX } from '#venues/dialects/okx/okx.ts';
import * as okx from '#venues/dialects/okx/okx.fixture.ts';
import type { WireReply } from '#venues/wire/venue-wire.ts';

type Row = Readonly<Record<string, unknown>>;

type Venue = {
  readonly lists: readonly ListQuery<VenueOrder>[];
  readonly resting: Row;
  readonly keys: { readonly id: string; readonly name: string };
  readonly page: (rows: readonly unknown[]) => WireReply;
};

const BINANCE_KEYS = { id: 'orderId', name: 'clientOrderId' };
const BYBIT_KEYS = { id: 'orderId', name: 'orderLinkId' };

const VENUES: Readonly<Record<string, Venue>> = {
  'Binance spot': {
    lists: BINANCE_SPOT.orders.open(binanceSpot.CONTEXT),
    resting: binanceSpot.RESTING,
    keys: BINANCE_KEYS,
    page: binanceSpot.reply,
  },
  'Binance USD-M': {
    lists: BINANCE_USDM.orders.open(binanceUsdm.CONTEXT),
    resting: binanceUsdm.RESTING,
    keys: BINANCE_KEYS,
    page: binanceUsdm.reply,
  },
  Bitget: {
    lists: BITGET.orders.open(bitget.SPOT),
    resting: bitget.OPEN,
    keys: { id: 'orderId', name: 'clientOid' },
    page: bitget.success,
  },
  'Bybit spot': {
    lists: BYBIT.orders.open(bybit.SPOT),
    resting: bybit.RESTING,
    keys: BYBIT_KEYS,
    page: bybit.page,
  },
  'Bybit linear': {
    lists: BYBIT.orders.open(bybit.FUTURES),
    resting: bybit.RESTING,
    keys: BYBIT_KEYS,
    page: bybit.page,
  },
  Coinbase: {
    lists: [coinbase.openInBook()],
    resting: coinbase.RESTING,
    keys: { id: 'order_id', name: 'client_order_id' },
    page: coinbase.orderPage,
  },
  Hyperliquid: {
    lists: HYPERLIQUID.orders.open(hyperliquid.FUTURES),
    resting: hyperliquid.RESTING,
    keys: { id: 'oid', name: 'cloid' },
    page: hyperliquid.reply,
  },
  KuCoin: {
    lists: [kucoin.openOfMarket()],
    resting: kucoin.RESTING,
    keys: { id: 'id', name: 'clientOid' },
    page: kucoin.success,
  },
  Gate: {
    lists: GATE.orders.open(gate.SPOT),
    resting: gate.RESTING,
    keys: { id: 'id', name: 'text' },
    page: (orders) => gate.reply([{ currency_pair: 'BTC_USDT', total: orders.length, orders }]),
  },
  OKX: {
    lists: OKX.orders.open(okx.SPOT),
    resting: okx.RESTING,
    keys: { id: 'ordId', name: 'clOrdId' },
    page: okx.list,
  },
};

function read({ lists: [list], page }: Venue, rows: readonly unknown[]): Page<VenueOrder> {
  assert(list !== undefined);
  const verdict = list.read(page(rows));
  assert(verdict.kind === 'done', encodeJson(verdict));
  return verdict.value;
}

for (const [name, venue] of Object.entries(VENUES)) {
  const { resting, keys } = venue;
  const id = String(resting[keys.id]);
  const ours = String(resting[keys.name]);
  /** What the row has instead, and what of its names is known then. */
  const rows: readonly (readonly [string, unknown, Omit<UnreadableOrder, 'detail'>])[] = [
    ['another side', { ...resting, side: 'Z' }, { venueOrderId: id, venueName: ours }],
    ['no id', { ...resting, [keys.id]: '', side: 'Z' }, { venueOrderId: null, venueName: ours }],
    [
      'another kind of name',
      { ...resting, [keys.name]: 7, side: 'Z' },
      { venueOrderId: id, venueName: null },
    ],
    ['nothing', {}, { venueOrderId: null, venueName: null }],
    ['no row', null, { venueOrderId: null, venueName: null }],
    ['a word', 'x', { venueOrderId: null, venueName: null }],
  ];
  for (const [what, row, names] of rows)
    test(`${name}: an open order with ${what} keeps no other back`, () => {
      const { items, unreadable = [], next } = read(venue, [row, resting]);
      assert.deepEqual(
        items.map(({ venueOrderId }) => venueOrderId),
        [id],
      );
      const [only, ...others] = unreadable;
      assert(only !== undefined && others.length === 0 && next === null);
      const { detail, ...known } = only;
      assert.deepEqual(known, names);
      assert.notEqual(detail, '');
    });
}

/** What no double holds, as ids of some markets of Binance USD-M are. */
const LONG_ID = '8389765998331627938';

for (const [name, venue] of Object.entries(VENUES))
  test(`${name}: an id above 2^53 has all of its digits, as a number and as text`, () => {
    const row = { ...venue.resting, [venue.keys.id]: LONG_ID };
    const asText = venue.page([row, { ...row, side: 'Z' }]);
    const body = asText.body.replaceAll(`"${LONG_ID}"`, LONG_ID);
    assert.notEqual(body, asText.body);
    for (const page of [asText, { ...asText, body }]) {
      const { items, unreadable = [] } = read({ ...venue, page: () => page }, []);
      assert.deepEqual(
        [...items, ...unreadable].map(({ venueOrderId }) => venueOrderId),
        [LONG_ID, LONG_ID],
      );
    }
  });

const KRAKEN_ROWS: readonly (readonly [string, unknown, string | null])[] = [
  ['another side', { ...kraken.RESTING, descr: { type: 'Z' } }, kraken.OUR_UUID],
  ['another kind of name', { ...kraken.RESTING, cl_ord_id: 7, vol: '' }, null],
  ['nothing', {}, null],
  ['no row', null, null],
];

/** Its list is an object, whose names are the ids of the venue. */
for (const [what, row, venueName] of KRAKEN_ROWS)
  test(`Kraken: an open order with ${what} keeps no other back`, () => {
    const [list] = KRAKEN.orders.open(kraken.SPOT);
    const open = { 'O-OTHER': row, [kraken.ORDER_ID]: kraken.RESTING };
    const verdict = list?.read(kraken.result({ open }));
    assert(verdict?.kind === 'done', encodeJson(verdict ?? null));
    const { items, unreadable = [] } = verdict.value;
    assert.deepEqual(
      items.map(({ venueOrderId }) => venueOrderId),
      [kraken.ORDER_ID],
    );
    const names = unreadable.map(({ detail: _detail, ...known }) => known);
    assert.deepEqual(names, [{ venueOrderId: 'O-OTHER', venueName }]);
  });

test('OKX: the next page is behind a row that cannot be read, if that has an id', () => {
  const venue = VENUES['OKX'];
  assert(venue !== undefined);
  const full = Array.from({ length: 99 }, () => okx.RESTING);
  const { next } = read(venue, [...full, { ...okx.RESTING, ordId: '17', side: 'Z' }]);
  assert.equal(next?.call.parameters['after'], '17');
  const [list] = venue.lists;
  assert.equal(list?.read(okx.list([...full, {}])).kind, 'not_done');
});
