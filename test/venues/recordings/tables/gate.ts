// Gate: spot by www.gate.com/docs/developers/apiv4.

import type { Figures } from '../figures.ts';
import { instant, is, less, nothing, orZero, word } from '../figures.ts';
import { OWN_NAME } from '../dialect-queries.ts';
import type { RecordedReading } from '../recorded-reading.ts';
import { PLAIN } from './shared-figures.ts';

const ORDER: Figures = {
  ...PLAIN,
  venueOrderId: 'id',
  clientOrderId: is(OWN_NAME),
  side: 'side',
  type: 'type',
  price: 'price',
  amount: 'amount',
  filledAmount: less('amount', 'left'),
  averageFillPrice: orZero('avg_deal_price'),
  state: word('finish_as', {
    open: 'open',
    filled: 'filled',
    cancelled: 'cancelled',
    stp: 'cancelled',
  }),
  placedAtMs: 'create_time_ms',
  updatedAtMs: 'update_time_ms',
};

const FILL: Figures = {
  // One trade may be of two orders of an account.
  fillId: (row) => `${row.text('id')}_${row.text('order_id')}`,
  venueOrderId: 'order_id',
  clientOrderId: nothing,
  side: 'side',
  price: 'price',
  amount: 'amount',
  fee: 'fee',
  feeCurrency: 'fee_currency',
  isMaker: word('role', { maker: 'true', taker: 'false' }),
  filledAtMs: instant('create_time_ms', 1_000),
};

const TRADING = 'Endpoints/Spot/Trading';

export const GATE_READINGS: readonly RecordedReading[] = [
  {
    recording: `${TRADING}/CancelOrder`,
    reader: 'orders.cancel',
    symbol: 'currency_pair',
    named: 'text',
    rows: '',
    figures: ORDER,
  },
  {
    recording: `${TRADING}/GetOrder`,
    reader: 'orders.lookUp',
    symbol: 'currency_pair',
    named: 'text',
    rows: '',
    figures: ORDER,
  },
  {
    recording: `${TRADING}/GetOrders`,
    reader: 'orders.placedBetween',
    symbol: 'currency_pair',
    named: 'text',
    rows: '',
    figures: ORDER,
  },
  {
    recording: `${TRADING}/GetUserTrades`,
    reader: 'account.fills',
    rows: '',
    figures: FILL,
    completed: { before: '"order_id"', put: '"currency_pair":"ETH_BTC",' },
  },
  {
    recording: `${TRADING}/GetUserTrades`,
    reader: 'account.orderFills',
    symbol: is('ETH_BTC'),
    rows: '',
    figures: FILL,
  },
  {
    recording: `${TRADING}/EditOrder`,
    reader: 'orders.lookUp',
    symbol: 'currency_pair',
    named: 'text',
    rows: '',
    figures: ORDER,
    as: { take: '', put: (json) => json },
  },
  {
    recording: 'Socket/SpotApi/GetOrder',
    reader: 'orders.lookUp',
    symbol: 'currency_pair',
    named: 'text',
    rows: 'data.result',
    figures: ORDER,
    as: { take: 'data.result', put: (json) => json },
  },
  {
    recording: 'Socket/SpotApi/PlaceOrder',
    reader: 'orders.lookUp',
    symbol: 'currency_pair',
    named: 'text',
    rows: 'data.result',
    figures: ORDER,
    as: { take: 'data.result', put: (json) => json },
  },
  {
    recording: 'Socket/SpotApi/CancelAllOrders',
    reader: 'orders.lookUp',
    symbol: 'currency_pair',
    named: 'text',
    rows: 'data.result.0',
    figures: ORDER,
    as: { take: 'data.result.0', put: (json) => json },
  },
  {
    recording: 'Subscriptions/Spot/SubscribeToOrderUpdates',
    reader: 'stream',
    rows: 'result',
    figures: { ...ORDER, clientOrderId: nothing },
  },
];
