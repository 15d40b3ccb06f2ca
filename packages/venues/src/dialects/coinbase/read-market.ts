// Spot markets, prices and candles of Coinbase.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { stepCounters } from '#venues/dialects/reply/count-steps.ts';
import { placesOfStep } from '#venues/dialects/reply/decimal-places.ts';
import { byField, readSomeFlatRows, readSomeRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { shownBestPrices } from '#venues/dialects/reply/shown-best-prices.ts';
import {
  decimalField,
  integerField,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

export const COINBASE_CODE = 'coinbase';

/** What an account of the lowest volume pays; the venue lists fees by account only. */
const MAKER_FEE_PERCENT = decimal('0.6');
const TAKER_FEE_PERCENT = decimal('1.2');

/** `BTC-USD` is `COINBASE_BTC_USD`. */
export function coinbaseMarketTag(symbol: string): MarketTag {
  return `COINBASE_${symbol.replaceAll('-', '_')}`;
}

/** Those that can only be looked at are none. */
export function readMarkets({ products }: ReplyFields): readonly ListedMarket[] {
  const rows = replyList(products, 'The list of markets');
  return readSomeFlatRows(rows, byField('product_id'), (value) => {
    const fields = replyFields(value, 'The market');
    const isListed = textField(fields, 'product_type') === 'SPOT' && fields['view_only'] !== true;
    return isListed ? [readMarket(fields)] : [];
  });
}

/** In these states a market does not take every order. */
const CLOSED_BY = ['is_disabled', 'trading_disabled', 'cancel_only', 'post_only', 'auction_mode'];

function readMarket(fields: ReplyFields): ListedMarket {
  const symbol = textField(fields, 'product_id');
  const priceStep = decimalField(fields, 'price_increment');
  const amountStep = decimalField(fields, 'base_increment');
  if (priceStep <= 0n || amountStep <= 0n) throw new UnreadableReply('A step is not above zero.');
  return {
    symbol,
    market: {
      marketTag: coinbaseMarketTag(symbol),
      exchange: COINBASE_CODE,
      base: textField(fields, 'base_currency_id'),
      quote: textField(fields, 'quote_currency_id'),
      marketType: 'spot',
      priceStep,
      priceDecimals: placesOfStep(priceStep),
      priceSignificantDigits: null,
      amountStep,
      amountDecimals: placesOfStep(amountStep),
      makerFeePercent: MAKER_FEE_PERCENT,
      takerFeePercent: TAKER_FEE_PERCENT,
      minOrderAmount: decimalField(fields, 'base_min_size'),
      minOrderValue: optionalDecimal(fields, 'quote_min_size'),
      maxOrderAmount: optionalDecimal(fields, 'base_max_size'),
      maxOrderValue: optionalDecimal(fields, 'quote_max_size'),
      isOpen: fields['status'] === 'online' && CLOSED_BY.every((name) => fields[name] !== true),
      listedAtMs: null,
      marketBuyBy: 'quote_limit_ioc',
      contract: null,
    },
  };
}

/**
 * Price of this market. Throws `UnreadableReply` for another one's and for prices that are not
 * positive.
 */
export function readPrice(fields: ReplyFields, { symbol }: ListedMarket): Decimal {
  const price = decimalField(fields, 'price');
  if (fields['product_id'] !== symbol || price <= ZERO)
    throw new UnreadableReply('The price is not one of this market.');
  return price;
}

/** Of the book, one level. */
export function readBestPrices(fields: ReplyFields, { symbol }: ListedMarket): BestPrices | null {
  const book = replyFields(fields['pricebook'], 'The book');
  if (book['product_id'] !== symbol) throw new UnreadableReply('The book is of another market.');
  const best = (side: string): unknown => {
    const [level] = replyList(book[side], 'The side of the book');
    return level === undefined ? '' : replyFields(level, 'The level')['price'];
  };
  return shownBestPrices(best('bids'), best('asks'));
}

/** Newest first; the list does not name its market, and ends with the instant that it is given. */
export function readCandles(
  { candles }: ReplyFields,
  { market, symbol }: ListedMarket,
  fromMs: number,
  toMs: number,
): readonly Candle[] {
  const [ticks, lots] = stepCounters(market);
  const read = (value: unknown): Candle => {
    const fields = replyFields(value, 'The candle');
    return {
      openTimeMs: integerField(fields, 'start') * 1_000,
      open: ticks(fields['open'], 'open'),
      high: ticks(fields['high'], 'high'),
      low: ticks(fields['low'], 'low'),
      close: ticks(fields['close'], 'close'),
      volume: lots(fields['volume'], 'volume'),
    };
  };
  const items = readSomeRows(replyList(candles, 'The list of candles'), () => symbol, read);
  return items
    .filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs)
    .sort((left, right) => left.openTimeMs - right.openTimeMs);
}
