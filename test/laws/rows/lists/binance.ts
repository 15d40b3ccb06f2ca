// Lists of Binance, spot and USD-M futures.

import { BINANCE_SPOT } from '#venues/dialects/binance-spot/binance-spot.ts';
import * as spot from '#venues/dialects/binance-spot/binance-spot.fixture.ts';
import { BINANCE_USDM } from '#venues/dialects/binance-usdm/binance-usdm.ts';
import * as usdm from '#venues/dialects/binance-usdm/binance-usdm.fixture.ts';
import type { RowList } from '../row-list.ts';
import { firstOf, rowListOf } from './row-list-of.ts';

const { CONTEXT, ETH_BTC, OUR_NAME } = spot;
const NOW_MS = CONTEXT.nowMs;
const FILTERS = [
  { filterType: 'PRICE_FILTER', tickSize: '0.00000100' },
  { filterType: 'LOT_SIZE', minQty: '0.00100000', maxQty: '100000', stepSize: '0.00100000' },
  { filterType: 'MIN_NOTIONAL', minNotional: '0.0001', notional: '5' },
];
const SYMBOL = {
  symbol: 'ETHBTC',
  status: 'TRADING',
  baseAsset: 'ETH',
  baseAssetPrecision: 8,
  quoteAsset: 'BTC',
  quoteAssetPrecision: 8,
  isSpotTradingAllowed: true,
  filters: FILTERS,
};
const CANDLE = [NOW_MS - 120_000, '0.0345', '0.0346', '0.0344', '0.0345', '12.5', 0, '0', 0];
const TRADE = {
  symbol: 'ETHBTC',
  id: 500,
  orderId: 71,
  price: '0.0345',
  qty: '1.25',
  commission: '0.001',
  commissionAsset: 'BNB',
  time: NOW_MS,
  isBuyer: true,
  isMaker: true,
};
const NAME = { clientOrderId: OUR_NAME, venueOrderId: '71', placedAtMs: NOW_MS };

export const BINANCE_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'markets',
    kind: 'public',
    query: () => firstOf(BINANCE_SPOT.markets()),
    page: (symbols) => spot.reply({ symbols }),
    rows: [SYMBOL, { ...SYMBOL, symbol: 'LTCBTC', baseAsset: 'LTC' }],
  }),
  rowListOf({
    name: 'candles',
    kind: 'public',
    query: () => BINANCE_SPOT.candles.fetch(ETH_BTC, NOW_MS - 600_000, NOW_MS),
    page: spot.reply,
    rows: [CANDLE, [NOW_MS - 60_000, ...CANDLE.slice(1)]],
  }),
  rowListOf({
    name: 'balances',
    kind: 'balances',
    query: () => BINANCE_SPOT.account.balances(CONTEXT),
    page: (balances) => spot.reply({ balances }),
    rows: [
      { asset: 'BTC', free: '1.5', locked: '0.5' },
      { asset: 'ETH', free: '2', locked: '0' },
    ],
  }),
  rowListOf({
    name: 'open orders',
    kind: 'orders',
    query: () => firstOf(BINANCE_SPOT.orders.open(CONTEXT)),
    page: spot.reply,
    rows: [spot.RESTING, { ...spot.RESTING, orderId: 72, clientOrderId: 'other' }],
  }),
  rowListOf({
    name: 'fills',
    kind: 'fills',
    query: () => BINANCE_SPOT.account.fills(ETH_BTC, '400', 10, CONTEXT),
    page: spot.reply,
    rows: [TRADE, { ...TRADE, id: 501, orderId: 72 }],
    free: { ...TRADE, commission: '0', commissionAsset: '' },
  }),
  rowListOf({
    name: 'order fills',
    kind: 'order fills',
    query: () => BINANCE_SPOT.account.orderFills(NAME, ETH_BTC, CONTEXT),
    page: spot.reply,
    rows: [TRADE, { ...TRADE, id: 501 }],
  }),
];

