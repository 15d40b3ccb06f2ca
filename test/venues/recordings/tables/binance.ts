// Binance: spot by developers.binance.com/docs/binance-spot-api-docs, USD-M futures by
// developers.binance.com/docs/derivatives/usds-margined-futures.

import type { Figures } from '../figures.ts';
import { asRequested, is, least, nothing, quotient, sum, word } from '../figures.ts';
import { OWN_NAME } from '../dialect-queries.ts';
import type { RecordedReading } from '../recorded-reading.ts';
import { candleAt, PLAIN, SPOT_BALANCE } from './shared-figures.ts';

const SIDE = word('side', { BUY: 'buy', SELL: 'sell' });
const STATE = word('status', {
  NEW: 'open',
  PARTIALLY_FILLED: 'open',
  FILLED: 'filled',
  CANCELED: 'cancelled',
});

const SPOT_ORDER: Figures = {
  ...PLAIN,
  venueOrderId: 'orderId',
  clientOrderId: is(OWN_NAME),
  side: SIDE,
  type: word('type', { LIMIT: 'limit', MARKET: 'market' }),
  price: 'price',
  amount: 'origQty',
  filledAmount: 'executedQty',
  averageFillPrice: is('0'),
  state: STATE,
  placedAtMs: 'time',
  updatedAtMs: 'updateTime',
};

const SPOT_FILL: Figures = {
  fillId: (row) => `${row.text('symbol')}-${row.text('id')}`,
  venueOrderId: 'orderId',
  clientOrderId: nothing,
  side: word('isBuyer', { true: 'buy', false: 'sell' }),
  price: 'price',
  amount: 'qty',
  fee: 'commission',
  feeCurrency: 'commissionAsset',
  isMaker: 'isMaker',
  filledAtMs: 'time',
};

const BALANCE: Figures = {
  ...SPOT_BALANCE,
  currency: 'asset',
  available: 'free',
  locked: 'locked',
  total: sum('free', 'locked'),
};

const isEmpty = (row: { text(place: string): string | null }): boolean =>
  Number(row.text('free')) + Number(row.text('locked')) === 0;

const AMENDED: Figures = {
  ...SPOT_ORDER,
  averageFillPrice: quotient('cummulativeQuoteQty', 'executedQty'),
};

const KLINE_FRAME: Figures = {
  ...candleAt(['k.o', 'k.h', 'k.l', 'k.c', 'k.v'], 'k.t'),
  atMs: 'E',
};

const SPOT = 'Endpoints/Spot';
const SOCKET = 'Socket/Spot';

