// Lists of KuCoin.

import { KUCOIN } from '#venues/dialects/kucoin/kucoin.ts';
import {
  BTC_SPOT,
  FILL,
  NOW_MS,
  openOfMarket,
  ORDER_ID,
  OUR_NAME,
  RESTING,
  SPOT,
  success,
  SYMBOL,
  UNIFIED,
  UNIFIED_FILL,
  UNIFIED_ORDER_ID,
  UNIFIED_RESTING,
  unifiedPage,
} from '#venues/dialects/kucoin/kucoin.fixture.ts';
import type { RowList } from '../row-list.ts';
import { firstOf, rowListOf } from './row-list-of.ts';

const CANDLE = [String(NOW_MS / 1_000 - 120), '34567', '34567', '34568', '34566', '12.5', '432000'];
const BALANCE = {
  currency: 'USDT',
  type: 'trade',
  balance: '26.66759503',
  available: '20.5',
  holds: '6.16759503',
};
const NAME = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };
const fillPage = (items: readonly unknown[]) => success({ items, lastId: 1 });

const UNIFIED_NAME = { ...NAME, venueOrderId: UNIFIED_ORDER_ID };
const UNIFIED_BALANCE = {
  currency: 'USDT',
  equity: '27',
  hold: '6.5',
  balance: '27',
  available: '20.5',
  liability: '0',
};
const pageOf = (items: readonly unknown[]) => unifiedPage(items);

/** Of accounts in the unified mode. */
const UNIFIED_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'unified: balances',
    kind: 'balances',
    query: () => KUCOIN.account.balances(UNIFIED),
    page: (currencies) => success({ accountType: 'UNIFIED', accounts: [{ currencies }] }),
    rows: [UNIFIED_BALANCE, { ...UNIFIED_BALANCE, currency: 'BTC' }],
  }),
  rowListOf({
    name: 'unified: open orders',
    kind: 'orders',
    query: () => firstOf(KUCOIN.orders.open(UNIFIED)),
    page: pageOf,
    rows: [UNIFIED_RESTING, { ...UNIFIED_RESTING, orderId: 'other', clientOid: 'other' }],
  }),
  rowListOf({
    name: 'unified: fills',
    kind: 'fills',
    query: () => KUCOIN.account.fills(BTC_SPOT, null, 10, UNIFIED, NOW_MS - 60_000),
    page: pageOf,
    rows: [UNIFIED_FILL, { ...UNIFIED_FILL, tradeId: '2', orderId: 'other' }],
    free: { ...UNIFIED_FILL, fee: '0', feeCurrency: '' },
  }),
  rowListOf({
    name: 'unified: order fills',
    kind: 'order fills',
    query: () => KUCOIN.account.orderFills(UNIFIED_NAME, BTC_SPOT, UNIFIED),
    page: pageOf,
    rows: [UNIFIED_FILL, { ...UNIFIED_FILL, tradeId: '2' }],
  }),
];

export const KUCOIN_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'markets',
    kind: 'public',
    query: () => firstOf(KUCOIN.markets()),
    page: success,
    rows: [SYMBOL, { ...SYMBOL, symbol: 'ETH-USDT', baseCurrency: 'ETH' }],
  }),
  rowListOf({
    name: 'candles',
    kind: 'public',
    query: () => KUCOIN.candles.fetch(BTC_SPOT, NOW_MS - 600_000, NOW_MS),
    page: success,
    rows: [CANDLE, [String(NOW_MS / 1_000 - 60), ...CANDLE.slice(1)]],
  }),
  rowListOf({
    name: 'balances',
    kind: 'balances',
    query: () => KUCOIN.account.balances(SPOT),
    page: success,
    rows: [BALANCE, { ...BALANCE, currency: 'BTC' }],
    filters: ['type'],
  }),
  rowListOf({
    name: 'open orders',
    kind: 'orders',
    query: openOfMarket,
    page: success,
    rows: [RESTING, { ...RESTING, id: 'other', clientOid: 'other' }],
  }),
  rowListOf({
    name: 'fills',
    kind: 'fills',
    query: () => KUCOIN.account.fills(BTC_SPOT, null, 10, SPOT, NOW_MS - 60_000),
    page: fillPage,
    rows: [FILL, { ...FILL, id: 2, orderId: 'other' }],
    free: { ...FILL, fee: '0', feeCurrency: '' },
  }),
  rowListOf({
    name: 'order fills',
    kind: 'order fills',
    query: () => KUCOIN.account.orderFills(NAME, BTC_SPOT, SPOT),
    page: fillPage,
    rows: [FILL, { ...FILL, id: 2 }],
  }),
  ...UNIFIED_LISTS,
];
