// Lists of Coinbase.

import { COINBASE } from '#venues/dialects/coinbase/coinbase.ts';
import {
  BTC_SPOT,
  FILL,
  NOW_MS,
  openInBook,
  orderPage,
  OUR_NAME,
  reply,
  RESTING,
  SPOT,
} from '#venues/dialects/coinbase/coinbase.fixture.ts';
import { lookUpIn } from '../look-up.ts';
import type { RowList } from '../row-list.ts';
import { firstOf, frameOf, rowListOf } from './row-list-of.ts';

const MARKET = {
  product_id: 'BTC-USD',
  product_type: 'SPOT',
  view_only: false,
  base_currency_id: 'BTC',
  quote_currency_id: 'USD',
  price_increment: '0.01',
  base_increment: '0.00000001',
  base_min_size: '0.00000001',
  quote_min_size: '1',
  base_max_size: '3400',
  quote_max_size: '150000000',
  status: 'online',
};
const CANDLE = {
  start: String(NOW_MS / 1_000 - 120),
  open: '34567',
  high: '34568',
  low: '34566',
  close: '34567',
  volume: '12.5',
};
const WALLET = {
  currency: 'BTC',
  type: 'ACCOUNT_TYPE_CRYPTO',
  platform: 'ACCOUNT_PLATFORM_CONSUMER',
  available_balance: { value: '1.23', currency: 'BTC' },
  hold: { value: '0.02', currency: 'BTC' },
};
const OTHER = { ...RESTING, order_id: 'other', client_order_id: 'other' };
const NAME = { clientOrderId: OUR_NAME, venueOrderId: FILL.order_id, placedAtMs: NOW_MS };
const placedBetween = COINBASE.orders.placedBetween ?? firstOf([]);
const fillPage = (fills: readonly unknown[]) => reply({ fills, cursor: '' });
const STREAMED = {
  order_id: RESTING.order_id,
  client_order_id: RESTING.client_order_id,
  order_type: 'Limit',
  limit_price: '34567',
  status: 'OPEN',
  cumulative_quantity: '0',
  leaves_quantity: '0.0125',
  creation_time: '2023-11-14T22:13:19Z',
  product_id: 'BTC-USD',
  order_side: 'BUY',
  avg_price: '0',
};

export const COINBASE_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'markets',
    kind: 'public',
    query: () => firstOf(COINBASE.markets()),
    page: (products) => reply({ products }),
    rows: [MARKET, { ...MARKET, product_id: 'ETH-USD', base_currency_id: 'ETH' }],
    filters: ['product_type', 'view_only'],
  }),
  rowListOf({
    name: 'candles',
    kind: 'public',
    query: () => COINBASE.candles.fetch(BTC_SPOT, NOW_MS - 600_000, NOW_MS),
    page: (candles) => reply({ candles }),
    rows: [CANDLE, { ...CANDLE, start: String(NOW_MS / 1_000 - 60) }],
  }),
  rowListOf({
    name: 'balances',
    kind: 'balances',
    query: () => COINBASE.account.balances(SPOT),
    page: (accounts) => reply({ accounts, has_next: false, cursor: '' }),
    rows: [WALLET, { ...WALLET, currency: 'ETH' }],
    filters: ['type', 'platform'],
  }),
  rowListOf({
    name: 'open orders',
    kind: 'orders',
    query: openInBook,
    page: orderPage,
    rows: [RESTING, OTHER],
  }),
  rowListOf({
    name: 'search',
    kind: 'orders',
    query: () => firstOf(placedBetween(NOW_MS - 60_000, NOW_MS, BTC_SPOT, SPOT)),
    page: orderPage,
    rows: [RESTING, OTHER],
    filters: ['client_order_id'],
    lookUp: (rows) =>
      lookUpIn(COINBASE, BTC_SPOT, { name: OUR_NAME, nowMs: NOW_MS }, orderPage, rows),
  }),
  rowListOf({
    name: 'fills',
    kind: 'fills',
    query: () => COINBASE.account.fills(null, null, 10, SPOT, NOW_MS - 60_000),
    page: fillPage,
    rows: [FILL, { ...FILL, entry_id: 'other', order_id: 'other' }],
    free: { ...FILL, commission: '' },
  }),
  rowListOf({
    name: 'order fills',
    kind: 'order fills',
    query: () => COINBASE.account.orderFills(NAME, BTC_SPOT, SPOT),
    page: fillPage,
    rows: [FILL, { ...FILL, entry_id: 'other' }],
  }),
  frameOf({
    name: 'frames of orders',
    events: (orders) =>
      COINBASE.stream.read(
        JSON.stringify({ channel: 'user', events: [{ type: 'update', orders }] }),
        SPOT,
      ),
    rows: [STREAMED, { ...STREAMED, order_id: 'other' }],
  }),
];