export const BINANCE_SPOT_READINGS: readonly RecordedReading[] = [
  {
    recording: `${SPOT}/Account/GetAccountInfo`,
    reader: 'account.balances',
    rows: 'balances',
    figures: BALANCE,
  },
  {
    recording: `${SPOT}/Account/GetAPIKeyPermissions`,
    reader: 'account.credentials',
    rows: '',
    figures: {
      accountUid: is('354937868'),
      canTrade: is('false'),
      canWithdraw: is('false'),
      isAddressBound: 'ipRestrict',
      expiresAtMs: nothing,
      permissions: is('enablePortfolioMarginTrading enableReading'),
      positionMode: nothing,
      marginMode: nothing,
    },
    beside: { first: `${SPOT}/Account/GetAccountInfo` },
  },
  {
    recording: `${SPOT}/Account/GetAccountInfo`,
    reader: 'account.credentials',
    rows: '',
    figures: {
      accountUid: 'uid',
      canTrade: is('false'),
      canWithdraw: is('false'),
      isAddressBound: is('false'),
      expiresAtMs: nothing,
      permissions: is('enablePortfolioMarginTrading enableReading'),
      positionMode: nothing,
      marginMode: nothing,
    },
    beside: { last: `${SPOT}/Account/GetAPIKeyPermissions` },
  },
  {
    recording: `${SPOT}/ExchangeData/GetBookPrice`,
    reader: 'bestPrices',
    symbol: 'symbol',
    rows: '',
    figures: { bid: 'bidPrice', ask: 'askPrice' },
  },
  {
    recording: `${SPOT}/ExchangeData/GetPrice`,
    reader: 'price',
    symbol: 'symbol',
    rows: '',
    figures: { price: 'price' },
  },
  {
    recording: `${SPOT}/ExchangeData/GetServerTime`,
    reader: 'time',
    rows: '',
    figures: { venueTimeMs: 'serverTime' },
  },
  {
    recording: `${SPOT}/Trading/GetOrder`,
    reader: 'orders.lookUp',
    symbol: 'symbol',
    named: 'clientOrderId',
    rows: '',
    figures: SPOT_ORDER,
  },
  {
    recording: `${SPOT}/Trading/GetUserTrades`,
    reader: 'account.fills',
    symbol: 'symbol',
    rows: '',
    figures: SPOT_FILL,
  },
  {
    recording: `${SPOT}/Trading/GetUserTrades`,
    reader: 'account.orderFills',
    symbol: 'symbol',
    rows: '',
    figures: { ...SPOT_FILL, clientOrderId: is(OWN_NAME) },
  },
  {
    recording: `${SPOT}/Trading/GetOrders`,
    reader: 'orders.open',
    named: 'clientOrderId',
    rows: '',
    figures: SPOT_ORDER,
    as: { take: '', put: (json) => json },
  },
  {
    recording: `${SPOT}/Trading/AmendOrder`,
    reader: 'orders.lookUp',
    symbol: 'symbol',
    named: 'clientOrderId',
    rows: 'amendedOrder',
    figures: AMENDED,
    as: { take: 'amendedOrder', put: (json) => json },
  },
  {
    recording: `${SPOT}/ExchangeData/GetTicker`,
    reader: 'bestPrices',
    symbol: 'symbol',
    rows: '',
    figures: { bid: 'bidPrice', ask: 'askPrice' },
    as: { take: '', put: (json) => json },
  },
  {
    recording: `${SPOT}/ExchangeData/GetUiKlines`,
    reader: 'candles',
    rows: '',
    figures: candleAt(['1', '2', '3', '4', '5']),
    as: { take: '', put: (json) => json },
  },
  {
    recording: `${SOCKET}/Account/GetAccountInfo`,
    reader: 'account.balances',
    rows: 'result.balances',
    figures: BALANCE,
    leavesOut: isEmpty,
    as: { take: 'result', put: (json) => json },
  },
  {
    recording: `${SOCKET}/ExchangeData/GetBookTickers`,
    reader: 'bestPrices',
    symbol: 'symbol',
    rows: 'result.0',
    figures: { bid: 'bidPrice', ask: 'askPrice' },
    as: { take: 'result.0', put: (json) => json },
  },
  {
    recording: `${SOCKET}/ExchangeData/GetTickers`,
    reader: 'bestPrices',
    symbol: 'symbol',
    rows: 'result.1',
    figures: { bid: 'bidPrice', ask: 'askPrice' },
    as: { take: 'result.1', put: (json) => json },
  },
  {
    recording: `${SOCKET}/ExchangeData/GetExchangeInfo`,
    reader: 'markets',
    rows: 'result.symbols',
    figures: {
      'market.base': 'baseAsset',
      'market.quote': 'quoteAsset',
      'market.priceStep': 'filters.0.tickSize',
      'market.amountStep': 'filters.1.stepSize',
      'market.minOrderAmount': 'filters.1.minQty',
      'market.maxOrderAmount': 'filters.1.maxQty',
      'market.minOrderValue': is('0'),
      'market.maxOrderValue': is('0'),
      'market.makerFeePercent': is('0.1'),
      'market.takerFeePercent': is('0.1'),
      'market.listedAtMs': nothing,
    },
    as: { take: 'result', put: (json) => json },
  },
  {
    recording: `${SOCKET}/ExchangeData/GetUIKlines`,
    reader: 'candles',
    rows: 'result',
    figures: candleAt(['1', '2', '3', '4', '5']),
    as: { take: 'result', put: (json) => json },
  },
  {
    recording: `${SOCKET}/Trading/AmendOrder`,
    reader: 'orders.lookUp',
    symbol: 'symbol',
    named: 'clientOrderId',
    rows: 'result.amendedOrder',
    figures: AMENDED,
    as: { take: 'result.amendedOrder', put: (json) => json },
  },
  {
    recording: `${SOCKET}/Trading/CancelOrder`,
    reader: 'orders.lookUp',
    symbol: 'symbol',
    named: 'clientOrderId',
    rows: 'result',
    figures: AMENDED,
    as: { take: 'result', put: (json) => json },
  },
  {
    recording: `${SOCKET}/Trading/GetUserTrades`,
    reader: 'account.fills',
    symbol: 'symbol',
    rows: 'result',
    figures: SPOT_FILL,
    as: { take: 'result', put: (json) => json },
  },
  {
    recording: 'Subscriptions/Spot/ExchangeData/Klines',
    reader: 'marketStream',
    rows: 'data',
    figures: KLINE_FRAME,
  },
];

