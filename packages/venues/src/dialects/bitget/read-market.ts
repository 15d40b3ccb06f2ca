// Spot markets, prices and candles of Bitget.

import type { Decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { decimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import { stepCounters } from '#venues/dialects/reply/count-steps.ts';
import { stepOfPlaces } from '#venues/dialects/reply/decimal-places.ts';
import { byField, readSomeRows } from '#venues/dialects/reply/read-rows.ts';
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

export const BITGET_CODE = 'bitget';

const HUNDRED = decimal('100');
/** Minimum values are in this currency, and others are not worth one of it. */
const DOLLARS = new Set(['USDT', 'USDC', 'USD']);

function bitgetMarketTag(base: string, quote: string): MarketTag {
  return `BITGET_${base}_${quote}`;
}

/** A market that is not listed any more still gets a tag, so that its orders can be shown. */
export function tagOf(symbol: string, { marketType, findMarket }: AccountContext): MarketTag {
  const name = symbol.toUpperCase();
  return findMarket(marketType, name)?.market.marketTag ?? `BITGET_${name}`;
}

/** Markets of a reply; those that cannot be read are left out and named. */
export function readMarkets(data: unknown): readonly ListedMarket[] {
  return readSomeRows(replyList(data, 'The list of markets'), byField('symbol'), (value) =>
    readMarket(replyFields(value, 'The market')),
  );
}

function readMarket(fields: ReplyFields): ListedMarket {
  const [base, quote] = [textField(fields, 'baseCoin'), textField(fields, 'quoteCoin')];
  const priceDecimals = integerField(fields, 'pricePrecision');
  const amountDecimals = integerField(fields, 'quantityPrecision');
  return {
    symbol: textField(fields, 'symbol'),
    market: {
      marketTag: bitgetMarketTag(base, quote),
      exchange: BITGET_CODE,
      base,
      quote,
      marketType: 'spot',
      priceStep: stepOfPlaces(priceDecimals),
      priceDecimals,
      priceSignificantDigits: null,
      amountStep: stepOfPlaces(amountDecimals),
      amountDecimals,
      makerFeePercent: percentField(fields, 'makerFeeRate'),
      takerFeePercent: percentField(fields, 'takerFeeRate'),
      // What the list has of amounts is obsolete.
      minOrderAmount: ZERO,
      minOrderValue: DOLLARS.has(quote) ? optionalDecimal(fields, 'minTradeUSDT') : ZERO,
      maxOrderAmount: ZERO,
      maxOrderValue: ZERO,
      isOpen: fields['status'] === 'online',
      listedAtMs: null,
      marketBuyBy: 'quote_limit_ioc',
      contract: null,
    },
  };
}

function percentField(fields: ReplyFields, name: string): Decimal {
  return multiplyDecimal(decimalField(fields, name), HUNDRED, 'half_even');
}

/** The only ticker is that of the market that was requested. */
export function readPrice(
  data: unknown,
  { symbol }: ListedMarket,
): { readonly price: Decimal; readonly best: BestPrices | null } {
  const [ticker, ...others] = replyList(data, 'The list of tickers');
  const fields = replyFields(ticker, 'The ticker');
  const price = decimalField(fields, 'lastPr');
  if (others.length > 0 || fields['symbol'] !== symbol || price <= 0n)
    throw new UnreadableReply('The price is not one of this market.');
  return { price, best: shownBestPrices(fields['bidPr'], fields['askPr']) };
}

/** Open time, open, high, low, close, volume in base, in dollars, in quote. */
const CELLS_MIN = 6;

/** Cells of a candle; throws `UnreadableReply` when there are too few. */
export function candleCells(value: unknown): readonly unknown[] {
  const cells = replyList(value, 'The candle');
  if (cells.length >= CELLS_MIN) return cells;
  throw new UnreadableReply('The candle has too few cells.');
}

/** The list does not name its market, and may have older ones than those that are wanted. */
export function readCandles(
  data: unknown,
  { market, symbol }: ListedMarket,
  fromMs: number,
  toMs: number,
): readonly Candle[] {
  const [ticks, lots] = stepCounters(market);
  const read = (value: unknown): Candle => {
    const cells = candleCells(value);
    const openTimeMs = integerField({ openTime: cells[0] }, 'openTime');
    if (openTimeMs % MINUTE_MS !== 0) throw new UnreadableReply('The candle is none of a minute.');
    return {
      openTimeMs,
      open: ticks(cells[1], 'open'),
      high: ticks(cells[2], 'high'),
      low: ticks(cells[3], 'low'),
      close: ticks(cells[4], 'close'),
      volume: lots(cells[5], 'volume'),
    };
  };
  const items = readSomeRows(replyList(data, 'The list of candles'), () => symbol, read);
  return items
    .filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs)
    .sort((left, right) => left.openTimeMs - right.openTimeMs);
}
