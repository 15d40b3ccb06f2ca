// Coinbase: Advanced Trade by docs.cdp.coinbase.com/advanced-trade.

import type { RecordedReading } from '../recorded-reading.ts';
import type { Figures } from '../figures.ts';
import { is, isoInstant, nothing, sum, word } from '../figures.ts';
import { acknowledged, SPOT_BALANCE } from './shared-figures.ts';

const TRADE = 'Endpoints/AdvancedTrade';

const FILL: Figures = {
  fillId: 'entry_id',
  venueOrderId: 'order_id',
  clientOrderId: nothing,
  side: word('side', { BUY: 'buy', SELL: 'sell' }),
  price: 'price',
  amount: 'size',
  fee: 'commission',
  feeCurrency: is('USD'),
  isMaker: word('liquidity_indicator', { UNKNOWN_LIQUIDITY_INDICATOR: 'false' }),
  filledAtMs: isoInstant('trade_time'),
};
const LAST = '{"fills":[],"cursor":""}';

export const COINBASE_READINGS: readonly RecordedReading[] = [
  {
    recording: `${TRADE}/Account/GetAccounts`,
    reader: 'account.balances',
    rows: 'accounts',
    figures: {
      ...SPOT_BALANCE,
      currency: 'currency',
      available: 'available_balance.value',
      locked: 'hold.value',
      total: sum('available_balance.value', 'hold.value'),
    },
  },
  {
    recording: `${TRADE}/ExchangeData/GetOrderBook`,
    reader: 'bestPrices',
    symbol: 'product_id',
    rows: 'pricebook',
    figures: { bid: 'bids.0.price', ask: 'asks.0.price' },
  },
  {
    recording: `${TRADE}/Trading/GetUserTrades`,
    reader: 'account.fills',
    rows: 'fills',
    figures: FILL,
    after: [LAST],
  },
  {
    recording: `${TRADE}/Trading/GetUserTrades`,
    reader: 'account.orderFills',
    symbol: 'product_id',
    rows: 'fills',
    figures: FILL,
    after: [LAST],
  },
  {
    recording: `${TRADE}/Trading/PlaceOrder`,
    reader: 'orders.place',
    symbol: 'product_id',
    named: 'client_order_id',
    rows: 'success_response',
    figures: acknowledged('order_id'),
  },
];