/** A multi-assets account may use more than the wallet holds; what is there is no more. */
const WALLET: Figures = {
  currency: 'asset',
  available: least('availableBalance', 'walletBalance'),
  locked: 'initialMargin',
  total: 'walletBalance',
  marginUsed: 'initialMargin',
  unrealizedProfit: 'unrealizedProfit',
};

/** "stopPrice": please ignore when order type is TRAILING_STOP_MARKET. */
const TRAILING: Figures = {
  ...PLAIN,
  'terms.trailActivationPrice': 'activatePrice',
  venueOrderId: 'orderId',
  clientOrderId: is(OWN_NAME),
  side: SIDE,
  type: word('type', { TRAILING_STOP_MARKET: 'trailing_stop_market' }),
  price: is('0'),
  amount: 'origQty',
  filledAmount: 'executedQty',
  averageFillPrice: is('0'),
  state: STATE,
  placedAtMs: 'time',
  updatedAtMs: 'updateTime',
};

const LIMIT: Figures = {
  ...TRAILING,
  'terms.trailActivationPrice': nothing,
  type: word('type', { LIMIT: 'limit' }),
  price: 'price',
};

/** A stop that was triggered: what came of it has the number by which it is known from then on. */
const FINISHED: Figures = {
  ...PLAIN,
  'terms.triggerPrice': 'triggerPrice',
  'terms.isReduceOnly': is('true'),
  venueOrderId: 'actualOrderId',
  clientOrderId: is(OWN_NAME),
  side: SIDE,
  type: word('orderType', { STOP_MARKET: 'stop_market' }),
  price: 'price',
  amount: 'quantity',
  filledAmount: 'actualQty',
  averageFillPrice: 'actualPrice',
  state: word('algoStatus', { FINISHED: 'filled' }),
  placedAtMs: 'createTime',
  updatedAtMs: 'updateTime',
};

const USDM_FILL: Figures = {
  ...SPOT_FILL,
  side: SIDE,
  isMaker: 'maker',
};

const USDM = 'Endpoints/UsdFutures';
const untimed = (figures: Figures): Figures => ({ ...figures, placedAtMs: asRequested });

