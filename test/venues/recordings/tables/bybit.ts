// Bybit: version 5 by bybit-exchange.github.io/docs/v5.

import type { Figures } from '../figures.ts';
import { first, is, nothing, orZero, returnPercent, whole, word } from '../figures.ts';
import { OWN_NAME } from '../dialect-queries.ts';
import type { RecordedReading } from '../recorded-reading.ts';
import { acknowledged, candleAt, PLAIN } from './shared-figures.ts';

const SIDE = word('side', { Buy: 'buy', Sell: 'sell' });

const FLAGS: Figures = {
  'terms.isPostOnly': (row) => String(row.text('timeInForce') === 'PostOnly'),
  'terms.isReduceOnly': (row) => row.text('reduceOnly') ?? 'false',
};

const STATE = word('orderStatus', { New: 'open', Filled: 'filled', Cancelled: 'cancelled' });

const ORDER: Figures = {
  ...PLAIN,
  ...FLAGS,
  venueOrderId: 'orderId',
  clientOrderId: is(OWN_NAME),
  side: SIDE,
  type: word('orderType', { Limit: 'limit', Market: 'market' }),
  price: 'price',
  amount: 'qty',
  filledAmount: 'cumExecQty',
  averageFillPrice: 'avgPrice',
  state: STATE,
  placedAtMs: 'createdTime',
  updatedAtMs: 'updatedTime',
};

/** A post-only order that would have taken is cancelled by the engine: it was rejected. */
const POST_ONLY: Figures = {
  ...ORDER,
  averageFillPrice: is('0'),
  state: word('orderStatus', { New: 'open', Filled: 'filled', Cancelled: 'rejected' }),
};

const FILL: Figures = {
  fillId: 'execId',
  venueOrderId: 'orderId',
  clientOrderId: nothing,
  side: SIDE,
  price: 'execPrice',
  amount: 'execQty',
  fee: 'execFee',
  feeCurrency: is('USDT'),
  isMaker: 'isMaker',
  filledAtMs: 'execTime',
};

const TICKER: Figures = { price: 'lastPrice', 'best.bid': 'bid1Price', 'best.ask': 'ask1Price' };
const V5 = 'Endpoints/V5Api';
const result = (json: string): string => `{"retCode":0,"retMsg":"OK","result":${json},"time":0}`;
const listOf =
  (category: string) =>
  (json: string): string =>
    result(`{"category":"${category}","nextPageCursor":"","list":${json}}`);

const MODE = result('{"marginMode":"REGULAR_MARGIN","unifiedMarginStatus":5}');

const POSITION: Figures = {
  positionId: (row) =>
    `${row.text('symbol')}-${row.text('positionIdx')}-${row.text('createdTime')}`,
  direction: word('side', { Buy: 'long', Sell: 'short' }),
  amount: 'size',
  averagePrice: 'avgPrice',
  markPrice: 'markPrice',
  leverage: 'leverage',
  marginMode: is('cross'),
  margin: 'positionIM',
  marginCurrency: is('USDT'),
  liquidationPrice: first('liqPrice'),
  unrealizedProfit: 'unrealisedPnl',
  realizedProfit: orZero('curRealisedPnl'),
  fees: is('0'),
  roiPercent: returnPercent('unrealisedPnl', 'positionIM'),
  openedAtMs: 'createdTime',
  updatedAtMs: 'updatedTime',
};

