// KuCoin: spot by www.kucoin.com/docs-new, where the account is of high frequency.

import type { Figures } from '../figures.ts';
import { is, nothing, quotient, word } from '../figures.ts';
import { OWN_NAME } from '../dialect-queries.ts';
import type { RecordedReading } from '../recorded-reading.ts';
import { PLAIN } from './shared-figures.ts';

const SUCCESS = (json: string): string => `{"code":"200000","data":${json}}`;
const HF = 'Endpoints/Spot/HfTrading';
const UNIFIED = 'Endpoints/Unified';

const ORDER: Figures = {
  ...PLAIN,
  venueOrderId: 'id',
  clientOrderId: is(OWN_NAME),
  side: 'side',
  type: 'type',
  price: 'price',
  amount: 'size',
  filledAmount: 'dealSize',
  averageFillPrice: quotient('dealFunds', 'dealSize'),
  state: word('active', { true: 'open', false: 'cancelled' }),
  placedAtMs: 'createdAt',
  updatedAtMs: 'lastUpdatedAt',
};

export const KUCOIN_READINGS: readonly RecordedReading[] = [
  {
    recording: 'Endpoints/Spot/ExchangeData/GetTicker',
    reader: 'price',
    rows: 'data',
    figures: { price: 'price', 'best.bid': 'bestBid', 'best.ask': 'bestAsk' },
  },
  {
    recording: `${HF}/CancelOrder`,
    reader: 'orders.cancel',
    orderId: 'orderId',
    rows: 'data',
    figures: { value: nothing },
  },
  {
    recording: `${HF}/GetOpenOrdersV2`,
    reader: 'orders.open',
    named: 'clientOid',
    rows: 'data.items',
    figures: ORDER,
    before: [SUCCESS('{"symbols":["BTC-USDT"],"symbolSize":1}')],
    as: { take: 'data.items', put: SUCCESS },
  },
  {
    recording: `${UNIFIED}/Account/GetBalances`,
    reader: 'account.balances',
    mode: 'UNIFIED',
    rows: 'data.accounts.0.currencies',
    figures: {
      currency: 'currency',
      available: 'available',
      locked: 'hold',
      total: 'balance',
      marginUsed: nothing,
      unrealizedProfit: nothing,
    },
  },
  {
    recording: `${UNIFIED}/Trading/CancelOrder`,
    reader: 'orders.cancel',
    mode: 'UNIFIED',
    orderId: 'orderId',
    named: 'clientOid',
    rows: 'data',
    figures: { value: nothing },
  },
];
