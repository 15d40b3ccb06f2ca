// Markets, prices and candles of OKX: spot, and linear perpetual swaps.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, ONE, ZERO } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { FundingRate } from '#venue-port/funding/funding-rate.ts';
import type { Contract, Market, MarketTag, MarketType } from '#venue-port/market/market.ts';
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
  replyDecimal,
  replyFields,
  replyList,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';

export const OKX_CODE = 'okx';

/** What an account without a discount pays; the venue lists fees by account only. */
const FEES_PERCENT: {
  readonly [marketType in MarketType]: Pick<Market, 'makerFeePercent' | 'takerFeePercent'>;
} = {
  spot: { makerFeePercent: decimal('0.08'), takerFeePercent: decimal('0.1') },
  futures: { makerFeePercent: decimal('0.02'), takerFeePercent: decimal('0.05') },
};

/**
 * Before a market opens its steps may be missing; "test" markets are none of the venue. Swaps that
 * are rebased or take post-only orders alone are closed here.
 */
const LISTED_STATES = new Set(['live', 'suspend', 'rebase', 'post_only']);

/** `BTC-USDT` is `OKX_BTC_USDT`, and `BTC-USDT-SWAP` is `OKX_BTC_USDT_PERP`. */
export function okxMarketTag(symbol: string): MarketTag {
  const [base = '', quote = '', type] = symbol.split('-');
  const names = [base, quote, ...(type === undefined ? [] : [type === 'SWAP' ? 'PERP' : type])];
  return `OKX_${names.join('_')}`;
}

/** Markets that are listed or about to be; those that cannot be read are left out and named. */
export function readMarkets(
  data: readonly unknown[],
  marketType: MarketType,
): readonly ListedMarket[] {
  return readSomeFlatRows(data, byField('instId'), (value) => {
    const fields = replyFields(value, 'The market');
    if (!LISTED_STATES.has(textField(fields, 'state'))) return [];
    if (marketType === 'spot') return [readSpotMarket(fields)];
    return isLinear(fields) ? [readSwapMarket(fields)] : [];
  });
}

/** The maximum of market orders is in USDT, so only that of limit orders is one here. */
function readSpotMarket(fields: ReplyFields): ListedMarket {
  return {
    symbol: textField(fields, 'instId'),
    market: {
      ...sharedOf(fields, 'spot'),
      base: textField(fields, 'baseCcy'),
      quote: textField(fields, 'quoteCcy'),
      maxOrderAmount: optionalDecimal(fields, 'maxLmtSz'),
      contract: null,
    },
  };
}

/**
 * Settled in what their prices are in. A contract with a multiplier is none that the documentation
 * explains.
 */
function isLinear({ ctType, ctMult, ctValCcy, settleCcy, instFamily }: ReplyFields): boolean {
  return (
    ctType === 'linear' &&
    (ctMult === '1' || ctMult === '') &&
    instFamily === `${String(ctValCcy)}-${String(settleCcy)}`
  );
}

/** Amounts are numbers of contracts. */
function readSwapMarket(fields: ReplyFields): ListedMarket {
  const symbol = textField(fields, 'instId');
  return {
    symbol,
    market: {
      ...sharedOf(fields, 'futures'),
      base: textField(fields, 'ctValCcy'),
      quote: textField(fields, 'settleCcy'),
      maxOrderAmount: leastOf(
        optionalDecimal(fields, 'maxLmtSz'),
        optionalDecimal(fields, 'maxMktSz'),
      ),
      contract: contractOf(fields, symbol),
    },
  };
}

type MarketBase = Omit<Market, 'base' | 'quote' | 'maxOrderAmount' | 'contract'>;

