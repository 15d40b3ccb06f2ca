// Markets of Binance spot.

import { decimal } from '#lib/decimal.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { decimalsOf, filtersOf, limit } from '#venues/dialects/binance/read-market-data.ts';
import { byField, readSomeRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  flagField,
  integerField,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';

export const BINANCE_CODE = 'binance';
const TAG_PREFIX = 'BINANCE';

/** What an account without a discount pays; the venue lists fees by account only. */
const FEE_PERCENT = decimal('0.1');

/** Of an order on a market that is not listed: tags of listed ones have both currencies. */
export function spotMarketTag(symbol: string): MarketTag {
  return `${TAG_PREFIX}_${symbol}`;
}

/** Markets of a reply; those that cannot be read are left out and named. */
export function readSpotMarkets(value: unknown): readonly ListedMarket[] {
  const symbols = replyFields(value, 'The list of markets')['symbols'];
  return readSomeRows(replyList(symbols, 'The list of markets'), byField('symbol'), readMarket);
}

function readMarket(value: unknown): ListedMarket {
  const fields = replyFields(value, 'The market');
  const base = textField(fields, 'baseAsset');
  const quote = textField(fields, 'quoteAsset');
  return {
    symbol: textField(fields, 'symbol'),
    market: {
      marketTag: spotMarketTag(`${base}_${quote}`),
      exchange: BINANCE_CODE,
      base,
      quote,
      marketType: 'spot',
      ...limitsOf(fields),
      priceSignificantDigits: null,
      makerFeePercent: FEE_PERCENT,
      takerFeePercent: FEE_PERCENT,
      isOpen: isOpen(fields),
      listedAtMs: null,
      marketBuyBy: 'base',
      contract: null,
    },
  };
}

/** Orders are taken while a market trades; in every other status they are refused or only ended. */
function isOpen(fields: ReplyFields): boolean {
  return textField(fields, 'status') === 'TRADING' && flagField(fields, 'isSpotTradingAllowed');
}

type Limits = Pick<
  Market,
  | 'priceStep'
  | 'priceDecimals'
  | 'amountStep'
  | 'amountDecimals'
  | 'minOrderAmount'
  | 'maxOrderAmount'
  | 'minOrderValue'
  | 'maxOrderValue'
>;

/** A filter that is missing, or a value of zero, sets no limit. */
function limitsOf(fields: ReplyFields): Limits {
  const filters = filtersOf(fields);
  const prices = filters.get('PRICE_FILTER');
  const lots = filters.get('LOT_SIZE');
  const values = filters.get('NOTIONAL') ?? filters.get('MIN_NOTIONAL');
  const priceStep = limit(prices, 'tickSize');
  const amountStep = limit(lots, 'stepSize');
  return {
    priceStep,
    priceDecimals: decimalsOf(priceStep, integerField(fields, 'quoteAssetPrecision')),
    amountStep,
    amountDecimals: decimalsOf(amountStep, integerField(fields, 'baseAssetPrecision')),
    minOrderAmount: limit(lots, 'minQty'),
    maxOrderAmount: limit(lots, 'maxQty'),
    minOrderValue: limit(values, 'minNotional'),
    maxOrderValue: limit(values, 'maxNotional'),
  };
}
