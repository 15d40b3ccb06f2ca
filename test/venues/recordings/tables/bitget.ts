// Bitget: classic spot by www.bitget.com/api-doc/spot, and the unified account.

import type { Figures } from '../figures.ts';
import { is, negated, nothing, percent, places, word } from '../figures.ts';
import { OWN_NAME } from '../dialect-queries.ts';
import type { RecordedReading } from '../recorded-reading.ts';
import { acknowledged, candleAt, PLAIN } from './shared-figures.ts';

const CANDLE = candleAt(['1', '2', '3', '4', '5']);

/** "priceAvg" of an order that is not filled is the price of the order. */
const ORDER: Figures = {
  ...PLAIN,
  venueOrderId: 'orderId',
  clientOrderId: is(OWN_NAME),
  side: 'side',
  type: 'orderType',
  price: 'priceAvg',
  amount: 'size',
  filledAmount: 'baseVolume',
  averageFillPrice: is('0'),
  state: word('status', { new: 'open', live: 'open', filled: 'filled' }),
  placedAtMs: 'cTime',
  updatedAtMs: 'cTime',
};

const FILL: Figures = {
  fillId: (row) => `${row.text('orderId')}_${row.text('tradeId')}`,
  venueOrderId: 'orderId',
  clientOrderId: nothing,
  side: 'side',
  price: 'priceAvg',
  amount: 'size',
  fee: negated('feeDetail.totalFee'),
  feeCurrency: 'feeDetail.feeCoin',
  isMaker: word('tradeScope', { taker: 'false', maker: 'true' }),
  filledAtMs: 'cTime',
};

/** Of a unified account, by www.bitget.com/api-doc/uta. */
const UNIFIED_ORDER: Figures = {
  ...PLAIN,
  venueOrderId: 'orderId',
  clientOrderId: is(OWN_NAME),
  side: 'side',
  type: 'orderType',
  price: 'price',
  // A market buy is sized in quote; what was filled is in base.
  amount: 'cumExecQty',
  filledAmount: 'cumExecQty',
  averageFillPrice: 'avgPrice',
  state: 'orderStatus',
  placedAtMs: 'createdTime',
  updatedAtMs: 'updatedTime',
};

const SPOT = 'Endpoints/Spot';
const UNIFIED = 'Endpoints/Unified';