const { BTC_PERPETUAL } = usdm;
const MARKET = {
  ...SYMBOL,
  symbol: 'BTCUSDT',
  baseAsset: 'BTC',
  quoteAsset: 'USDT',
  marginAsset: 'USDT',
  contractType: 'PERPETUAL',
  onboardDate: 1_569_398_400_000,
};
const ASSET = {
  asset: 'USDT',
  walletBalance: '100',
  positionInitialMargin: '10',
  openOrderInitialMargin: '5',
  unrealizedProfit: '1',
};
const POSITION = {
  symbol: 'BTCUSDT',
  positionSide: 'BOTH',
  positionAmt: '-0.012',
  entryPrice: '35000',
  markPrice: '34000',
  unRealizedProfit: '12',
  liquidationPrice: '0',
  marginAsset: 'USDT',
  positionInitialMargin: '20.4',
  updateTime: NOW_MS - 5_000,
};
const SETUPS = [
  { symbol: 'BTCUSDT', marginType: 'ISOLATED', leverage: 20 },
  { symbol: 'ETHUSDT', marginType: 'ISOLATED', leverage: 20 },
];
const FUTURES_TRADE = {
  symbol: 'BTCUSDT',
  id: 500,
  orderId: 22_542_179,
  side: 'SELL',
  price: '34567.8',
  qty: '0.012',
  commission: '0.0829',
  commissionAsset: 'USDT',
  time: NOW_MS,
  maker: true,
};
const PAYMENT = {
  symbol: 'BTCUSDT',
  incomeType: 'FUNDING_FEE',
  income: '-0.042',
  asset: 'USDT',
  time: NOW_MS - 3_600_000 + 12,
  tranId: 9_689_322_392,
};
const FORCED = {
  symbol: 'BTCUSDT',
  orderId: 6_071_832_819,
  side: 'SELL',
  avgPrice: '31000.1',
  executedQty: '0.012',
  time: NOW_MS - 1_800_000,
};
const RATE = {
  symbol: 'BTCUSDT',
  fundingTime: NOW_MS - 3_600_000,
  fundingRate: '0.0001',
  markPrice: '35000',
};
const marginEvents = BINANCE_USDM.account.marginEvents ?? firstOf([]);
const eventsQuery = () => marginEvents(null, 100, usdm.CONTEXT, NOW_MS - 7_200_000);

export const BINANCE_USDM_LISTS: readonly RowList[] = [
  rowListOf({
    name: 'markets',
    kind: 'public',
    query: () => firstOf(BINANCE_USDM.markets()),
    page: (symbols) => usdm.reply({ symbols }),
    rows: [MARKET, { ...MARKET, symbol: 'ETHUSDT', baseAsset: 'ETH' }],
    filters: ['contractType'],
  }),
  rowListOf({
    name: 'candles',
    kind: 'public',
    query: () => BINANCE_USDM.candles.fetch(BTC_PERPETUAL, NOW_MS - 600_000, NOW_MS),
    page: usdm.reply,
    rows: [CANDLE, [NOW_MS - 60_000, ...CANDLE.slice(1)]],
  }),
  rowListOf({
    name: 'funding rates',
    kind: 'public',
    query: () =>
      (BINANCE_USDM.funding ?? firstOf([])).fetch(BTC_PERPETUAL, NOW_MS - 90_000_000, NOW_MS),
    page: usdm.reply,
    rows: [RATE, { ...RATE, fundingTime: NOW_MS - 32_400_000 }],
  }),
  rowListOf({
    name: 'balances',
    kind: 'balances',
    query: () => BINANCE_USDM.account.balances(usdm.CONTEXT),
    page: (assets) => usdm.reply({ assets }),
    rows: [ASSET, { ...ASSET, asset: 'USDC' }],
  }),
  rowListOf({
    name: 'positions',
    kind: 'positions',
    query: () => firstOf(BINANCE_USDM.account.positions(usdm.CONTEXT)),
    page: usdm.reply,
    others: { symbolConfig: usdm.reply(SETUPS) },
    rows: [POSITION, { ...POSITION, symbol: 'ETHUSDT' }],
  }),
  rowListOf({
    name: 'open orders',
    kind: 'orders',
    query: () => firstOf(BINANCE_USDM.orders.open(usdm.CONTEXT)),
    page: usdm.reply,
    rows: [usdm.RESTING, { ...usdm.RESTING, orderId: 72, clientOrderId: 'other' }],
  }),
  rowListOf({
    name: 'fills',
    kind: 'fills',
    query: () => BINANCE_USDM.account.fills(BTC_PERPETUAL, '400', 10, usdm.CONTEXT),
    page: usdm.reply,
    rows: [FUTURES_TRADE, { ...FUTURES_TRADE, id: 501, orderId: 72 }],
    free: { ...FUTURES_TRADE, commission: '0', commissionAsset: '' },
  }),
  rowListOf({
    name: 'order fills',
    kind: 'order fills',
    query: () =>
      BINANCE_USDM.account.orderFills(
        { ...NAME, venueOrderId: '22542179' },
        BTC_PERPETUAL,
        usdm.CONTEXT,
      ),
    page: usdm.reply,
    rows: [FUTURES_TRADE, { ...FUTURES_TRADE, id: 501 }],
  }),
  rowListOf({
    name: 'margin events',
    kind: 'events',
    query: eventsQuery,
    page: usdm.reply,
    others: { fundingRate: usdm.reply([RATE]) },
    rows: [PAYMENT, { ...PAYMENT, tranId: 9_689_322_393 }],
  }),
  rowListOf({
    name: 'liquidations',
    kind: 'events',
    query: eventsQuery,
    path: 'forceOrders',
    page: usdm.reply,
    rows: [FORCED, { ...FORCED, orderId: 6_071_832_820 }],
  }),
];
