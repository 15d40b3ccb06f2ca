// Spot markets, prices and candles of KuCoin.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type { AccountContext, ListedMarket } from '#venues/dialect.ts';
import { stepCounters } from '#venues/dialects/reply/count-steps.ts';
import { placesOfStep } from '#venues/dialects/reply/decimal-places.ts';
import { byField, readSomeFlatRows, readSomeRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { shownBestPrices } from '#venues/dialects/reply/shown-best-prices.ts';
import {
  decimalField,
  flagField,
  integerField,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

export const KUCOIN_CODE = 'kucoin';

/** Of a new account, by the class of the market; what the market lists is a factor. */
const FEES_PERCENT: { readonly [feeCategory: number]: Decimal } = {
  1: decimal('0.1'),
  2: decimal('0.2'),
  3: decimal('0.3'),
};

/** A market that is not listed any more still gets a tag, so that its orders can be shown. */
export function tagOf(symbol: string, { marketType, findMarket }: AccountContext): MarketTag {
  return findMarket(marketType, symbol)?.market.marketTag ?? symbolTag(symbol);
}

/** `BTC-USDT` is `KUCOIN_BTC_USDT`. */
function symbolTag(symbol: string): MarketTag {
  return `KUCOIN_${symbol.replaceAll('-', '_')}`;
}

/** Markets of a reply; those that cannot be read are left out and named. */
export function readMarkets(data: unknown): readonly ListedMarket[] {
  return readSomeRows(replyList(data, 'The list of markets'), byField('symbol'), (value) =>
    readMarket(replyFields(value, 'The market')),
  );
}

/** Its symbol keeps an older name of a currency where the currency was renamed. */
function readMarket(fields: ReplyFields): ListedMarket {
  const [base, quote] = [textField(fields, 'baseCurrency'), textField(fields, 'quoteCurrency')];
  const priceStep = decimalField(fields, 'priceIncrement');
  const amountStep = decimalField(fields, 'baseIncrement');
  if (priceStep <= 0n || amountStep <= 0n) throw new UnreadableReply('A step is not above zero.');
  return {
    symbol: textField(fields, 'symbol'),
    market: {
      marketTag: `KUCOIN_${base}_${quote}`,
      exchange: KUCOIN_CODE,
      base,
      quote,
      marketType: 'spot',
      priceStep,
      priceDecimals: placesOfStep(priceStep),
      priceSignificantDigits: null,
      amountStep,
      amountDecimals: placesOfStep(amountStep),
      makerFeePercent: feeOf(fields, 'makerFeeCoefficient'),
      takerFeePercent: feeOf(fields, 'takerFeeCoefficient'),
      minOrderAmount: decimalField(fields, 'baseMinSize'),
      minOrderValue: optionalDecimal(
        fields,
        isGiven(fields['minFunds']) ? 'minFunds' : 'quoteMinSize',
      ),
      maxOrderAmount: decimalField(fields, 'baseMaxSize'),
      maxOrderValue: ZERO,
      isOpen: flagField(fields, 'enableTrading'),
      listedAtMs: null,
      marketBuyBy: 'base',
      contract: null,
    },
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** A class that is not known has the highest fee. */
function feeOf(fields: ReplyFields, coefficient: string): Decimal {
  const category = fields['feeCategory'] === undefined ? 3 : integerField(fields, 'feeCategory');
  const fee = FEES_PERCENT[category] ?? FEES_PERCENT[3] ?? ZERO;
  return multiplyDecimal(fee, decimalField(fields, coefficient), 'ceil');
}

/** The reply does not name its market. */
export function readPrice(data: unknown): {
  readonly price: Decimal;
  readonly best: BestPrices | null;
} {
  const fields = replyFields(data, 'The price');
  const price = decimalField(fields, 'price');
  if (price <= 0n) throw new UnreadableReply('The price is not above zero.');
  return { price, best: shownBestPrices(fields['bestBid'], fields['bestAsk']) };
}

const CELLS = 7;

/** Rows, newest first, without their market; which of them have closed, the caller knows. */
export function readCandles(
  data: unknown,
  { market, symbol }: ListedMarket,
  fromMs: number,
  toMs: number,
): readonly Candle[] {
  const [ticks, lots] = stepCounters(market);
  const read = (row: unknown): readonly Candle[] => {
    const { openTimeMs, cells } = candleCells(row);
    if (openTimeMs < fromMs || openTimeMs >= toMs) return [];
    const candle = {
      openTimeMs,
      open: ticks(cells[1], 'price'),
      close: ticks(cells[2], 'price'),
      high: ticks(cells[3], 'price'),
      low: ticks(cells[4], 'price'),
      volume: lots(cells[5], 'volume'),
    };
    return [candle];
  };
  const items = readSomeFlatRows(replyList(data, 'The list of candles'), () => symbol, read);
  return items.toSorted((left, right) => left.openTimeMs - right.openTimeMs);
}

/** Open time in seconds, open, close, high, low, volume of base, and of quote. */
function candleCells(row: unknown): { openTimeMs: number; cells: readonly unknown[] } {
  const cells = replyList(row, 'The candle');
  if (cells.length !== CELLS) throw new UnreadableReply('The candle is none that is known.');
  return { openTimeMs: integerField({ openTime: cells[0] }, 'openTime') * 1_000, cells };
}