export const BITGET_READINGS: readonly RecordedReading[] = [
  {
    recording: `${SPOT}/Account/GetAccountInfo`,
    reader: 'account.credentials',
    rows: 'data',
    figures: {
      accountUid: 'userId',
      canTrade: is('true'),
      canWithdraw: is('false'),
      isAddressBound: is('true'),
      expiresAtMs: nothing,
      permissions: is('readonly trade'),
      positionMode: nothing,
      marginMode: nothing,
      'accountMode.name': is('classic'),
      'accountMode.refusal': nothing,
    },
  },
  {
    recording: `${SPOT}/Account/GetSpotBalances`,
    reader: 'account.balances',
    rows: 'data',
    figures: {},
    leavesOut: (row) => row.text('available') === '0',
  },
  {
    recording: `${SPOT}/ExchangeData/GetHistoricalKlines`,
    reader: 'candles',
    rows: 'data',
    figures: CANDLE,
  },
  {
    recording: `${SPOT}/ExchangeData/GetKlines`,
    reader: 'candles.recent',
    rows: 'data',
    figures: CANDLE,
  },
  {
    recording: `${SPOT}/ExchangeData/GetServerTime`,
    reader: 'time',
    rows: 'data',
    figures: { venueTimeMs: 'serverTime' },
  },
  {
    recording: `${SPOT}/ExchangeData/GetSymbols`,
    reader: 'markets',
    rows: 'data',
    figures: {
      'market.base': 'baseCoin',
      'market.quote': 'quoteCoin',
      'market.priceStep': places('pricePrecision'),
      'market.amountStep': places('quantityPrecision'),
      'market.makerFeePercent': percent('makerFeeRate'),
      'market.takerFeePercent': percent('takerFeeRate'),
      // "minTradeAmount" is obsolete by the documentation: the value counts.
      'market.minOrderAmount': is('0'),
      'market.minOrderValue': 'minTradeUSDT',
      'market.maxOrderAmount': is('0'),
      'market.maxOrderValue': is('0'),
      'market.listedAtMs': nothing,
    },
  },
  {
    recording: `${SPOT}/Trading/CancelOrder`,
    reader: 'orders.cancel',
    orderId: 'orderId',
    named: 'clientOid',
    rows: 'data',
    figures: { value: nothing },
  },
  {
    recording: `${SPOT}/Trading/GetOpenOrders`,
    reader: 'orders.open',
    named: 'clientOid',
    rows: 'data',
    figures: ORDER,
  },
  {
    recording: `${SPOT}/Trading/GetOpenOrders`,
    reader: 'orders.placedBetween',
    symbol: 'symbol',
    named: 'clientOid',
    rows: 'data',
    figures: ORDER,
  },
  {
    recording: `${SPOT}/Trading/GetUserTrades`,
    reader: 'account.fills',
    rows: 'data',
    figures: FILL,
  },
  {
    recording: `${SPOT}/Trading/GetUserTrades`,
    reader: 'account.orderFills',
    symbol: 'symbol',
    rows: 'data',
    figures: FILL,
  },
  {
    recording: `${SPOT}/Trading/PlaceOrder`,
    reader: 'orders.place',
    named: 'clientOid',
    rows: 'data',
    figures: acknowledged('orderId'),
  },
  {
    recording: `${SPOT}/Trading/GetClosedOrders`,
    reader: 'orders.lookUp',
    symbol: 'symbol',
    named: 'clientOid',
    rows: 'data',
    figures: {
      ...ORDER,
      venueOrderId: is('1'),
      price: is('0'),
      // A market buy is sized in quote; what was filled is in base.
      amount: 'baseVolume',
      averageFillPrice: 'priceAvg',
      updatedAtMs: 'uTime',
    },
    as: {
      take: 'data',
      put: (json) => `{"code":"00000","data":${json.replace(/"\*{20,}"/, '"1"')}}`,
    },
  },
  {
    recording: `${UNIFIED}/Account/GetBalances`,
    reader: 'account.balances',
    mode: 'unified',
    rows: 'data.assets',
    figures: {
      currency: 'coin',
      available: 'available',
      locked: 'locked',
      total: 'balance',
      marginUsed: nothing,
      unrealizedProfit: nothing,
    },
  },
  {
    recording: `${UNIFIED}/Trading/GetOrder`,
    reader: 'orders.lookUp',
    mode: 'unified',
    symbol: 'symbol',
    named: 'clientOid',
    rows: 'data',
    figures: UNIFIED_ORDER,
  },
  {
    recording: `${UNIFIED}/Trading/PlaceOrder`,
    reader: 'orders.place',
    mode: 'unified',
    named: 'clientOid',
    rows: 'data',
    figures: acknowledged('orderId'),
  },
  {
    recording: `${UNIFIED}/Trading/CancelOrder`,
    reader: 'orders.cancel',
    mode: 'unified',
    orderId: 'orderId',
    named: 'clientOid',
    rows: 'data',
    figures: { value: nothing },
  },
  {
    recording: 'Subscriptions/Spot/Order',
    reader: 'stream',
    rows: 'data',
    figures: {
      ...ORDER,
      clientOrderId: nothing,
      price: is('0'),
      amount: 'accBaseVolume',
      filledAmount: 'accBaseVolume',
      averageFillPrice: 'priceAvg',
      state: word('status', { partially_filled: 'open', filled: 'filled' }),
      updatedAtMs: 'uTime',
    },
  },
];
