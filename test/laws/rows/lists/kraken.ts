// Lists of Kraken, which are objects by ids.

import { KRAKEN } from '#venues/dialects/kraken/kraken.ts';
import {
  BTC_SPOT,
  FILL,
  FILL_ID,
  NOW_MS,
  ORDER_ID,
  OUR_NAME,
  RESTING,
  result,
  SPOT,
} from '#venues/dialects/kraken/kraken.fixture.ts';
import type { RowList } from '../row-list.ts';
import { firstOf, frameOf, rowListOf } from './row-list-of.ts';

const MARKET = {
  altname: 'XBTUSD',
  wsname: 'XBT/USD',
  aclass_base: 'currency',
  aclass_quote: 'currency',
  pair_decimals: 1,
  lot_decimals: 8,
  fees: [[0, 0.4]],
  fees_maker: [[0, 0.25]],
  ordermin: '0.00005',
  costmin: '0.5',
  tick_size: '0.1',
  status: 'online',
};
const CANDLE = [NOW_MS / 1_000 - 80, '34567', '34568', '34566', '34567', '34567', '12.5', 7];
const BALANCES = [
  { balance: '25435.21', hold_trade: '8249.76' },
  { balance: '1.5', hold_trade: '0' },
] as const;
const NAME = { clientOrderId: OUR_NAME, venueOrderId: ORDER_ID, placedAtMs: NOW_MS };
const IDS = [FILL_ID, 'OTHER-1', 'OTHER-2', 'OTHER-3'];

/** The second row has the second id, also where it is alone. */
function byIds(
  rows: readonly unknown[],
  ids: readonly string[],
): Readonly<Record<string, unknown>> {
  const from = rows.length === 1 ? 1 : 0;
  return Object.fromEntries(rows.map((row, index) => [ids[from + index] ?? '', row]));
}

const EVENT = {
  exec_type: 'new',
  order_id: ORDER_ID,
  order_type: 'limit',
  order_qty: 0.0125,
  cum_qty: 0,
  symbol: 'BTC/USD',
  side: 'buy',
  limit_price: 34567.8,
  order_status: 'new',
  timestamp: '2023-11-14T22:13:19.5Z',
};

export const KRAKEN_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'markets',
    kind: 'public',
    query: () => firstOf(KRAKEN.markets()),
    page: (rows) => result(byIds(rows, ['XXBTZUSD', 'XETHZUSD'])),
    rows: [MARKET, { ...MARKET, altname: 'ETHUSD', wsname: 'ETH/USD' }],
    filters: ['aclass_base', 'aclass_quote'],
  }),
  rowListOf({
    name: 'candles',
    kind: 'public',
    query: () => KRAKEN.candles.fetch(BTC_SPOT, NOW_MS - 600_000, NOW_MS),
    page: (rows) => result({ XXBTZUSD: rows, last: 1 }),
    rows: [CANDLE, [NOW_MS / 1_000 - 20, ...CANDLE.slice(1)]],
  }),
  rowListOf({
    name: 'balances',
    kind: 'balances',
    query: () => KRAKEN.account.balances(SPOT),
    page: (rows) => result(byIds(rows, ['ZUSD', 'XXBT'])),
    rows: BALANCES,
  }),
  rowListOf({
    name: 'open orders',
    kind: 'orders',
    query: () => firstOf(KRAKEN.orders.open(SPOT)),
    page: (rows) => result({ open: byIds(rows, [ORDER_ID, 'OTHER-1']) }),
    rows: [RESTING, { ...RESTING, cl_ord_id: 'other' }],
  }),
  rowListOf({
    name: 'fills',
    kind: 'fills',
    query: () => KRAKEN.account.fills(null, null, 10, SPOT, NOW_MS - 60_000),
    page: (rows) => result({ trades: byIds(rows, IDS) }),
    rows: [FILL, { ...FILL, ordertxid: 'OTHER' }],
    free: { ...FILL, fee: '0' },
  }),
  rowListOf({
    name: 'order fills',
    kind: 'order fills',
    query: () => KRAKEN.account.orderFills(NAME, BTC_SPOT, SPOT),
    path: 'QueryTrades',
    others: { QueryOrders: result({ [ORDER_ID]: { trades: IDS.slice(0, 2) } }) },
    page: (rows) => result(byIds(rows, IDS)),
    rows: [FILL, FILL],
  }),
  frameOf({
    name: 'frames of orders',
    events: (data) =>
      KRAKEN.stream.read(JSON.stringify({ channel: 'executions', type: 'update', data }), SPOT),
    rows: [EVENT, { ...EVENT, order_id: 'OTHER-1' }],
  }),
];
