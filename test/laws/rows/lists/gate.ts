// Lists of Gate.

import { GATE } from '#venues/dialects/gate/gate.ts';
import {
  BTC_SPOT,
  FILL,
  NOW_MS,
  OUR_NAME,
  reply,
  RESTING,
  SPOT,
} from '#venues/dialects/gate/gate.fixture.ts';
import { lookUpIn } from '../look-up.ts';
import type { RowList } from '../row-list.ts';
import { firstOf, frameOf, rowListOf } from './row-list-of.ts';

const MARKET = {
  id: 'BTC_USDT',
  base: 'BTC',
  quote: 'USDT',
  fee: '0.2',
  min_base_amount: '0.00001',
  min_quote_amount: '3',
  amount_precision: 6,
  precision: 1,
  trade_status: 'tradable',
  type: 'normal',
};
const CANDLE = [
  String(NOW_MS / 1_000 - 120),
  '1',
  '34567',
  '34568',
  '34566',
  '34567',
  '12.5',
  'true',
];
const OTHER = { ...RESTING, id: '1852454421', text: 'web' };
const NAME = { clientOrderId: OUR_NAME, venueOrderId: FILL.order_id, placedAtMs: NOW_MS };
const placedBetween = GATE.orders.placedBetween ?? firstOf([]);
const openPage = (orders: readonly unknown[]) =>
  reply([{ currency_pair: 'BTC_USDT', total: orders.length, orders }]);

/** The second row alone is that of the second currency. */
function byCurrency(rows: readonly unknown[]): Readonly<Record<string, unknown>> {
  const from = rows.length === 1 ? 1 : 0;
  return Object.fromEntries(rows.map((row, at) => [['BTC', 'ETH'][from + at] ?? '', row]));
}

export const GATE_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'markets',
    kind: 'public',
    query: () => firstOf(GATE.markets()),
    page: reply,
    rows: [MARKET, { ...MARKET, id: 'ETH_USDT', base: 'ETH' }],
    filters: ['type'],
  }),
  rowListOf({
    name: 'candles',
    kind: 'public',
    query: () => GATE.candles.fetch(BTC_SPOT, NOW_MS - 600_000, NOW_MS),
    page: reply,
    rows: [CANDLE, [String(NOW_MS / 1_000 - 60), ...CANDLE.slice(1)]],
  }),
  rowListOf({
    name: 'balances',
    kind: 'balances',
    query: () => GATE.account.balances(SPOT),
    page: reply,
    rows: [
      { currency: 'BTC', available: '1.23', locked: '0.02' },
      { currency: 'ETH', available: '2', locked: '0' },
    ],
  }),
  rowListOf({
    name: 'unified: balances',
    kind: 'balances',
    query: () => GATE.account.balances({ ...SPOT, mode: '2' }),
    page: (rows) => reply({ balances: byCurrency(rows) }),
    rows: [
      { available: '1.23', freeze: '0.02', equity: '1.25' },
      { available: '2', freeze: '0', equity: '2' },
    ],
  }),
  rowListOf({
    name: 'open orders',
    kind: 'orders',
    query: () => firstOf(GATE.orders.open(SPOT)),
    page: openPage,
    rows: [RESTING, OTHER],
  }),
  rowListOf({
    name: 'search',
    kind: 'orders',
    query: () => firstOf(placedBetween(NOW_MS - 60_000, NOW_MS, BTC_SPOT, SPOT)),
    page: reply,
    rows: [RESTING, OTHER],
    filters: ['text'],
    lookUp: (rows) => lookUpIn(GATE, BTC_SPOT, { name: OUR_NAME, nowMs: NOW_MS }, reply, rows),
  }),
  rowListOf({
    name: 'fills',
    kind: 'fills',
    query: () => GATE.account.fills(null, null, 10, SPOT, NOW_MS - 60_000),
    page: reply,
    rows: [FILL, { ...FILL, id: '5736714', order_id: '2' }],
    free: { ...FILL, fee: '0', gt_fee: '0', point_fee: '0', fee_currency: '' },
  }),
  rowListOf({
    name: 'order fills',
    kind: 'order fills',
    query: () => GATE.account.orderFills(NAME, BTC_SPOT, SPOT),
    page: reply,
    rows: [FILL, { ...FILL, id: '5736714' }],
  }),
  frameOf({
    name: 'frames of orders',
    events: (result) =>
      GATE.stream.read(JSON.stringify({ channel: 'spot.orders', event: 'update', result }), SPOT),
    rows: [
      { ...RESTING, event: 'put' },
      { ...RESTING, event: 'put', id: '1852454421' },
    ],
  }),
];
