// Spot markets, prices and candles of Gate.

import type { Decimal } from '#lib/decimal.ts';
import { decimal } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import { stepCounters } from '#venues/dialects/reply/count-steps.ts';
import { stepOfPlaces } from '#venues/dialects/reply/decimal-places.ts';
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

export const GATE_CODE = 'gate';

/** What an account without a volume pays, where the list does not say. */
const FEE_PERCENT = decimal('0.2');

/** `BTC_USDT` is `GATE_BTC_USDT`. */
function gateMarketTag(symbol: string): MarketTag {
  return `GATE_${symbol}`;
}

/** A market that is not listed any more still gets a tag, so that its orders can be shown. */
export function tagOf(fields: ReplyFields, { marketType, findMarket }: AccountContext): MarketTag {
  const symbol = textField(fields, 'currency_pair');
  return findMarket(marketType, symbol)?.market.marketTag ?? gateMarketTag(symbol);
}

/** What is traded before it is issued is none. */
export function readMarkets(body: unknown): readonly ListedMarket[] {
  return readSomeFlatRows(replyList(body, 'The list of markets'), byField('id'), (value) => {
    const fields = replyFields(value, 'The market');
    const isNormal = fields['type'] === undefined || textField(fields, 'type') === 'normal';
    return isNormal ? [readMarket(fields)] : [];
  });
}

function readMarket(fields: ReplyFields): ListedMarket {
  const symbol = textField(fields, 'id');
  const priceDecimals = integerField(fields, 'precision');
  const amountDecimals = integerField(fields, 'amount_precision');
  const fee = fields['fee'] === undefined ? FEE_PERCENT : decimalField(fields, 'fee');
  return {
    symbol,
    market: {
      marketTag: gateMarketTag(symbol),
      exchange: GATE_CODE,
      base: textField(fields, 'base'),
      quote: textField(fields, 'quote'),
      marketType: 'spot',
      priceStep: stepOfPlaces(priceDecimals),
      priceDecimals,
      priceSignificantDigits: null,
      amountStep: stepOfPlaces(amountDecimals),
      amountDecimals,
      makerFeePercent: fee,
      takerFeePercent: fee,
      minOrderAmount: optionalDecimal(fields, 'min_base_amount'),
      minOrderValue: optionalDecimal(fields, 'min_quote_amount'),
      maxOrderAmount: optionalDecimal(fields, 'max_base_amount'),
      maxOrderValue: optionalDecimal(fields, 'max_quote_amount'),
      isOpen: fields['trade_status'] === 'tradable',
      listedAtMs: null,
      marketBuyBy: 'quote_limit_ioc',
      contract: null,
    },
  };
}

/** The only ticker is that of the market that was requested. */
export function readPrice(
  body: unknown,
  { symbol }: ListedMarket,
): { readonly price: Decimal; readonly best: BestPrices | null } {
  const [ticker, ...others] = replyList(body, 'The list of tickers');
  const fields = replyFields(ticker, 'The ticker');
  const price = decimalField(fields, 'last');
  if (others.length > 0 || fields['currency_pair'] !== symbol || price <= 0n)
    throw new UnreadableReply('The price is not one of this market.');
  return { price, best: shownBestPrices(fields['highest_bid'], fields['lowest_ask']) };
}

/** Instant in seconds, value, close, high, low, open, volume, and whether it has closed. */
const CELLS_MIN = 7;

/** Oldest first; the list does not name its market. */
export function readCandles(
  body: unknown,
  { market, symbol }: ListedMarket,
  fromMs: number,
  toMs: number,
): readonly Candle[] {
  const [ticks, lots] = stepCounters(market);
  const read = (value: unknown): Candle => {
    const cells = replyList(value, 'The candle');
    if (cells.length < CELLS_MIN) throw new UnreadableReply('The candle has too few cells.');
    return {
      openTimeMs: integerField({ openTime: cells[0] }, 'openTime') * 1_000,
      open: ticks(cells[5], 'open'),
      high: ticks(cells[3], 'high'),
      low: ticks(cells[4], 'low'),
      close: ticks(cells[2], 'close'),
      volume: lots(cells[6], 'volume'),
    };
  };
  const items = readSomeRows(replyList(body, 'The list of candles'), () => symbol, read);
  return items
    .filter(({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < toMs)
    .sort((left, right) => left.openTimeMs - right.openTimeMs);
}
