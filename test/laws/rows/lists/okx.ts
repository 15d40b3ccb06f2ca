// Lists of OKX.

import { OKX } from '#venues/dialects/okx/okx.ts';
import {
  BTC_SPOT,
  BTC_SWAP,
  FILL,
  FUTURES,
  list,
  NOW_MS,
  OUR_NAME,
  RESTING,
  SPOT,
} from '#venues/dialects/okx/okx.fixture.ts';
import type { RowList } from '../row-list.ts';
import { firstOf, frameOf, rowListOf } from './row-list-of.ts';

const MARKET = {
  instId: 'BTC-USDT',
  instType: 'SPOT',
  state: 'live',
  baseCcy: 'BTC',
  quoteCcy: 'USDT',
  tickSz: '0.1',
  lotSz: '0.00000001',
  minSz: '0.00001',
  maxLmtSz: '9999999999',
  listTime: '1548133413000',
};
const SWAP = {
  ...MARKET,
  instId: 'BTC-USDT-SWAP',
  ctType: 'linear',
  ctMult: '1',
  ctVal: '0.01',
  ctValCcy: 'BTC',
  settleCcy: 'USDT',
  instFamily: 'BTC-USDT',
  lever: '100',
  maxMktSz: '12000',
};
const CANDLE = [
  String(NOW_MS - 120_000),
  '34567',
  '34568',
  '34566',
  '34567',
  '12.5',
  '432000',
  '432000',
  '1',
];
const OTHER_CANDLE = [String(NOW_MS - 60_000), ...CANDLE.slice(1)];
const RATE = {
  instId: BTC_SWAP.symbol,
  fundingRate: '0.0001',
  realizedRate: '0.0001',
  fundingTime: String(NOW_MS - 3_600_000),
};
const DETAIL = { ccy: 'USDT', cashBal: '100', availBal: '90', availEq: '', imr: '', upl: '' };
const POSITION = {
  instId: BTC_SWAP.symbol,
  pos: '3',
  posSide: 'net',
  mgnMode: 'cross',
  imr: '20',
  margin: '',
  upl: '1',
  liqPx: '',
  lever: '20',
  cTime: String(NOW_MS - 60_000),
  uTime: String(NOW_MS),
  fee: '-0.1',
  posId: '307173036051017730',
  avgPx: '34567',
  markPx: '34568',
  ccy: 'USDT',
  realizedPnl: '0',
};
const BILL = {
  billId: '623950854533513219',
  ts: String(NOW_MS - 30_000),
  type: '5',
  subType: '104',
  instId: BTC_SWAP.symbol,
  sz: '3',
  ccy: 'USDT',
  px: '31000',
  fee: '-0.1',
  pnl: '0',
};
const OTHER_BILL = '623950854533513218';
const NAME = { clientOrderId: OUR_NAME, venueOrderId: FILL.ordId, placedAtMs: NOW_MS };
const frame = (channel: string, data: readonly unknown[]): string =>
  JSON.stringify({ arg: { channel, instId: BTC_SPOT.symbol }, data });

export const OKX_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'markets',
    kind: 'public',
    query: () => firstOf(OKX.markets()),
    page: list,
    rows: [MARKET, { ...MARKET, instId: 'ETH-USDT', baseCcy: 'ETH' }],
    filters: ['state'],
  }),
  rowListOf({
    name: 'markets of futures',
    kind: 'public',
    query: () => firstOf(OKX.markets().slice(1)),
    page: list,
    rows: [SWAP, { ...SWAP, instId: 'ETH-USDT-SWAP', ctValCcy: 'ETH', instFamily: 'ETH-USDT' }],
    filters: ['state', 'ctType', 'ctMult', 'ctValCcy', 'settleCcy', 'instFamily'],
  }),
  rowListOf({
    name: 'candles',
    kind: 'public',
    query: () => OKX.candles.fetch(BTC_SPOT, NOW_MS - 600_000, NOW_MS),
    page: list,
    rows: [CANDLE, OTHER_CANDLE],
  }),
  rowListOf({
    name: 'recent candles',
    kind: 'public',
    query: () => (OKX.candles.recent ?? OKX.candles).fetch(BTC_SPOT, NOW_MS - 600_000, NOW_MS),
    page: list,
    rows: [CANDLE, OTHER_CANDLE],
  }),
  rowListOf({
    name: 'funding rates',
    kind: 'public',
    query: () => (OKX.funding ?? firstOf([])).fetch(BTC_SWAP, NOW_MS - 90_000_000, NOW_MS),
    page: list,
    rows: [RATE, { ...RATE, fundingTime: String(NOW_MS - 32_400_000) }],
  }),
  rowListOf({
    name: 'balances',
    kind: 'balances',
    query: () => OKX.account.balances(SPOT),
    page: (details) => list([{ details }]),
    rows: [DETAIL, { ...DETAIL, ccy: 'BTC' }],
  }),
  rowListOf({
    name: 'positions',
    kind: 'positions',
    query: () => firstOf(OKX.account.positions(FUTURES)),
    page: list,
    rows: [POSITION, { ...POSITION, instId: 'ETH-USDT-SWAP' }],
  }),
  rowListOf({
    name: 'open orders',
    kind: 'orders',
    query: () => firstOf(OKX.orders.open(SPOT)),
    page: list,
    rows: [RESTING, { ...RESTING, ordId: '7', clOrdId: '' }],
  }),
  rowListOf({
    name: 'fills',
    kind: 'fills',
    query: () => OKX.account.fills(null, null, 10, SPOT, NOW_MS - 60_000),
    page: list,
    rows: [FILL, { ...FILL, billId: '680800019754098687', tradeId: '7', ordId: '7' }],
    free: { ...FILL, fee: '', feeCcy: '' },
  }),
  rowListOf({
    name: 'order fills',
    kind: 'order fills',
    query: () => OKX.account.orderFills(NAME, BTC_SPOT, SPOT),
    page: list,
    rows: [FILL, { ...FILL, billId: '680800019754098687', tradeId: '7' }],
  }),
  rowListOf({
    name: 'margin events',
    kind: 'events',
    query: () => (OKX.account.marginEvents ?? firstOf([]))(null, 10, FUTURES, NOW_MS - 60_000),
    page: list,
    rows: [BILL, { ...BILL, billId: OTHER_BILL }],
    filters: ['subType'],
  }),
  frameOf({
    name: 'frames of orders',
    events: (data) => OKX.stream.read(frame('orders', data), SPOT),
    rows: [RESTING, { ...RESTING, ordId: '7' }],
  }),
  frameOf({
    name: 'frames of candles',
    events: (data) =>
      OKX.marketStream?.read(frame('candle1m', data), 'spot', SPOT.findMarket) ?? [],
    rows: [CANDLE, OTHER_CANDLE],
  }),
];
