// Markets, prices and candles of Binance spot.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal, ZERO } from '#lib/decimal.ts';
import type { Candle } from '#domain/candle/candle.ts';
import type { Market, MarketTag } from '#domain/market/market.ts';
import type { ListedMarket } from '#adapters/venues/dialect.ts';
import { stepCounters } from '#adapters/venues/dialects/reply/count-steps.ts';
import type { ReplyFields } from '#adapters/venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  flagField,
  integerField,
  replyDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#adapters/venues/dialects/reply/reply-fields.ts';

export const BINANCE_CODE = 'binance';
const TAG_PREFIX = 'BINANCE';

/** What an account without a discount pays; the venue lists fees by account only. */
const FEE_PERCENT = decimal('0.1');

/** Of an order on a market that is not listed: tags of listed ones have both currencies. */
export function spotMarketTag(symbol: string): MarketTag {
  return `${TAG_PREFIX}_${symbol}`;
}

export function readSpotMarkets(value: unknown): readonly ListedMarket[] {
  const symbols = replyFields(value, 'The list of markets')['symbols'];
  return replyList(symbols, 'The list of markets').map(readMarket);
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

function filtersOf(fields: ReplyFields): ReadonlyMap<string, ReplyFields> {
  return new Map(
    replyList(fields['filters'], 'The list of filters').map((value) => {
      const filter = replyFields(value, 'The filter');
      return [textField(filter, 'filterType'), filter] as const;
    }),
  );
}

const HUGE = /^\d{19,}(?:\.\d+)?$/;

function limit(filter: ReplyFields | undefined, name: string): Decimal {
  const value = filter?.[name] ?? '0';
  // A maximum beyond what a decimal holds limits nothing.
  return typeof value === 'string' && HUGE.test(value) ? ZERO : replyDecimal(value, name);
}

function decimalsOf(step: Decimal, precision: number): number {
  if (step > 0n) return formatDecimal(step).split('.')[1]?.length ?? 0;
  if (precision < 0 || precision > 18) throw new UnreadableReply('A precision is 0 to 18.');
  return precision;
}

export function readSpotPrice(value: unknown, { symbol }: ListedMarket): Decimal {
  const fields = replyFields(value, 'The price');
  const price = decimalField(fields, 'price');
  if (fields['symbol'] !== symbol || price <= 0n)
    throw new UnreadableReply('The price is not one of this market.');
  return price;
}

/** Rows: open time, open, high, low, close, volume of base, and more that is not used. */
export function readSpotCandles(value: unknown, { market }: ListedMarket): readonly Candle[] {
  const [ticks, lots] = stepCounters(market);
  return replyList(value, 'The list of candles').map((row) => {
    const cells = replyList(row, 'The candle');
    return {
      openTimeMs: integerField({ openTime: cells[0] }, 'openTime'),
      open: ticks(cells[1], 'price'),
      high: ticks(cells[2], 'price'),
      low: ticks(cells[3], 'price'),
      close: ticks(cells[4], 'price'),
      volume: lots(cells[5], 'volume'),
    };
  });
}
