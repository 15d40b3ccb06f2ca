// Markets, prices and candles of Bybit: spot, and linear perpetuals.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, ONE, ZERO } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { Contract, Market, MarketTag, MarketType } from '#venue-port/market/market.ts';
import type { BestPrices } from '#venue-port/market/best-prices.ts';
import type { ListedMarket } from '#venues/dialect.ts';
import { readPage } from '#venues/dialects/bybit/read-page.ts';
import { stepCounters } from '#venues/dialects/reply/count-steps.ts';
import { placesOfStep } from '#venues/dialects/reply/decimal-places.ts';
import { byField, readSomeFlatRows, readSomeRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import { shownBestPrices } from '#venues/dialects/reply/shown-best-prices.ts';
import {
  decimalField,
  integerField,
  replyDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

export const BYBIT_CODE = 'bybit';
const TAG_PREFIX = 'BYBIT';
const PERPETUAL = 'LinearPerpetual';

/** What an account without a discount pays; the venue lists fees by account only. */
const FEES_PERCENT: {
  readonly [marketType in MarketType]: { readonly maker: Decimal; readonly taker: Decimal };
} = {
  spot: { maker: decimal('0.1'), taker: decimal('0.1') },
  futures: { maker: decimal('0.02'), taker: decimal('0.055') },
};

/** Of an order on a market that is not listed: tags of listed ones have both currencies. */
export function bybitMarketTag(symbol: string): MarketTag {
  return `${TAG_PREFIX}_${symbol}`;
}

/** Contracts with a delivery are left out: nothing here trades them. */
export function readMarkets(
  list: readonly unknown[],
  marketType: MarketType,
): readonly ListedMarket[] {
  return readSomeFlatRows(list, byField('symbol'), (value) => {
    const fields = replyFields(value, 'The market');
    if (marketType === 'spot') return [readSpotMarket(fields)];
    // Options are no contracts of any type.
    if (fields['optionsType'] !== undefined) return [];
    return textField(fields, 'contractType') === PERPETUAL ? [readPerpetual(fields)] : [];
  });
}

function readSpotMarket(fields: ReplyFields): ListedMarket {
  const filter = replyFields(fields['lotSizeFilter'], 'The filter of amounts');
  const maximums = ['maxLimitOrderQty', 'maxMarketOrderQty', 'maxOrderQty'];
  return {
    symbol: textField(fields, 'symbol'),
    market: {
      ...namesOf(fields, ''),
      marketType: 'spot',
      ...stepsOf(fields, decimalField(filter, 'basePrecision')),
      minOrderAmount: decimalField(filter, 'minOrderQty'),
      minOrderValue: decimalField(filter, 'minOrderAmt'),
      maxOrderAmount: leastOf(filter, maximums),
      maxOrderValue: ZERO,
      listedAtMs: null,
      contract: null,
    },
  };
}

function readPerpetual(fields: ReplyFields): ListedMarket {
  const filter = replyFields(fields['lotSizeFilter'], 'The filter of amounts');
  const listedAtMs = integerField(fields, 'launchTime');
  return {
    symbol: textField(fields, 'symbol'),
    market: {
      ...namesOf(fields, '_PERP'),
      marketType: 'futures',
      ...stepsOf(fields, decimalField(filter, 'qtyStep')),
      minOrderAmount: decimalField(filter, 'minOrderQty'),
      minOrderValue: limit(filter, 'minNotionalValue') ?? ZERO,
      maxOrderAmount: leastOf(filter, ['maxOrderQty', 'maxMktOrderQty']),
      maxOrderValue: ZERO,
      listedAtMs: listedAtMs > 0 ? listedAtMs : null,
      contract: contractOf(fields),
    },
  };
}

type Names = Pick<
  Market,
  'marketTag' | 'exchange' | 'base' | 'quote' | 'isOpen' | 'marketBuyBy' | 'priceSignificantDigits'
>;

function namesOf(fields: ReplyFields, ending: string): Names {
  const base = textField(fields, 'baseCoin');
  const quote = textField(fields, 'quoteCoin');
  return {
    marketTag: `${bybitMarketTag(`${base}_${quote}`)}${ending}`,
    exchange: BYBIT_CODE,
    base,
    quote,
    isOpen: textField(fields, 'status') === 'Trading',
    marketBuyBy: 'base',
    priceSignificantDigits: null,
  };
}

type Steps = Pick<
  Market,
  | 'priceStep'
  | 'priceDecimals'
  | 'amountStep'
  | 'amountDecimals'
  | 'makerFeePercent'
  | 'takerFeePercent'
>;

function stepsOf(fields: ReplyFields, amountStep: Decimal): Steps {
  const prices = replyFields(fields['priceFilter'], 'The filter of prices');
  const priceStep = decimalField(prices, 'tickSize');
  if (priceStep <= 0n || amountStep <= 0n) throw new UnreadableReply('A step is not above zero.');
  const { maker, taker } = FEES_PERCENT[fields['contractType'] === PERPETUAL ? 'futures' : 'spot'];
  return {
    priceStep,
    priceDecimals: placesOfStep(priceStep),
    amountStep,
    amountDecimals: placesOfStep(amountStep),
    makerFeePercent: maker,
    takerFeePercent: taker,
  };
}

/** One unit of amount is one of base; profit and margin are in the currency of settlement. */
function contractOf(fields: ReplyFields): Contract {
  const leverages = replyFields(fields['leverageFilter'], 'The filter of leverages');
  const symbol = textField(fields, 'symbol');
  return {
    name: symbol,
    type: 'vanilla',
    marginCurrency: textField(fields, 'settleCoin'),
    displayName: symbol,
    contractValue: ONE,
    contractValueCurrency: textField(fields, 'baseCoin'),
    lowestLeverage: decimalField(leverages, 'minLeverage'),
    highestLeverage: decimalField(leverages, 'maxLeverage'),
  };
}

/** Null: the venue sets no such limit. */
function limit(filter: ReplyFields, name: string): Decimal | null {
  const value = filter[name] ?? '';
  const found = value === '' ? ZERO : replyDecimal(value, name);
  return found > 0n ? found : null;
}

/** A market has one maximum here: the least of those for its kinds of orders. */
function leastOf(filter: ReplyFields, names: readonly string[]): Decimal {
  const limits = names.map((name) => limit(filter, name)).filter((value) => value !== null);
  return limits.reduce((least, value) => (value < least ? value : least), limits[0] ?? ZERO);
}

/** Price of this market, with the best bid and ask where they are shown. */
export function readPrice(
  result: unknown,
  { symbol }: ListedMarket,
): { readonly price: Decimal; readonly best: BestPrices | null } {
  const [ticker] = readPage(result, 'The list of prices').list;
  const fields = replyFields(ticker, 'The price');
  const price = decimalField(fields, 'lastPrice');
  if (fields['symbol'] !== symbol || price <= 0n)
    throw new UnreadableReply('The price is not one of this market.');
  return { price, best: shownBestPrices(fields['bid1Price'], fields['ask1Price']) };
}

/** Rows, newest first: open time, open, high, low, close, volume of base, turnover. */
export function readCandles(result: unknown, { market, symbol }: ListedMarket): readonly Candle[] {
  const fields = replyFields(result, 'The list of candles');
  if (fields['symbol'] !== symbol) throw new UnreadableReply('The candles are of another market.');
  const [ticks, lots] = stepCounters(market);
  const read = (row: unknown): Candle => {
    const cells = replyList(row, 'The candle');
    return {
      openTimeMs: integerField({ openTime: cells[0] }, 'openTime'),
      open: ticks(cells[1], 'price'),
      high: ticks(cells[2], 'price'),
      low: ticks(cells[3], 'price'),
      close: ticks(cells[4], 'price'),
      volume: lots(cells[5], 'volume'),
    };
  };
  const items = readSomeRows(replyList(fields['list'], 'The list of candles'), () => symbol, read);
  return items.toSorted((left, right) => left.openTimeMs - right.openTimeMs);
}

/** Newest first. */
export function readFundingRates(
  result: unknown,
  { symbol }: ListedMarket,
): readonly FundingRate[] {
  const { list } = readPage(result, 'The list of rates');
  return readSomeRows(
    list,
    () => symbol,
    (value) => {
      const fields = replyFields(value, 'The rate');
      if (fields['symbol'] !== symbol) throw new UnreadableReply('The rate is of another market.');
      const atMs = integerField(fields, 'fundingRateTimestamp');
      return { atMs, rate: decimalField(fields, 'fundingRate') };
    },
  );
}