function sharedOf(fields: ReplyFields, marketType: MarketType): MarketBase {
  const priceStep = decimalField(fields, 'tickSz');
  const amountStep = decimalField(fields, 'lotSz');
  if (priceStep <= 0n || amountStep <= 0n) throw new UnreadableReply('A step is not above zero.');
  const listedAt = fields['listTime'] ?? '';
  return {
    marketTag: okxMarketTag(textField(fields, 'instId')),
    exchange: OKX_CODE,
    marketType,
    priceStep,
    priceDecimals: placesOfStep(priceStep),
    priceSignificantDigits: null,
    amountStep,
    amountDecimals: placesOfStep(amountStep),
    ...FEES_PERCENT[marketType],
    minOrderAmount: decimalField(fields, 'minSz'),
    minOrderValue: ZERO,
    maxOrderValue: ZERO,
    isOpen: fields['state'] === 'live',
    listedAtMs: listedAt === '' ? null : integerField(fields, 'listTime'),
    marketBuyBy: 'base',
  };
}

function contractOf(fields: ReplyFields, symbol: string): Contract {
  const contractValue = decimalField(fields, 'ctVal');
  if (contractValue <= 0n) throw new UnreadableReply('A contract is worth nothing.');
  const highest = optionalDecimal(fields, 'lever');
  return {
    name: symbol,
    type: 'vanilla',
    marginCurrency: textField(fields, 'settleCcy'),
    displayName: symbol,
    contractValue,
    contractValueCurrency: textField(fields, 'ctValCcy'),
    lowestLeverage: ONE,
    highestLeverage: highest > ONE ? highest : ONE,
  };
}

/** Zero limits nothing. */
function leastOf(left: Decimal, right: Decimal): Decimal {
  if (left <= 0n || right <= 0n) return left > 0n ? left : right;
  return left < right ? left : right;
}

/** Price of this market, with the best bid and ask where they are shown. */
export function readPrice(
  data: readonly unknown[],
  { symbol }: ListedMarket,
): { readonly price: Decimal; readonly best: BestPrices | null } {
  const fields = replyFields(data[0], 'The price');
  const price = decimalField(fields, 'last');
  if (fields['instId'] !== symbol || price <= 0n)
    throw new UnreadableReply('The price is not one of this market.');
  return { price, best: shownBestPrices(fields['bidPx'], fields['askPx']) };
}

/** Newest first. What was charged is the realised rate; older rows may have the other one alone. */
export function readFundingRates(data: readonly unknown[], symbol: string): readonly FundingRate[] {
  const read = (value: unknown): FundingRate => {
    const fields = replyFields(value, 'The rate');
    if (fields['instId'] !== symbol) throw new UnreadableReply('The rate is of another market.');
    const realized = fields['realizedRate'] ?? '';
    const rate = realized === '' ? fields['fundingRate'] : realized;
    return { atMs: integerField(fields, 'fundingTime'), rate: replyDecimal(rate, 'realizedRate') };
  };
  return readSomeRows(data, () => symbol, read);
}

const CLOSED = '1';
const CELLS = 9;

/**
 * Rows, newest first; those that have not closed are left out. They do not name their market. The
 * first volume is in base, and in contracts of swaps.
 */
export function readCandles(
  data: readonly unknown[],
  { market, symbol }: ListedMarket,
): readonly Candle[] {
  const [ticks, lots] = stepCounters(market);
  const read = (row: unknown): readonly Candle[] => {
    const cells = candleCells(row);
    if (!isClosedCandle(cells)) return [];
    const candle = {
      openTimeMs: integerField({ openTime: cells[0] }, 'openTime'),
      open: ticks(cells[1], 'price'),
      high: ticks(cells[2], 'price'),
      low: ticks(cells[3], 'price'),
      close: ticks(cells[4], 'price'),
      volume: lots(cells[5], 'volume'),
    };
    return [candle];
  };
  return readSomeFlatRows(data, () => symbol, read).toSorted(
    (left, right) => left.openTimeMs - right.openTimeMs,
  );
}

/**
 * Open time, open, high, low, close, volumes of base, of quote, again of quote, and whether it has
 * closed.
 */
export function candleCells(row: unknown): readonly unknown[] {
  const cells = replyList(row, 'The candle');
  const state = cells[CELLS - 1];
  if (cells.length !== CELLS || (state !== '0' && state !== CLOSED))
    throw new UnreadableReply('The candle does not say whether it has closed.');
  return cells;
}

/** Candle that will not change any more, by its last cell. */
export function isClosedCandle(cells: readonly unknown[]): boolean {
  return cells[CELLS - 1] === CLOSED;
}
