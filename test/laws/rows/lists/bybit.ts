// Lists of Bybit.

import { BYBIT } from '#venues/dialects/bybit/bybit.ts';
import {
  BTC_PERPETUAL,
  BTC_SPOT,
  EXECUTION,
  FUTURES,
  NOW_MS,
  OUR_NAME,
  page,
  RESTING,
  result,
  SPOT,
} from '#venues/dialects/bybit/bybit.fixture.ts';
import type { RowList } from '../row-list.ts';
import { firstOf, frameOf, rowListOf } from './row-list-of.ts';

const MARKET = {
  symbol: 'BTCUSDT',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  status: 'Trading',
  lotSizeFilter: {
    basePrecision: '0.000001',
    minOrderQty: '0.000048',
    maxOrderQty: '71.7',
    minOrderAmt: '1',
  },
  priceFilter: { tickSize: '0.01' },
};
const PERPETUAL = {
  ...MARKET,
  contractType: 'LinearPerpetual',
  settleCoin: 'USDT',
  launchTime: '1585526400000',
  lotSizeFilter: {
    qtyStep: '0.001',
    minOrderQty: '0.001',
    maxOrderQty: '1190',
    maxMktOrderQty: '500',
  },
  leverageFilter: { minLeverage: '1', maxLeverage: '100.00' },
};
const CANDLE = [String(NOW_MS - 120_000), '34567', '34568', '34566', '34567', '12.5', '0'];
const RATE = {
  symbol: 'BTCUSDT',
  fundingRate: '0.0001',
  fundingRateTimestamp: String(NOW_MS - 3_600_000),
};
const COIN = {
  coin: 'USDT',
  walletBalance: '100',
  spotBorrow: '0',
  totalPositionIM: '10',
  totalOrderIM: '5',
  locked: '0',
  unrealisedPnl: '1',
};
const POSITION = {
  symbol: 'BTCUSDT',
  side: 'Buy',
  size: '0.012',
  avgPrice: '34567',
  markPrice: '34568',
  positionIM: '20',
  unrealisedPnl: '1',
  leverage: '20',
  liqPrice: '',
  positionIdx: 0,
  curRealisedPnl: '0',
  openTime: NOW_MS - 60_000,
  createdTime: String(NOW_MS - 60_000),
  updatedTime: String(NOW_MS),
};
const ACCOUNT = result({ marginMode: 'REGULAR_MARGIN' });
const NAME = { clientOrderId: OUR_NAME, venueOrderId: EXECUTION.orderId, placedAtMs: NOW_MS };
const FUNDING = { ...EXECUTION, execType: 'Funding', orderLinkId: '', execFee: '0.6' };
const topic = (name: string, data: readonly unknown[]): string =>
  JSON.stringify({ topic: name, data, ts: NOW_MS });
const STREAMED_CANDLE = {
  start: NOW_MS - 60_000,
  open: '34567',
  high: '34568',
  low: '34566',
  close: '34567',
  volume: '12.5',
  confirm: true,
};

export const BYBIT_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'markets',
    kind: 'public',
    query: () => firstOf(BYBIT.markets()),
    page,
    rows: [MARKET, { ...MARKET, symbol: 'ETHUSDT', baseCoin: 'ETH' }],
  }),
  rowListOf({
    name: 'markets of futures',
    kind: 'public',
    query: () => firstOf(BYBIT.markets().slice(1)),
    page,
    rows: [PERPETUAL, { ...PERPETUAL, symbol: 'ETHUSDT', baseCoin: 'ETH' }],
    filters: ['contractType'],
  }),
  rowListOf({
    name: 'candles',
    kind: 'public',
    query: () => BYBIT.candles.fetch(BTC_SPOT, NOW_MS - 600_000, NOW_MS),
    page: (list) => result({ symbol: BTC_SPOT.symbol, list }),
    rows: [CANDLE, [String(NOW_MS - 60_000), ...CANDLE.slice(1)]],
  }),
  rowListOf({
    name: 'funding rates',
    kind: 'public',
    query: () => (BYBIT.funding ?? firstOf([])).fetch(BTC_PERPETUAL, NOW_MS - 90_000_000, NOW_MS),
    page,
    rows: [RATE, { ...RATE, fundingRateTimestamp: String(NOW_MS - 32_400_000) }],
  }),
  rowListOf({
    name: 'balances',
    kind: 'balances',
    query: () => BYBIT.account.balances(SPOT),
    page: (coin) => result({ list: [{ coin }] }),
    rows: [COIN, { ...COIN, coin: 'BTC' }],
  }),
  rowListOf({
    name: 'positions',
    kind: 'positions',
    query: () => firstOf(BYBIT.account.positions(FUTURES)),
    path: 'v5/position/list',
    page,
    others: { 'v5/account/info': ACCOUNT },
    rows: [POSITION, { ...POSITION, symbol: 'ETHUSDT' }],
  }),
  rowListOf({
    name: 'open orders',
    kind: 'orders',
    query: () => firstOf(BYBIT.orders.open(SPOT)),
    page,
    rows: [RESTING, { ...RESTING, orderId: 'other', orderLinkId: '' }],
  }),
  rowListOf({
    name: 'fills',
    kind: 'fills',
    query: () => BYBIT.account.fills(null, null, 10, SPOT, NOW_MS - 60_000),
    page,
    rows: [EXECUTION, { ...EXECUTION, execId: 'other', orderId: 'other' }],
    free: { ...EXECUTION, execFee: '0', feeCurrency: '' },
  }),
  rowListOf({
    name: 'order fills',
    kind: 'order fills',
    query: () => BYBIT.account.orderFills(NAME, BTC_SPOT, SPOT),
    page,
    rows: [EXECUTION, { ...EXECUTION, execId: 'other' }],
  }),
  rowListOf({
    name: 'margin events',
    kind: 'events',
    query: () => (BYBIT.account.marginEvents ?? firstOf([]))(null, 10, FUTURES, NOW_MS - 60_000),
    page,
    rows: [FUNDING, { ...FUNDING, execId: 'other' }],
  }),
  frameOf({
    name: 'frames of orders',
    events: (data) => BYBIT.stream.read(topic('order.spot', data), SPOT),
    rows: [RESTING, { ...RESTING, orderId: 'other' }],
  }),
  frameOf({
    name: 'frames of fills',
    events: (data) => BYBIT.stream.read(topic('execution.spot', data), SPOT),
    rows: [EXECUTION, { ...EXECUTION, execId: 'other' }],
  }),
  frameOf({
    name: 'frames of candles',
    events: (data) =>
      BYBIT.marketStream?.read(topic('kline.1.BTCUSDT', data), 'spot', SPOT.findMarket) ?? [],
    rows: [STREAMED_CANDLE, { ...STREAMED_CANDLE, start: NOW_MS }],
  }),
];
