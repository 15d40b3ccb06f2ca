// Lists of Bitget.

import { BITGET } from '#venues/dialects/bitget/bitget.ts';
import {
  BTC_SPOT,
  FILL,
  NOW_MS,
  OPEN,
  ORDER_ID,
  OUR_NAME,
  RESTING,
  SPOT,
  success,
  SYMBOL,
  UNIFIED,
  UNIFIED_FILL,
  UNIFIED_RESTING,
  unifiedPage,
} from '#venues/dialects/bitget/bitget.fixture.ts';
import { lookUpIn } from '../look-up.ts';
import type { RowList } from '../row-list.ts';
import { firstOf, frameOf, rowListOf } from './row-list-of.ts';

const CANDLE = [String(NOW_MS - 140_000), '34567', '34568', '34566', '34567', '12.5', '0', '0'];
const OTHER_CANDLE = [String(NOW_MS - 80_000), ...CANDLE.slice(1)];
const NAME = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };
const OTHER = { ...OPEN, orderId: '1171779081105780740', clientOid: 'other' };
const placedBetween = BITGET.orders.placedBetween ?? firstOf([]);
const { marketStream } = BITGET;
const STREAMED = {
  ...RESTING,
  instId: 'BTCUSDT',
  newSize: RESTING.size,
  accBaseVolume: '0',
  force: 'gtc',
};

const UNIFIED_OTHER = {
  ...UNIFIED_RESTING,
  orderId: '1171779081105780740',
  clientOid: 'other',
};
const UNIFIED_FILLS = [UNIFIED_FILL, { ...UNIFIED_FILL, execId: '1171779081105780999' }] as const;

/** Of accounts in the unified mode. */
const UNIFIED_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'unified: balances',
    kind: 'balances',
    query: () => BITGET.account.balances(UNIFIED),
    page: (assets) => success({ assets }),
    rows: [
      { coin: 'USDT', balance: '27', available: '20.5', locked: '6.5', debt: '0' },
      { coin: 'BTC', balance: '1', available: '1', locked: '0', debt: '0' },
    ],
  }),
  rowListOf({
    name: 'unified: open orders',
    kind: 'orders',
    query: () => firstOf(BITGET.orders.open(UNIFIED)),
    page: unifiedPage,
    rows: [UNIFIED_RESTING, UNIFIED_OTHER],
    filters: ['category'],
  }),
  rowListOf({
    name: 'unified: search',
    kind: 'orders',
    query: () => firstOf(placedBetween(NOW_MS - 60_000, NOW_MS, BTC_SPOT, UNIFIED)),
    page: unifiedPage,
    rows: [UNIFIED_RESTING, UNIFIED_OTHER],
    filters: ['clientOid', 'category'],
    lookUp: (rows) =>
      lookUpIn(
        BITGET,
        BTC_SPOT,
        { name: OUR_NAME, nowMs: NOW_MS, mode: 'unified' },
        unifiedPage,
        rows,
      ),
  }),
  rowListOf({
    name: 'unified: fills',
    kind: 'fills',
    query: () => BITGET.account.fills(null, null, 10, UNIFIED, NOW_MS - 60_000),
    page: unifiedPage,
    rows: [UNIFIED_FILL, { ...UNIFIED_FILL, execId: '1171779081105780999', orderId: '2' }],
    free: { ...UNIFIED_FILL, feeDetail: [{ fee: '0', feeCoin: '' }] },
    filters: ['category'],
  }),
  rowListOf({
    name: 'unified: order fills',
    kind: 'order fills',
    query: () => BITGET.account.orderFills({ ...NAME, venueOrderId: ORDER_ID }, BTC_SPOT, UNIFIED),
    page: unifiedPage,
    rows: UNIFIED_FILLS,
    filters: ['category'],
  }),
  frameOf({
    name: 'unified: frames of orders',
    events: (data) =>
      BITGET.stream.read(
        JSON.stringify({ action: 'snapshot', arg: { instType: 'UTA', topic: 'order' }, data }),
        UNIFIED,
      ),
    rows: [
      { ...UNIFIED_RESTING, category: 'spot' },
      { ...UNIFIED_OTHER, category: 'spot' },
    ],
    filters: ['category'],
  }),
];

export const BITGET_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'markets',
    kind: 'public',
    query: () => firstOf(BITGET.markets()),
    page: success,
    rows: [SYMBOL, { ...SYMBOL, symbol: 'ETHUSDT', baseCoin: 'ETH' }],
  }),
  rowListOf({
    name: 'candles',
    kind: 'public',
    query: () => BITGET.candles.fetch(BTC_SPOT, NOW_MS - 600_000, NOW_MS),
    page: success,
    rows: [CANDLE, OTHER_CANDLE],
  }),
  rowListOf({
    name: 'recent candles',
    kind: 'public',
    query: () => (BITGET.candles.recent ?? firstOf([])).fetch(BTC_SPOT, NOW_MS - 600_000, NOW_MS),
    page: success,
    rows: [CANDLE, OTHER_CANDLE],
  }),
  rowListOf({
    name: 'balances',
    kind: 'balances',
    query: () => BITGET.account.balances(SPOT),
    page: success,
    rows: [
      { coin: 'USDT', available: '20.5', frozen: '6.1', locked: '0.4' },
      { coin: 'BTC', available: '1', frozen: '0', locked: '' },
    ],
  }),
  rowListOf({
    name: 'open orders',
    kind: 'orders',
    query: () => firstOf(BITGET.orders.open(SPOT)),
    page: success,
    rows: [OPEN, OTHER],
  }),
  rowListOf({
    name: 'search',
    kind: 'orders',
    query: () => firstOf(placedBetween(NOW_MS - 60_000, NOW_MS, BTC_SPOT, SPOT)),
    page: success,
    rows: [OPEN, OTHER],
    filters: ['clientOid'],
    lookUp: (rows) => lookUpIn(BITGET, BTC_SPOT, { name: OUR_NAME, nowMs: NOW_MS }, success, rows),
  }),
  rowListOf({
    name: 'fills',
    kind: 'fills',
    query: () => BITGET.account.fills(null, null, 10, SPOT, NOW_MS - 60_000),
    page: success,
    rows: [FILL, { ...FILL, tradeId: '1171779081105780999', orderId: '2' }],
    free: { ...FILL, feeDetail: { ...FILL.feeDetail, totalFee: '0', feeCoin: '' } },
  }),
  rowListOf({
    name: 'order fills',
    kind: 'order fills',
    query: () => BITGET.account.orderFills({ ...NAME, venueOrderId: FILL.orderId }, BTC_SPOT, SPOT),
    page: success,
    rows: [FILL, { ...FILL, tradeId: '1171779081105780999' }],
  }),
  ...UNIFIED_LISTS,
  frameOf({
    name: 'frames of orders',
    events: (data) =>
      BITGET.stream.read(
        JSON.stringify({ action: 'snapshot', arg: { instType: 'SPOT', channel: 'orders' }, data }),
        SPOT,
      ),
    rows: [STREAMED, { ...STREAMED, orderId: '1171779081105780740' }],
  }),
  frameOf({
    name: 'frames of candles',
    events: (data) =>
      marketStream?.read(
        JSON.stringify({ arg: { channel: 'candle1m', instId: 'BTCUSDT' }, data, ts: NOW_MS }),
        'spot',
        SPOT.findMarket,
      ) ?? [],
    rows: [OTHER_CANDLE, [String(NOW_MS - 20_000), ...CANDLE.slice(1)]],
    filters: ['0'],
  }),
];