export const BYBIT_READINGS: readonly RecordedReading[] = [
  {
    recording: `${V5}/Account/GetApiKeyInfo`,
    reader: 'account.credentials',
    beside: {
      written:
        '{"retCode":0,"retMsg":"OK","result":{"marginMode":"REGULAR_MARGIN","unifiedMarginStatus":5}}',
    },
    rows: 'result',
    figures: {
      accountUid: 'userID',
      canTrade: is('true'),
      canWithdraw: is('false'),
      isAddressBound: is('false'),
      expiresAtMs: (row) => String(Date.parse(row.text('expiredAt') ?? '')),
      permissions: is(
        'ContractTrade.Order ContractTrade.Position Options.OptionsTrade Spot.SpotTrade Wallet.AccountTransfer Wallet.SubMemberTransfer',
      ),
      positionMode: nothing,
      marginMode: nothing,
      'accountMode.name': is('UTA 2.0'),
      'accountMode.refusal': nothing,
    },
  },
  {
    recording: `${V5}/Account/GetBalances`,
    reader: 'account.balances',
    rows: 'result.list.0.coin',
    figures: {},
    leavesOut: (row) => row.text('walletBalance') === '0',
  },
  {
    recording: `${V5}/Account/SetLeverage`,
    reader: 'orders.prepare',
    marketType: 'futures',
    rows: 'result',
    figures: {},
    leavesOut: () => true,
  },
  {
    recording: `${V5}/ExchangeData/GetFundingRateHistory`,
    reader: 'funding',
    marketType: 'futures',
    symbol: 'symbol',
    rows: 'result.list',
    figures: { atMs: 'fundingRateTimestamp', rate: 'fundingRate' },
  },
  {
    recording: `${V5}/ExchangeData/GetKlines`,
    reader: 'candles',
    marketType: 'futures',
    symbol: () => 'BTCUSD',
    rows: 'result.list',
    figures: candleAt(['1', '2', '3', '4', '5']),
    isReversed: true,
  },
  {
    recording: `${V5}/ExchangeData/GetLinearInverseTickers`,
    reader: 'price',
    marketType: 'futures',
    symbol: 'symbol',
    rows: 'result.list',
    figures: TICKER,
  },
  {
    recording: `${V5}/ExchangeData/GetOptionTickers`,
    reader: 'price',
    marketType: 'futures',
    symbol: 'symbol',
    rows: 'result.list',
    // A side without offers is zero there.
    figures: { price: 'lastPrice', best: nothing },
  },
  {
    recording: `${V5}/Trading/CancelOrder`,
    reader: 'orders.cancel',
    orderId: 'orderId',
    named: 'orderLinkId',
    rows: 'result',
    figures: { value: nothing },
  },
  {
    recording: `${V5}/Trading/GetOrderHistory`,
    reader: 'orders.lookUp',
    marketType: 'futures',
    symbol: 'symbol',
    named: 'orderLinkId',
    rows: 'result.list',
    figures: POST_ONLY,
  },
  {
    recording: `${V5}/Trading/PlaceOrder`,
    reader: 'orders.place',
    named: 'orderLinkId',
    rows: 'result',
    figures: acknowledged('orderId'),
  },
  {
    recording: 'JsonResponses/Derivatives/Contract/Trading/CancelOrderAsync',
    reader: 'orders.cancel',
    marketType: 'futures',
    orderId: 'orderId',
    rows: 'result',
    figures: { value: nothing },
    as: { take: 'result', put: result },
  },
  {
    recording: 'JsonResponses/Derivatives/UnifiedMargin/Trading/CancelOrderAsync',
    reader: 'orders.cancel',
    marketType: 'futures',
    orderId: 'orderId',
    named: 'orderLinkId',
    rows: 'result',
    figures: { value: nothing },
    as: { take: 'result', put: result },
  },
  {
    recording: 'JsonResponses/Derivatives/UnifiedMargin/Trading/PlaceOrderAsync',
    reader: 'orders.place',
    marketType: 'futures',
    named: 'orderLinkId',
    rows: 'result',
    figures: acknowledged('orderId'),
    as: { take: 'result', put: result },
  },
  {
    recording: 'JsonResponses/Derivatives/ExchangeData/GetFundingRateAsync',
    reader: 'funding',
    marketType: 'futures',
    symbol: 'symbol',
    rows: 'result.list',
    figures: { atMs: 'fundingRateTimestamp', rate: 'fundingRate' },
    as: { take: 'result', put: result },
  },
  {
    recording: 'JsonResponses/V5/ExchangeData/GetSpotSymbolsAsync',
    reader: 'markets',
    rows: 'result.list',
    figures: {
      'market.base': 'baseCoin',
      'market.quote': 'quoteCoin',
      'market.priceStep': 'priceFilter.tickSize',
      'market.amountStep': 'lotSizeFilter.basePrecision',
      'market.minOrderAmount': 'lotSizeFilter.minOrderQty',
      'market.maxOrderAmount': 'lotSizeFilter.maxOrderQty',
      'market.minOrderValue': 'lotSizeFilter.minOrderAmt',
      // "maxOrderAmt" is obsolete by the documentation: the amounts count.
      'market.maxOrderValue': is('0'),
      'market.makerFeePercent': is('0.1'),
      'market.takerFeePercent': is('0.1'),
      'market.listedAtMs': nothing,
    },
    as: { take: 'result.list', put: listOf('spot') },
  },
  {
    recording: `${V5}/Trading/GetPositions`,
    reader: 'account.positions',
    marketType: 'futures',
    before: [MODE],
    rows: 'result.list',
    figures: POSITION,
  },
  {
    recording: 'JsonResponses/V5/Trading/GetPositionsAsync',
    reader: 'account.positions',
    marketType: 'futures',
    before: [MODE],
    rows: 'result.list',
    figures: POSITION,
    as: { take: 'result', put: result },
  },
  {
    recording: 'JsonResponses/V5/Trading/GetPositionsAsync2',
    reader: 'account.positions',
    marketType: 'futures',
    rows: 'result.list',
    figures: {},
    // Without a position, a row of empty texts.
    before: [MODE],
    leavesOut: (row) => row.text('size') === '0',
    as: { take: 'result', put: result },
  },
  {
    recording: 'JsonResponses/Derivatives/Contract/Account/GetPositionAsync',
    reader: 'account.positions',
    marketType: 'futures',
    rows: 'result.list',
    figures: {},
    before: [MODE],
    leavesOut: (row) => Number(row.text('size')) === 0,
    as: { take: 'result', put: result },
  },
  {
    recording: 'JsonResponses/Derivatives/UnifiedMargin/Socket/OrderUpdate',
    reader: 'stream',
    marketType: 'futures',
    rows: '',
    figures: {
      ...ORDER,
      clientOrderId: nothing,
      averageFillPrice: is('0'),
    },
    as: { take: '', put: (json) => `{"topic":"order.linear","data":${json}}` },
  },
  {
    recording: 'Subscriptions/V5/Private/UserTrades',
    reader: 'stream',
    marketType: 'futures',
    rows: 'data',
    figures: { ...FILL, sequence: whole('seq') },
  },
];
