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
];
