// Hyperliquid: perpetuals by hyperliquid.gitbook.io/hyperliquid-docs. All requests have two paths:
// the recordings are distinguished by what is requested.

import { absolute, is, negated, nothing, places } from '../figures.ts';
import type { RecordedReading } from '../recorded-reading.ts';
import { acknowledged, candleAt } from './shared-figures.ts';

export const HYPERLIQUID_READINGS: readonly RecordedReading[] = [
  {
    recording: 'Endpoints/Futures/Account/GetFundingHistory',
    reader: 'account.marginEvents',
    rows: '',
    figures: {
      eventId: (row) => `funding-${row.text('delta.coin')}-${row.text('time')}`,
      kind: 'delta.type',
      direction: is('long'),
      amount: absolute('delta.szi'),
      currency: is('USDC'),
      paid: negated('delta.usdc'),
      atMs: 'time',
    },
    after: ['[]'],
  },
  {
    recording: 'Endpoints/Futures/ExchangeData/GetExchangeInfoAndTickers',
    reader: 'price',
    symbol: is('BTC'),
    rows: '1.0',
    figures: { price: 'markPx' },
  },
  {
    recording: 'Endpoints/Futures/ExchangeData/GetExchangeInfoAndTickers',
    reader: 'markets',
    rows: '0.universe',
    leavesOut: (row) => row.text('isDelisted') === 'true',
    figures: {
      number: (row) => row.at,
      'market.base': 'name',
      'market.quote': is('USDC'),
      'market.amountStep': places('szDecimals'),
      'market.priceStep': (row) => (10 ** (Number(row.text('szDecimals')) - 6)).toFixed(6),
      'market.minOrderAmount': is('0'),
      'market.minOrderValue': is('10'),
      'market.maxOrderAmount': is('0'),
      'market.maxOrderValue': is('0'),
      'market.makerFeePercent': is('0.015'),
      'market.takerFeePercent': is('0.045'),
      'market.listedAtMs': nothing,
    },
    as: { take: '0', put: (json) => json },
  },
  {
    recording: 'Endpoints/Futures/Trading/SetLeverage',
    reader: 'orders.prepare',
    symbol: is('BTC'),
    rows: '',
    figures: {},
    before: ['{"assetPositions":[]}', '{"coin":"BTC","leverage":{"type":"cross","value":20}}'],
    leavesOut: () => true,
  },
  {
    recording: 'Endpoints/Spot/ExchangeData/GetKlines',
    reader: 'candles',
    symbol: 's',
    rows: '',
    figures: candleAt(['o', 'h', 'l', 'c', 'v'], 't'),
    as: { take: '', put: (json) => json.replaceAll('"i":"1d"', '"i":"1m"') },
  },
  {
    recording: 'Endpoints/Spot/ExchangeData/GetOrderBook',
    reader: 'bestPrices',
    symbol: 'coin',
    rows: '',
    figures: { bid: 'levels.0.0.px', ask: 'levels.1.0.px' },
  },
  {
    recording: 'Endpoints/Spot/Trading/PlaceOrder',
    reader: 'orders.place',
    rows: 'response.data.statuses',
    figures: acknowledged('resting.oid'),
  },
];