export const BINANCE_USDM_READINGS: readonly RecordedReading[] = [
  {
    recording: `${USDM}/Account/GetAccountInfoV3`,
    reader: 'account.balances',
    rows: 'assets',
    figures: WALLET,
  },
  {
    recording: `${USDM}/Account/GetSymbolConfiguration`,
    reader: 'orders.prepare',
    symbol: 'symbol',
    rows: '',
    figures: {},
    // Its leverage is another one, which is set next.
    leavesOut: () => true,
  },
  {
    recording: `${USDM}/Trading/GetPositions`,
    reader: 'account.positions',
    rows: '',
    figures: {
      positionId: (row) => `${row.text('symbol')}-${row.text('positionSide')}`,
      direction: word('positionSide', { LONG: 'long', SHORT: 'short' }),
      amount: 'positionAmt',
      averagePrice: 'entryPrice',
      markPrice: 'markPrice',
      leverage: is('21'),
      marginMode: is('cross'),
      margin: is('0'),
      marginCurrency: is('USDT'),
      liquidationPrice: 'liquidationPrice',
      unrealizedProfit: 'unRealizedProfit',
      realizedProfit: is('0'),
      fees: is('0'),
      roiPercent: is('0'),
      openedAtMs: 'updateTime',
      updatedAtMs: 'updateTime',
    },
    after: [
      '[{"symbol":"BTCUSDT","marginType":"CROSSED","isAutoAddMargin":"false","leverage":21}]',
    ],
    leavesOut: (row) => Number(row.text('positionAmt')) === 0,
  },
  {
    recording: `${USDM}/Account/StartUserStream`,
    reader: 'stream.token',
    rows: '',
    figures: { value: 'listenKey' },
  },
  {
    recording: `${USDM}/ExchangeData/GetExchangeInfo`,
    reader: 'markets',
    rows: 'symbols',
    figures: {
      'market.base': 'baseAsset',
      'market.quote': 'quoteAsset',
      'market.priceStep': 'filters.0.tickSize',
      'market.amountStep': 'filters.1.stepSize',
      'market.minOrderAmount': 'filters.1.minQty',
      // Market orders have the lower maximum, and an order may become one.
      'market.maxOrderAmount': least('filters.1.maxQty', 'filters.2.maxQty'),
      'market.minOrderValue': 'filters.5.notional',
      'market.maxOrderValue': is('0'),
      'market.makerFeePercent': is('0.02'),
      'market.takerFeePercent': is('0.05'),
      'market.listedAtMs': 'onboardDate',
    },
  },
  {
    recording: `${USDM}/ExchangeData/GetFundingRates`,
    reader: 'funding',
    symbol: 'symbol',
    rows: '',
    figures: { atMs: 'fundingTime', rate: 'fundingRate' },
  },
  {
    recording: `${USDM}/Trading/GetOpenOrders`,
    reader: 'orders.open',
    named: 'clientOrderId',
    rows: '',
    figures: TRAILING,
  },
  {
    recording: `${USDM}/Trading/GetConditionalOrder`,
    reader: 'orders.lookUp',
    symbol: 'symbol',
    named: 'clientAlgoId',
    rows: '',
    figures: FINISHED,
  },
  {
    recording: `${USDM}/Trading/GetUserTrades`,
    reader: 'account.fills',
    symbol: 'symbol',
    rows: '',
    figures: USDM_FILL,
  },
  {
    recording: `${USDM}/Trading/GetUserTrades`,
    reader: 'account.orderFills',
    symbol: 'symbol',
    rows: '',
    figures: { ...USDM_FILL, clientOrderId: is(OWN_NAME) },
  },
  {
    recording: `${USDM}/Trading/PlaceOrder`,
    reader: 'orders.place',
    symbol: 'symbol',
    named: 'clientOrderId',
    rows: '',
    figures: untimed(TRAILING),
  },
  {
    recording: `${USDM}/Account/GetAccountInfo`,
    reader: 'account.balances',
    rows: 'assets',
    figures: WALLET,
    as: { take: '', put: (json) => json },
  },
  {
    recording: 'Socket/UsdFutures/Account/GetAccountInfo',
    reader: 'account.balances',
    rows: 'result.assets',
    figures: WALLET,
    as: { take: 'result', put: (json) => json },
  },
  {
    recording: 'Socket/UsdFutures/ExchangeData/GetPrice',
    reader: 'price',
    symbol: 'symbol',
    rows: 'result',
    figures: { price: 'price' },
    as: { take: 'result', put: (json) => json },
  },
  {
    recording: `${USDM}/Trading/CancelMultipleOrders`,
    reader: 'orders.cancel',
    symbol: 'symbol',
    named: 'clientOrderId',
    rows: '0',
    figures: untimed(TRAILING),
    as: { take: '0', put: (json) => json },
  },
  {
    recording: `${USDM}/Trading/EditMultipleOrders`,
    reader: 'orders.place',
    symbol: 'symbol',
    named: 'clientOrderId',
    rows: '0',
    figures: untimed(LIMIT),
    as: { take: '0', put: (json) => json },
  },
  {
    recording: `${USDM}/Trading/PlaceMultipleOrders`,
    reader: 'orders.place',
    symbol: 'symbol',
    named: 'clientOrderId',
    rows: '0',
    figures: untimed(TRAILING),
    as: { take: '0', put: (json) => json },
  },
  {
    recording: 'Subscriptions/UsdFutures/Klines',
    reader: 'marketStream',
    rows: 'data',
    figures: KLINE_FRAME,
  },
];
