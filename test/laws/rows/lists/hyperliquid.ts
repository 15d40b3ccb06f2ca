// Lists of Hyperliquid.

import { HYPERLIQUID } from '#venues/dialects/hyperliquid/hyperliquid.ts';
import {
  BTC,
  BTC_PERP,
  CLOID,
  FILL,
  FUTURES,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  PAYMENT,
  POSITION,
  reply,
  RESTING,
  state,
} from '#venues/dialects/hyperliquid/hyperliquid.fixture.ts';
import type { RowList } from '../row-list.ts';
import { firstOf, frameOf, rowListOf } from './row-list-of.ts';

const CANDLE = {
  t: NOW_MS - 120_000,
  s: 'BTC',
  i: '1m',
  o: '34567',
  h: '34568',
  l: '34566',
  c: '34567',
  v: '12.5',
};
const RATE = { coin: 'BTC', fundingRate: '0.0000125', time: NOW_MS - 3_600_000 };
const NAME = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };
const positions = (rows: readonly unknown[]) => state([], { assetPositions: rows });
const POSITIONS = [
  { type: 'oneWay', position: POSITION },
  { type: 'oneWay', position: { ...POSITION, coin: 'ETH' } },
] as const;
const recentFills = (rows: readonly unknown[]) => reply(rows);
const UPDATE = { order: RESTING, status: 'open', statusTimestamp: NOW_MS };

/** What follows the state of perpetual markets, in a unified account. */
function unifiedBalances() {
  const verdict = HYPERLIQUID.account
    .balances({ ...FUTURES, mode: 'unifiedAccount' })
    .read(state([]));
  return firstOf(verdict.kind === 'done' ? [verdict.value.rest ?? firstOf([])] : []);
}

export const HYPERLIQUID_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'markets',
    kind: 'public',
    query: () => firstOf(HYPERLIQUID.markets()),
    page: (universe) => reply({ universe }),
    rows: [BTC, { ...BTC, name: 'ETH' }],
    isByPlace: true,
  }),
  rowListOf({
    name: 'candles',
    kind: 'public',
    query: () => HYPERLIQUID.candles.fetch(BTC_PERP, NOW_MS - 600_000, NOW_MS),
    page: reply,
    rows: [CANDLE, { ...CANDLE, t: NOW_MS - 60_000 }],
  }),
  rowListOf({
    name: 'funding rates',
    kind: 'public',
    query: () => (HYPERLIQUID.funding ?? firstOf([])).fetch(BTC_PERP, NOW_MS - 90_000_000, NOW_MS),
    page: reply,
    rows: [RATE, { ...RATE, time: NOW_MS - 7_200_000 }],
  }),
  rowListOf({
    name: 'unified: balances',
    kind: 'balances',
    query: unifiedBalances,
    page: (balances) => reply({ balances }),
    rows: [
      { coin: 'USDC', token: 0, total: '27', hold: '6.5', entryNtl: '0.0' },
      { coin: 'USDC', token: 0, total: '27', hold: '6.5', entryNtl: '0.0' },
    ],
    filters: ['coin'],
  }),
  rowListOf({
    name: 'positions',
    kind: 'positions',
    query: () => firstOf(HYPERLIQUID.account.positions(FUTURES)),
    page: positions,
    rows: POSITIONS,
    filters: ['position.coin'],
  }),
  rowListOf({
    name: 'open orders',
    kind: 'orders',
    query: () => firstOf(HYPERLIQUID.orders.open(FUTURES)),
    page: reply,
    rows: [RESTING, { ...RESTING, oid: 91_490_943, cloid: null }],
    filters: ['coin'],
  }),
  rowListOf({
    name: 'fills',
    kind: 'fills',
    query: () => HYPERLIQUID.account.fills(null, null, 10, FUTURES, NOW_MS - 60_000),
    page: recentFills,
    rows: [FILL, { ...FILL, tid: 2, oid: 2 }],
    filters: ['coin', 'dir', 'liquidation'],
    free: { ...FILL, fee: '0', feeToken: '' },
  }),
  rowListOf({
    name: 'order fills',
    kind: 'order fills',
    query: () => HYPERLIQUID.account.orderFills(NAME, BTC_PERP, FUTURES),
    page: recentFills,
    rows: [FILL, { ...FILL, tid: 2 }],
    filters: ['oid'],
  }),
  rowListOf({
    name: 'margin events',
    kind: 'events',
    query: () =>
      (HYPERLIQUID.account.marginEvents ?? firstOf([]))(null, 10, FUTURES, NOW_MS - 7_200_000),
    page: reply,
    rows: [PAYMENT, { ...PAYMENT, time: PAYMENT.time + 60_000 }],
    filters: ['delta.type', 'delta.coin'],
  }),
  frameOf({
    name: 'frames of orders',
    events: (data) =>
      HYPERLIQUID.stream.read(JSON.stringify({ channel: 'orderUpdates', data }), FUTURES),
    rows: [UPDATE, { ...UPDATE, order: { ...RESTING, oid: 91_490_943, cloid: CLOID } }],
    filters: ['order.coin'],
  }),
  frameOf({
    name: 'frames of fills',
    events: (fills) =>
      HYPERLIQUID.stream.read(JSON.stringify({ channel: 'userFills', data: { fills } }), FUTURES),
    rows: [FILL, { ...FILL, tid: 2 }],
    filters: ['coin'],
  }),
];
