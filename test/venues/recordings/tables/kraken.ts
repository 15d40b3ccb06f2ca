// Kraken: spot by docs.kraken.com/api.

import type { Figures } from '../figures.ts';
import { instant, is, less, nothing, places, word } from '../figures.ts';
import type { RecordedReading } from '../recorded-reading.ts';
import { PLAIN, SPOT_BALANCE } from './shared-figures.ts';

const ORDER: Figures = {
  ...PLAIN,
  venueOrderId: (row) => row.at,
  clientOrderId: nothing,
  side: 'descr.type',
  type: word('descr.ordertype', { limit: 'limit', market: 'market' }),
  price: 'descr.price',
  amount: 'vol',
  filledAmount: 'vol_exec',
  averageFillPrice: 'price',
  state: word('status', { open: 'open', closed: 'filled', canceled: 'cancelled' }),
  placedAtMs: instant('opentm', 1),
  updatedAtMs: instant('closetm', 1),
};

const OPEN: Figures = { ...ORDER, averageFillPrice: 'price', updatedAtMs: instant('opentm', 1) };

const FILL: Figures = {
  fillId: (row) => row.at,
  venueOrderId: 'ordertxid',
  clientOrderId: nothing,
  side: 'type',
  price: 'price',
  amount: 'vol',
  fee: 'fee',
  // That of the quote.
  feeCurrency: (row) => row.text('pair')?.slice(-3) ?? null,
  // Of 2021, when nothing said who made the market.
  isMaker: is('false'),
  filledAtMs: instant('time', 1),
};

export const KRAKEN_READINGS: readonly RecordedReading[] = [
  {
    recording: 'Endpoints/Spot/Account/GetAvailableBalances',
    reader: 'account.balances',
    rows: 'result{}',
    figures: {
      ...SPOT_BALANCE,
      currency: (row) => ({ ZUSD: 'USD', XXBT: 'BTC' })[row.at] ?? null,
      available: less('balance', 'hold_trade'),
      locked: 'hold_trade',
      total: 'balance',
    },
  },
  {
    recording: 'Endpoints/Spot/Account/GetApiKeyInfo',
    reader: 'account.credentials',
    rows: 'result',
    figures: {
      accountUid: 'iban',
      canTrade: is('true'),
      canWithdraw: is('true'),
      isAddressBound: is('false'),
      expiresAtMs: nothing,
      permissions: is(
        'add-funds close-trades create-ws-token modify-trades query-closed-trades query-funds query-ledger query-open-trades withdraw-funds',
      ),
      positionMode: nothing,
      marginMode: nothing,
    },
  },
  {
    recording: 'Endpoints/Spot/Trading/CancelOrder',
    reader: 'orders.cancel',
    rows: 'result',
    figures: { value: nothing },
  },
  {
    recording: 'Endpoints/Spot/Trading/GetOrders2',
    reader: 'orders.lookUp',
    symbol: 'descr.pair',
    rows: 'result{}',
    figures: {
      ...ORDER,
      type: is('trailing_stop_market'),
      price: is('0'),
      'terms.trailDistance': nothing,
    },
  },
  {
    recording: 'Endpoints/Spot/Trading/GetOrders2',
    reader: 'account.orderFills',
    symbol: 'descr.pair',
    orderId: (row) => row.at,
    rows: 'result{}',
    figures: {},
    leavesOut: (row) => Number(row.text('vol_exec')) === 0,
  },
  {
    recording: 'JsonResponses/SpotTrading/GetOpenOrdersAsync',
    reader: 'orders.open',
    rows: 'result.open{}',
    figures: OPEN,
    as: { take: '', put: (json) => json },
  },
  {
    recording: 'JsonResponses/SpotTrading/GetUserTradesAsync',
    reader: 'account.fills',
    rows: 'result.trades{}',
    figures: FILL,
    isReversed: true,
    after: ['{"error":[],"result":{"trades":{},"count":50}}'],
    as: { take: '', put: (json) => json },
  },
  {
    recording: 'JsonResponses/SpotTrading/CancelOrderAsync',
    reader: 'orders.cancel',
    rows: '',
    figures: { value: nothing },
    as: { take: '', put: (json) => json },
  },
  {
    recording: 'JsonResponses/SpotExchangeData/GetSymbolsAsync',
    reader: 'markets',
    rows: 'result{}',
    figures: {
      'market.base': word('base', { XETH: 'ETH', XXBT: 'BTC' }),
      'market.quote': word('quote', { XXBT: 'BTC', ZUSD: 'USD' }),
      'market.priceStep': places('pair_decimals'),
      'market.amountStep': places('lot_decimals'),
      'market.minOrderAmount': 'ordermin',
      'market.minOrderValue': is('0'),
      'market.maxOrderAmount': is('0'),
      'market.maxOrderValue': is('0'),
      'market.makerFeePercent': 'fees_maker.0.1',
      'market.takerFeePercent': 'fees.0.1',
      'market.listedAtMs': nothing,
    },
  },
];
