// Markets of Binance USD-M futures: perpetual contracts.

import { decimal, ONE, ZERO } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { Contract, MarketTag } from '#venue-port/market/market.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { filtersOf, limit } from '#venues/dialects/binance/read-market-data.ts';
import { decimalsOf } from '#venues/dialects/binance/read-market-data.ts';
import { byField, readSomeFlatRows, readSomeRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

export const USDM_CODE = 'binanceusdm';
const TAG_PREFIX = 'BINANCEUSDM';
const PERPETUAL = 'PERPETUAL';

/** What an account without a discount pays; the venue lists fees by account only. */
const MAKER_FEE_PERCENT = decimal('0.02');
const TAKER_FEE_PERCENT = decimal('0.05');

/**
 * The venue tells the highest leverage of a market to accounts only, by the size of the position. A
 * higher one than the account may have is refused when it is set.
 */
const HIGHEST_LEVERAGE = decimal('125');

/** Of an order on a market that is not listed: tags of listed ones have both currencies. */
export function usdmMarketTag(symbol: string): MarketTag {
  return `${TAG_PREFIX}_${symbol}`;
}

/** Contracts with a delivery are left out: nothing here trades them. */
export function readUsdmMarkets(value: unknown): readonly ListedMarket[] {
  const symbols = replyFields(value, 'The list of markets')['symbols'];
  const rows = replyList(symbols, 'The list of markets');
  return readSomeFlatRows(rows, byField('symbol'), (row) => {
    const fields = replyFields(row, 'The market');
    return textField(fields, 'contractType') === PERPETUAL ? [readPerpetual(fields)] : [];
  });
}

function readPerpetual(fields: ReplyFields): ListedMarket {
  const base = textField(fields, 'baseAsset');
  const quote = textField(fields, 'quoteAsset');
  const filters = filtersOf(fields);
  const lots = filters.get('LOT_SIZE');
  const priceStep = limit(filters.get('PRICE_FILTER'), 'tickSize');
  const amountStep = limit(lots, 'stepSize');
  if (priceStep <= 0n || amountStep <= 0n) throw new UnreadableReply('A step is not above zero.');
  const listedAtMs = integerField(fields, 'onboardDate');
  return {
    symbol: textField(fields, 'symbol'),
    market: {
      marketTag: `${usdmMarketTag(`${base}_${quote}`)}_PERP`,
      exchange: USDM_CODE,
      base,
      quote,
      marketType: 'futures',
      priceStep,
      priceDecimals: decimalsOf(priceStep, 0),
      priceSignificantDigits: null,
      amountStep,
      amountDecimals: decimalsOf(amountStep, 0),
      makerFeePercent: MAKER_FEE_PERCENT,
      takerFeePercent: TAKER_FEE_PERCENT,
      minOrderAmount: limit(lots, 'minQty'),
      maxOrderAmount: leastOf(
        limit(lots, 'maxQty'),
        limit(filters.get('MARKET_LOT_SIZE'), 'maxQty'),
      ),
      minOrderValue: limit(filters.get('MIN_NOTIONAL'), 'notional'),
      maxOrderValue: ZERO,
      isOpen: textField(fields, 'status') === 'TRADING',
      listedAtMs: listedAtMs > 0 ? listedAtMs : null,
      marketBuyBy: 'base',
      contract: contractOf(fields, base),
    },
  };
}

/** Zero limits nothing. */
function leastOf(left: Decimal, right: Decimal): Decimal {
  if (left <= 0n || right <= 0n) return left > 0n ? left : right;
  return left < right ? left : right;
}

function contractOf(fields: ReplyFields, base: string): Contract {
  const symbol = textField(fields, 'symbol');
  return {
    name: symbol,
    type: 'vanilla',
    marginCurrency: textField(fields, 'marginAsset'),
    displayName: symbol,
    contractValue: ONE,
    contractValueCurrency: base,
    lowestLeverage: ONE,
    highestLeverage: HIGHEST_LEVERAGE,
  };
}

/** Rates of a market, oldest first; rows that cannot be read are left out and named. */
export function readFundingRates(
  value: unknown,
  { symbol }: Pick<ListedMarket, 'symbol'>,
): readonly FundingRate[] {
  return readSomeRows(
    replyList(value, 'The list of rates'),
    () => symbol,
    (row) => {
      const fields = replyFields(row, 'The rate');
      if (fields['symbol'] !== symbol) throw new UnreadableReply('The rate is of another market.');
      const atMs = integerField(fields, 'fundingTime');
      return { atMs, rate: decimalField(fields, 'fundingRate') };
    },
  );
}
