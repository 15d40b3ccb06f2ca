// OKX: by www.okx.com/docs-v5.

import type { Figures } from '../figures.ts';
import { is, negated, nothing, whole, word } from '../figures.ts';
import { OWN_NAME } from '../dialect-queries.ts';
import type { RecordedReading } from '../recorded-reading.ts';
import { acknowledged, candleAt, PLAIN, SPOT_BALANCE } from './shared-figures.ts';

const API = 'Endpoints/UnifiedApi';

const ORDER: Figures = {
  ...PLAIN,
  venueOrderId: 'ordId',
  clientOrderId: is(OWN_NAME),
  side: 'side',
  type: 'ordType',
  price: 'px',
  amount: 'sz',
  filledAmount: 'accFillSz',
  averageFillPrice: is('0'),
  state: word('state', { live: 'open', filled: 'filled' }),
  placedAtMs: 'cTime',
  updatedAtMs: 'uTime',
};

export const OKX_READINGS: readonly RecordedReading[] = [
  {
    recording: `${API}/Account/GetAccountBalance`,
    reader: 'account.balances',
    rows: 'data.0.details',
    figures: {
      ...SPOT_BALANCE,
      currency: 'ccy',
      available: 'availBal',
      locked: is('16.1186'),
      total: 'cashBal',
    },
  },
  {
    recording: `${API}/Account/GetAccountConfiguration`,
    reader: 'account.credentials',
    marketType: 'futures',
    rows: 'data',
    figures: {
      accountUid: 'uid',
      canTrade: is('true'),
      canWithdraw: is('true'),
      isAddressBound: is('true'),
      expiresAtMs: nothing,
      permissions: is('account mode 3 read_only trade withdraw'),
      positionMode: word('posMode', { net_mode: 'one_way', long_short_mode: 'hedge' }),
      // An account of several currencies is traded in cross here.
      marginMode: is('cross'),
      'accountMode.name': is('Multi-currency margin'),
      'accountMode.refusal': nothing,
    },
  },
  {
    recording: `${API}/ExchangeData/GetFundingRateHistory`,
    reader: 'funding',
    marketType: 'futures',
    symbol: 'instId',
    rows: 'data',
    figures: { atMs: 'fundingTime', rate: 'realizedRate' },
  },
  {
    recording: `${API}/ExchangeData/GetKlines`,
    reader: 'candles.recent',
    rows: 'data',
    figures: {},
    // "0": not completed.
    leavesOut: (row) => row.text('8') === '0',
  },
  {
    recording: `${API}/ExchangeData/GetKlines`,
    reader: 'candles.recent',
    rows: 'data',
    figures: candleAt(['1', '2', '3', '4', '5']),
    as: { take: '', put: (json) => json.replaceAll('"0"]', '"1"]') },
  },
  {
    recording: `${API}/ExchangeData/GetServerTime`,
    reader: 'time',
    rows: 'data',
    figures: { venueTimeMs: 'ts' },
  },
  {
    recording: `${API}/Trading/GetOrders`,
    reader: 'orders.open',
    named: 'clOrdId',
    rows: 'data',
    figures: ORDER,
  },
  {
    recording: `${API}/Trading/GetUserTradesArchive`,
    reader: 'account.fills',
    rows: 'data',
    figures: {
      fillId: (row) => `${row.text('ordId')}-${row.text('tradeId')}`,
      sequence: whole('billId'),
      venueOrderId: 'ordId',
      clientOrderId: nothing,
      side: 'side',
      price: 'fillPx',
      amount: 'fillSz',
      fee: negated('fee'),
      feeCurrency: 'feeCcy',
      isMaker: word('execType', { T: 'false', M: 'true' }),
      filledAtMs: 'ts',
    },
  },
  {
    recording: `${API}/Trading/PlaceOrder`,
    reader: 'orders.place',
    named: 'clOrdId',
    rows: 'data',
    figures: acknowledged('ordId'),
  },
];
